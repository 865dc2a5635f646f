import { panelLimits } from '#contract/event/judging/judge.ts'
import { isSlotOfJudge, type JudgeAssignment } from '#contract/event/judging/judge-assignment.ts'
import type {
  EventFeedback,
  PanelResult,
  Panels,
  RequestSecondLookRequest,
  SetRecusalRequest,
} from '#contract/event/judging/panel.schema.ts'
import type { EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import { countMissingPanelSheets, listPanelRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import { normalizeAndSplitSearch, normalizeSearchText } from '#contract/platform/search-form.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import {
  isJudgingClosed,
  listEventTeamsIncludingWithdrawn,
  listTeamSlotsOfEvent,
} from '../schedule/service.ts'
import { findNewestRuleSetOfEvent, findPublishedResultsOfEvent, getRankingEvent } from '../scores/service.ts'
import type { ScoredEvent } from '../scores/write/score-write.ts'
import { runScoreTransactionWithFreeze } from '../scores/write/score-writer.ts'
import { lockJudgeOfEvent } from './queries.ts'
import {
  listValidFeedbackOfEvent,
  readValidFeedbackCountAndRelease,
  setFeedbackReleasedIfChanged,
} from './queries-feedback.ts'
import {
  deleteOpenSecondLooksOfJudge,
  insertRecusalIfNew,
  listCurrentRecusalsOfEvent,
  listJudgesOfEventIncludingErased,
  listLastSecondLookOfEachSheet,
  mapSheetJudgeIdsByRun,
  readParticipationAndConflictRecusal,
  revokeRecusalIfExists,
  upsertSecondLookRequest,
} from './queries-panels.ts'
import { listTeamAttemptsOfEventOrRun } from './queries-sheets.ts'
import { assertTeamInEvent } from './sheet-checks.ts'

/**
 * Counts the sheets that the panels of an event fill in, and those that are missing; null without panels.
 * Teams that have withdrawn need none.
 */
export const countPlannedAndMissingPanelSheets = async (
  db: Db,
  eventId: string,
  ruleSet: RuleSet | null,
): Promise<{ planned: number; missing: number } | null> => {
  const rounds = listPanelRounds(ruleSet)
  if (rounds.length === 0) return null
  const judgeIdsByRun = await mapSheetJudgeIdsByRun(
    db,
    eventId,
    rounds.map(({ number }) => number),
  )
  const recusals = Map.groupBy(await listCurrentRecusalsOfEvent(db, eventId), ({ teamId }) => teamId)
  const counts = { planned: 0, missing: 0 }
  for (const { id, withdrawal } of await listEventTeamsIncludingWithdrawn(db, eventId)) {
    if (withdrawal) continue
    const recusedIds = (recusals.get(id) ?? []).map(({ judgeId }) => judgeId)
    for (const { number, panel } of rounds) {
      counts.planned += countMissingPanelSheets(panel, [], recusedIds)
      counts.missing += countMissingPanelSheets(panel, judgeIdsByRun.get(`${id} ${number}`) ?? [], recusedIds)
    }
  }
  return counts
}

/**
 * Lists the teams whose panels can not be filled in without a judge who leaves: fewer judges can still send a
 * sheet than are missing. Judges can where they have none yet, at their tables and on their days. A panel that
 * the judge who leaves could not fill in is not among them, and a head judge fills in none.
 */
export const listTeamIdsWithoutEnoughOtherJudges = async (
  db: Db,
  { id: eventId, rules: { ruleSet } }: Pick<ScoredEvent, 'id' | 'rules'>,
  judgeId: string,
  timeZone: string,
): Promise<string[]> => {
  const rounds = listPanelRounds(ruleSet)
  if (rounds.length === 0) return []
  const numbers = rounds.map(({ number }) => number)
  const judgeIdsByRun = await mapSheetJudgeIdsByRun(db, eventId, numbers)
  const recusals = Map.groupBy(await listCurrentRecusalsOfEvent(db, eventId), ({ teamId }) => teamId)
  const slots = await listTeamSlotsOfEvent(db, eventId)
  const slotByRun = new Map(slots.map((slot) => [`${slot.teamId} ${slot.round}`, slot]))
  const judges = await listJudgesOfEventIncludingErased(db, eventId)
  const leaving = judges.find(({ id }) => id === judgeId)
  if (!leaving || leaving.isHead) return []
  const isAssigned = (judge: JudgeAssignment, run: string) => {
    const slot = slotByRun.get(run)
    return slot ? isSlotOfJudge(judge, slot, timeZone) : judge.tables.length === 0 || slots.length === 0
  }
  const others = judges.filter(
    ({ id, name, isHead, revokedAt }) => id !== judgeId && name !== '' && !isHead && revokedAt === null,
  )
  return (await listEventTeamsIncludingWithdrawn(db, eventId)).flatMap(({ id: teamId, withdrawal }) => {
    const recusedIds = (recusals.get(teamId) ?? []).map((recusal) => recusal.judgeId)
    if (withdrawal || recusedIds.includes(judgeId)) return []
    const isShort = rounds.some(({ number, panel }) => {
      const run = `${teamId} ${number}`
      const present = judgeIdsByRun.get(run) ?? []
      if (present.includes(judgeId) || !isAssigned(leaving, run)) return false
      const able = others.filter(
        (judge) => !present.includes(judge.id) && !recusedIds.includes(judge.id) && isAssigned(judge, run),
      )
      return countMissingPanelSheets(panel, present, recusedIds) > able.length
    })
    return isShort ? teamId : []
  })
}

/**
 * Reads the sheets of the panels of an event by team and judge; an event without panels has no judges and teams
 * here. Throws `not-found`.
 */
const readPanels = async (db: Db, eventId: string): Promise<Panels> => {
  await getRankingEvent(db, eventId)
  const rounds = listPanelRounds((await findNewestRuleSetOfEvent(db, eventId))?.ruleSet ?? null)
  const recusals = await listCurrentRecusalsOfEvent(db, eventId)
  const attempts = (await listTeamAttemptsOfEventOrRun(db, eventId)).filter(({ round }) =>
    rounds.some(({ number }) => number === round),
  )
  const byRound = Map.groupBy(attempts, ({ teamId, round }) => `${teamId} ${round}`)
  const toResult = (
    { id: teamId, withdrawal }: EventTeam,
    { number: round, panel }: (typeof rounds)[number],
  ): PanelResult => {
    const sheets = (byRound.get(`${teamId} ${round}`) ?? []).map(({ id, values, score, timeMs }) => ({
      judgeId: String(values?.[judgeKey] ?? ''),
      attemptId: id,
      score,
      timeMs,
    }))
    const scores = sheets.map(({ score }) => score)
    const recusedIds = recusals.filter((recusal) => recusal.teamId === teamId).map(({ judgeId }) => judgeId)
    return {
      round,
      sheets,
      missingCount: withdrawal
        ? 0
        : countMissingPanelSheets(
            panel,
            sheets.map(({ judgeId }) => judgeId),
            recusedIds,
          ),
      spread:
        scores.length < 2 ? null : Math.round((Math.max(...scores) - Math.min(...scores)) * 1000) / 1000,
    }
  }
  const withSheets = new Set(attempts.map(({ values }) => values?.[judgeKey]))
  return {
    rounds: rounds.map(({ number, round, panel }) => ({ number, label: round.label, judges: panel.judges })),
    judges: (rounds.length === 0 ? [] : await listJudgesOfEventIncludingErased(db, eventId))
      .filter(
        ({ id, name, isHead, revokedAt, leftAt }) =>
          withSheets.has(id) || (name !== '' && !isHead && (revokedAt === null || leftAt !== null)),
      )
      .map(({ id, name, leftAt }) => ({ id, name, ...(leftAt ? { hasLeft: true } : {}) })),
    teams: (rounds.length === 0 ? [] : await listEventTeamsIncludingWithdrawn(db, eventId)).map((team) => ({
      id: team.id,
      teamNo: team.teamNo,
      name: team.name,
      results: rounds.map((round) => toResult(team, round)),
    })),
    recusals,
    secondLooks: await listLastSecondLookOfEachSheet(db, eventId),
    feedback: await readValidFeedbackCountAndRelease(db, eventId),
  }
}

/** Locks and returns a judge. Throws `bad-input` for one whom the event does not have. */
const lockJudgeOfEventOrThrow = async (tx: Db, eventId: string, judgeId: string) => {
  const judge = await lockJudgeOfEvent(tx, eventId, judgeId)
  if (!judge) throw new AppError('bad-input', [{ field: 'judgeId', code: 'not-found' }])
  return judge
}

type PanelPageQuery = {
  page: number | undefined
  search: string | undefined
  isMissing: boolean | undefined
}

/**
 * Creates the service with which head judges and administrators follow panels. No function changes a sheet.
 * All throw `not-found` for an unknown event.
 */
export const createPanelService = ({ database, invalidator }: Core) => ({
  get: (eventId: string): Promise<Panels> => readPanels(database.db, eventId),

  /**
   * Returns one page of the teams that match, or without `page` all of them, and counts those that match.
   * `isMissing` leaves out teams whose panels are complete.
   */
  getPage: async (
    eventId: string,
    { page, search = '', isMissing }: PanelPageQuery,
  ): Promise<{ panels: Panels; teamCount: number }> => {
    const all = await readPanels(database.db, eventId)
    const terms = normalizeAndSplitSearch(search)
    const found = all.teams.filter(({ teamNo, name, results }) => {
      const text = normalizeSearchText(`${teamNo} ${name}`)
      return (
        terms.every((term) => text.includes(term)) &&
        (!isMissing || results.some(({ missingCount }) => missingCount > 0))
      )
    })
    const { teamsPerPage } = panelLimits
    const teams = page === undefined ? found : found.slice((page - 1) * teamsPerPage, page * teamsPerPage)
    return { panels: { ...all, teams }, teamCount: found.length }
  },

  /**
   * Leaves a judge out of a team because of a conflict of interest, or one who has left the event, or takes it
   * back. Sheets that the judge has sent stay, and open requests to the judge for a second look end; a repeat changes nothing. Throws
   * `results-final`, and `bad-input` for a judge or team that the event does not have, and without a reason.
   */
  setRecusal: async (
    eventId: string,
    { judgeId, teamId, isRecused, reason }: SetRecusalRequest,
    actor: Actor,
  ): Promise<Panels> => {
    if (isRecused && reason === '') throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
    // visitors see which results are provisional, and no change of them while the ranking is frozen
    await runScoreTransactionWithFreeze({ database, invalidator }, eventId, async (tx, event) => {
      if (event.areResultsFinal) throw new AppError('results-final')
      const { leftAt } = await lockJudgeOfEventOrThrow(tx, eventId, judgeId)
      const kind = leftAt ? ('left' as const) : ('conflict' as const)
      await assertTeamInEvent(tx, eventId, teamId)
      const isChanged = isRecused
        ? await insertRecusalIfNew(tx, { eventId, judgeId, teamId, kind, reason })
        : await revokeRecusalIfExists(tx, eventId, { judgeId, teamId })
      if (!isChanged) return
      // the judge could not answer them
      if (isRecused) await deleteOpenSecondLooksOfJudge(tx, { judgeId, teamId })
      if (!event.isFrozen) event.changedTags.add(`scores:${eventId}`)
      const after = { event: eventId, team: teamId, ...(reason === '' ? {} : { reason }) }
      await writeAudit(tx, {
        actor,
        action: isRecused ? 'recuse-judge' : 'take-back-recusal',
        entity: 'judge',
        entityId: judgeId,
        after,
      })
    })
    return readPanels(database.db, eventId)
  },

  /**
   * Asks a judge to look at the own sheet again. Throws `results-final` and `judging-closed`, because the
   * judge could not answer, and `bad-input` when the code of the judge is revoked, the judge is left out of the
   * team or has no sheet for it in the round, or the round has no panel.
   */
  requestSecondLook: async (
    eventId: string,
    request: RequestSecondLookRequest,
    actor: Actor,
  ): Promise<Panels> => {
    const { judgeId, teamId, round } = request
    await inTransaction(database.db, async (tx) => {
      await getRankingEvent(tx, eventId)
      if ((await findPublishedResultsOfEvent(tx, eventId))?.status === 'final')
        throw new AppError('results-final')
      if (await isJudgingClosed(tx, eventId)) throw new AppError('judging-closed')
      const { revokedAt } = await lockJudgeOfEventOrThrow(tx, eventId, judgeId)
      if (revokedAt) throw new AppError('bad-input', [{ field: 'judgeId', code: 'judge-revoked' }])
      if ((await readParticipationAndConflictRecusal(tx, eventId, { judgeId, teamId })).isRecused)
        throw new AppError('bad-input', [{ field: 'judgeId', code: 'judge-recused' }])
      const attempts = await listTeamAttemptsOfEventOrRun(tx, eventId, { teamId, round })
      const isPanelRound = listPanelRounds(
        (await findNewestRuleSetOfEvent(tx, eventId))?.ruleSet ?? null,
      ).some(({ number }) => number === round)
      if (!isPanelRound || !attempts.some(({ values }) => values?.[judgeKey] === judgeId))
        throw new AppError('bad-input', [{ field: 'round', code: 'not-found' }])
      await upsertSecondLookRequest(tx, eventId, request)
      const after = { event: eventId, team: teamId, mission: round }
      await writeAudit(tx, {
        actor,
        action: 'request-second-look',
        entity: 'judge',
        entityId: judgeId,
        after,
      })
    })
    await invalidator.invalidate(getEventOverviewCacheTag(eventId))
    return readPanels(database.db, eventId)
  },

  /** Lists what the judges wrote to the teams, also before it is released. No call of a judge returns it. */
  listFeedback: async (eventId: string): Promise<EventFeedback[]> => {
    await getRankingEvent(database.db, eventId)
    return listValidFeedbackOfEvent(database.db, eventId)
  },

  /** Shows teams the feedback of the judges, or no longer. */
  releaseFeedback: async (eventId: string, isReleased: boolean, actor: Actor): Promise<Panels> => {
    await inTransaction(database.db, async (tx) => {
      await getRankingEvent(tx, eventId)
      if (!(await setFeedbackReleasedIfChanged(tx, eventId, isReleased, actor.userId))) return
      await writeAudit(tx, {
        actor,
        action: isReleased ? 'release-feedback' : 'take-back-feedback',
        entity: 'event',
        entityId: eventId,
        after: { isReleased },
      })
    })
    await invalidator.invalidate(getEventOverviewCacheTag(eventId))
    return readPanels(database.db, eventId)
  },
})
