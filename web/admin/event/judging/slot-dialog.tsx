import { NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { judgeLimits } from '#contract/event/judging/judge.ts'
import type {
  AdminScheduleSlot,
  SaveSlotRequest,
  Schedule,
} from '#contract/event/schedule/schedule.schema.ts'
import { defaultSlotMinutes, scheduleLimits } from '#contract/event/schedule/schedule.ts'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { isInstant } from '#web/admin/shared/date-field-values.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { EditConflictDialog } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { useScheduleNameFormatters } from './use-schedule.ts'

type Props = {
  schedule: Schedule
  /** The slot to change; a new one without it. */
  slot?: AdminScheduleSlot
  onClose: () => void
  onSaved: () => void
}
/** The fields of the form. `startsAt` is an instant, or a text that is not a date while the user types. */
type SlotValues = {
  teamId: string | null
  round: number | string
  table: string
  startsAt: string | null
  durationMinutes: number | string
}
type CompleteSlotValues = Omit<SaveSlotRequest, 'acceptOtherDays'>
/** What the administrator decided after a failure. */
type Choice = { acceptOtherDays?: boolean; replacedVersion?: number }

const emptyValues: SlotValues = {
  teamId: null,
  round: 1,
  table: '',
  startsAt: null,
  durationMinutes: defaultSlotMinutes,
}
const toSlotValues = ({
  teamId,
  round,
  table,
  startsAt,
  durationMinutes,
}: AdminScheduleSlot): SlotValues => ({
  teamId,
  round,
  table,
  startsAt,
  durationMinutes,
})

/**
 * Shows a dialog that adds a slot of a team or of a match to the schedule of an event, or changes one. It
 * asks before it saves a time outside the days of the event.
 */
export function AddOrEditSlotDialog({ schedule, slot, onClose, onSaved }: Props) {
  const { teams, pairings, slots } = schedule
  const eventId = schedule.event.id
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [version, setVersion] = useState(slot?.version ?? 1)
  const form = useForm({
    initialValues: slot ? toSlotValues(slot) : { ...emptyValues, round: pairings ? '' : 1 },
    send: (values, { acceptOtherDays = false, replacedVersion = version }: Choice = {}) => {
      // the button is disabled until the values are complete
      const json = { ...(values as CompleteSlotValues), table: values.table.trim(), acceptOtherDays }
      return slot
        ? callApi('PUT /api/admin/events/:eventId/schedule/slots/:slotId', {
            params: { eventId, slotId: slot.id },
            json: { ...json, version: replacedVersion },
          })
        : callApi('POST /api/admin/events/:eventId/schedule/slots', { params: { eventId }, json })
    },
    onSaved,
    describeFailure: ({ code, message, fields }) =>
      code === 'stale-version' || code === 'outside-event-days' || Object.keys(fields).length > 0
        ? undefined
        : message,
  })
  const { values, failure } = form
  const { teamId, round, table, startsAt, durationMinutes } = values
  const isComplete =
    (teamId !== null || pairings !== null) &&
    typeof round === 'number' &&
    typeof durationMinutes === 'number' &&
    table.trim() !== '' &&
    isInstant(startsAt)
  const { nameSides, context } = useScheduleNameFormatters(schedule)
  const formatTeam = (id: string | null) => {
    const team = teams.find((each) => each.id === id)
    return team ? `${team.teamNo} · ${team.name}` : ''
  }
  const scheduled = new Set(slots.map((each) => each.round))
  const matches = pairings
    ?.flatMap(({ numbers }) => numbers)
    .filter((number) => number === slot?.round || !scheduled.has(number))
    .map((number) => ({ value: String(number), label: `${number} · ${nameSides(number)}` }))
  const current =
    failure?.code === 'stale-version' ? (failure.error?.details.current as AdminScheduleSlot) : undefined
  const listDifferences = (stored: AdminScheduleSlot) =>
    [
      { label: t('adminJudging.schedule.team'), theirs: formatTeam(stored.teamId), mine: formatTeam(teamId) },
      {
        label: t('adminJudging.schedule.columns.round', context),
        theirs: String(stored.round),
        mine: String(round),
      },
      { label: t('adminJudging.schedule.columns.table'), theirs: stored.table, mine: table.trim() },
      {
        label: t('adminJudging.schedule.date'),
        theirs: formatDateTime(stored.startsAt),
        mine: isInstant(startsAt) ? formatDateTime(startsAt) : '',
      },
      {
        label: t('adminJudging.schedule.columns.minutes'),
        theirs: String(stored.durationMinutes),
        mine: String(durationMinutes),
      },
    ].filter(({ theirs, mine }) => theirs !== mine)
  return (
    <FormDialog
      form={form}
      title={t(slot ? 'adminJudging.schedule.edit' : 'adminJudging.schedule.add')}
      action={t('adminScores.save')}
      isBlocked={!isComplete}
      onClose={onClose}
      extra={
        <>
          {failure?.code === 'outside-event-days' ? (
            <AdminConfirmDialog
              title={t('adminJudging.schedule.otherDay')}
              text={failure.message}
              action={t('adminScores.save')}
              color="oasis"
              onClose={form.clearFailure}
              onConfirm={() => void form.submit({ acceptOtherDays: true })}
            />
          ) : null}
          {current ? (
            <EditConflictDialog
              differences={listDifferences(current)}
              onClose={form.clearFailure}
              onKeepMine={() => {
                setVersion(current.version)
                void form.submit({ replacedVersion: current.version })
              }}
              onTakeTheirs={() => {
                form.set(toSlotValues(current))
                setVersion(current.version)
                form.clearFailure()
              }}
            />
          ) : null}
        </>
      }
    >
      {matches ? (
        <Select
          label={t('adminJudging.schedule.columns.round', context)}
          required
          searchable
          nothingFoundMessage={t('adminJudging.schedule.noOtherMatch')}
          data={matches}
          value={String(round)}
          error={form.errors.round}
          onChange={(number) => form.set({ round: number === null ? '' : Number(number) })}
        />
      ) : (
        <>
          <Select
            label={t('adminJudging.schedule.team')}
            required
            searchable
            limit={50}
            nothingFoundMessage={t('adminJudging.checkIn.nothingFound')}
            data={teams.map(({ id }) => ({ value: id, label: formatTeam(id) }))}
            {...form.getInputProps('teamId')}
          />
          <NumberInput
            label={t('adminJudging.schedule.columns.round')}
            required
            min={1}
            max={scheduleLimits.rounds}
            clampBehavior="strict"
            allowDecimal={false}
            {...form.getInputProps('round')}
          />
        </>
      )}
      <TextInput
        label={t('adminJudging.schedule.columns.table')}
        required
        dir="auto"
        maxLength={judgeLimits.tableName}
        {...form.getInputProps('table')}
      />
      <DateTimeField
        label={t('adminJudging.schedule.date')}
        defaultTime="09:00"
        {...form.getInputProps('startsAt')}
      />
      <NumberInput
        label={t('adminJudging.schedule.columns.minutes')}
        required
        min={1}
        max={scheduleLimits.slotMinutes}
        clampBehavior="strict"
        allowDecimal={false}
        {...form.getInputProps('durationMinutes')}
      />
    </FormDialog>
  )
}
