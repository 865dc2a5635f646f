import { Table, Text } from '@mantine/core'
import type { LoggedAttempt, ScoreLogEntry } from '#contract/score-log.ts'
import type { adminScoreLog } from '#i18n/en/admin-score-log.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const isAttempt = (values: ScoreLogEntry['before']): values is LoggedAttempt => values !== null && 'timeMs' in values

/** The rows of a score log. */
export function ScoreLogTable({ rows }: { rows: readonly ScoreLogEntry[] }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const number = new Intl.NumberFormat(languages[lang].locale)
  const { formatDateTime } = useDateFormat()
  const renderValues = (values: ScoreLogEntry['before']) => {
    if (values === null) return '–'
    if (!isAttempt(values)) return <bdi dir="ltr">{JSON.stringify(values)}</bdi>
    return (
      <>
        <bdi dir="ltr">
          {formatNumber(values.score, lang)} · {formatAttemptTime(values.timeMs)}
        </bdi>
        <Text size="xs" c="dimmed">
          {t('adminScoreLog.mission', { mission: number.format(values.mission) })}
        </Text>
      </>
    )
  }
  const formatSource = ({ source }: ScoreLogEntry) => t(`adminScoreLog.sources.${source as keyof (typeof adminScoreLog)['sources']}`)
  return (
    <Table.ScrollContainer minWidth={860} type="native" tabIndex={0} role="region" aria-label={t('adminScoreLog.rows')}>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            {(['sequence', 'time', 'kind', 'participant', 'before', 'after', 'actor', 'hash'] as const).map((key) => (
              <Table.Th key={key}>{t(`adminScoreLog.${key}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{number.format(row.sequence)}</Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(row.time)}</Table.Td>
              <Table.Td>{t(`adminScoreLog.kinds.${row.kind}`)}</Table.Td>
              <Table.Td>
                <bdi>{row.participantName || '–'}</bdi>
              </Table.Td>
              <Table.Td>{renderValues(row.before)}</Table.Td>
              <Table.Td>{renderValues(row.after)}</Table.Td>
              <Table.Td>
                <bdi>{row.actorName || formatSource(row)}</bdi>
                {row.actorName ? (
                  <Text size="xs" c="dimmed">
                    {formatSource(row)}
                  </Text>
                ) : null}
                {row.device === null ? null : (
                  <Text size="xs" c="dimmed">
                    {t('adminScoreLog.device', { device: `\u2068${row.device}\u2069` })}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text component="bdi" dir="ltr" size="xs" ff="monospace" title={row.hash}>
                  {row.hash.slice(0, 12)}…
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
