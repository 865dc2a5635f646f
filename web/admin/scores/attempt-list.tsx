import { ActionIcon, Badge, Button, Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { RuleSet } from '#contract/rule-set.ts'
import { findRound, hasRoundTime } from '#contract/rules/rule-set-sheet.ts'
import type { AdminAttempt, AdminScoreEntry, ScoreRow } from '#contract/score.ts'
import type { Language } from '#i18n/languages.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { countTimeDecimals, formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { formatSheetValues } from '#web/shared/score-sheet/format-sheet-values.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './scores.module.css'
import { useLoadedValue } from './use-loaded-value.ts'

type Props = {
  eventId: string
  /** The rules of the event, null for points and time only. */
  ruleSet: RuleSet | null
  row: ScoreRow
  /** False while the results are final: the attempts have no buttons. */
  canChangeScores: boolean
  /** Increases after each save, which reloads the attempts. */
  version: number
  onAdd: (entry: AdminScoreEntry) => void
  onEdit: (attempt: AdminAttempt) => void
  onRemove: (entry: AdminScoreEntry, attempt: AdminAttempt) => void
}

/** Shows the attempts of an entry, with buttons that add, correct and remove attempts. */
export function AttemptList({ eventId, ruleSet, row, canChangeScores, version, onAdd, onEdit, onRemove }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const { formatDateTime } = useDateFormat()
  const key = [eventId, row.id, version, row.attemptCount, row.totalScore, row.totalTimeMs].join(' ')
  const entry = useLoadedValue(() => adminApi.scores.getEntry(eventId, row.id), key)

  if (!entry) return <Skeleton height={60} />
  const decimals = countTimeDecimals(entry.attempts.map(({ timeMs }) => timeMs))
  return (
    <>
      <Table withRowBorders={false} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('scores.when')}</Table.Th>
            {ruleSet ? (
              <Table.Th>{t('adminRuleSets.round')}</Table.Th>
            ) : (
              <Table.Th className={styles.number}>{t('adminScores.fields.mission')}</Table.Th>
            )}
            <Table.Th className={styles.number}>{t('adminScores.fields.score')}</Table.Th>
            <Table.Th className={styles.number}>{t('adminScores.fields.timeMs')}</Table.Th>
            <Table.Th>{t('adminScores.source')}</Table.Th>
            <Table.Th>{t('adminScores.fields.note')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('adminScores.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entry.attempts.map((attempt) => {
            const round = ruleSet ? findRound(ruleSet, attempt.mission) : undefined
            return (
              <Table.Tr key={attempt.id}>
                <Table.Td>
                  <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
                </Table.Td>
                {round ? (
                  <Table.Td>
                    <bdi>{round.round.label[lang]}</bdi>
                    {attempt.values ? (
                      <Text size="sm" className={styles.quiet}>
                        {formatSheetValues(t, lang, round.group, attempt.values)}
                      </Text>
                    ) : null}
                  </Table.Td>
                ) : (
                  <Table.Td className={styles.number}>{attempt.mission}</Table.Td>
                )}
                <Table.Td className={styles.number}>
                  <bdi>{formatNumber(attempt.score, lang)}</bdi>
                </Table.Td>
                <Table.Td className={styles.number}>
                  {round && !hasRoundTime(round.group) ? '–' : <bdi dir="ltr">{formatAttemptTime(attempt.timeMs, decimals)}</bdi>}
                </Table.Td>
                <Table.Td>
                  <Badge variant="default" tt="none" miw="max-content">
                    {t(`adminScores.sources.${attempt.source}`)}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  <bdi>{attempt.note}</bdi>
                </Table.Td>
                <Table.Td>
                  {canChangeScores ? (
                    <Group gap={4} justify="flex-end" wrap="nowrap">
                      <ActionIcon variant="subtle" aria-label={t('adminScores.editAttempt')} onClick={() => onEdit(attempt)}>
                        <IconPencil size={18} />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={t('adminScores.removeAttempt')}
                        onClick={() => onRemove(entry, attempt)}
                      >
                        <IconTrash size={18} />
                      </ActionIcon>
                    </Group>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      {canChangeScores ? (
        <Button variant="light" size="xs" leftSection={<IconPlus size={16} />} onClick={() => onAdd(entry)}>
          {t('adminScores.addAttempt')}
        </Button>
      ) : null}
    </>
  )
}
