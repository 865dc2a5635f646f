import { Text } from '@mantine/core'
import { importedSheetDevice } from '#contract/judge-sheet.ts'
import type { RuleSet } from '#contract/rule-set.ts'
import { findRound, hasRoundTime } from '#contract/rules/rule-set-sheet.ts'
import type { LoggedAttempt, ScoreLogEntry } from '#contract/score-log.ts'
import type { adminScoreLog } from '#i18n/en/admin-score-log.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const isAttempt = (values: ScoreLogEntry['before']): values is LoggedAttempt => values !== null && 'timeMs' in values

/** Number of characters of a device's id that the table shows. */
const shownDeviceLength = 6

type Props = { rows: readonly ScoreLogEntry[]; ruleSet: RuleSet | null }

/** Shows the rows of a score log. Rounds have their names in the rule set. */
export function ScoreLogTable({ rows, ruleSet }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const number = new Intl.NumberFormat(languages[lang].locale)
  const { formatDateTime } = useDateFormat()
  const renderValues = (values: ScoreLogEntry['before']) => {
    if (values === null) return '–'
    if (!isAttempt(values)) return <bdi dir="ltr">{JSON.stringify(values)}</bdi>
    const round = ruleSet ? findRound(ruleSet, values.mission) : undefined
    return (
      <>
        <bdi dir="ltr" style={{ whiteSpace: 'nowrap' }}>
          {formatNumber(values.score, lang)}
          {round && !hasRoundTime(round.group) ? null : ` · ${formatAttemptTime(values.timeMs)}`}
        </bdi>
        <Text size="xs" c="dimmed">
          {round ? <bdi>{round.round.label[lang]}</bdi> : t('adminScoreLog.mission', { mission: number.format(values.mission) })}
        </Text>
      </>
    )
  }
  const formatSource = ({ source }: ScoreLogEntry) => t(`adminScoreLog.sources.${source as keyof (typeof adminScoreLog)['sources']}`)
  const renderActor = (row: ScoreLogEntry) => (
    <>
      <bdi>{row.actorName || formatSource(row)}</bdi>
      {row.actorName ? (
        <Text size="xs" c="dimmed">
          {formatSource(row)}
        </Text>
      ) : null}
      {row.device ? (
        <Text size="xs" c="dimmed">
          {row.device === importedSheetDevice
            ? t('adminScoreLog.importedSheet')
            : t('adminScoreLog.device', { device: `\u2068${row.device.slice(-shownDeviceLength)}\u2069` })}
        </Text>
      ) : null}
    </>
  )
  return (
    <StackedTable
      label={t('adminScoreLog.rows')}
      minWidth={860}
      rows={rows}
      getKey={({ id }) => id}
      columns={[
        { title: t('adminScoreLog.sequence'), render: ({ sequence }) => number.format(sequence) },
        { title: t('adminScoreLog.time'), noWrap: true, render: ({ time }) => formatDateTime(time) },
        { title: t('adminScoreLog.kind'), render: ({ kind }) => t(`adminScoreLog.kinds.${kind}`) },
        { title: t('adminScoreLog.participant'), render: ({ participantName }) => <bdi>{participantName || '–'}</bdi> },
        { title: t('adminScoreLog.before'), render: ({ before }) => renderValues(before) },
        { title: t('adminScoreLog.after'), render: ({ after }) => renderValues(after) },
        { title: t('adminScoreLog.actor'), render: renderActor },
        {
          title: t('adminScoreLog.hash'),
          render: ({ hash }) => (
            <Text component="bdi" dir="ltr" size="xs" ff="monospace" title={hash}>
              {hash.slice(0, 12)}…
            </Text>
          ),
        },
      ]}
    />
  )
}
