import { Button, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schedule } from '#contract/schedule.schema.ts'
import { lateTeamSlots } from '#contract/schedule.ts'
import { useOpenedEvent } from '#web/admin/events/event-tab-heading.tsx'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedValue } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type LateTeamSlots = (typeof lateTeamSlots)[number]
type AddTeamsDialogProps = {
  schedule: Schedule
  onClose: () => void
  onAdded: (guestCount: number) => void
}

/**
 * Shows a dialog that adds the teams of a competition to an event, or one of them by its number; a team that
 * comes late can get slots in the schedule.
 */
export function AddTeamsDialog({ schedule, onClose, onAdded }: AddTeamsDialogProps) {
  const eventId = schedule.event.id
  const { t } = useTranslation()
  const lang = useLang()
  const competitions = useLoadedValue(() => adminApi.competitions.listActive(), eventId) ?? []
  const [competitionId, setCompetitionId] = useState<string | null>(null)
  const [teamNo, setTeamNo] = useState<number | ''>('')
  const [slots, setSlots] = useState<LateTeamSlots>('none')
  // the draw decides who plays, and several teams are a new schedule
  const canHaveSlots =
    useHasPermission('results') && teamNo !== '' && schedule.pairings === null && schedule.slots.length > 0
  const { failure, submitting, submit, clear } = useSubmitWithErrorFocus()
  const { season } = useOpenedEvent()
  const add = async () => {
    if (competitionId === null) return
    await submit(async () => {
      const { count, slotCount, guestCount } = await callApi('POST /api/admin/events/:eventId/teams', {
        params: { eventId },
        json: { competitionId, ...(teamNo === '' ? {} : { teamNo }), ...(canHaveSlots ? { slots } : {}) },
      })
      const added = t('adminJudging.checkIn.added', { count })
      toast.success(
        slotCount === undefined
          ? added
          : `${added}. ${t('adminJudging.checkIn.addedSlots', { count: slotCount })}`,
      )
      onAdded(guestCount)
    })
  }
  return (
    <AdminDialog onClose={onClose} title={t('adminJudging.checkIn.addTeams')}>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void add()
        }}
      >
        <Stack>
          <Text>{t('adminJudging.checkIn.addTeamsText', { season: season ?? '' })}</Text>
          <ErrorAlert message={failure ? (Object.values(failure.fields)[0] ?? failure.message) : undefined} />
          <Select
            label={t('adminJudging.checkIn.competition')}
            required
            data={competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))}
            value={competitionId}
            onChange={(value) => {
              setCompetitionId(value)
              clear()
            }}
          />
          <NumberInput
            label={t('adminJudging.checkIn.teamNo')}
            description={t('adminJudging.checkIn.teamNoHint')}
            min={1}
            allowDecimal={false}
            value={teamNo}
            onChange={(value) => {
              setTeamNo(value === '' ? '' : Number(value))
              clear()
            }}
          />
          {canHaveSlots ? (
            <Select
              label={t('adminJudging.checkIn.lateSlots')}
              description={t('adminJudging.checkIn.lateSlotsHint')}
              allowDeselect={false}
              data={lateTeamSlots.map((value) => ({
                value,
                label: t(`adminJudging.checkIn.lateSlotChoices.${value}`),
              }))}
              value={slots}
              onChange={(value) => setSlots((value ?? 'none') as LateTeamSlots)}
            />
          ) : null}
          <AdminDialogActions onCancel={onClose}>
            <Button type="submit" loading={submitting} disabled={competitionId === null}>
              {t('adminJudging.checkIn.addTeams')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}
