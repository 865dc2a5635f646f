import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import { decodeRankingKeyPart, findDecidingKeyIndex, getRankingKey } from '#contract/event/scoring/ranking.ts'
import type { Language } from '#i18n/languages.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { computeColumnTimeDecimals, formatAttemptTime, formatNumber } from '#web/shared/format.ts'

type Row = Pick<ScoreRow, 'id' | 'totalScore' | 'totalTimeMs' | 'rankingKey'>
/** A column with the value of each entry, by its id, and the entries that it separates from a neighbour. */
export type DecidingColumn = {
  label: string
  values: ReadonlyMap<string, string>
  decidesFor: ReadonlySet<string>
}

const noColumns: readonly DecidingColumn[] = []

/**
 * Lists the values of a rule set that decide between neighbouring rows, as columns. Totals are left out,
 * because every ranking shows them. The columns follow from the rows alone, so those of a frozen ranking tell
 * nothing of hidden changes.
 */
export const listDecidingColumnsExceptTotals = (
  rules: RankingRules | null,
  rows: readonly Row[],
  lang: Language,
): readonly DecidingColumn[] => {
  if (!rules) return noColumns
  const keys = rows.map(getRankingKey)
  // by the position of the row below
  const deciding = keys.map((key, row) => {
    const at = findDecidingKeyIndex(keys[row - 1] ?? key, key)
    return at !== undefined && rules.keys[at]?.isInNext ? at + 1 : at
  })
  return rules.keys.flatMap(({ label, order, isTotal, kind, answers, names }, at) => {
    if (isTotal || !deciding.includes(at)) return []
    const values = keys.map((each) => decodeRankingKeyPart(each[at] ?? Number.POSITIVE_INFINITY, order))
    const decimals = computeColumnTimeDecimals(values.map((value) => value ?? 0))
    const format = (value: number | null): string => {
      if (value === null) return '–'
      if (kind === 'time') return formatAttemptTime(value, decimals)
      return answers
        ? answers[value === 1 ? 'yes' : 'no'][lang]
        : (names?.[value]?.[lang] ?? formatNumber(value, lang))
    }
    const isSeparated = (_: Row, row: number) => deciding[row] === at || deciding[row + 1] === at
    return [
      {
        label: label[lang],
        values: new Map(rows.map(({ id }, row) => [id, format(values[row] ?? null)])),
        decidesFor: new Set(rows.filter(isSeparated).map(({ id }) => id)),
      },
    ]
  })
}

/**
 * Describes the values that separate a row from its neighbours in one line: `Best run (points): 60 · Best run
 * (time): 1:15.3`. Empty when the totals do.
 */
export const describeDecidingValues = (
  columns: readonly DecidingColumn[],
  rowId: string,
  lang: Language,
): string =>
  columns
    .filter(({ decidesFor }) => decidesFor.has(rowId))
    .map(({ label, values }) => `${label}: ${isolateText(values.get(rowId) ?? '', lang)}`)
    .join(' · ')
