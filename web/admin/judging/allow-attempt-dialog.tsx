import { Button, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { isolate } from '#contract/rules/isolate.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import { scheduleLimits } from '#contract/schedule.ts'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { AdminDialogActions } from '#web/admin/shared/dialog-actions.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { useLoadedValue } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Shows a dialog that allows a further attempt of a team in a round. */
export function AllowAttemptDialog({ eventId, ruleSet, onClose }: { eventId: string; ruleSet: RuleSet | null; onClose: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const [teamId, setTeamId] = useState<string | null>(null)
  const [round, setRound] = useState(1)
  const { submitting, submit } = useAdminSubmit()
  const schedule = useLoadedValue(() => adminApi.schedule.get(eventId), eventId)
  const allow = async () => {
    if (teamId === null) return
    const failure = await submit(async () => {
      toast.success((await adminApi.judges.allowAttempt(eventId, { teamId, round })).msg)
      onClose()
    })
    if (failure) toast.error(failure.message)
  }
  return (
    <AdminDialog onClose={onClose} title={t('adminJudging.reviews.allow')}>
      <Stack>
        <Text size="sm">{t('adminJudging.reviews.allowText')}</Text>
        <Select
          label={t('adminJudging.reviews.team')}
          searchable
          nothingFoundMessage={t('adminJudging.checkIn.nothingFound')}
          data={schedule?.teams.map(({ id, teamNo, name }) => ({ value: id, label: `${teamNo} · ${isolate(name)}` })) ?? []}
          value={teamId}
          onChange={setTeamId}
        />
        {ruleSet ? (
          <Select
            label={t('adminJudging.reviews.round')}
            allowDeselect={false}
            data={listRounds(ruleSet).map(({ number, round: { label } }) => ({ value: String(number), label: label[lang] }))}
            value={String(round)}
            onChange={(value) => setRound(Number(value))}
          />
        ) : (
          <NumberInput
            label={t('adminJudging.reviews.round')}
            min={1}
            max={scheduleLimits.rounds}
            clampBehavior="strict"
            allowDecimal={false}
            value={round}
            onChange={(value) => setRound(Number(value) || 1)}
          />
        )}
        <AdminDialogActions onCancel={onClose}>
          <Button loading={submitting} disabled={teamId === null} onClick={() => void allow()}>
            {t('adminJudging.reviews.allow')}
          </Button>
        </AdminDialogActions>
      </Stack>
    </AdminDialog>
  )
}
