import type { JudgeEventData } from '#contract/event/judging/judge-sheet.schema.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { scoreFields } from '#contract/event/scores/score.ts'
import { listPairings, type PairingPart } from '#contract/event/scoring/match-list.ts'
import { hasMatchRules, type MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import type { RoundGroup, RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import { getSheetTraitsOfRound, type SheetKind } from '#contract/event/scoring/scoring-kinds.ts'
import { msPerDay } from '#contract/platform/time.ts'

type Localized = { en: string; ar: string }
/** A round that a judge can choose. */
export type JudgeRound = { number: number; label: Localized; group: RoundGroup; kind: SheetKind }
/** The labels of a sheet of an event without a rule set, and of matches. */
export type PlainLabels = {
  points: Localized
  time: Localized
  round: (number: number) => Localized
  match: (number: number, part: PairingPart, rules: MatchRules) => Localized
}

/** Number of rounds of an event without a rule set and without a schedule. */
const plainRoundCount = 5

const createPlainGroup = ({ points, time }: PlainLabels): RoundGroup => ({
  key: 'plain',
  label: points,
  rounds: [{ key: 'plain', label: points }],
  combine: 'best',
  fields: [
    {
      kind: 'measure',
      key: 'points',
      label: points,
      isPenalty: false,
      isRequired: true,
      min: scoreFields.score.min,
      max: scoreFields.score.max,
      step: 0.001,
      pointsPerUnit: 1,
      timeMsPerUnit: 0,
    },
    {
      kind: 'time',
      key: 'time',
      label: time,
      isPenalty: false,
      isRequired: true,
      min: 0,
      max: Math.min(scoreFields.timeMs.max, msPerDay),
    },
  ],
  caps: [],
  minPoints: null,
  maxPoints: null,
  timeLimitMs: null,
})

type RoundsOfEvent = Pick<JudgeEventData, 'ruleSet' | 'slots' | 'draw'>

/** Lists the rounds of an event without a rule set. */
const listPlainRounds = (slots: RoundsOfEvent['slots'], labels: PlainLabels): Omit<JudgeRound, 'kind'>[] => {
  const group = createPlainGroup(labels)
  const count = Math.max(plainRoundCount, ...slots.map(({ round }) => round))
  return Array.from({ length: count }, (_, at) => ({ number: at + 1, label: labels.round(at + 1), group }))
}

/** Lists the matches of an event; none before its draw. */
const listMatches = (
  { matches, groups: [group] }: MatchRuleSet,
  draw: RoundsOfEvent['draw'],
  labels: PlainLabels,
): Omit<JudgeRound, 'kind'>[] =>
  group && draw
    ? listPairings(matches, draw).flatMap(({ part, numbers }) =>
        numbers.map((number) => ({ number, label: labels.match(number, part, matches), group })),
      )
    : []

/**
 * Lists the rounds of an event: those of its rule set, its matches after the draw, or those of the schedule
 * with points and time.
 */
export const listRoundsOrDrawnMatches = (
  { ruleSet, slots, draw }: RoundsOfEvent,
  labels: PlainLabels,
): JudgeRound[] => {
  const list = () => {
    if (!ruleSet) return listPlainRounds(slots, labels)
    if (hasMatchRules(ruleSet)) return listMatches(ruleSet, draw, labels)
    return listRoundsOrPossibleMatches(ruleSet).map(({ number, round, group }) => ({
      number,
      label: round.label,
      group,
    }))
  }
  return list().map((round) => ({ ...round, kind: getSheetTraitsOfRound(ruleSet, round.number) }))
}

/** The rules of an event without a rule set, whose sheets have no disqualification. */
export const rulesWithoutRuleSet: Pick<RuleSet, 'disqualification'> = {
  disqualification: { points: 0, timeMs: null },
}
