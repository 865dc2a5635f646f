import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { toCanonicalJson } from '#contract/platform/json.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { MatchDraw } from './match-draw.ts'
import type { SheetAttempt } from './rule-set-result.ts'
import {
  computeSheetPointsAndTime,
  findFieldValueAsNumber,
  omitValuesWithUnmetCondition,
} from './rule-set-sheet.ts'

/**
 * The sheet of a side in a match, recorded for an entry of the side. `mission` is the number of the match.
 */
export type MatchAttempt = SheetAttempt & { entryId: string }
/** A rule set with matches. */
export type MatchRuleSet = RuleSet & { matches: MatchRules }
/** Returns true for the rule set of an event that is played in matches. */
export const hasMatchRules = (ruleSet: RuleSet): ruleSet is MatchRuleSet => ruleSet.matches !== undefined

/**
 * What a side has in a match: its points, the values of its fields, and whether it did not come or was
 * disqualified.
 */
type SideSheet = {
  score: number
  fields: Readonly<Record<string, number>>
  isAbsent: boolean
  at: number
  /** The entries of the side that have no sheet, and whether the sheets of the others differ. */
  missingEntryIds: string[]
  isContradictory: boolean
}
/** The sheets of each match, by its number and by side. */
export type SheetsByMatch = ReadonlyMap<number, ReadonlyMap<number, SideSheet>>

const toSideSheet = ({ groups, disqualification }: MatchRuleSet, { values, at }: SheetAttempt) => {
  const [group] = groups
  if (!group) return { score: 0, fields: {}, isAbsent: true, at }
  const counted = omitValuesWithUnmetCondition(group, values)
  const fields = Object.fromEntries(
    group.fields.flatMap((field) => {
      const number = findFieldValueAsNumber(field, counted[field.key])
      return number === undefined ? [] : [[field.key, number]]
    }),
  )
  return {
    score: computeSheetPointsAndTime({ disqualification }, group, values).points,
    fields,
    isAbsent: values[disqualifiedKey] === true,
    at,
  }
}

/**
 * Returns true when an attempt replaces another one of the same entry or side in the same match: it is newer.
 * Attempts of the same time are in a fixed order.
 */
const isNewer = (a: SheetAttempt, b: SheetAttempt): boolean =>
  a.at !== b.at ? a.at > b.at : toCanonicalJson(a.values) > toCanonicalJson(b.values)

/**
 * Reads the sheets of all matches from the attempts, in any order. A later attempt of an entry replaces an
 * earlier one; the newest sheet of a side counts.
 */
export const mapNewestSheetsByMatchAndSide = (
  ruleSet: MatchRuleSet,
  { sides }: MatchDraw,
  attempts: readonly MatchAttempt[],
): SheetsByMatch => {
  const sideByEntry = new Map(sides.flatMap((entryIds, side) => entryIds.map((id) => [id, side] as const)))
  const matches = new Map<number, Map<number, Map<string, MatchAttempt>>>()
  for (const attempt of attempts) {
    const side = sideByEntry.get(attempt.entryId)
    if (side === undefined) continue
    const match = matches.get(attempt.mission) ?? new Map<number, Map<string, MatchAttempt>>()
    const byEntry = match.get(side) ?? new Map<string, MatchAttempt>()
    const other = byEntry.get(attempt.entryId)
    if (!other || isNewer(attempt, other)) byEntry.set(attempt.entryId, attempt)
    matches.set(attempt.mission, match.set(side, byEntry))
  }
  const toSheet = (side: number, byEntry: ReadonlyMap<string, MatchAttempt>): SideSheet => {
    const all = [...byEntry.values()]
    const newest = all.reduce((one, other) => (isNewer(other, one) ? other : one))
    const text = toCanonicalJson(newest.values)
    return {
      ...toSideSheet(ruleSet, newest),
      missingEntryIds: (sides[side] ?? []).filter((id) => !byEntry.has(id)),
      isContradictory: all.some(({ values }) => toCanonicalJson(values) !== text),
    }
  }
  return new Map(
    [...matches].map(([number, bySide]) => [
      number,
      new Map([...bySide].map(([side, byEntry]) => [side, toSheet(side, byEntry)])),
    ]),
  )
}

/**
 * The result of a match. `winner` is the position of the side that won, null for a draw and when both sides
 * lost. `decidedBy` is the field that decided a drawn match of a knock-out.
 */
export type MatchResult = {
  scores: readonly [number, number]
  fields: readonly [SideSheet['fields'], SideSheet['fields']]
  winner: 0 | 1 | null
  isWalkover: boolean
  haveBothLost: boolean
  decidedBy: string | null
}

/** Lists the labels of the fields that decide a drawn match of a knock-out; none where it is played again. */
export const listTieBreakFieldLabels = ({ groups, matches }: RuleSet, lang: Lang): string[] =>
  (matches?.deciders ?? []).flatMap(
    ({ field }) => groups[0]?.fields.find(({ key }) => key === field)?.label[lang] ?? [],
  )

/**
 * Returns what is missing in a drawn match of a knock-out: a value of the field that decides it, or the
 * result of a replay where the rules have no such field.
 */
export const getKnockOutTieRequirement = ({
  groups,
  matches,
}: Pick<MatchRuleSet, 'groups' | 'matches'>): {
  field: string
  code: 'winner-required' | 'replay-required'
} => {
  const [decider] = matches.deciders
  return decider
    ? { field: decider.field, code: 'winner-required' }
    : { field: groups[0]?.fields[0]?.key ?? '', code: 'replay-required' }
}

/** Compares two numbers: 0 when the first is better, 1 when the second is, null when they are equal. */
const findBetter = (a: number, b: number, order: 'high' | 'low'): 0 | 1 | null =>
  a === b ? null : a > b === (order === 'high') ? 0 : 1

/**
 * Returns the result of a match that a side loses without playing, because it did not come, was disqualified
 * or has withdrawn; or both do.
 */
export const buildWalkoverResult = (
  { walkover }: MatchRules,
  isAbsent: readonly [boolean, boolean],
): MatchResult => {
  const haveBothLost = isAbsent[0] && isAbsent[1]
  const winner = haveBothLost ? null : isAbsent[0] ? 1 : 0
  return {
    scores: [
      winner === 0 ? walkover.winner : walkover.loser,
      winner === 1 ? walkover.winner : walkover.loser,
    ],
    fields: [{}, {}],
    winner,
    isWalkover: true,
    haveBothLost,
    decidedBy: null,
  }
}

/**
 * Computes the result of a match from the sheets of both sides. In a knock-out the deciding fields decide
 * between equal scores; a field without a value counts as 0.
 */
export const computeMatchResult = (
  rules: MatchRules,
  [one, other]: readonly [SideSheet, SideSheet],
  isKnockOut: boolean,
): MatchResult => {
  if (one.isAbsent || other.isAbsent) return buildWalkoverResult(rules, [one.isAbsent, other.isAbsent])
  const result = {
    scores: [one.score, other.score],
    fields: [one.fields, other.fields],
    isWalkover: false,
    haveBothLost: false,
  } as const
  const winner = findBetter(one.score, other.score, rules.winningScore)
  if (winner !== null || !isKnockOut) return { ...result, winner, decidedBy: null }
  for (const { field, order } of rules.deciders) {
    const better = findBetter(one.fields[field] ?? 0, other.fields[field] ?? 0, order)
    if (better !== null) return { ...result, winner: better, decidedBy: field }
  }
  return { ...result, winner: null, decidedBy: null }
}
