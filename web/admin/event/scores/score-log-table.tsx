import { Text } from '@mantine/core'
import type { TotalRule } from '#contract/event/event.ts'
import { importedSheetDevice } from '#contract/event/judging/judge.ts'
import type {
  LoggedAdvancement,
  LoggedAttempt,
  LoggedAward,
  LoggedCompletion,
  LoggedErasure,
  LoggedFreeze,
  LoggedParticipant,
  LoggedPublication,
  LoggedRule,
  LoggedSheet,
  ScoreLogEntry,
} from '#contract/event/scores/score-log.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { findRound } from '#contract/event/scoring/rule-set-sheet.ts'
import type { adminScoreLog } from '#i18n/en/admin-scores.ts'
import { languages } from '#i18n/languages.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { formatPointsAndTime } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const isAttempt = (values: ScoreLogEntry['before']): values is LoggedAttempt =>
  values !== null && 'timeMs' in values
const shortenHash = (hash: string): string => `${hash.slice(0, 12)}…`

/** Number of characters of a device's id that the table shows. */
const shownDeviceLength = 6

type Props = { rows: readonly ScoreLogEntry[]; ruleSet: RuleSet | null }

/** Shows the rows of a score log. Rounds have their names in the rule set. */
export function ScoreLogTable({ rows, ruleSet }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const number = new Intl.NumberFormat(languages[lang].locale)
  const { formatDateTime } = useDateFormat()
  const renderValues = (values: ScoreLogEntry['before']) => {
    if (values === null) return '–'
    if (!isAttempt(values)) return <EventValues values={values} />
    const round = ruleSet ? findRound(ruleSet, values.mission) : undefined
    return (
      <>
        <bdi dir="ltr" style={{ whiteSpace: 'nowrap' }}>
          {formatPointsAndTime(values.score, values.timeMs, lang)}
        </bdi>
        <Text size="xs" c="dimmed">
          {round ? (
            <Bdi>{round.round.label[lang]}</Bdi>
          ) : (
            t('adminScoreLog.mission', { mission: number.format(values.mission) })
          )}
        </Text>
      </>
    )
  }
  const formatSource = ({ source }: ScoreLogEntry) =>
    t(`adminScoreLog.sources.${source as keyof (typeof adminScoreLog)['sources']}`)
  const renderActor = (row: ScoreLogEntry) => {
    const name = row.judgeName || row.actorName
    // an administrator who confirmed the sheet is its actor, too
    const importedBy = row.judgeName && row.actorName !== row.reviewerName ? row.actorName : ''
    return (
      <>
        <Bdi>{name || formatSource(row)}</Bdi>
        {[
          name ? formatSource(row) : '',
          importedBy,
          row.reviewerName ? t('adminScores.confirmedBy', { name: row.reviewerName }) : '',
        ]
          .filter((text) => text !== '')
          .map((text) => (
            <Text key={text} size="xs" c="dimmed">
              {text}
            </Text>
          ))}
        {row.device ? (
          <Text size="xs" c="dimmed">
            {row.device === importedSheetDevice
              ? t('adminScoreLog.importedSheet')
              : t('adminScoreLog.device', { device: row.device.slice(-shownDeviceLength) })}
          </Text>
        ) : null}
      </>
    )
  }
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
        {
          title: t('adminScoreLog.participant'),
          render: ({ participantName }) => <Bdi>{participantName || '–'}</Bdi>,
        },
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

/** Shows what a row has that is not about an attempt: rules, a participant, a freeze, an award, a sheet. */
function EventValues({ values }: { values: Record<string, unknown> }) {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const number = new Intl.NumberFormat(languages[i18n.language].locale)
  const renderHash = (hash: string) => (
    <Text component="bdi" dir="ltr" size="xs" ff="monospace" title={hash}>
      {shortenHash(hash)}
    </Text>
  )
  if ('totalRule' in values) {
    const { totalRule, ruleSetVersion, ruleSetHash } = values as LoggedRule
    if (ruleSetVersion === undefined || ruleSetHash === null)
      return (
        <>
          {t('adminScoreLog.defaultRanking')}
          <Text size="xs" c="dimmed">
            {t(`adminScores.rules.${totalRule as TotalRule}`)}
          </Text>
        </>
      )
    return (
      <>
        {t('adminScoreLog.ruleSetVersion', { version: number.format(ruleSetVersion) })}
        <br />
        {ruleSetHash ? renderHash(ruleSetHash) : null}
      </>
    )
  }
  if ('status' in values) {
    const { status, publishedAt } = values as LoggedPublication
    return (
      <>
        {t(`scores.results.${status}`)}
        <Text size="xs" c="dimmed">
          {formatDateTime(publishedAt)}
        </Text>
      </>
    )
  }
  if ('freezeAt' in values) return formatDateTime((values as LoggedFreeze).freezeAt)
  if ('participantHash' in values) {
    const { participantHash, isCorrection } = values as LoggedParticipant
    return (
      <>
        {renderHash(participantHash)}
        {isCorrection ? <Text size="xs">{t('adminScoreLog.correctedAfterFinal')}</Text> : null}
      </>
    )
  }
  if ('standing' in values) {
    const { standing, frozen } = values as LoggedErasure
    const participant = standing ?? frozen
    return participant ? renderHash(participant.participantHash) : '–'
  }
  if ('awardId' in values) {
    const { nameHash, position } = values as LoggedAward
    return (
      <>
        {renderHash(nameHash)}
        <Text size="xs">{t('adminScoreLog.awardPosition', { position: number.format(position) })}</Text>
      </>
    )
  }
  if ('advancementId' in values) {
    const { teams, undoneAt } = values as LoggedAdvancement
    return (
      <>
        {t('adminScoreLog.advancedTeams', { count: teams.length, formatted: number.format(teams.length) })}
        {undoneAt ? <Text size="xs">{formatDateTime(undoneAt)}</Text> : null}
      </>
    )
  }
  if ('sheetId' in values) return renderHash((values as LoggedSheet).sheetHash)
  if ('recordCount' in values) {
    const { recordCount: count } = values as LoggedCompletion
    return t('adminScoreLog.records', { count, formatted: number.format(count) })
  }
  return <bdi dir="ltr">{JSON.stringify(values)}</bdi>
}
