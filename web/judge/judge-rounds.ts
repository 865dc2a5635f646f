import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import {
  type AssignmentProblem,
  findSheetTableOrDayProblem,
  isSlotOfJudge,
} from '#contract/event/judging/judge-assignment.ts'
import type { JudgeEventData, SheetReview } from '#contract/event/judging/judge-sheet.schema.ts'
import type { ScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import {
  areSlotsOnSeveralDays,
  listNextSlots,
  type PlayableSlot,
} from '#contract/event/schedule/slot-times.ts'
import type { RoundGroup, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import { listSheetValueProblems } from '#contract/event/scoring/rule-set-sheet.ts'
import { getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import type { Language } from '#i18n/languages.ts'
import { formatSlotTime } from '#web/shared/format.ts'
import type { QueueEntry, SheetDraft } from './judge-store.ts'
import type { JudgeRound } from './scoring/selectable-rounds.ts'

/** Returns true when a sheet can be recorded. The server adds the judge of a sheet of a panel. */
export const isSheetComplete = (group: RoundGroup, values: ScoreSheetValues): boolean =>
  listSheetValueProblems(group, group.panel ? { ...values, [judgeKey]: judgeKey } : values).length === 0

/** Returns the values of an empty sheet: `false` for yes/no fields, and no value for other fields. */
export const createInitialSheetValues = (group: RoundGroup): ScoreSheetValues =>
  Object.fromEntries(group.fields.filter(({ kind }) => kind === 'yesNo').map(({ key }) => [key, false]))

/**
 * Creates the draft of a sheet. In a round of a panel it begins with the sheet that this judge has sent for
 * the team, which it corrects.
 */
export const createEmptyOrCorrectingSheetDraft = (
  { attempts, feedback }: Pick<JudgeEventData, 'attempts' | 'feedback'>,
  teamId: string,
  { number: round, group }: JudgeRound,
): SheetDraft => {
  const values = createInitialSheetValues(group)
  if (!group.panel) return { teamId, round, values, replaces: null }
  const [own] = listRecordedAttemptsOfTeamInRound(attempts, teamId, round)
  const { [judgeKey]: _, ...ownValues } = own?.values ?? {}
  const text = feedback.find((written) => written.teamId === teamId && written.round === round)?.text ?? ''
  return { teamId, round, values: { ...values, ...ownValues }, replaces: own?.id ?? null, feedback: text }
}

/** Finds the open request to this judge for a second look at the sheet of a team in a round. */
export const findSecondLookRequest = (
  { secondLooks }: Pick<JudgeEventData, 'secondLooks'>,
  { teamId, round }: { teamId: string; round: number },
): JudgeEventData['secondLooks'][number] | undefined =>
  secondLooks.find((look) => look.teamId === teamId && look.round === round)

/**
 * Returns true when a sheet that is being filled in has a value or a running stopwatch.
 * A new sheet from `createInitialSheetValues` has neither.
 */
export const hasValuesOrRunningStopwatch = (draft: SheetDraft | undefined): boolean =>
  [draft, draft?.opponent].some(
    (sheet) =>
      sheet !== undefined &&
      (Object.keys(sheet.stopwatches ?? {}).length > 0 ||
        Object.values(sheet.values).some((value) => value !== false)),
  )

/** Lists the attempts of a team in a round that the server has. */
export const listRecordedAttemptsOfTeamInRound = (
  attempts: readonly RecordedAttempt[],
  teamId: string,
  round: number,
): RecordedAttempt[] => attempts.filter((attempt) => attempt.teamId === teamId && attempt.round === round)

/** Lists the sheets of a team in a round that wait for a second judge or a decision. */
export const listUnreviewedSheetsOfTeamInRound = (
  reviews: readonly SheetReview[],
  teamId: string,
  round: number,
): SheetReview[] =>
  reviews.filter(
    (review) => review.status === 'waiting' && review.teamId === teamId && review.round === round,
  )

/**
 * Whether a team has a result in a round: recorded by the server, waiting for a second judge, undecided
 * (waiting for a head judge or an administrator), only in the queue of this device, or missing.
 */
type RoundState = 'recorded' | 'waiting' | 'undecided' | 'queued' | 'missing'
export type RoundStateLookup = (slot: { teamId: string; round: number }) => RoundState
type KnownResults = Pick<
  JudgeEventData,
  'serverTime' | 'attempts' | 'reviews' | 'ruleSet' | 'completePanels'
> & {
  session: { event: { id: string }; judge: { id: string } }
  draw?: JudgeEventData['draw']
}

/**
 * Returns a function that tells whether a team has a result in a round, or a match has one after a draw.
 * Rejected and discarded sheets, sheets of other events, and those of other judges of a panel are no results,
 * but a panel that is complete needs no sheet of this judge.
 */
export const createRoundStateLookup = (
  { session, serverTime, attempts, reviews, ruleSet, draw, completePanels = [] }: KnownResults,
  queue: readonly QueueEntry[],
): RoundStateLookup => {
  const states = new Map<string, RoundState>()
  const toKey: (slot: { teamId: string; round: number }) => string = ({ teamId, round }) =>
    draw ? String(round) : `${teamId} ${round}`
  for (const run of completePanels) states.set(toKey(run), 'recorded')
  for (const { eventId, judgeId, sheet, state, sentAt = '' } of queue) {
    // the server's data have the sheets that it received before
    const isKnown = state === 'sent' && sentAt <= serverTime
    const isShared =
      judgeId === session.judge.id || getSheetTraitsOfRound(ruleSet, sheet.round).hasSharedSheets
    if (eventId === session.event.id && !sheet.isDiscarded && !isKnown && isShared)
      states.set(toKey(sheet), 'queued')
  }
  for (const attempt of attempts) states.set(toKey(attempt), 'recorded')
  for (const review of reviews)
    if (review.status === 'waiting' && (review.needsDecision || states.get(toKey(review)) !== 'recorded'))
      states.set(toKey(review), review.needsDecision ? 'undecided' : 'waiting')
  return (slot) => states.get(toKey(slot)) ?? 'missing'
}

/** A slot as the app of a judge has it. */
type JudgeSlot = JudgeEventData['slots'][number]

/**
 * Finds what a judge has next: the first slot that is next in the schedule, and when nothing is expected any
 * more, the first one without a result. Undefined when judging is closed.
 */
export const findNextOwnSlot = <S extends Omit<PlayableSlot, 'isPlayed'>>(
  { isClosed }: Pick<JudgeEventData, 'isClosed'>,
  slots: readonly S[],
  isPlayed: (slot: S) => boolean,
  now: number,
): S | undefined => {
  if (isClosed) return undefined
  const known = slots.map((slot) => ({ ...slot, isPlayed: isPlayed(slot) }))
  return (
    listNextSlots(known, { now, areResultsFinal: false, isJudge: true })[0] ??
    known.find((slot) => !slot.isPlayed)
  )
}

/** Returns the function that formats when a slot of the event begins, with its day in an event of several. */
export const createSlotTimeFormatter = (
  { hasSeveralDays, slots, timeZone }: Pick<JudgeEventData, 'hasSeveralDays' | 'slots' | 'timeZone'>,
  lang: Language,
): ((startsAt: string) => string) => {
  // data of before an update tell only about the tables of this judge
  const needsDay = hasSeveralDays ?? areSlotsOnSeveralDays(slots, timeZone)
  return (startsAt) => formatSlotTime(startsAt, lang, timeZone, needsDay)
}

/**
 * Lists the slots at the tables and on the days of the signed-in judge, in the order of the schedule. Slots
 * of unknown teams and rounds are left out.
 */
export const listOwnSlots = (
  { session, slots, teams, timeZone }: JudgeEventData,
  rounds: readonly JudgeRound[],
): JudgeSlot[] => {
  const teamIds = new Set(teams.map(({ id }) => id))
  return slots.filter(
    (slot) =>
      teamIds.has(slot.teamId) &&
      rounds.some(({ number }) => number === slot.round) &&
      isSlotOfJudge(session.judge, slot, timeZone),
  )
}

/**
 * Tells whether a sheet of this judge would wait for a head judge or an administrator, by what this device
 * knows: it would be a further attempt that nobody allowed, or replace the result of another judge.
 */
export const wouldSheetNeedDecision = (
  {
    session,
    attempts,
    additionalAttempts,
    ruleSet,
  }: Pick<JudgeEventData, 'session' | 'attempts' | 'additionalAttempts' | 'ruleSet'>,
  { teamId, round, replaces }: Pick<SheetDraft, 'teamId' | 'round' | 'replaces'>,
): boolean => {
  const known = listRecordedAttemptsOfTeamInRound(attempts, teamId, round)
  if (session.judge.isHead || known.length === 0) return false
  // a judge of a panel knows the own attempt only, and corrects it
  if (!getSheetTraitsOfRound(ruleSet, round).hasSharedSheets) return false
  if (replaces !== null) return known.find(({ id }) => id === replaces)?.judgeId !== session.judge.id
  return !additionalAttempts.some((allowed) => allowed.teamId === teamId && allowed.round === round)
}

/**
 * Lists the rounds whose results the list of teams shows: those of the rule set, without one those up to the
 * last round with a slot or a result.
 */
export const listRoundsShownInTeamList = (
  {
    ruleSet,
    slots,
    otherSlots,
    attempts,
  }: Pick<JudgeEventData, 'ruleSet' | 'slots' | 'otherSlots' | 'attempts'>,
  rounds: readonly JudgeRound[],
): readonly JudgeRound[] => {
  if (ruleSet) return rounds
  const last = [...slots, ...otherSlots, ...attempts].reduce(
    (highest, { round }) => Math.max(highest, round),
    1,
  )
  return rounds.filter(({ number }) => number <= last)
}

/** Groups teams into those that have a slot of the judge, in the order of the schedule, and the others. */
export const splitTeamsByOwnSlots = <T extends { id: string }>(
  teams: readonly T[],
  ownSlots: readonly ScheduleSlot[],
): { own: T[]; others: T[] } => {
  const ownIds = new Set(ownSlots.map(({ teamId }) => teamId))
  const byId = new Map(teams.map((team) => [team.id, team]))
  return {
    own: [...ownIds].flatMap((id) => byId.get(id) ?? []),
    others: teams.filter(({ id }) => !ownIds.has(id)),
  }
}

/** Why the server rejects a sheet of a judge: the table or day of another judge, or judging is closed. */
export type SheetRefusal = AssignmentProblem | { kind: 'closed' }

/** Finds why the server would reject a sheet, by what this device knows. */
export const predictSheetRefusal = (
  { session, isClosed, slots, otherSlots, timeZone }: JudgeEventData,
  sheet: {
    teamId: string
    round: number
    judgedAt: string
    opponent?: { teamId: string } | null | undefined
  },
): SheetRefusal | undefined =>
  isClosed
    ? { kind: 'closed' }
    : findSheetTableOrDayProblem(session.judge, [...slots, ...otherSlots], sheet, timeZone)
