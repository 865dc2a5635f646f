import { Button, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { DialogActions } from '#web/admin/shared/dialog-actions.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useLoadedValue } from '../scores/use-loaded-value.ts'

type Props = { eventId: string; onClose: () => void; onAdded: () => void }

/** Shows a dialog that adds the teams of a competition to an event, or one of them by its number. */
export function AddTeamsDialog({ eventId, onClose, onAdded }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const competitions = useLoadedValue(() => adminApi.competitions.listActive(), eventId) ?? []
  const [competitionId, setCompetitionId] = useState<string | null>(null)
  const [teamNo, setTeamNo] = useState<number | ''>('')
  const { submitting, submit } = useAdminSubmit()
  const add = async () => {
    if (competitionId === null) return
    const failure = await submit(async () => {
      const { count } = await adminApi.schedule.addTeams(eventId, { competitionId, ...(teamNo === '' ? {} : { teamNo }) })
      toast.success(t('adminJudging.checkIn.added', { count }))
      onAdded()
    })
    if (failure) toast.error(failure.message)
  }
  return (
    <Dialog onClose={onClose} title={t('adminJudging.checkIn.addTeams')}>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void add()
        }}
      >
        <Stack>
          <Text>{t('adminJudging.checkIn.addTeamsText')}</Text>
          <Select
            label={t('adminJudging.checkIn.competition')}
            required
            data={competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))}
            value={competitionId}
            onChange={setCompetitionId}
          />
          <NumberInput
            label={t('adminJudging.checkIn.teamNo')}
            description={t('adminJudging.checkIn.teamNoHint')}
            min={1}
            allowDecimal={false}
            value={teamNo}
            onChange={(value) => setTeamNo(value === '' ? '' : Number(value))}
          />
          <DialogActions onCancel={onClose}>
            <Button type="submit" loading={submitting} disabled={competitionId === null}>
              {t('adminJudging.checkIn.addTeams')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
