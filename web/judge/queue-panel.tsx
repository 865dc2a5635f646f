import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './judge.module.css'
import { listQueueNotes } from './judge-state.ts'
import type { QueueEntry } from './judge-store.ts'
import { JudgePanelHeader } from './panel-parts.tsx'
import { QueueProblemActions } from './queue-problem-actions.tsx'
import type { Judge } from './use-judge-app.ts'
import { useRejectionFormatter } from './use-judge-formats.ts'

/** Returns sheets as the JSON that the back office takes in, in a file. */
const serializeQueueEntries = (entries: readonly QueueEntry[]): string =>
  JSON.stringify({ sheets: entries.map(({ sheet, judgeId }) => ({ ...sheet, judgeId })) })

const shownSent = 50

/** Shows the sheets on this device: those that wait, those that need a decision, and the last ones that were sent. */
export function QueuePanel({ judge, onClose }: { judge: Judge; onClose: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const formatRejection = useRejectionFormatter()
  const unsent = judge.queue.filter(({ state }) => state !== 'sent')
  const sent = judge.queue
    .filter(({ state }) => state === 'sent')
    .toReversed()
    .slice(0, shownSent)
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([serializeQueueEntries(unsent)], { type: 'application/json' }))
    link.download = `sheets-${new Date().toISOString().slice(0, 16).replace(':', '')}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const describe = (entry: QueueEntry) => (
    <div>
      <Text fw={600}>
        {entry.teamNo} · <bdi>{entry.teamName}</bdi>
      </Text>
      <Text size="sm">
        {entry.roundLabel} · {t('judge.queue.points', { points: formatNumber(entry.points, lang) })} ·{' '}
        {formatDateTime(entry.sheet.judgedAt)}
      </Text>
    </div>
  )
  const describeOutcome = ({ id, sheet }: QueueEntry) => {
    if (sheet.isDiscarded) return <Text size="sm">{t('judge.queue.discarded')}</Text>
    const review = judge.data?.reviews.find(({ sheetId }) => sheetId === id)
    if (!review) return null
    if (review.status === 'rejected') return <Text size="sm">{formatRejection(review)}</Text>
    return <Text size="sm">{t(review.needsDecision ? 'judge.review.undecided' : 'judge.review.waiting')}</Text>
  }
  return (
    <Stack gap="lg">
      <JudgePanelHeader title={t('judge.queue.title')} onClose={onClose} />
      {listQueueNotes(judge).map((note) => (
        <Text key={note}>{t(`judge.queue.notes.${note}`)}</Text>
      ))}
      <ul className={styles.list}>
        {unsent.map((entry) => (
          <li key={entry.id} data-entry={entry.state}>
            <Stack gap="xs">
              <Group justify="space-between" wrap="nowrap">
                {describe(entry)}
                <Text fw={600}>{t(`judge.queue.states.${entry.state}`)}</Text>
              </Group>
              {entry.problem ? <QueueProblemActions judge={judge} entry={entry} problem={entry.problem} onEdit={onClose} /> : null}
            </Stack>
          </li>
        ))}
      </ul>
      {unsent.length > 0 ? (
        <Group>
          <Button size="lg" onClick={() => void judge.synchronize()}>
            {t('judge.queue.send')}
          </Button>
          <Button size="lg" variant="default" leftSection={<IconDownload />} onClick={download}>
            {t('judge.queue.download')}
          </Button>
        </Group>
      ) : null}
      {sent.length > 0 ? (
        <section>
          <Title order={2} size="h4" mb="xs">
            {t('judge.queue.sent')}
          </Title>
          <ul className={styles.list}>
            {sent.map((entry) => (
              <li key={entry.id} data-entry="sent">
                {describe(entry)}
                {describeOutcome(entry)}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Stack>
  )
}
