import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { CreatedJudge, Judge } from '#contract/judge.schema.ts'
import { judgeLimits } from '#contract/judge.ts'
import { isIsoDate } from '#contract/rules/age.ts'
import { cleanText } from '#contract/rules/text.ts'
import { useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDateField } from '#web/admin/shared/date-field.tsx'
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

/** A day of the form: `YYYY-MM-DD`, or the typed text while it cannot be read. */
type Day = { key: number; date: string }

type DaysProps = { days: Day[]; errors: Record<string, string>; onChange: (days: Day[]) => void }

/** Shows the days of judges, each with a button that removes it; none means all days. */
function DaysFields({ days, errors, onChange }: DaysProps) {
  const { t } = useTranslation()
  const nextKey = Math.max(-1, ...days.map(({ key }) => key)) + 1
  return (
    <Fieldset legend={t('adminJudging.judges.days')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('adminJudging.judges.daysHint')}</Text>
        {days.map(({ key, date }, index) => (
          <Group key={key} align="flex-start" gap="sm" wrap="nowrap">
            <AdminDateField
              label={t('adminJudging.judges.day', { number: index + 1 })}
              value={date}
              error={errors[`days.${index}`]}
              onChange={(changed) =>
                onChange(days.map((each) => (each.key === key ? { key, date: changed } : each)))
              }
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              mt={24}
              aria-label={t('adminJudging.judges.removeDay', { number: index + 1 })}
              onClick={() => onChange(days.filter((each) => each.key !== key))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={days.length >= judgeLimits.days}
          onClick={() => onChange([...days, { key: nextKey, date: '' }])}
        >
          {t('adminJudging.judges.addDay')}
        </Button>
      </Stack>
    </Fieldset>
  )
}

/**
 * Shows a dialog that creates judges, one for each line, or changes `judge`. `onSaved` gets the new judges
 * with their codes.
 */
export function CreateOrEditJudgesDialog({ eventId, judge, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const [names, setNames] = useState(judge?.name ?? '')
  const [isHead, setHead] = useState(judge?.isHead ?? false)
  const [tables, setTables] = useState<string[]>(judge?.tables ?? [])
  const [days, setDays] = useState<Day[]>((judge?.days ?? []).map((date, key) => ({ date, key })))
  const { submitting, failure, submit, reject } = useSubmitWithErrorFocus()
  const save = async () => {
    const chosen = days.filter(({ date }) => date !== '')
    // an error names a day by its position among those that are filled in
    setDays(chosen)
    const unreadable = chosen.flatMap(({ date }, index) => (isIsoDate(date) ? [] : [`days.${index}`]))
    if (unreadable.length > 0)
      return reject(
        t('messages.formIncomplete'),
        Object.fromEntries(unreadable.map((field) => [field, t('fieldErrors.bad-date')])),
      )
    const sortedDays = [...new Set(chosen.map(({ date }) => date))].toSorted()
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
          <DaysFields days={days} errors={failure?.fields ?? {}} onChange={setDays} />
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
