import { Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CreatedJudge, Judge } from '#contract/judge.schema.ts'
import { judgeLimits, panelLimits } from '#contract/judge.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = {
  eventId: string
  judge: Judge
  judges: readonly Judge[]
  onClose: () => void
  /** Gets the code of a new judge. */
  onLeft: (created: CreatedJudge[]) => void
}

const nobody = 'nobody'
const newJudge = 'new'

/**
 * Shows a dialog that lets a judge leave the event, with a substitute or without one, or that names the
 * substitute of a judge who has left.
 */
export function JudgeLeavesDialog({ eventId, judge, judges, onClose, onLeft }: Props) {
  const { t } = useTranslation()
  const [substitute, setSubstitute] = useState<string>(newJudge)
  const [substituteName, setSubstituteName] = useState('')
  const [reason, setReason] = useState('')
  const { submitting, failure, submit } = useSubmitWithErrorFocus()
  const name = isolateTextDirection(judge.name)
  const hasLeft = judge.leave !== undefined
  const others = judges.filter(({ id, revokedAt, isHead }) => id !== judge.id && !revokedAt && !isHead)
  const save = () =>
    submit(async () => {
      const left = await callApi('POST /api/admin/events/:eventId/judges/:judgeId/leave', {
        params: { eventId, judgeId: judge.id },
        json: {
          substituteId: substitute === nobody || substitute === newJudge ? null : substitute,
          substituteName: substitute === newJudge ? substituteName : '',
          reason,
        },
      })
      const done = t(hasLeft ? 'adminJudging.judges.substituteNamed' : 'adminJudging.judges.leaveDone', {
        name,
      })
      toast.success(
        left.excusedTeamCount === 0
          ? done
          : `${done}. ${t('adminJudging.judges.excused', { count: left.excusedTeamCount, name })}`,
      )
      const { judge: created, code } = left.substitute ?? { code: null }
      onLeft(created && code !== null ? [{ judge: created, code }] : [])
    })
  return (
    <AdminDialog
      onClose={onClose}
      title={t(hasLeft ? 'adminJudging.judges.nameSubstituteFor' : 'adminJudging.judges.leaveTitle', {
        name,
      })}
    >
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void save()
        }}
      >
        <Stack>
          {hasLeft ? null : <Text>{t('adminJudging.judges.leaveText', { name })}</Text>}
          <ErrorAlert message={failure?.message} />
          <Select
            label={t('adminJudging.judges.substitute')}
            description={t('adminJudging.judges.substituteHint')}
            allowDeselect={false}
            data={[
              { value: newJudge, label: t('adminJudging.judges.newSubstitute') },
              ...others.map(({ id, name: label }) => ({ value: id, label })),
              ...(hasLeft ? [] : [{ value: nobody, label: t('adminJudging.judges.noSubstitute') }]),
            ]}
            value={substitute}
            error={failure?.fields.substituteId}
            onChange={(value) => setSubstitute(value ?? nobody)}
          />
          {substitute === newJudge ? (
            <TextInput
              label={t('adminJudging.judges.substituteName')}
              required
              dir="auto"
              maxLength={judgeLimits.name}
              value={substituteName}
              error={failure?.fields.substituteName}
              onChange={(change) => setSubstituteName(change.currentTarget.value)}
            />
          ) : null}
          <Textarea
            label={t('adminJudging.judges.leaveReason')}
            description={t('adminJudging.judges.leaveReasonHint')}
            required
            autosize
            minRows={2}
            dir="auto"
            maxLength={panelLimits.reason}
            value={reason}
            error={failure?.fields.reason}
            onChange={(change) => setReason(change.currentTarget.value)}
          />
          <AdminDialogActions onCancel={onClose}>
            <Button
              type="submit"
              {...(hasLeft ? {} : { color: 'red.9' })}
              loading={submitting}
              disabled={substitute === newJudge && substituteName.trim() === ''}
            >
              {t(hasLeft ? 'adminJudging.judges.nameSubstitute' : 'adminJudging.judges.leave')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}
