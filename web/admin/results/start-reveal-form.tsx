import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type AdminResults, revealRanks } from '#contract/results.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useResultsSubmit } from './use-results-submit.ts'

type Props = { results: AdminResults; onChange: (results: AdminResults) => void }

/** Starts a rehearsal, or after a confirmation the reveal. */
export function StartRevealForm({ results: { event }, onChange }: Props) {
  const { t } = useTranslation()
  const { saving, save } = useResultsSubmit(event.id, onChange)
  const [rankCount, setRankCount] = useState<number>(revealRanks.standard)
  const [isAsking, setIsAsking] = useState(false)
  const start = (isRehearsal: boolean) => save(() => adminApi.results.startReveal(event.id, { isRehearsal, rankCount }), true)
  return (
    <Stack>
      <NumberInput
        label={t('adminResults.reveal.rankCount')}
        description={t('adminResults.reveal.rankCountHint')}
        maw={360}
        min={1}
        max={revealRanks.max}
        clampBehavior="strict"
        allowDecimal={false}
        value={rankCount}
        onChange={(value) => setRankCount(Number(value) || revealRanks.standard)}
      />
      <Group>
        <Button variant="default" loading={saving && !isAsking} onClick={() => void start(true)}>
          {t('adminResults.reveal.rehearse')}
        </Button>
        <Button onClick={() => setIsAsking(true)}>{t('adminResults.reveal.start')}</Button>
      </Group>
      <Text size="sm">{t('adminResults.reveal.rehearseHint')}</Text>
      {isAsking ? (
        <ConfirmDialog
          title={t('adminResults.reveal.startQuestion')}
          text={t('adminResults.reveal.startText')}
          action={t('adminResults.reveal.start')}
          color="oasis"
          busy={saving}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void start(false).then(() => setIsAsking(false))}
        />
      ) : null}
    </Stack>
  )
}
