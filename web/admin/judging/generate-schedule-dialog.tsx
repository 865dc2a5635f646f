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
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { judgeLimits } from '#contract/judge.ts'
import { repeatBreaksDaily } from '#contract/rules/generate-schedule.ts'
import { toDateInTimeZone } from '#contract/rules/time-zone.ts'
import { parseTypedTime } from '#contract/rules/typed-time.ts'
import type { PreviewScheduleRequest, Schedule, SchedulePreview } from '#contract/schedule.schema.ts'
import { defaultSlotMinutes, scheduleLimits } from '#contract/schedule.ts'
import { useOpenedEvent } from '#web/admin/events/event-tab-heading.tsx'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { DateTimeField, TimeField } from '#web/admin/shared/date-field.tsx'
import { isInstant, localDateTimeToIso } from '#web/admin/shared/date-field-values.ts'
import { AdminConfirmDialog, AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
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

type Props = { schedule: Schedule; onClose: () => void; onSaved: () => void; onOutdated: () => void }

/**
 * Shows a dialog that generates the schedule of an event. It shows the result before it is saved, and keeps
 * what was typed when it is refused.
 */
export function GenerateScheduleDialog({ schedule, onClose, onSaved, onOutdated }: Props) {
  const { t } = useTranslation()
  const { timeZone } = useRootData()
  const { event, teams, slots, slotsHash, roundCount, pairings } = schedule
  const { context } = useScheduleNameFormatters(schedule)
  const canGenerate = pairings !== null || teams.length > 0
  const { startDate, endDate } = useOpenedEvent()
  const firstDay = startDate?.slice(0, 10) ?? ''
  const [values, setValues] = useState(() => toFormValues(schedule, firstDay, timeZone))
  const [previewed, setPreviewed] = useState<{ request: PreviewScheduleRequest; preview: SchedulePreview }>()
  const { submitting, failure, submit, reject, clear } = useSubmitWithErrorFocus()
  const set = (changed: Partial<FormValues>) => {
    setValues((before) => ({ ...before, ...changed }))
    setPreviewed(undefined)
  }
  const setBreak = (id: string, changed: { from?: string; to?: string }) =>
    set({ breaks: values.breaks.map((each) => (each.id === id ? { ...each, ...changed } : each)) })

  /**
   * Builds the request from the form and removes empty breaks from it. Returns undefined when fields are
   * missing, which it shows.
   */
  const buildRequest = (): Omit<PreviewScheduleRequest, 'acceptOtherDays'> | undefined => {
    const { startsAt, tables, endsBy } = values
    const day = isInstant(startsAt) ? toDateInTimeZone(new Date(startsAt), timeZone) : ''
    const toInstant = (time: string) => localDateTimeToIso(time, timeZone) ?? ''
    const required = t('fieldErrors.required')
    const breaks = values.breaks.filter(({ from, to }) => from !== '' || to !== '')
    // an error names a break by its position among those that have a time
    setValues({ ...values, breaks })
    const missing = [
      ...(['rounds', 'runMinutes', 'betweenMinutes', 'teamPauseMinutes'] as const).filter(
        (field) => typeof values[field] !== 'number',
      ),
      ...(tables.length === 0 ? ['tables'] : []),
      ...(startsAt === null ? ['startsAt'] : []),
      ...breaks.flatMap(({ from, to }, index) =>
        from === '' ? [`breaks.${index}.from`] : to === '' ? [`breaks.${index}.to`] : [],
      ),
    ]
    const isUnreadable = (time: string) => time !== '' && parseTypedTime(time) === undefined
    const unreadableTimes = [
      ...(isUnreadable(endsBy) ? ['endsBy'] : []),
      ...breaks.flatMap((each, index) =>
        (['from', 'to'] as const)
          .filter((end) => isUnreadable(each[end]))
          .map((end) => `breaks.${index}.${end}`),
      ),
    ]
    const isBadDate = startsAt !== null && day === ''
    if (missing.length > 0 || unreadableTimes.length > 0 || startsAt === null || isBadDate) {
      const badDate = isBadDate ? { startsAt: t('fieldErrors.bad-date') } : {}
      reject(t('messages.formIncomplete'), {
        ...Object.fromEntries(missing.map((field) => [field, required])),
        ...Object.fromEntries(unreadableTimes.map((field) => [field, t('dateField.badTime')])),
        ...badDate,
      })
      return undefined
    }
    const lastDay = breaks.some(({ from, to }) => to < from) ? (endDate?.slice(0, 10) ?? day) : day
    const { rounds, runMinutes, betweenMinutes, teamPauseMinutes } = values as Record<NumberFieldName, number>
    return {
      rounds,
      runMinutes,
      betweenMinutes,
      teamPauseMinutes,
      tables,
      startsAt,
      ...(endsBy === '' ? {} : { endsBy: toInstant(`${lastDay} ${endsBy}`) }),
      breaks: repeatBreaksDaily(breaks, day).map(({ from, to }) => ({
        from: toInstant(from),
        to: toInstant(to),
      })),
    }
  }
  const showPreview = (acceptOtherDays: boolean) => {
    const built = buildRequest()
    if (!built) return
    const request = { ...built, acceptOtherDays }
    void submit(async () => {
      setPreviewed({
        request,
        preview: await callApi('POST /api/admin/events/:eventId/schedule/generate/preview', {
          params: { eventId: event.id },
          json: request,
        }),
      })
    })
  }
  const save = async ({ request }: { request: PreviewScheduleRequest }) => {
    const failed = await submit(async () => {
      const { msg } = await callApi('POST /api/admin/events/:eventId/schedule/generate', {
        params: { eventId: event.id },
        json: { ...request, slotsHash, replace: slots.length > 0 },
      })
      toast.success(msg)
      onSaved()
    })
    if (failed?.code === 'stale-version' || failed?.code === 'schedule-exists') onOutdated()
  }
  const isOtherDay = failure?.code === 'outside-event-days'
  const getError = (field: string) =>
    Object.entries(failure?.fields ?? {}).find(
      ([name]) => name === field || (field === 'tables' && name.startsWith('tables.')),
    )?.[1]
  const numberField = (field: NumberFieldName, label: string, description?: string) => (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      {...limitByField[field]}
      clampBehavior="strict"
      allowDecimal={false}
      value={values[field]}
      error={getError(field)}
      onChange={(value) => set({ [field]: value })}
    />
  )
  const timeField = (
    label: string,
    value: string,
    field: string,
    onChange: (time: string) => void,
    description?: string,
  ) => (
    <TimeField
      label={label}
      description={description}
      value={value}
      error={getError(field)}
      onChange={onChange}
    />
  )
  return (
    <AdminDialog onClose={onClose} title={t('adminJudging.schedule.generate.open')} size="lg">
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault()
          if (previewed) void save(previewed)
          else showPreview(false)
        }}
      >
        <Stack>
          {canGenerate ? (
            <Text>
              {t('adminJudging.schedule.generate.intro', {
                ...context,
                count: pairings ? (roundCount ?? 0) : teams.length,
              })}
            </Text>
          ) : (
            <Alert color="yellow">{t('adminJudging.schedule.generate.noTeams')}</Alert>
          )}
          <ErrorAlert
            message={
              failure && !isOtherDay && Object.keys(failure.fields).length === 0 ? failure.message : undefined
            }
          />
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
              error={getError('tables')}
              onChange={(tables) =>
                set({ tables: tables.map((table) => table.slice(0, judgeLimits.tableName)) })
              }
            />
          </SimpleGrid>
          <DateTimeField
            label={t('adminJudging.schedule.generate.startsAt', context)}
            value={values.startsAt}
            error={getError('startsAt')}
            onChange={(startsAt) => set({ startsAt })}
            defaultTime="09:00"
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
            {timeField(
              t('adminJudging.schedule.generate.endsBy', context),
              values.endsBy,
              'endsBy',
              (endsBy) => set({ endsBy }),
              t('adminJudging.schedule.generate.endsByHint'),
            )}
          </SimpleGrid>
          <Fieldset legend={t('adminJudging.schedule.generate.breaks')}>
            <Stack gap="sm" align="flex-start">
              <Text size="sm">{t('adminJudging.schedule.generate.breaksHint')}</Text>
              {values.breaks.map(({ id, from, to }, index) => (
                <Group key={id} align="flex-start" gap="sm">
                  {timeField(
                    t('adminJudging.schedule.generate.breakFrom', { number: index + 1 }),
                    from,
                    `breaks.${index}.from`,
                    (time) => setBreak(id, { from: time }),
                  )}
                  {timeField(
                    t('adminJudging.schedule.generate.breakTo', { number: index + 1 }),
                    to,
                    `breaks.${index}.to`,
                    (time) => setBreak(id, { to: time }),
                  )}
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    size={36}
                    mt={24}
                    aria-label={t('adminJudging.schedule.generate.removeBreak', { number: index + 1 })}
                    onClick={() => set({ breaks: values.breaks.filter((each) => each.id !== id) })}
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
                  set({ breaks: [...values.breaks, { id: crypto.randomUUID(), from: '', to: '' }] })
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
          <AdminDialogActions onCancel={onClose}>
            {previewed ? (
              <Button
                type="submit"
                loading={submitting}
                disabled={previewed.preview.count === 0}
                {...(slots.length > 0 ? { color: 'red.9' } : {})}
              >
                {t(`adminJudging.schedule.generate.${slots.length > 0 ? 'replace' : 'save'}`)}
              </Button>
            ) : (
              <Button type="submit" loading={submitting} disabled={!canGenerate}>
                {t('adminJudging.schedule.generate.preview')}
              </Button>
            )}
          </AdminDialogActions>
        </Stack>
      </form>
      {isOtherDay ? (
        <AdminConfirmDialog
          title={t('adminJudging.schedule.otherDay')}
          text={failure.message}
          action={t('adminJudging.schedule.generate.preview')}
          color="oasis"
          onClose={clear}
          onConfirm={() => showPreview(true)}
        />
      ) : null}
    </AdminDialog>
  )
}
