import { Select, Text, Textarea, TextInput } from '@mantine/core'
import type { CreatedJudge, Judge } from '#contract/event/judging/judge.schema.ts'
import { judgeLimits, panelLimits } from '#contract/event/judging/judge.ts'
import { FormDialog, getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = {
  eventId: string
  judge: Judge
  onClose: () => void
  /** Gets the code of a new judge. */
  onLeft: (created: CreatedJudge[]) => void
}

/** How many substitutes are listed at a time; the search finds the others. */
const shownSubstitutes = 50
const nobody = 'nobody'
const newJudge = 'new'

/**
 * Shows a dialog that lets a judge leave the event, with a substitute or without one, or that names the
 * substitute of a judge who has left.
 */
export function JudgeLeaveAndSubstituteDialog({ eventId, judge, onClose, onLeft }: Props) {
  const { t } = useTranslation()
  const { name } = judge
  const hasLeft = judge.leave !== undefined
  const loaded = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/judges/names', { params: { eventId } }),
    eventId,
  )
  const others = (loaded?.judges ?? []).filter(
    ({ id, isRevoked, isHead }) => id !== judge.id && !isRevoked && !isHead,
  )
  const form = useForm({
    initialValues: { substituteId: newJudge, substituteName: '', reason: '' },
    send: async ({ substituteId, substituteName, reason }) => {
      const left = await callApi('POST /api/admin/events/:eventId/judges/:judgeId/leave', {
        params: { eventId, judgeId: judge.id },
        json: {
          substituteId: substituteId === nobody || substituteId === newJudge ? null : substituteId,
          substituteName: substituteId === newJudge ? substituteName : '',
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
    },
    describeFailure: getFailureMessage,
  })
  const isNewJudge = form.values.substituteId === newJudge
  return (
    <FormDialog
      form={form}
      title={t(hasLeft ? 'adminJudging.judges.nameSubstituteFor' : 'adminJudging.judges.leaveTitle', {
        name,
      })}
      intro={hasLeft ? null : <Text>{t('adminJudging.judges.leaveText', { name })}</Text>}
      action={t(hasLeft ? 'adminJudging.judges.nameSubstitute' : 'adminJudging.judges.leave')}
      color={hasLeft ? undefined : 'red.9'}
      isBlocked={isNewJudge && form.values.substituteName.trim() === ''}
      onClose={onClose}
    >
      <Select
        label={t('adminJudging.judges.substitute')}
        description={t('adminJudging.judges.substituteHint')}
        allowDeselect={false}
        searchable
        limit={shownSubstitutes}
        nothingFoundMessage={t('admin.list.nothingFound')}
        data={[
          { value: newJudge, label: t('adminJudging.judges.newSubstitute') },
          ...(hasLeft ? [] : [{ value: nobody, label: t('adminJudging.judges.noSubstitute') }]),
          ...others.map(({ id, name: label }) => ({ value: id, label })),
        ]}
        {...form.getInputProps('substituteId')}
        onChange={(value) => form.set({ substituteId: value ?? nobody })}
      />
      {isNewJudge ? (
        <TextInput
          label={t('adminJudging.judges.substituteName')}
          required
          dir="auto"
          maxLength={judgeLimits.name}
          {...form.getInputProps('substituteName')}
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
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
