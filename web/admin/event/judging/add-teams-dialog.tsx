import { NumberInput, Select, Text } from '@mantine/core'
import { lateTeamSlots } from '#contract/event/schedule/schedule.ts'
import { useOpenedEvent } from '#web/admin/event/events/event-tab-heading.tsx'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type LateTeamSlots = (typeof lateTeamSlots)[number]
type AddTeamsDialogProps = {
  eventId: string
  /** Whether a late team can get slots in the schedule. */
  hasTeamSlots: boolean
  onClose: () => void
  onAdded: (guestCount: number) => void
}

/**
 * Shows a dialog that adds the teams of a competition to an event, or one of them by its number; a team that
 * comes late can get slots in the schedule.
 */
export function AddTeamsToEventDialog({ eventId, hasTeamSlots, onClose, onAdded }: AddTeamsDialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const competitions = useLoadedValueWithErrorToast(() => adminApi.competitions.listActive(), eventId) ?? []
  const { season } = useOpenedEvent()
  const isOrganizer = useHasPermission('results')
  // the draw decides who plays, and several teams are a new schedule
  const canHaveSlots = (teamNo: number | '') => isOrganizer && teamNo !== '' && hasTeamSlots
  const form = useForm({
    initialValues: {
      competitionId: null as string | null,
      teamNo: '' as number | '',
      slots: 'none' as LateTeamSlots,
    },
    send: async ({ competitionId, teamNo, slots }) => {
      const { count, slotCount, guestCount } = await callApi('POST /api/admin/events/:eventId/teams', {
        params: { eventId },
        json: {
          competitionId: competitionId ?? '',
          ...(teamNo === '' ? {} : { teamNo }),
          ...(canHaveSlots(teamNo) ? { slots } : {}),
        },
      })
      const added = t('adminJudging.checkIn.added', { count })
      toast.success(
        slotCount === undefined
          ? added
          : `${added}. ${t('adminJudging.checkIn.addedSlots', { count: slotCount })}`,
      )
      return guestCount
    },
    onSaved: onAdded,
    describeFailure: ({ fields, message }) => Object.values(fields)[0] ?? message,
    isFailureClearedByChange: true,
  })
  return (
    <FormDialog
      form={form}
      title={t('adminJudging.checkIn.addTeams')}
      intro={<Text>{t('adminJudging.checkIn.addTeamsText', { season: season ?? '' })}</Text>}
      action={t('adminJudging.checkIn.addTeams')}
      isBlocked={form.values.competitionId === null}
      onClose={onClose}
    >
      <Select
        label={t('adminJudging.checkIn.competition')}
        required
        data={competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))}
        {...form.getInputProps('competitionId')}
        error={undefined}
      />
      <NumberInput
        label={t('adminJudging.checkIn.teamNo')}
        description={t('adminJudging.checkIn.teamNoHint')}
        min={1}
        allowDecimal={false}
        value={form.values.teamNo}
        onChange={(value) => form.set({ teamNo: value === '' ? '' : Number(value) })}
      />
      {canHaveSlots(form.values.teamNo) ? (
        <ChoiceSelect
          label={t('adminJudging.checkIn.lateSlots')}
          description={t('adminJudging.checkIn.lateSlotsHint')}
          choices={lateTeamSlots}
          toLabel={(slots) => t(`adminJudging.checkIn.lateSlotChoices.${slots}`)}
          value={form.values.slots}
          onChange={(slots) => form.set({ slots })}
        />
      ) : null}
    </FormDialog>
  )
}
