import { Button, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CreatedJudge, Judge } from '#contract/judge.schema.ts'
import { judgeLimits } from '#contract/judge.ts'
import { cleanText } from '#contract/rules/text.ts'
import { useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { DatePickerButton } from '#web/admin/shared/date-field.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = {
  eventId: string
  judge?: Judge
  onClose: () => void
  onSaved: (created: CreatedJudge[]) => void
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => cleanText(line, 'name'))
    .filter((line) => line !== '')

/**
 * Shows a dialog that creates judges, one for each line, or changes `judge`. `onSaved` gets the new judges
 * with their codes.
 */
export function CreateOrEditJudgesDialog({ eventId, judge, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const [names, setNames] = useState(judge?.name ?? '')
  const [isHead, setHead] = useState(judge?.isHead ?? false)
  const [tables, setTables] = useState<string[]>(judge?.tables ?? [])
  const [days, setDays] = useState<string[]>(judge?.days ?? [])
  const { submitting, failure, submit } = useSubmitWithErrorFocus()
  const save = async () => {
    const sortedDays = days.toSorted()
    const failed = await submit(async () => {
      if (judge) {
        const { msg } = await callApi('PUT /api/admin/events/:eventId/judges/:judgeId', {
          params: { eventId, judgeId: judge.id },
          json: { name: names.trim(), isHead, tables, days: sortedDays },
        })
        toast.success(msg)
        onSaved([])
      } else {
        const { judges } = await callApi('POST /api/admin/events/:eventId/judges', {
          params: { eventId },
          json: { names: splitLines(names), isHead, tables, days: sortedDays },
        })
        onSaved(judges)
      }
    })
    if (failed) toast.error(failed.message)
  }
  const nameError = failure && Object.entries(failure.fields).find(([field]) => field.startsWith('name'))?.[1]
  return (
    <AdminDialog onClose={onClose} title={t(judge ? 'adminJudging.judges.edit' : 'adminJudging.judges.add')}>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void save()
        }}
      >
        <Stack>
          {judge ? (
            <TextInput
              label={t('adminJudging.judges.name')}
              required
              dir="auto"
              value={names}
              maxLength={judgeLimits.name}
              error={nameError}
              onChange={(change) => setNames(change.currentTarget.value)}
            />
          ) : (
            <Textarea
              label={t('adminJudging.judges.names')}
              description={t('adminJudging.judges.namesHint')}
              required
              autosize
              minRows={3}
              maxRows={10}
              dir="auto"
              value={names}
              error={nameError}
              onChange={(change) => setNames(change.currentTarget.value)}
            />
          )}
          <Switch
            label={t('adminJudging.judges.head')}
            description={t('adminJudging.judges.headHint')}
            checked={isHead}
            onChange={(change) => setHead(change.currentTarget.checked)}
          />
          <TagsInput
            label={t('adminJudging.judges.tables')}
            description={t('adminJudging.judges.tablesHint')}
            value={tables}
            maxTags={judgeLimits.tables}
            acceptValueOnBlur
            onChange={(values) => setTables(values.map((value) => value.slice(0, judgeLimits.tableName)))}
          />
          <DatePickerButton
            type="multiple"
            label={t('adminJudging.judges.days')}
            description={t('adminJudging.judges.daysHint')}
            placeholder={t('adminJudging.judges.allDays')}
            value={days}
            clearable
            clearButtonProps={{ 'aria-label': t('adminJudging.judges.clearDays') }}
            onChange={setDays}
          />
          <AdminDialogActions onCancel={onClose}>
            <Button type="submit" loading={submitting} disabled={splitLines(names).length === 0}>
              {t(judge ? 'adminScores.save' : 'adminJudging.judges.create')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}
