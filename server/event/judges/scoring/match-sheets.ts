import type { JudgeSheetContent, RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeEventData, JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import {
  computeTournamentState,
  type PairingState,
  type TournamentState,
} from '#contract/event/scoring/match-pairings.ts'
import {
  computeMatchResult,
  getKnockOutTieRequirement,
  hasMatchRules,
  type MatchAttempt,
  type MatchRuleSet,
  mapNewestSheetsByMatchAndSide,
} from '#contract/event/scoring/match-result.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { removeFloatErrorsFromSheetValues } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import {
  fillRequiredFieldsWithMinimum,
  validateAndBuildMatchWrite,
} from '../../scores/scoring/match-writes.ts'
import { mapTeamIdByDrawnEntry, scoreAttemptOrListProblems } from '../../scores/service.ts'
import type { ScoredEvent, WriteOf } from '../../scores/write/score-write.ts'
import { writeScores } from '../../scores/write/score-writer.ts'
import type { SheetOfOtherTeam } from '../queries-sheet-writes.ts'
import { areLastSheetsOfAttemptsFromJudge, pickAttemptsOfSheet } from '../queries-sheets.ts'
import { clampJudgedTimeToNow } from '../sheet-checks.ts'
import { createSharedSheetScoring } from './shared-sheets.ts'
import type { CountingSheet, RecordedSheet, SheetWriteContext } from './sheet-scoring.ts'

type DrawnEvent = Pick<ScoredEvent, 'id' | 'rules' | 'drawnTeams'>
/** A sheet of a match, with a team of each side. */
type MatchSheet = Pick<JudgeSheet, 'teamId' | 'round' | 'values'> & {
  opponent: NonNullable<JudgeSheet['opponent']>
}

const refuse = (field: string, code: FieldProblem['code']): AppError =>
  new AppError('bad-input', [{ field, code }])

/** Returns a sheet with its opponent. Throws `bad-input` without one. */
const getMatchSheet = <T extends Pick<JudgeSheet, 'opponent'>>(
  sheet: T,
): T & Pick<MatchSheet, 'opponent'> => {
  const { opponent } = sheet
  if (!opponent) throw refuse('opponent', 'required')
  return { ...sheet, opponent }
}

/**
 * Returns the draw of an event with the ids of teams in place of those of entries. A deleted team keeps the
 * id of its entry.
 */
const toTeamDraw = (
  { sides, withdrawn, ...draw }: EventDraw,
  drawnTeams: ScoredEvent['drawnTeams'],
): EventDraw => {
  const toTeam = (entryId: string) => drawnTeams?.get(entryId) ?? entryId
  return { ...draw, sides: sides.map((side) => side.map(toTeam)), withdrawn: withdrawn.map(toTeam) }
}

/** Returns the draw of an event for the devices of judges; null without matches and before the draw. */
export const readDrawForJudges = async (
  db: Db,
  { id, rules }: Pick<ScoredEvent, 'id' | 'rules'>,
): Promise<JudgeEventData['draw']> => {
  if (!rules.draw) return null
  const drawnTeams = await mapTeamIdByDrawnEntry(db, { id, ruleSet: rules.ruleSet })
  const { sides, groups, ...draw } = toTeamDraw(rules.draw, drawnTeams)
  return {
    ...draw,
    sides: sides.map((side) => [...side]),
    groups: groups.map((group) => [...group]),
    lots: [...draw.lots],
    withdrawn: [...draw.withdrawn],
  }
}

/** The rules and the draw of an event with matches, with the sides of a sheet. */
type MatchContext = { ruleSet: MatchRuleSet; draw: EventDraw; sides: readonly [number, number] }

/**
 * Checks that a sheet of an event with matches is about a match of the draw and two of its sides, in a group
 * those that meet. Throws `bad-input`, also for an older app, which sends no opponent.
 */
const getMatchContext = (
  { rules: { ruleSet, draw: entryDraw }, drawnTeams }: DrawnEvent,
  { round, teamId, opponent }: MatchSheet,
): MatchContext => {
  if (!ruleSet || !hasMatchRules(ruleSet)) throw refuse('opponent', 'unexpected-field')
  const draw = entryDraw && toTeamDraw(entryDraw, drawnTeams)
  const findSide = (team: string, field: string): number => {
    const side = draw?.sides.findIndex((teamIds) => teamIds.includes(team)) ?? -1
    if (side < 0) throw refuse(field, 'not-drawn')
    return side
  }
  const sides = [findSide(teamId, 'teamId'), findSide(opponent.teamId, 'opponent.teamId')] as const
  if (!draw || sides[0] === sides[1]) throw refuse('opponent.teamId', 'twice')
  const pairing = listPairings(ruleSet.matches, draw).find(({ numbers }) => numbers.includes(round))
  if (!pairing) throw refuse('round', 'unknown-value')
  const fixed =
    pairing.part.of === 'group'
      ? pairing.sources.flatMap((source) => (source.of === 'draw' ? source.side : []))
      : sides
  for (const [at, side] of sides.entries())
    if (!fixed.includes(side)) throw refuse(at === 0 ? 'teamId' : 'opponent.teamId', 'unknown-value')
  return { ruleSet, draw, sides }
}

const isAbsent = (values: ScoreSheetValues) => values[disqualifiedKey] === true

/** Returns the values of both sides; those of a side whose opponent did not come are complete. */
const completeWalkover = (
  ruleSet: MatchRuleSet,
  { values, opponent }: MatchSheet,
): [ScoreSheetValues, ScoreSheetValues] => {
  const [one, other] = [values ?? {}, opponent.values]
  return [
    isAbsent(other) && !isAbsent(one) ? fillRequiredFieldsWithMinimum(ruleSet, one) : one,
    isAbsent(one) && !isAbsent(other) ? fillRequiredFieldsWithMinimum(ruleSet, other) : other,
  ]
}

const toMatchAttempts = (
  { draw, sides }: MatchContext,
  round: number,
  values: readonly ScoreSheetValues[],
  at: number,
): MatchAttempt[] =>
  sides.flatMap((side, nth) =>
    (draw.sides[side] ?? []).map((entryId) => ({ entryId, mission: round, values: values[nth] ?? {}, at })),
  )

/**
 * Returns a sheet of a match with the points and times of both sides. Throws `bad-input` for values that do
 * not fit the rules, and for a match of a knock-out without a winner.
 */
const validateAndScoreMatchSheet = (
  event: DrawnEvent,
  sheet: MatchSheet & Pick<JudgeSheet, 'ruleVersion'>,
): JudgeSheetContent => {
  const context = getMatchContext(event, sheet)
  const { ruleSet, draw, sides } = context
  const { round, opponent } = sheet
  const both = completeWalkover(ruleSet, sheet)
  const [one, other] = both.map((values, at) => {
    const computed = scoreAttemptOrListProblems(event.rules, { mission: round, score: 0, timeMs: 0, values })
    if ('columns' in computed) return { score: computed.columns.score, timeMs: computed.columns.timeMs }
    throw new AppError(
      'bad-input',
      computed.problems.map((problem) =>
        at === 0 ? problem : { ...problem, field: `opponent.${problem.field}` },
      ),
    )
  })
  const sheets = mapNewestSheetsByMatchAndSide(ruleSet, draw, toMatchAttempts(context, round, both, 0)).get(
    round,
  )
  const [first, second] = sides.map((side) => sheets?.get(side))
  const isKnockOut = listPairings(ruleSet.matches, draw).some(
    ({ part, numbers }) => part.of === 'knockOut' && numbers.includes(round),
  )
  const result = first && second && computeMatchResult(ruleSet.matches, [first, second], isKnockOut)
  if (isKnockOut && result?.winner === null && !result.haveBothLost) {
    const { field, code } = getKnockOutTieRequirement(ruleSet)
    throw refuse(`values.${field}`, code)
  }
  return {
    // as they were sent, so that a repeated sheet is the same
    values: removeFloatErrorsFromSheetValues(sheet.values ?? {}),
    score: 0,
    timeMs: 0,
    ...one,
    ruleVersion: event.rules.ruleVersion,
    opponent: {
      teamId: opponent.teamId,
      values: removeFloatErrorsFromSheetValues(opponent.values),
      score: 0,
      timeMs: 0,
      ...other,
    },
  }
}

const computeTeamTournament = (
  { ruleSet, draw }: MatchContext,
  attempts: readonly MatchAttempt[],
): TournamentState => computeTournamentState({ ruleSet, draw, attempts, withdrawn: new Set(draw.withdrawn) })

/** Tells whether a pairing was played by other sides than follow from the results. */
const isContradicted = ({ part, expected, sides, matches }: PairingState): boolean =>
  part.of === 'knockOut' &&
  matches.some(({ result }) => result) &&
  !expected.includes(undefined) &&
  sides.some((side) => !expected.includes(side))

/**
 * Tells whether a sheet of a match is in a conflict about who plays: its sides do not follow from the
 * results, its match is not needed any more, or its result would have other sides play a match that was
 * played. `recorded` are the attempts of all matches.
 */
const hasMatchSideConflict = (
  event: DrawnEvent,
  sheet: MatchSheet,
  recorded: readonly RecordedAttempt[],
): boolean => {
  const context = getMatchContext(event, sheet)
  const attempts = recorded.map(
    ({ teamId, round, values }: RecordedAttempt, at): MatchAttempt => ({
      entryId: teamId,
      mission: round,
      values: values ?? {},
      at,
    }),
  )
  const before = computeTeamTournament(context, attempts)
  const pairing = before.pairings.find(({ numbers }) => numbers.includes(sheet.round))
  if (!pairing || context.sides.some((side) => !pairing.expected.includes(side))) return true
  if (pairing.matches.some(({ number, isNeeded }) => number === sheet.round && !isNeeded)) return true
  const added = toMatchAttempts(
    context,
    sheet.round,
    completeWalkover(context.ruleSet, sheet),
    attempts.length,
  )
  const isReplaced = ({ entryId, mission }: MatchAttempt) =>
    added.some((each) => each.entryId === entryId && each.mission === mission)
  const after = computeTeamTournament(context, [
    ...attempts.filter((attempt) => !isReplaced(attempt)),
    ...added,
  ])
  const contradicted = new Set(before.pairings.filter(isContradicted).flatMap(({ numbers }) => numbers))
  return after.pairings.some(
    (each) => isContradicted(each) && each.numbers.some((number) => !contradicted.has(number)),
  )
}

/** Returns the write that records a sheet of a match for all teams of both sides. */
const buildScoreWrite = async (
  tx: Db,
  event: DrawnEvent,
  sheet: MatchSheet & Pick<JudgeSheet, 'judgedAt'>,
): Promise<WriteOf<'match'>> => {
  const { sides, ruleSet } = getMatchContext(event, sheet)
  const [one, other] = completeWalkover(ruleSet, sheet)
  return validateAndBuildMatchWrite(
    tx,
    event,
    sheet.round,
    [
      { side: sides[0], values: one },
      { side: sides[1], values: other },
    ],
    { at: clampJudgedTimeToNow(sheet) },
  )
}

/** Records a sheet of a match in the scores, for all teams of both sides. */
const writeScoresOfMatchSheet = async (
  tx: Db,
  event: ScoredEvent,
  sheet: CountingSheet,
  context: SheetWriteContext,
): Promise<RecordedSheet> => {
  const write = await buildScoreWrite(tx, event, getMatchSheet(sheet))
  const { attempts = [] } = await writeScores(tx, event, write, { ...context, source: 'judge' })
  const ofTeams = attempts.map((attempt) => ({ ...attempt, teamId: event.drawnTeams?.get(attempt.entryId) }))
  const others = ofTeams.flatMap(({ id, teamId, values, score, timeMs }): SheetOfOtherTeam[] =>
    teamId && teamId !== sheet.teamId
      ? [{ teamId, attemptId: id, sheet: { values, score, timeMs, ruleVersion: sheet.ruleVersion } }]
      : [],
  )
  return { attemptId: ofTeams.find(({ teamId }) => teamId === sheet.teamId)?.id ?? null, others }
}

/** The scoring of matches: a sheet has both sides, and a new one replaces the result of its match. */
export const matchSheetScoring = createSharedSheetScoring({
  isDecisionNeededOrUsePermission: async (tx, event, sheet, judgeId, recorded) =>
    hasMatchSideConflict(event, getMatchSheet(sheet), recorded) ||
    !(await areLastSheetsOfAttemptsFromJudge(
      tx,
      pickAttemptsOfSheet(recorded, sheet).map(({ id }) => id),
      judgeId,
    )),

  // a head judge can know that other sides play, and an imported sheet replaces no result
  assertNoConflict: (event, onConflict, sheet, recorded) => {
    const areOtherSidesAccepted = onConflict === 'ask' && sheet.acceptsOtherSides
    const hasOtherSides =
      !areOtherSidesAccepted && hasMatchSideConflict(event, getMatchSheet(sheet), recorded)
    const attempts = pickAttemptsOfSheet(recorded, sheet)
    if (hasOtherSides || (onConflict === 'refuse' && attempts.length > 0))
      throw new AppError('sheet-conflict', [], { attempts, hasOtherSides })
  },

  score: (event, sheet) => validateAndScoreMatchSheet(event, getMatchSheet(sheet)),
  getCountingContent: (event, sheet) => validateAndScoreMatchSheet(event, getMatchSheet(sheet)),
  record: writeScoresOfMatchSheet,

  confirm: async (tx, event, sheet, recorded, canDecide, context) => {
    const matchSheet = getMatchSheet(sheet)
    if (!canDecide && hasMatchSideConflict(event, matchSheet, recorded))
      throw new AppError('sheet-conflict', [], {
        attempts: pickAttemptsOfSheet(recorded, sheet),
        hasOtherSides: true,
      })
    validateAndScoreMatchSheet(event, matchSheet)
    return writeScoresOfMatchSheet(tx, event, sheet, context)
  },
})
