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
import type { CreatedJudge, Judge } from '#contract/event/judging/judge.schema.ts'
import { judgeLimits } from '#contract/event/judging/judge.ts'
import type { JudgePerson } from '#contract/event/judging/judge-person.schema.ts'
import { isIsoDate } from '#contract/people/teams/age.ts'
import { cleanText } from '#contract/platform/text.ts'
import { AdminDateField } from '#web/admin/shared/date-field.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { useIsLimitedToRegions } from '#web/admin/shared/use-has-permission.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus, IconTrash } from '#web/shared/ui/icons.ts'
import { JudgePeoplePicker, JudgePersonSelect } from './judge-people-picker.tsx'

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
 * Shows a dialog that creates judges, from people of the organizer and one for each line of new names, or
 * changes `judge`. `onSaved` gets the new judges with their codes.
 */
export function CreateOrEditJudgesDialog({ eventId, judge, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const isLimited = useIsLimitedToRegions()
  const form = useForm({
    initialValues: {
      names: judge?.name ?? '',
      people: [] as JudgePerson[],
      personId: judge?.person?.id ?? null,
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
    send: async ({ names, people, personId, isHead, tables, days }) => {
      const assignment = { isHead, tables, days: [...new Set(days.map(({ date }) => date))].toSorted() }
      if (judge) {
        const { msg } = await callApi('PUT /api/admin/events/:eventId/judges/:judgeId', {
          params: { eventId, judgeId: judge.id },
          json: { name: names.trim(), personId, ...assignment },
        })
        return { msg, judges: [] }
      }
      return callApi('POST /api/admin/events/:eventId/judges', {
        params: { eventId },
        json: { names: splitLines(names), personIds: people.map(({ id }) => id), ...assignment },
      })
    },
    onSaved: ({ judges }) => onSaved(judges),
    showsFailureAsToast: true,
  })
  const { people, personId } = form.values
  const namesProps = {
    dir: 'auto',
    ...form.getInputProps('names'),
    error: Object.entries(form.errors).find(([field]) => field.startsWith('name'))?.[1],
  }
  return (
    <FormDialog
      form={form}
      title={t(judge ? 'adminJudging.judges.edit' : 'adminJudging.judges.add')}
      action={t(judge ? 'adminScores.save' : 'adminJudging.judges.create')}
      isBlocked={people.length + splitLines(form.values.names).length === 0}
      onClose={onClose}
    >
      {judge ? (
        <>
          <TextInput
            label={t('adminJudging.judges.name')}
            required
            maxLength={judgeLimits.name}
            {...namesProps}
          />
          {isLimited ? null : (
            <JudgePersonSelect
              eventId={eventId}
              person={judge.person}
              value={personId}
              error={form.errors.personId}
              onChange={(id) => form.set({ personId: id })}
            />
          )}
        </>
      ) : (
        <>
          {isLimited ? null : (
            <JudgePeoplePicker
              eventId={eventId}
              people={people}
              limit={judgeLimits.judgesPerCall}
              error={form.errors.personIds}
              onChange={(chosen) => form.set({ people: chosen })}
            />
          )}
          <Textarea
            label={t('adminJudging.judges.names')}
            description={t('adminJudging.judges.namesHint')}
            autosize
            minRows={2}
            maxRows={10}
            {...namesProps}
          />
        </>
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
