import { Button, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { judgeLimits } from '#contract/judge.ts'
import { type EventTeam, scheduleLimits } from '#contract/schedule.ts'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { DialogActions } from '#web/admin/shared/dialog-actions.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = { eventId: string; teams: readonly EventTeam[]; onClose: () => void; onSaved: () => void }

/** Shows a dialog that adds a slot to the schedule of an event. */
export function AddSlotDialog({ eventId, teams, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const [teamId, setTeamId] = useState<string | null>(null)
  const [round, setRound] = useState<number>(1)
  const [table, setTable] = useState('')
  const [startsAt, setStartsAt] = useState<string | null>(null)
  const { submitting, failure, submit } = useAdminSubmit()
  const isComplete = teamId !== null && table.trim() !== '' && startsAt !== null && !Number.isNaN(Date.parse(startsAt))
  const save = async () => {
    if (!isComplete) return
    const failed = await submit(async () => {
      toast.success((await adminApi.schedule.addSlot(eventId, { teamId, round, table: table.trim(), startsAt })).msg)
      onSaved()
    })
    if (failed) toast.error(failed.message)
  }
  return (
    <Dialog onClose={onClose} title={t('adminJudging.schedule.add')}>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void save()
        }}
      >
        <Stack>
          <Select
            label={t('adminJudging.schedule.team')}
            required
            searchable
            limit={50}
            nothingFoundMessage={t('adminJudging.checkIn.nothingFound')}
            data={teams.map((team) => ({ value: team.id, label: `${team.teamNo} · ${team.name}` }))}
            value={teamId}
            error={failure?.fields.teamId}
            onChange={setTeamId}
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
            onChange={(value) => setRound(Number(value) || 1)}
          />
          <TextInput
            label={t('adminJudging.schedule.columns.table')}
            required
            dir="auto"
            maxLength={judgeLimits.tableName}
            value={table}
            onChange={(change) => setTable(change.currentTarget.value)}
          />
          <DateTimeField label={t('adminJudging.schedule.date')} value={startsAt} onChange={setStartsAt} defaultTime="09:00" />
          <DialogActions onCancel={onClose}>
            <Button type="submit" loading={submitting} disabled={!isComplete}>
              {t('adminScores.save')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
