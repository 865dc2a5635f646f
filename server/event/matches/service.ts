import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { v7 as randomUUIDv7 } from 'uuid'
import type {
  AdminMatches,
  DrawMatchesRequest,
  MatchPreview,
  PreviewMatchRequest,
  PreviewScoreChangeRequest,
  SaveMatchRequest,
  SetWithdrawalRequest,
} from '#contract/event/matches/match.schema.ts'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import { drawGroupsOrSeedsAndLots, type EventDraw } from '#contract/event/scoring/match-draw.ts'
import { countMatches } from '#contract/event/scoring/match-list.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { hasMatchRules, type MatchAttempt, type MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { listImportRecordIds } from '#server/platform/imports/service.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  buildDrawAfterWithdrawalChange,
  listEventTeamsIncludingWithdrawn,
  withdrawOrReinstateTeamAndSlots,
} from '../schedule/service.ts'
import {
  fillRequiredFieldsWithMinimum,
  findMatchSidesProblem,
  saveDrawAndTotalsWithScoreLog,
  validateAndBuildMatchWrite,
} from '../scores/scoring/match-writes.ts'
import {
  buildChangesBetweenTournamentStates,
  getRankingEvent,
  listAttemptsOfEntries,
  listDrawnEntriesOfEvent,
  listMatchProblemsWithTeamIds,
  listNewestRestorableScoresOfEvent,
  readEventRules,
  readScoreLogHeadOrEmpty,
  scoreAttemptOrListProblems,
} from '../scores/service.ts'
import type { ScoredEvent } from '../scores/write/score-write.ts'
import { runScoreTransactionWithFreeze, writeScores } from '../scores/write/score-writer.ts'
import {
  buildMatchResultForReply,
  buildTournamentReply,
  readGroupsAndMatchesWithTimes,
  type TournamentWithTimes,
} from './tournament.ts'

/** Writes why a side is ahead of the next one. */
type DescribeReason = Parameters<typeof buildTournamentReply>[1]

/** Returns the rules of an event that is played in matches. Throws `bad-input` for any other event. */
const getMatchRules = ({ rules }: Pick<ScoredEvent, 'rules'>): MatchRuleSet => {
  if (!rules.ruleSet || !hasMatchRules(rules.ruleSet))
    throw new AppError('bad-input', [{ field: 'eventId', code: 'unknown-value' }])
  return rules.ruleSet
}

/** Lists the sheets that count in each match. Teams of an alliance have the sheet of their side. */
const listNewestSheets = ({ input }: TournamentState): AdminMatches['sheets'] => {
  const sideByEntry = new Map(input.draw.sides.flatMap((ids, side) => ids.map((id) => [id, side] as const)))
  const newest = new Map<string, AdminMatches['sheets'][number]>()
  for (const { entryId, mission: match, values } of input.attempts.toSorted((a, b) => a.at - b.at)) {
    const side = sideByEntry.get(entryId)
    if (side !== undefined) newest.set(`${match} ${side}`, { match, side, values })
  }
  return [...newest.values()]
}

/** Reads the matches of an event with everything that administrators decide about. Throws `not-found`. */
const readAdminMatches = async (
  db: Db,
  eventId: string,
  describeReason: DescribeReason,
): Promise<AdminMatches> => {
  const event = await getRankingEvent(db, eventId)
  const read = await readGroupsAndMatchesWithTimes(db, event, 'current')
  const { state } = read
  // a team that has withdrawn before the draw is not drawn
  const drawnIds = new Set([...read.teamsByEntryId.values()].map(({ id }) => id))
  return {
    tournament: buildTournamentReply(read, describeReason),
    teams: (await listEventTeamsIncludingWithdrawn(db, eventId)).flatMap(
      ({ id, teamNo, name, schoolName, withdrawal }) =>
        withdrawal && !drawnIds.has(id) ? [] : { id, teamNo, name, schoolName },
    ),
    sheets: state ? listNewestSheets(state) : [],
    problems: state ? listMatchProblemsWithTeamIds(state, read.teamsByEntryId) : [],
    canDraw:
      getEventScoringTraits(event.ruleSet).areTeamsDrawn &&
      event.entryCount === 0 &&
      !event.freeze?.isFrozen &&
      !event.areResultsFinal,
    version: String((await readScoreLogHeadOrEmpty(db, eventId)).sequence),
  }
}

/**
 * Throws `bad-input` for a team that the event does not have, that is in two sides, and for a side of another
 * size.
 */
const assertSides = async (
  tx: Db,
  eventId: string,
  sides: readonly (readonly string[])[],
  teamsPerSide: number,
): Promise<void> => {
  const known = new Set((await listEventTeamsIncludingWithdrawn(tx, eventId)).map(({ id }) => id))
  const seen = new Set<string>()
  for (const [at, teamIds] of sides.entries()) {
    if (teamIds.length < teamsPerSide)
      throw new AppError('bad-input', [
        { field: `sides.${at}`, code: 'too-few', values: { limit: teamsPerSide } },
      ])
    if (teamIds.length > teamsPerSide)
      throw new AppError('bad-input', [
        { field: `sides.${at}`, code: 'too-many', values: { limit: teamsPerSide } },
      ])
    for (const [nth, id] of teamIds.entries()) {
      if (!known.has(id))
        throw new AppError('bad-input', [{ field: `sides.${at}.${nth}`, code: 'not-found' }])
      if (seen.has(id)) throw new AppError('bad-input', [{ field: `sides.${at}.${nth}`, code: 'twice' }])
      seen.add(id)
    }
  }
}

/** Throws `bad-input` unless the numbers are those from 0 below `count`, each once. */
const assertAllNumbers = (field: string, numbers: readonly number[], count: number): void => {
  if (
    !isDeepStrictEqual(
      [...numbers].sort((a, b) => a - b),
      Array.from({ length: count }, (_, at) => at),
    )
  )
    throw new AppError('bad-input', [{ field, code: 'unknown-value' }])
}

/**
 * Draws the sides, or takes the groups and lots that were drawn by hand. The sides are in the order in which
 * they were sent, if their groups were.
 */
const buildDraw = (
  rules: MatchRuleSet['matches'],
  sides: readonly (readonly string[])[],
  request: DrawMatchesRequest,
): EventDraw => {
  const { groups, lots, randomSeed = randomBytes(16).toString('hex') } = request
  const groupCount = rules.groups?.count ?? 0
  const drawn = drawGroupsOrSeedsAndLots(
    groups ? { ...rules, ...(rules.groups ? { groups: { ...rules.groups, draw: 'seed' } } : {}) } : rules,
    sides,
    randomSeed,
  )
  if (groups) {
    if (groups.length !== groupCount)
      throw new AppError('bad-input', [{ field: 'groups', code: 'unknown-value' }])
    assertAllNumbers('groups', groups.flat(), sides.length)
  }
  if (lots) assertAllNumbers('lots', lots, sides.length)
  if (sides.length < groupCount)
    throw new AppError('bad-input', [{ field: 'sides', code: 'too-few', values: { limit: groupCount } }])
  return { ...drawn, ...(groups ? { groups } : {}), ...(lots ? { lots } : {}), withdrawn: [] }
}

/** Compares a tournament before and after a change. `match` is the number of a changed match. */
const buildPreview = (
  read: TournamentWithTimes,
  before: TournamentState,
  after: TournamentState,
  match?: number,
): MatchPreview => {
  const result = after.pairings
    .flatMap(({ matches }) => matches)
    .find(({ number }) => number === match)?.result
  return {
    result: result ? buildMatchResultForReply(after.input.ruleSet, result) : null,
    ...buildChangesBetweenTournamentStates(before, after, read.teamsByEntryId),
  }
}

/** Lists the attempts of a tournament after a change of scores that is not saved. Throws `not-found`. */
const listAttemptsAfterChange = async (
  db: Db,
  eventId: string,
  { input }: TournamentState,
  { entryId, teamId, attemptId, attempt, undoneImportId, restoredId }: PreviewScoreChangeRequest,
): Promise<MatchAttempt[]> => {
  const drawn = await listDrawnEntriesOfEvent(db, eventId)
  const findEntryOfTeam = (id: string | null | undefined) =>
    drawn.find((entry) => id !== null && entry.teamId === id)?.entryId
  const stored = await listAttemptsOfEntries(db, input.draw.sides.flat())
  const before = stored.find(({ id }) => id === attemptId)
  const undone = new Set(undoneImportId === undefined ? [] : await listImportRecordIds(db, undoneImportId))
  const removal = (restoredId === undefined ? [] : await listNewestRestorableScoresOfEvent(db, eventId)).find(
    ({ id }) => id === restoredId,
  )?.record
  const isDeleted = (each: { id: string; entryId: string }) =>
    undone.has(each.id) ||
    each.id === attemptId ||
    (each.entryId === entryId && attemptId === undefined && attempt === undefined)
  const kept = stored.filter((each) => !isDeleted(each))
  const changedEntryId = entryId ?? findEntryOfTeam(teamId)
  const restoredEntryId = findEntryOfTeam(removal?.entry.teamId)
  const newest = Math.max(Date.now(), ...stored.map(({ at }) => at.getTime() + 1))
  const added: MatchAttempt[] = [
    ...(attempt && changedEntryId
      ? [{ ...attempt, entryId: changedEntryId, at: before?.at.getTime() ?? newest }]
      : []),
    ...(restoredEntryId === undefined ? [] : (removal?.attempts ?? [])).flatMap(({ mission, values, at }) =>
      restoredEntryId ? { entryId: restoredEntryId, mission, values: values ?? {}, at: Date.parse(at) } : [],
    ),
  ]
  if (kept.length === stored.length && added.length === 0) throw new AppError('not-found')
  return [
    ...kept.map(({ values, at, ...each }) => ({ ...each, values: values ?? {}, at: at.getTime() })),
    ...added,
  ]
}

/** Returns a withdrawal as a change of the draw. Throws `bad-input` for a team that is not drawn. */
const changeWithdrawn = async (
  db: Db,
  eventId: string,
  draw: EventDraw | null,
  request: SetWithdrawalRequest,
): Promise<EventDraw> => {
  const changed = await buildDrawAfterWithdrawalChange(db, eventId, draw, request)
  if (!changed) throw new AppError('bad-input', [{ field: 'teamId', code: 'not-drawn' }])
  return changed
}

/**
 * Creates the service with which administrators run an event that is played in matches. All functions throw
 * `not-found` for an unknown event.
 */
export const createMatchService = ({ database, invalidator }: Core) => {
  const { db } = database
  const readState = async (eventId: string) => {
    const event = await getRankingEvent(db, eventId)
    const read = await readGroupsAndMatchesWithTimes(db, event, 'current')
    const { state } = read
    if (!state) throw new AppError('bad-input', [{ field: 'eventId', code: 'not-drawn' }])
    return { read, state, rules: await readEventRules(db, event) }
  }

  return {
    get: (eventId: string, describeReason: DescribeReason): Promise<AdminMatches> =>
      readAdminMatches(db, eventId, describeReason),

    /**
     * Draws the matches. It replaces an earlier draw until the event has a result. Throws `bad-input`, also
     * with results, `draw-frozen` and `results-final`.
     */
    draw: (eventId: string, request: DrawMatchesRequest, actor: Actor): Promise<void> =>
      runScoreTransactionWithFreeze({ database, invalidator }, eventId, async (tx, event) => {
        const { matches } = getMatchRules(event)
        await assertSides(tx, eventId, request.sides, matches.teamsPerSide)
        if ((await getRankingEvent(tx, eventId)).entryCount > 0)
          throw new AppError('bad-input', [{ field: 'sides', code: 'has-results' }])
        const entryIds = new Map(request.sides.flat().map((teamId) => [teamId, randomUUIDv7() as string]))
        // the score log names entries, and with them the seed repeats the draw
        const sides = request.sides.map((teamIds) => teamIds.map((id) => entryIds.get(id) as string))
        const left = (await listEventTeamsIncludingWithdrawn(tx, eventId)).filter(
          ({ withdrawal }) => withdrawal,
        )
        const withdrawn = left.flatMap(({ id }) => entryIds.get(id) ?? [])
        const draw = { ...buildDraw(matches, sides, request), withdrawn }
        const count = countMatches(matches, draw)
        const limit = matchDrawLimits.matches
        if (count > limit)
          throw new AppError('bad-input', [
            { field: 'sides', code: 'too-many-matches', values: { matches: count, limit } },
          ])
        const entries = [...entryIds].map(([teamId, entryId]) => ({ teamId, entryId }))
        await saveDrawAndTotalsWithScoreLog(tx, event, draw, entries, actor)
        const after = { sides: draw.sides.length, groups: draw.groups.length, randomSeed: draw.randomSeed }
        await writeAudit(tx, { actor, action: 'draw-matches', entity: 'event', entityId: eventId, after })
      }),

    /**
     * Withdraws a team after the draw, or takes it back, as `withdrawOrReinstateTeamAndSlots` does. Throws `bad-input` also for a
     * team that is not drawn.
     */
    setWithdrawal: async (eventId: string, request: SetWithdrawalRequest, actor: Actor): Promise<void> => {
      await runScoreTransactionWithFreeze({ database, invalidator }, eventId, async (tx, event) => {
        getMatchRules(event)
        await changeWithdrawn(tx, eventId, event.rules.draw, request)
        await withdrawOrReinstateTeamAndSlots(tx, event, request, actor)
      })
    },

    /** Computes what a withdrawal would change. */
    previewWithdrawal: async (eventId: string, request: SetWithdrawalRequest): Promise<MatchPreview> => {
      const { read, state, rules } = await readState(eventId)
      const draw = await changeWithdrawn(db, eventId, rules.draw, request)
      return buildPreview(
        read,
        state,
        computeTournamentState({ ...state.input, withdrawn: new Set(draw.withdrawn) }),
      )
    },

    /**
     * Computes how the matches would change if a change of scores or the undo of an import were saved.
     * Throws `not-found` when no attempt would be added, changed or deleted.
     */
    previewScoreChange: async (eventId: string, change: PreviewScoreChangeRequest): Promise<MatchPreview> => {
      const { read, state } = await readState(eventId)
      const attempts = await listAttemptsAfterChange(db, eventId, state, change)
      return buildPreview(read, state, computeTournamentState({ ...state.input, attempts }))
    },

    /**
     * Computes what a result of a match would change. Throws `bad-input` for a match and sides that do not
     * fit the draw, and for values that do not fit the rules, with fields `sides.<0 or 1>.values.<key>`.
     */
    previewMatch: async (
      eventId: string,
      match: number,
      { sides }: PreviewMatchRequest,
    ): Promise<MatchPreview> => {
      const { read, state, rules } = await readState(eventId)
      const { ruleSet, draw } = state.input
      const misfit = findMatchSidesProblem(ruleSet, draw, match, [sides[0].side, sides[1].side])
      if (misfit) throw new AppError('bad-input', [misfit])
      const filled = sides.map(({ side, values }, nth) => ({
        side,
        values:
          sides[nth === 0 ? 1 : 0].values.disqualified === true && values.disqualified !== true
            ? fillRequiredFieldsWithMinimum(ruleSet, values)
            : values,
      }))
      const problems = filled.flatMap(({ values }, nth) => {
        const computed = scoreAttemptOrListProblems(rules, { mission: match, score: 0, timeMs: 0, values })
        return 'problems' in computed
          ? computed.problems.map((problem) => ({ ...problem, field: `sides.${nth}.${problem.field}` }))
          : []
      })
      if (problems.length > 0) throw new AppError('bad-input', problems)
      const at = Math.max(Date.now(), ...state.input.attempts.map((attempt) => attempt.at + 1))
      const attempts = filled.flatMap(({ side, values }) =>
        (draw.sides[side] ?? []).map((entryId) => ({ entryId, mission: match, values, at })),
      )
      return buildPreview(
        read,
        state,
        computeTournamentState({ ...state.input, attempts: [...state.input.attempts, ...attempts] }),
        match,
      )
    },

    /**
     * Records a match: the attempts of the teams of both sides in one transaction. Throws `stale-version`,
     * `results-final` and `bad-input`: for a match and sides that do not fit the draw, for a draw in a
     * knock-out, for values that do not fit the rules, and when a result of a judge changes without a reason.
     */
    saveMatch: (
      eventId: string,
      match: number,
      { sides, version, reason }: SaveMatchRequest,
      actor: Actor,
    ): Promise<void> =>
      runScoreTransactionWithFreeze({ database, invalidator }, eventId, async (tx, event) => {
        getMatchRules(event)
        if (String((await readScoreLogHeadOrEmpty(tx, eventId)).sequence) !== version)
          throw new AppError('stale-version')
        await writeScores(tx, event, await validateAndBuildMatchWrite(tx, event, match, sides, { reason }), {
          source: 'admin',
          actor,
        })
      }),
  }
}
