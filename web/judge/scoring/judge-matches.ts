import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeEventData, JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import {
  computeTournamentState,
  type PairedSide,
  type PairingState,
  type TournamentState,
} from '#contract/event/scoring/match-pairings.ts'
import { findKnockOutAndRankChanges, type TournamentChanges } from '#contract/event/scoring/match-problems.ts'
import {
  computeMatchResult,
  type MatchAttempt,
  type MatchResult,
  type MatchRuleSet,
  mapNewestSheetsByMatchAndSide,
} from '#contract/event/scoring/match-result.ts'
import type { RoundGroup, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { createInitialSheetValues, isSheetComplete } from '#web/judge/judge-rounds.ts'
import type { QueueEntry, SheetDraft } from '#web/judge/judge-store.ts'

/** The data of an event that is played in matches, after the draw. */
export type MatchEventData = JudgeEventData & {
  ruleSet: MatchRuleSet
  draw: NonNullable<JudgeEventData['draw']>
}
export const isMatchEventAfterDraw = (data: JudgeEventData): data is MatchEventData =>
  data.ruleSet?.matches !== undefined && data.draw !== null

/** The sheets of both sides of a match, or those of them that are filled in. */
export type MatchSheets = Pick<JudgeSheet, 'teamId' | 'round' | 'values'> & {
  opponent?: { teamId: string; values: ScoreSheetValues } | null | undefined
}

/** Finds the side of a team; undefined for a team that is in no side. */
export const findSideOfTeam = ({ draw }: MatchEventData, teamId: string): number | undefined => {
  const side = draw.sides.findIndex((teamIds) => teamIds.includes(teamId))
  return side < 0 ? undefined : side
}

/** Returns the attempts that sheets of a match make: each team of a side has the sheet of its side. */
const toMatchAttempts = (
  data: MatchEventData,
  { round, opponent, ...first }: MatchSheets,
  at: number,
): MatchAttempt[] =>
  [first, opponent].flatMap((sheet) => {
    const side = sheet ? findSideOfTeam(data, sheet.teamId) : undefined
    return (data.draw.sides[side ?? -1] ?? []).map((entryId) => ({
      entryId,
      mission: round,
      values: sheet?.values ?? {},
      at,
    }))
  })

/**
 * Lists the attempts that this device knows: the recorded ones, in their order, and the sheets that are not
 * sent. A sheet replaces what is known of its match.
 */
const listMatchAttempts = (data: MatchEventData, sheets: readonly MatchSheets[]): MatchAttempt[] => {
  const recorded = data.attempts.map(({ teamId, round, values }, at) => ({
    entryId: teamId,
    mission: round,
    values: values ?? {},
    at,
  }))
  return sheets.reduce<MatchAttempt[]>((attempts, sheet, nth) => {
    const added = toMatchAttempts(data, sheet, recorded.length + nth)
    const isReplaced = ({ entryId, mission }: MatchAttempt) =>
      added.some((each) => each.entryId === entryId && each.mission === mission)
    return [...attempts.filter((attempt) => !isReplaced(attempt)), ...added]
  }, recorded)
}

/** Computes the tournament from what this device knows, with one more sheet if there is one. */
export const computeKnownTournament = (
  data: MatchEventData,
  queue: readonly QueueEntry[],
  sheet?: MatchSheets,
): TournamentState => {
  const unsent = queue.filter(
    (entry) =>
      entry.state === 'waiting' &&
      entry.eventId === data.session.event.id &&
      entry.sheet.opponent &&
      !entry.sheet.isDiscarded,
  )
  const attempts = listMatchAttempts(data, [...unsent.map((entry) => entry.sheet), ...(sheet ? [sheet] : [])])
  return computeTournamentState({
    ruleSet: data.ruleSet,
    draw: data.draw,
    attempts,
    withdrawn: new Set(data.draw.withdrawn),
  })
}

type MatchSides = readonly [PairedSide, PairedSide]

/** A match that a judge can choose. A side that is not known yet is undefined. */
export type JudgeMatch = {
  number: number
  part: PairingState['part']
  sources: PairingState['sources']
  sides: MatchSides
  result: MatchResult | undefined
  /** Its table and time in the schedule; a match at tables of others has no time. */
  place: { table: string; startsAt?: string } | undefined
}

/**
 * Returns the sides of a match with those that follow from the schedule in place of those that are not known
 * yet.
 */
const addScheduledSides = ([first, second]: MatchSides, scheduled: readonly number[]): MatchSides => {
  const others = scheduled.filter((side) => side !== first && side !== second)
  const missing = [first, second].filter((side) => side === undefined).length
  if (missing === 0 || others.length !== missing) return [first, second]
  return [first ?? others[0], second ?? others.at(-1)]
}

/**
 * Lists the matches in the order in which they can be played. Those that are not needed, because their
 * pairing is decided, are left out.
 */
export const listPlayedAndNeededMatches = (
  data: MatchEventData,
  { pairings }: TournamentState,
): JudgeMatch[] => {
  const slots: { teamId: string; round: number; table: string; startsAt?: string }[] = [
    ...data.slots,
    ...data.otherSlots,
  ]
  const slotsByMatch = Map.groupBy(slots, ({ round }) => round)
  return pairings.flatMap(({ part, sources, sides, matches }) =>
    matches.flatMap(({ number, result, isNeeded }): JudgeMatch[] => {
      if (!result && (!isNeeded || sides.includes(null))) return []
      const ofMatch = slotsByMatch.get(number) ?? []
      const scheduled = new Set(ofMatch.flatMap(({ teamId }) => findSideOfTeam(data, teamId) ?? []))
      const known = addScheduledSides(sides, [...scheduled])
      return [{ number, part, sources, sides: known, result, place: ofMatch[0] }]
    }),
  )
}

/** Lists the attempts of a match that the server has. */
export const listServerAttemptsOfMatch = (
  { attempts }: Pick<JudgeEventData, 'attempts'>,
  match: number,
): RecordedAttempt[] => attempts.filter(({ round }) => round === match)

/**
 * Creates the draft of a match. A match that has a result begins with its values, which the sheet corrects.
 */
export const toPrefilledMatchDraft = (
  data: MatchEventData,
  { input }: TournamentState,
  { number, sides }: Pick<JudgeMatch, 'number' | 'sides'>,
): SheetDraft => {
  const [group] = data.ruleSet.groups
  const toSheet = (side: PairedSide) => {
    const teamId = data.draw.sides[side ?? -1]?.[0] ?? ''
    const known = input.attempts.findLast(({ entryId, mission }) => entryId === teamId && mission === number)
    return { teamId, values: { ...(group ? createInitialSheetValues(group) : {}), ...known?.values } }
  }
  return { ...toSheet(sides[0]), round: number, replaces: null, opponent: toSheet(sides[1]) }
}

/**
 * Adds the sides that are known by now to the draft of a match that was opened before they were. A side that
 * the judge has chosen stays.
 */
export const addKnownSidesToDraft = (
  data: MatchEventData,
  sides: readonly PairedSide[],
  draft: SheetDraft,
): SheetDraft => {
  const opponent = draft.opponent ?? { teamId: '', values: {} }
  const known = sides.map((side) => data.draw.sides[side ?? -1]?.[0] ?? '')
  const findMissing = ([own = '', next = '']: readonly string[], otherId: string) =>
    own !== '' && own === otherId ? next : own
  const teamId = draft.teamId || findMissing(known, opponent.teamId)
  const otherId = opponent.teamId || findMissing(known.toReversed(), teamId)
  return { ...draft, teamId, opponent: { ...opponent, teamId: otherId } }
}

const isKnockOutMatch = ({ ruleSet, draw }: MatchEventData, match: number): boolean =>
  listPairings(ruleSet.matches, draw).some(
    ({ part, numbers }) => part.of === 'knockOut' && numbers.includes(match),
  )

const isAbsent = (values: ScoreSheetValues) => values[disqualifiedKey] === true

/**
 * Tells whether the sheets of a match are filled in. Where a side did not come, the sheet of the other one
 * may be empty.
 */
export const areMatchSheetsComplete = (
  group: RoundGroup,
  { values, opponent }: Pick<SheetDraft, 'values' | 'opponent'>,
): boolean => {
  const both = [values, opponent?.values ?? {}]
  return both.some(isAbsent) || both.every((each) => isSheetComplete(group, each))
}

/** Computes the result of the sheets of a match; undefined for teams that are not on two sides. */
export const computeMatchSheetsResult = (
  data: MatchEventData,
  sheets: MatchSheets,
): MatchResult | undefined => {
  const bySide = mapNewestSheetsByMatchAndSide(data.ruleSet, data.draw, toMatchAttempts(data, sheets, 0)).get(
    sheets.round,
  )
  const [one, other] = [sheets.teamId, sheets.opponent?.teamId ?? ''].map((teamId) =>
    bySide?.get(findSideOfTeam(data, teamId) ?? -1),
  )
  const isKnockOut = isKnockOutMatch(data, sheets.round)
  return one && other && one !== other
    ? computeMatchResult(data.ruleSet.matches, [one, other], isKnockOut)
    : undefined
}

/** Tells whether a match of a knock-out is drawn by its result, so that it needs a winner. */
export const isKnockOutWinnerMissing = (
  data: MatchEventData,
  match: number,
  result: MatchResult | undefined,
): boolean =>
  result !== undefined && result.winner === null && !result.haveBothLost && isKnockOutMatch(data, match)

/**
 * What a sheet of a match changes: matches of knock-outs with other sides than before, and whether its own
 * sides follow from the results.
 */
type MatchChanges = { matches: TournamentChanges['matches']; ownSides: 'expected' | 'open' | 'other' }

/** Finds what the sheets of a match would change, from the results that this device has. */
export const predictMatchSheetChanges = (
  data: MatchEventData,
  queue: readonly QueueEntry[],
  sheets: MatchSheets,
): MatchChanges => {
  const before = computeKnownTournament(data, queue)
  const { matches } = findKnockOutAndRankChanges(before, computeKnownTournament(data, queue, sheets))
  const expected: readonly PairedSide[] =
    before.pairings.find(({ numbers }) => numbers.includes(sheets.round))?.expected ?? []
  const sides = [sheets.teamId, sheets.opponent?.teamId ?? ''].map((teamId) => findSideOfTeam(data, teamId))
  const areExpected = sides.every((side) => expected.includes(side))
  return {
    // a match that follows from this one for the first time changes nothing
    matches: matches.filter(
      ({ isPlayed, before: [one, other] }) => isPlayed || (one !== undefined && other !== undefined),
    ),
    ownSides: areExpected ? 'expected' : expected.includes(undefined) ? 'open' : 'other',
  }
}

/**
 * Tells whether the sides of a match do not follow from the results, or other sides would play one that was
 * played. A head judge decides about it.
 */
export const hasUnexpectedSidesOrPlayedChanges = ({ ownSides, matches }: MatchChanges): boolean =>
  ownSides !== 'expected' || matches.some(({ isPlayed }) => isPlayed)

/**
 * Tells whether a sheet of this judge would wait for a head judge or an administrator: it replaces the result
 * of another judge, or other sides play a match by the results.
 */
export const wouldMatchSheetWaitForHeadJudge = (
  data: MatchEventData,
  match: number,
  changes: MatchChanges,
): boolean => {
  const { judge } = data.session
  const isOwn = ({ judgeId }: RecordedAttempt) => judgeId === judge.id
  return (
    !judge.isHead &&
    (hasUnexpectedSidesOrPlayedChanges(changes) || !listServerAttemptsOfMatch(data, match).every(isOwn))
  )
}
