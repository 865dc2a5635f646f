import type { JudgeEventData, RecordedAttempt } from '#contract/judge-sheet.ts'
import type { RoundGroup, RuleSet, ScoreSheetValues } from '#contract/rule-set.ts'
import { findSheetValueProblems, listRounds } from '#contract/rules/rule-set-sheet.ts'
import type { ScheduleSlot } from '#contract/schedule.ts'
import { scoreFields } from '#contract/score.ts'
import type { SheetReview } from '#contract/sheet-review.ts'
import type { QueueEntry } from './judge-store.ts'

/** A round that a judge can choose. */
export type JudgeRound = { number: number; label: { en: string; ar: string }; group: RoundGroup }
type Localized = { en: string; ar: string }
/** The labels of a sheet of an event without a rule set. */
export type PlainLabels = { points: Localized; time: Localized; round: (number: number) => Localized }

/** Number of rounds of an event without a rule set and without a schedule. */
const plainRounds = 5

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
      max: Math.min(scoreFields.timeMs.max, 86_400_000),
    },
  ],
  caps: [],
  minPoints: null,
  maxPoints: null,
  timeLimitMs: null,
})

/** Lists the rounds of an event: those of its rule set, or those of the schedule with points and time. */
export const listJudgeRounds = ({ ruleSet, slots }: Pick<JudgeEventData, 'ruleSet' | 'slots'>, labels: PlainLabels): JudgeRound[] => {
  if (ruleSet) return listRounds(ruleSet).map(({ number, round, group }) => ({ number, label: round.label, group }))
  const group = createPlainGroup(labels)
  const count = Math.max(plainRounds, ...slots.map(({ round }) => round))
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, label: labels.round(index + 1), group }))
}

/** The rules of an event without a rule set, whose sheets have no disqualification. */
export const rulesWithoutRuleSet: Pick<RuleSet, 'disqualification'> = { disqualification: { points: 0, timeMs: null } }

/** Returns true when a sheet can be recorded. */
export const isSheetComplete = (group: RoundGroup, values: ScoreSheetValues): boolean => findSheetValueProblems(group, values).length === 0

/** Returns the values of an empty sheet: `false` for yes/no fields, and no value for other fields. */
export const createInitialSheetValues = (group: RoundGroup): ScoreSheetValues =>
  Object.fromEntries(group.fields.filter(({ kind }) => kind === 'yesNo').map(({ key }) => [key, false]))

/** Lists the attempts of a team in a round that the server has. */
export const listKnownAttempts = (attempts: readonly RecordedAttempt[], teamId: string, round: number): RecordedAttempt[] =>
  attempts.filter((attempt) => attempt.teamId === teamId && attempt.round === round)

/** Lists the sheets of a team that wait for a second judge, those of one round with `round`. */
export const listSheetsAwaitingSecondJudge = (reviews: readonly SheetReview[], teamId: string, round?: number): SheetReview[] =>
  reviews.filter((review) => review.status === 'waiting' && review.teamId === teamId && (round === undefined || review.round === round))

type KnownResults = Pick<JudgeEventData, 'attempts' | 'reviews'>
/** Returns true when a team has no result in a round yet, neither on the server nor in the queue. A rejected sheet is no result. */
export const isRoundFree = (
  { attempts, reviews }: KnownResults,
  queue: readonly QueueEntry[],
  { teamId, round }: { teamId: string; round: number },
): boolean => {
  const isRejected = ({ id }: QueueEntry) => reviews.some(({ sheetId, status }) => sheetId === id && status === 'rejected')
  return (
    listKnownAttempts(attempts, teamId, round).length === 0 &&
    listSheetsAwaitingSecondJudge(reviews, teamId, round).length === 0 &&
    !queue.some((entry) => entry.sheet.teamId === teamId && entry.sheet.round === round && !isRejected(entry))
  )
}

/** Finds the next slot of the schedule that has no result yet. */
export const findNextScheduleSlot = (
  { slots, ...results }: KnownResults & Pick<JudgeEventData, 'slots'>,
  queue: readonly QueueEntry[],
): ScheduleSlot | undefined => slots.find((slot) => isRoundFree(results, queue, slot))
