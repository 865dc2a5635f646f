import {
  ActionIcon,
  Alert,
  Button,
  Fieldset,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core'
import { useState } from 'react'
import { judgeLimits } from '#contract/event/judging/judge.ts'
import { repeatBreaksDailyUpToLimit } from '#contract/event/schedule/generate-schedule.ts'
import type {
  PreviewScheduleRequest,
  Schedule,
  SchedulePreview,
} from '#contract/event/schedule/schedule.schema.ts'
import { defaultSlotMinutes, scheduleLimits } from '#contract/event/schedule/schedule.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { parseTypedTimeOfDay } from '#contract/platform/typed-time.ts'
import { useOpenedEvent } from '#web/admin/event/events/event-tab-heading.tsx'
import { DateTimeField, TimeField } from '#web/admin/shared/date-field.tsx'
import { isInstant, localDateTimeToIso } from '#web/admin/shared/date-field-values.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import type { FieldErrors } from '#web/shared/forms/use-submit.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus, IconTrash } from '#web/shared/ui/icons.ts'
import { SchedulePreviewResult } from './schedule-preview-result.tsx'
import { useScheduleNameFormatters } from './use-schedule.ts'

type NumberFieldName = 'rounds' | 'runMinutes' | 'betweenMinutes' | 'teamPauseMinutes'
/**
 * The fields of the form. `startsAt` is an instant, or a text that is not a date while the user types; other
 * times are `HH:mm`.
 */
type FormValues = Record<NumberFieldName, number | string> & {
  tables: string[]
  startsAt: string | null
  endsBy: string
  breaks: { id: string; from: string; to: string }[]
}

const limitByField = {
  rounds: { min: 1, max: scheduleLimits.rounds },
  runMinutes: { min: 1, max: scheduleLimits.slotMinutes },
  betweenMinutes: { min: 0, max: scheduleLimits.pauseMinutes },
  teamPauseMinutes: { min: 0, max: scheduleLimits.pauseMinutes },
} as const

/** The form proposes this time on the first day of the event. */
const proposedStart = '08:00'

const toFormValues = (
  { slots, roundCount, pairings }: Schedule,
  firstDay: string,
  timeZone: string,
): FormValues => ({
  rounds: pairings ? 1 : (roundCount ?? Math.max(1, ...slots.map(({ round }) => round))),
  tables: [...new Set(slots.map(({ table }) => table))].toSorted().slice(0, judgeLimits.tables),
  startsAt: slots[0]?.startsAt ?? localDateTimeToIso(`${firstDay} ${proposedStart}`, timeZone),
  endsBy: '',
  runMinutes: slots[0]?.durationMinutes ?? defaultSlotMinutes,
  betweenMinutes: 0,
  teamPauseMinutes: 0,
  breaks: [],
})

/** Returns the errors by field: what is missing, and dates and times that cannot be read. */
const findErrors = (
  t: ReturnType<typeof useTranslation>['t'],
  { startsAt, tables, endsBy, breaks, ...numbers }: FormValues,
): FieldErrors => {
  const breakTimes = Object.fromEntries(
    breaks.flatMap(({ from, to }, index) => [
      [`breaks.${index}.from`, from],
      [`breaks.${index}.to`, to],
    ]),
  )
  const missing = Object.entries({ ...numbers, ...breakTimes, startsAt, tables: tables.join('') })
    .filter(([field, value]) => (field in numbers ? typeof value !== 'number' : !value))
    .map(([field]) => [field, t('fieldErrors.required')])
  const unreadable = Object.entries({ ...breakTimes, endsBy })
    .filter(([, time]) => time !== '' && parseTypedTimeOfDay(time) === undefined)
    .map(([field]) => [field, t('dateField.badTime')])
  return {
    ...Object.fromEntries([...missing, ...unreadable]),
    ...(startsAt !== null && !isInstant(startsAt) ? { startsAt: t('fieldErrors.bad-date') } : {}),
  }
}

type Props = { schedule: Schedule; onClose: () => void; onSaved: () => void; onOutdated: () => void }

/**
 * Shows a dialog that generates the schedule of an event. It shows the result before it is saved, and keeps
 * what was typed when it is refused.
 */
export function GenerateScheduleDialog({ schedule, onClose, onSaved, onOutdated }: Props) {
  const { t, tAttribute } = useTranslation()
  const { timeZone } = useRootData()
  const { event, teams, slots, slotsHash, roundCount, pairings } = schedule
  const { context } = useScheduleNameFormatters(schedule)
  const canGenerate = pairings !== null || teams.length > 0
  const { startDate, endDate } = useOpenedEvent()
  const firstDay = startDate?.slice(0, 10) ?? ''
  const [previewed, setPreviewed] = useState<{ request: PreviewScheduleRequest; preview: SchedulePreview }>()
  const params = { eventId: event.id }
  const buildRequest = (
    { startsAt, tables, endsBy, breaks, ...numbers }: FormValues,
    acceptOtherDays: boolean,
  ): PreviewScheduleRequest => {
    const day = toDateInTimeZone(new Date(startsAt ?? ''), timeZone)
    const toInstant = (time: string) => localDateTimeToIso(time, timeZone) ?? ''
    const lastDay = breaks.some(({ from, to }) => to < from) ? (endDate?.slice(0, 10) ?? day) : day
    return {
      ...(numbers as Record<NumberFieldName, number>),
      tables,
      startsAt: startsAt ?? '',
      ...(endsBy === '' ? {} : { endsBy: toInstant(`${lastDay} ${endsBy}`) }),
      breaks: repeatBreaksDailyUpToLimit(breaks, day).map(({ from, to }) => ({
        from: toInstant(from),
        to: toInstant(to),
      })),
      acceptOtherDays,
    }
  }
  const form = useForm({
    initialValues: toFormValues(schedule, firstDay, timeZone),
    removeEmptyRows: (values) => ({
      ...values,
      breaks: values.breaks.filter(({ from, to }) => from !== '' || to !== ''),
    }),
    findProblem: (values) => {
      const fields = findErrors(t, values)
      return Object.keys(fields).length > 0 ? { fields } : undefined
    },
    // the first submit shows the result, the second one saves it
    send: async (values, acceptOtherDays?: boolean) => {
      if (previewed && acceptOtherDays === undefined)
        return callApi('POST /api/admin/events/:eventId/schedule/generate', {
          params,
          json: { ...previewed.request, slotsHash, replace: slots.length > 0 },
        })
      const request = buildRequest(values, acceptOtherDays ?? false)
      const preview = await callApi('POST /api/admin/events/:eventId/schedule/generate/preview', {
        params,
        json: request,
      })
      setPreviewed({ request, preview })
      return undefined
    },
    onSaved: (saved) => {
      if (saved) onSaved()
    },
    onFailed: ({ code }) => {
      if (code === 'stale-version' || code === 'schedule-exists') onOutdated()
    },
    describeFailure: ({ code, message, fields }) =>
      code === 'outside-event-days' || Object.keys(fields).length > 0 ? undefined : message,
    onChange: () => setPreviewed(undefined),
  })
  const { values, failure } = form
  const setBreak = (id: string, changed: { from?: string; to?: string }) =>
    form.set({ breaks: values.breaks.map((each) => (each.id === id ? { ...each, ...changed } : each)) })
  const numberField = (field: NumberFieldName, label: string, description?: string) => (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      {...limitByField[field]}
      clampBehavior="strict"
      allowDecimal={false}
      {...form.getInputProps(field)}
    />
  )
  const breakField = (
    label: 'breakFrom' | 'breakTo',
    { id, ...times }: FormValues['breaks'][number],
    index: number,
    end: 'from' | 'to',
  ) => (
    <TimeField
      label={t(`adminJudging.schedule.generate.${label}`, { number: index + 1 })}
      value={times[end]}
      error={form.errors[`breaks.${index}.${end}`]}
      onChange={(time) => setBreak(id, { [end]: time })}
    />
  )
  return (
    <FormDialog
      form={form}
      title={t('adminJudging.schedule.generate.open')}
      size="lg"
      intro={
        canGenerate ? (
          <Text>
            {t('adminJudging.schedule.generate.intro', {
              ...context,
              count: pairings ? (roundCount ?? 0) : teams.length,
            })}
          </Text>
        ) : (
          <Alert color="yellow">{t('adminJudging.schedule.generate.noTeams')}</Alert>
        )
      }
      {...(previewed
        ? {
            action: t(`adminJudging.schedule.generate.${slots.length > 0 ? 'replace' : 'save'}`),
            isBlocked: previewed.preview.count === 0,
            color: slots.length > 0 ? 'red.9' : undefined,
          }
        : { action: t('adminJudging.schedule.generate.preview'), isBlocked: !canGenerate })}
      onClose={onClose}
      extra={
        failure?.code === 'outside-event-days' ? (
          <AdminConfirmDialog
            title={t('adminJudging.schedule.otherDay')}
            text={failure.message}
            action={t('adminJudging.schedule.generate.preview')}
            color="oasis"
            onClose={form.clearFailure}
            onConfirm={() => void form.submit(true)}
          />
        ) : null
      }
    >
      <SimpleGrid cols={{ base: 1, sm: pairings ? 1 : 2 }}>
        {pairings ? null : numberField('rounds', t('adminJudging.schedule.generate.rounds'))}
        <TagsInput
          label={t('adminJudging.schedule.generate.tables')}
          description={t('adminJudging.schedule.generate.tablesHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          value={values.tables}
          maxTags={judgeLimits.tables}
          acceptValueOnBlur
          error={
            Object.entries(form.errors).find(([name]) => name === 'tables' || name.startsWith('tables.'))?.[1]
          }
          onChange={(tables) =>
            form.set({ tables: tables.map((table) => table.slice(0, judgeLimits.tableName)) })
          }
        />
      </SimpleGrid>
      <DateTimeField
        label={t('adminJudging.schedule.generate.startsAt', context)}
        defaultTime="09:00"
        {...form.getInputProps('startsAt')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {numberField('runMinutes', t('adminJudging.schedule.generate.runMinutes', context))}
        {numberField(
          'betweenMinutes',
          t('adminJudging.schedule.generate.betweenMinutes', context),
          t('adminJudging.schedule.generate.betweenHint'),
        )}
        {numberField(
          'teamPauseMinutes',
          t('adminJudging.schedule.generate.teamPauseMinutes'),
          t('adminJudging.schedule.generate.teamPauseHint', context),
        )}
        <TimeField
          label={t('adminJudging.schedule.generate.endsBy', context)}
          description={t('adminJudging.schedule.generate.endsByHint')}
          {...form.getInputProps('endsBy')}
        />
      </SimpleGrid>
      <Fieldset legend={t('adminJudging.schedule.generate.breaks')}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('adminJudging.schedule.generate.breaksHint')}</Text>
          {values.breaks.map((each, index) => (
            <Group key={each.id} align="flex-start" gap="sm">
              {breakField('breakFrom', each, index, 'from')}
              {breakField('breakTo', each, index, 'to')}
              <ActionIcon
                variant="subtle"
                color="red"
                size={36}
                mt={24}
                aria-label={tAttribute('adminJudging.schedule.generate.removeBreak', { number: index + 1 })}
                onClick={() => form.set({ breaks: values.breaks.filter(({ id }) => id !== each.id) })}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={values.breaks.length >= scheduleLimits.breaks}
            onClick={() =>
              form.set({ breaks: [...values.breaks, { id: crypto.randomUUID(), from: '', to: '' }] })
            }
          >
            {t('adminJudging.schedule.generate.addBreak')}
          </Button>
        </Stack>
      </Fieldset>
      {previewed ? <SchedulePreviewResult preview={previewed.preview} schedule={schedule} /> : null}
      {previewed && slots.length > 0 ? (
        <Alert color="red">{t('adminJudging.schedule.generate.replaces', { count: slots.length })}</Alert>
      ) : null}
    </FormDialog>
  )
}
