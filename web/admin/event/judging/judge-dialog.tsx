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
import type { CreatedJudge, Judge } from '#contract/event/judging/judge.schema.ts'
import { judgeLimits } from '#contract/event/judging/judge.ts'
import { isIsoDate } from '#contract/people/teams/age.ts'
import { cleanText } from '#contract/platform/text.ts'
import { AdminDateField } from '#web/admin/shared/date-field.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'

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
  const { t, tAttribute } = useTranslation()
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
              aria-label={tAttribute('adminJudging.judges.removeDay', { number: index + 1 })}
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
  const form = useForm({
    initialValues: {
      names: judge?.name ?? '',
      isHead: judge?.isHead ?? false,
      tables: judge?.tables ?? [],
      days: (judge?.days ?? []).map((date, key): Day => ({ date, key })),
    },
    removeEmptyRows: (values) => ({ ...values, days: values.days.filter(({ date }) => date !== '') }),
    findProblem: ({ days }) => {
      const unreadable = days.flatMap(({ date }, index) => (isIsoDate(date) ? [] : [`days.${index}`]))
      return unreadable.length > 0
        ? { fields: Object.fromEntries(unreadable.map((field) => [field, t('fieldErrors.bad-date')])) }
        : undefined
    },
    send: async ({ names, isHead, tables, days }) => {
      const assignment = { isHead, tables, days: [...new Set(days.map(({ date }) => date))].toSorted() }
      if (judge) {
        const { msg } = await callApi('PUT /api/admin/events/:eventId/judges/:judgeId', {
          params: { eventId, judgeId: judge.id },
          json: { name: names.trim(), ...assignment },
        })
        return { msg, judges: [] }
      }
      return callApi('POST /api/admin/events/:eventId/judges', {
        params: { eventId },
        json: { names: splitLines(names), ...assignment },
      })
    },
    onSaved: ({ judges }) => onSaved(judges),
    showsFailureAsToast: true,
  })
  const namesProps = {
    required: true,
    dir: 'auto',
    ...form.getInputProps('names'),
    error: Object.entries(form.errors).find(([field]) => field.startsWith('name'))?.[1],
  }
  return (
    <FormDialog
      form={form}
      title={t(judge ? 'adminJudging.judges.edit' : 'adminJudging.judges.add')}
      action={t(judge ? 'adminScores.save' : 'adminJudging.judges.create')}
      isBlocked={splitLines(form.values.names).length === 0}
      onClose={onClose}
    >
      {judge ? (
        <TextInput label={t('adminJudging.judges.name')} maxLength={judgeLimits.name} {...namesProps} />
      ) : (
        <Textarea
          label={t('adminJudging.judges.names')}
          description={t('adminJudging.judges.namesHint')}
          autosize
          minRows={3}
          maxRows={10}
          {...namesProps}
        />
      )}
      <Switch
        label={t('adminJudging.judges.head')}
        description={t('adminJudging.judges.headHint')}
        {...form.getCheckboxProps('isHead')}
      />
      <TagsInput
        label={t('adminJudging.judges.tables')}
        description={t('adminJudging.judges.tablesHint')}
        value={form.values.tables}
        maxTags={judgeLimits.tables}
        acceptValueOnBlur
        onChange={(values) =>
          form.set({ tables: values.map((value) => value.slice(0, judgeLimits.tableName)) })
        }
      />
      <DaysFields days={form.values.days} errors={form.errors} onChange={(days) => form.set({ days })} />
    </FormDialog>
  )
}
