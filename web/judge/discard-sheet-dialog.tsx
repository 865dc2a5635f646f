import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { QueueEntry } from './judge-store.ts'

/** Asks before a sheet is sent as one that does not count. */
export function DiscardSheetDialog({ entry, onClose, onDiscard }: { entry: QueueEntry; onClose: () => void; onDiscard: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <Modal opened onClose={onClose} title={t('judge.problem.discardTitle')} closeButtonProps={{ 'aria-label': t('judge.close') }}>
      <Stack>
        <Text fw={600}>
          {entry.teamNo} · <bdi>{entry.teamName}</bdi>
        </Text>
        <Text>
          {entry.roundLabel} · {t('judge.queue.points', { points: formatNumber(entry.points, lang) })}
        </Text>
        <Text>{t('judge.problem.discardText')}</Text>
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onClose}>
            {t('judge.cancel')}
          </Button>
          <Button size="md" color="red.9" onClick={onDiscard}>
            {t('judge.problem.discard')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
