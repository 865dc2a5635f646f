import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconDownload } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './judge.module.css'
import type { QueueEntry } from './judge-store.ts'
import { PanelTitleAndCloseButton } from './panel-parts.tsx'
import { QueueProblemActions } from './queue-problem.tsx'
import { SheetTeamNames, useSheetPointsFormatter } from './sheet-summary.tsx'
import { type Judge, listQueueStatusKeys, splitQueueIntoOwnAndUnsentOfOthers } from './use-judge-app.ts'
import { useReviewRejectionFormatter } from './use-judge-formats.ts'

/** Returns sheets as the JSON that the back office takes in, in a file. */
const serializeQueueEntries = (entries: readonly QueueEntry[]): string =>
  JSON.stringify({ sheets: entries.map(({ sheet, judgeId }) => ({ ...sheet, judgeId })) })

const shownSent = 50

/**
 * Shows the sheets of the signed-in judge on this device: those that wait, those that need a decision, and
 * the last ones that were sent. Of those of other judges it shows the number, and the file has them, too.
 */
export function DeviceSheetsPanel({ judge, onClose }: { judge: Judge; onClose: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatPoints = useSheetPointsFormatter()
  const { formatDateTime } = useDateFormat()
  const formatRejection = useReviewRejectionFormatter()
  const { own, unsentOfOthers } = splitQueueIntoOwnAndUnsentOfOthers(judge)
  const unsent = own.filter(({ state }) => state !== 'sent')
  const sent = own
    .filter(({ state }) => state === 'sent')
    .toReversed()
    .slice(0, shownSent)
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(
      new Blob([serializeQueueEntries([...unsent, ...unsentOfOthers])], { type: 'application/json' }),
    )
    link.download = `sheets-${new Date().toISOString().slice(0, 16).replace(':', '')}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const describe = (entry: QueueEntry) => (
    <div>
      <Text fw={600}>
        <SheetTeamNames {...entry} />
      </Text>
      <Text size="sm">
        {entry.roundLabel} ·{' '}
        {t('judge.queue.points', { points: formatPoints(entry.points, entry.opponent?.points) })} ·{' '}
        {formatDateTime(entry.sheet.judgedAt)}
      </Text>
    </div>
  )
  const describeOutcome = ({ id, sheet }: QueueEntry) => {
    if (sheet.isDiscarded) return <Text size="sm">{t('judge.queue.discarded')}</Text>
    const review = judge.data?.reviews.find(({ sheetId }) => sheetId === id)
    if (!review) return null
    if (review.status === 'rejected') return <Text size="sm">{formatRejection(review)}</Text>
    return (
      <Text size="sm">{t(review.needsDecision ? 'judge.review.undecided' : 'judge.review.waiting')}</Text>
    )
  }
  return (
    <Stack gap="lg">
      <PanelTitleAndCloseButton title={t('judge.queue.title')} onClose={onClose} />
      {listQueueStatusKeys(judge).map((note) => (
        <Text key={note}>
          {t(`judge.queue.notes.${note}`, {
            number: unsentOfOthers.length,
            message: judge.readOnlyMessage?.[lang] ?? '',
          })}
        </Text>
      ))}
      <ul className={styles.list}>
        {unsent.map((entry) => (
          <li key={entry.id} data-entry={entry.state}>
            <Stack gap="xs">
              <Group justify="space-between" wrap="nowrap">
                {describe(entry)}
                <Text fw={600}>{t(`judge.queue.states.${entry.state}`)}</Text>
              </Group>
              {entry.problem ? (
                <QueueProblemActions judge={judge} entry={entry} problem={entry.problem} onEdit={onClose} />
              ) : null}
            </Stack>
          </li>
        ))}
      </ul>
      {unsent.length + unsentOfOthers.length > 0 ? (
        <Group>
          {unsent.length > 0 ? (
            <Button size="lg" onClick={() => void judge.synchronize()}>
              {t('judge.queue.send')}
            </Button>
          ) : null}
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
