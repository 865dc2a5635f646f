import { maskPlayerEmailOfEntry } from '#contract/accounts/identity.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { scoreFields } from '#contract/event/scores/score.ts'
import type { RuleSet, ScoreSheetField, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey, judgeKey } from '#contract/event/scoring/rule-set.ts'
import { findRound, hasTimedRounds, listPanelRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import { formatWithOffset } from '#contract/platform/time-zone.ts'
import type { AttemptToScore } from '../rules/queries-rule-sets.ts'
import type { JudgeName } from '../write/queries-judges.ts'

const participantFields = [
  'playerName',
  'playerEmail',
  'teamNo',
  'teamName',
  'schoolName',
  'missionType',
] as const

/** Formats a duration in seconds; nothing for a time that was not measured. */
const formatSeconds = (ms: number): number | '' => (ms === 0 ? '' : ms / 1000)

/** Formats a value as the import reads it: a time in seconds. */
const formatValue = (field: ScoreSheetField, value: ScoreSheetValues[string] | undefined): string | number =>
  value === undefined
    ? ''
    : field.kind === 'time'
      ? Number(value) / 1000
      : typeof value === 'boolean'
        ? String(value)
        : value

/**
 * Converts the ranking of an event with a rule set to a CSV file, part by part: one line for each attempt,
 * with the columns of the import after the rank and the total of the entry, and the judge where a round has a
 * panel. Only rules with times have their columns. Durations are seconds; other times have the offset of
 * `timeZone`. With `maskEmails` the email addresses are masked.
 */
export const streamScoreSheetsCsv = async function* (
  parts: AsyncIterable<ScoreRow[]>,
  listAttempts: (entryIds: string[]) => Promise<AttemptToScore[]>,
  ruleSet: RuleSet,
  {
    maskEmails,
    timeZone,
    judgeNames,
  }: { maskEmails: boolean; timeZone: string; judgeNames: readonly JudgeName[] },
): AsyncGenerator<string> {
  const hasPanels = listPanelRounds(ruleSet).length > 0
  const hasRoundTimes = ruleSet.groups.some(hasTimedRounds)
  // in an event with matches the total is a number of points
  const hasTotalTimes = hasRoundTimes && getEventScoringTraits(ruleSet).hasTotalTimes
  const nameById = new Map<unknown, string>(judgeNames.map(({ id, name }) => [id, name]))
  const fieldKeys = [...new Set(ruleSet.groups.flatMap((group) => group.fields.map(({ key }) => key)))]
  yield csvByteOrderMark +
    formatCsvRow([
      'rank',
      ...participantFields.map((field) => scoreFields[field].column),
      'total_score',
      ...(hasTotalTimes ? ['total_time'] : []),
      'round',
      ...fieldKeys,
      disqualifiedKey,
      ...(hasPanels ? [judgeKey] : []),
      'round_score',
      ...(hasRoundTimes ? ['round_time'] : []),
      'at',
      scoreFields.note.column,
    ])
  for await (const rows of parts) {
    const attempts = Map.groupBy(await listAttempts(rows.map(({ id }) => id)), ({ entryId }) => entryId)
    yield rows
      .flatMap((row) =>
        (attempts.get(row.id) ?? []).map(({ mission, values, score, timeMs, at, note }) => {
          const named = maskEmails ? maskPlayerEmailOfEntry(row) : row
          const round = findRound(ruleSet, mission)
          // rounds of other groups may have another field with the same key
          const formatCell = (key: string) => {
            const field = round?.group.fields.find((each) => each.key === key)
            return field ? formatValue(field, values?.[key]) : ''
          }
          return formatCsvRow([
            row.rank,
            ...participantFields.map((field) => named[field]),
            row.totalScore,
            ...(hasTotalTimes ? [formatSeconds(row.totalTimeMs)] : []),
            round?.round.key ?? mission,
            ...fieldKeys.map(formatCell),
            values?.[disqualifiedKey] === true ? 'true' : '',
            ...(hasPanels ? [nameById.get(values?.[judgeKey]) ?? ''] : []),
            score,
            ...(hasRoundTimes ? [formatSeconds(timeMs)] : []),
            formatWithOffset(at.toISOString(), timeZone),
            note,
          ])
        }),
      )
      .join('')
  }
}

type RankingColumn = [name: string, toCell: (row: ScoreRow, timeZone: string) => string | number]

const createTimeColumn = (name: string, field: 'totalTimeMs' | 'timeMs'): RankingColumn => [
  name,
  (row) => formatSeconds(row[field]),
]

const listRankingColumns = (hasTimes: boolean): readonly RankingColumn[] => [
  ['rank', (row) => row.rank],
  ...(['playerName', 'playerEmail', 'teamNo', 'teamName', 'schoolName', 'missionType'] as const).map(
    (field): RankingColumn => [scoreFields[field].column, (row) => row[field]],
  ),
  ['total_score', (row) => row.totalScore],
  ...(hasTimes ? [createTimeColumn('total_time', 'totalTimeMs')] : []),
  ['last_score', (row) => row.score],
  ...(hasTimes ? [createTimeColumn('last_time', 'timeMs')] : []),
  ['attempts', (row) => row.attemptCount],
  ['reached_at', (row, timeZone) => formatWithOffset(row.reachedAt, timeZone)],
]

/**
 * Converts a ranking to a CSV file, part by part. With `hasTimes` it has columns of durations in seconds, in
 * which a result without a time is empty; other times have the offset of `timeZone`. With `maskEmails` the email addresses are masked.
 */
export const streamRankingCsv = async function* (
  parts: AsyncIterable<ScoreRow[]>,
  { maskEmails, timeZone, hasTimes }: { maskEmails: boolean; timeZone: string; hasTimes: boolean },
): AsyncGenerator<string> {
  const columns = listRankingColumns(hasTimes)
  yield csvByteOrderMark + formatCsvRow(columns.map(([name]) => name))
  for await (const rows of parts)
    yield rows
      .map((row) => (maskEmails ? maskPlayerEmailOfEntry(row) : row))
      .map((row) => formatCsvRow(columns.map(([, toCell]) => toCell(row, timeZone))))
      .join('')
}
