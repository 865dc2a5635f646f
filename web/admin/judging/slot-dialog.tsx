import { Button, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { judgeLimits } from '#contract/judge.ts'
import type { AdminScheduleSlot, SaveSlotRequest, Schedule } from '#contract/schedule.schema.ts'
import { defaultSlotMinutes, scheduleLimits } from '#contract/schedule.ts'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { isInstant } from '#web/admin/shared/date-field-values.ts'
import { AdminConfirmDialog, AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { EditConflictDialog } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
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
  const [values, setValues] = useState<SlotValues>(
    slot ? toSlotValues(slot) : { ...emptyValues, round: pairings ? '' : 1 },
  )
  const [version, setVersion] = useState(slot?.version ?? 1)
  const { submitting, failure, submit, clear } = useSubmitWithErrorFocus()
  const set = (changed: Partial<SlotValues>) => setValues((before) => ({ ...before, ...changed }))
  const { teamId, round, table, startsAt, durationMinutes } = values
  const hasTime = isInstant(startsAt)
  const request: SaveSlotRequest | undefined =
    (teamId !== null || pairings) &&
    typeof round === 'number' &&
    typeof durationMinutes === 'number' &&
    table.trim() !== '' &&
    hasTime
      ? { teamId, round, table: table.trim(), startsAt, durationMinutes }
      : undefined
  const save = (acceptOtherDays: boolean, replacedVersion = version) => {
    if (!request) return
    const json = { ...request, acceptOtherDays }
    void submit(async () => {
      const { msg } = await (slot
        ? callApi('PUT /api/admin/events/:eventId/schedule/slots/:slotId', {
            params: { eventId, slotId: slot.id },
            json: { ...json, version: replacedVersion },
          })
        : callApi('POST /api/admin/events/:eventId/schedule/slots', { params: { eventId }, json }))
      toast.success(msg)
      onSaved()
    })
  }
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
  const isOtherDay = failure?.code === 'outside-event-days'
  const hasFieldErrors = Object.keys(failure?.fields ?? {}).length > 0
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
        mine: hasTime ? formatDateTime(startsAt) : '',
      },
      {
        label: t('adminJudging.schedule.columns.minutes'),
        theirs: String(stored.durationMinutes),
        mine: String(durationMinutes),
      },
    ].filter(({ theirs, mine }) => theirs !== mine)
  return (
    <AdminDialog
      onClose={onClose}
      title={t(slot ? 'adminJudging.schedule.edit' : 'adminJudging.schedule.add')}
    >
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault()
          save(false)
        }}
      >
        <Stack>
          <ErrorAlert
            message={failure && !current && !isOtherDay && !hasFieldErrors ? failure.message : undefined}
          />
          {matches ? (
            <Select
              label={t('adminJudging.schedule.columns.round', context)}
              required
              searchable
              nothingFoundMessage={t('adminJudging.schedule.noOtherMatch')}
              data={matches}
              value={String(round)}
              error={failure?.fields.round}
              onChange={(number) => set({ round: number === null ? '' : Number(number) })}
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
                value={teamId}
                error={failure?.fields.teamId}
                onChange={(id) => set({ teamId: id })}
              />
              <NumberInput
                label={t('adminJudging.schedule.columns.round')}
                required
                min={1}
                max={scheduleLimits.rounds}
                clampBehavior="strict"
                allowDecimal={false}
                value={round}
                error={failure?.fields.round}
                onChange={(value) => set({ round: value })}
              />
            </>
          )}
          <TextInput
            label={t('adminJudging.schedule.columns.table')}
            required
            dir="auto"
            maxLength={judgeLimits.tableName}
            value={table}
            error={failure?.fields.table}
            onChange={(change) => set({ table: change.currentTarget.value })}
          />
          <DateTimeField
            label={t('adminJudging.schedule.date')}
            value={startsAt}
            error={failure?.fields.startsAt}
            onChange={(value) => set({ startsAt: value })}
            defaultTime="09:00"
          />
          <NumberInput
            label={t('adminJudging.schedule.columns.minutes')}
            required
            min={1}
            max={scheduleLimits.slotMinutes}
            clampBehavior="strict"
            allowDecimal={false}
            value={durationMinutes}
            error={failure?.fields.durationMinutes}
            onChange={(value) => set({ durationMinutes: value })}
          />
          <AdminDialogActions onCancel={onClose}>
            <Button type="submit" loading={submitting} disabled={!request}>
              {t('adminScores.save')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
      {isOtherDay ? (
        <AdminConfirmDialog
          title={t('adminJudging.schedule.otherDay')}
          text={failure.message}
          action={t('adminScores.save')}
          color="oasis"
          onClose={clear}
          onConfirm={() => save(true)}
        />
      ) : null}
      {current ? (
        <EditConflictDialog
          differences={listDifferences(current)}
          onClose={clear}
          onKeepMine={() => {
            setVersion(current.version)
            save(false, current.version)
          }}
          onTakeTheirs={() => {
            setValues(toSlotValues(current))
            setVersion(current.version)
            clear()
          }}
        />
      ) : null}
    </AdminDialog>
  )
}
