import type {
  AdvancedTeam,
  Advancement,
  AdvancePreview,
  AdvanceSelection,
} from '#contract/event/results/advancement.schema.ts'
import { assignRanksToSorted, compareRankingKeys } from '#contract/event/scoring/ranking.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit, writeAudits } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { insertAndCountMissingEventTeams } from '../schedule/service.ts'
import {
  countGuestsIfEventHasNoTeams,
  findPublishedResultsOfEvent,
  getRankingEvent,
  lockAndAppendScoreLog,
  lockEventRankingExclusive,
  toEventScoreLogChange,
  toLoggedAdvancement,
} from '../scores/service.ts'
import {
  findLastDateAndJudgingClosed,
  haveTeamsAdvancedSince,
  insertAdvancement,
  listCheckInStatesOfTeamsIfInEvent,
  listNewestAdvancementsOfEvent,
  listRankedTeamsOfEvent,
  lockAdvancementOfEvent,
  lockTeamsAndListStages,
  markAdvancementUndoneAndGet,
  removeTeamsFromEvent,
  updateTeamStagesAndVersions,
} from './queries.ts'

/**
 * The best entry of a team in a ranking. `rankingKey` is ascending; `rank` is that in the whole ranking. Teams
 * of an alliance have the same `sideId`.
 */
export type RankedTeam = {
  id: string
  sideId: string
  regionId: string | null
  rank: number
  rankingKey: readonly number[]
}

/** Returns the ids of the first team of each side, in a list in the order of the ranking. */
const listFirstTeamIdsOfSides = (teams: readonly RankedTeam[]) =>
  new Set([...Map.groupBy(teams, ({ sideId }) => sideId).values()].flatMap(([first]) => first?.id ?? []))

/**
 * Selects the teams that advance from a list in the order of the ranking: those up to `lastRank`, in the
 * whole ranking or among the teams of each region (teams without a region are one more group). Teams that
 * share the last rank all advance; they are tied when that makes more than `lastRank` of them. The teams of
 * an alliance count as one.
 */
export const selectTeamsUpToRankAndMarkTies = <T extends RankedTeam>(
  teams: readonly T[],
  { lastRank, perRegion }: { lastRank: number; perRegion: boolean },
): (T & { isTiedAtLimit: boolean })[] => {
  const groups = perRegion ? [...Map.groupBy(teams, ({ regionId }) => regionId).values()] : [teams]
  const selected = groups.flatMap((group) => {
    const counted = listFirstTeamIdsOfSides(group)
    const ranked = assignRanksToSorted(group, (a, b) => compareRankingKeys(a.rankingKey, b.rankingKey), {
      isCounted: ({ id }) => counted.has(id),
    }).map(({ item, rank }) => ({ ...item, rank: perRegion ? rank : item.rank }))
    const advancing = ranked.filter((team) => team.rank <= lastRank)
    const last = advancing.at(-1)?.rank
    const isTied = advancing.filter(({ id }) => counted.has(id)).length > lastRank
    return advancing.map((team) => ({ ...team, isTiedAtLimit: isTied && team.rank === last }))
  })
  const order = new Map(teams.map(({ id }, index) => [id, index]))
  return selected.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

/**
 * Creates the service that advances the first teams of an event with final results to another stage and
 * event. Its functions throw `not-found`.
 */
export const createAdvancementService = ({ config, database }: Core) => {
  const { db } = database

  /**
   * Selects the teams. Throws `results-not-final`, and `bad-input` (`targetEventId`) for this event itself,
   * an unknown one, or one whose results are final.
   */
  const selectTeams = async (
    tx: Db,
    eventId: string,
    selection: AdvanceSelection,
  ): Promise<AdvancedTeam[]> => {
    await getRankingEvent(tx, eventId)
    if ((await findPublishedResultsOfEvent(tx, eventId))?.status !== 'final')
      throw new AppError('results-not-final')
    const { targetEventId } = selection
    const isKnown =
      targetEventId === null ||
      (targetEventId !== eventId && (await getRankingEvent(tx, targetEventId).catch(() => null)) !== null)
    if (!isKnown) throw new AppError('bad-input', [{ field: 'targetEventId', code: 'unknown-value' }])
    if (targetEventId !== null && (await findPublishedResultsOfEvent(tx, targetEventId))?.status === 'final')
      throw new AppError('bad-input', [{ field: 'targetEventId', code: 'final-event' }])
    return selectTeamsUpToRankAndMarkTies(await listRankedTeamsOfEvent(tx, eventId), selection).map(
      ({ regionId: _region, rankingKey: _key, ...team }) => team,
    )
  }

  const list = async (eventId: string): Promise<Advancement[]> => {
    await getRankingEvent(db, eventId)
    return (await listNewestAdvancementsOfEvent(db, eventId)).map(
      ({ advancement: { id, stage, teams, createdAt, undoneAt }, targetId, targetTitle }) => ({
        id,
        stage,
        targetEvent: targetId && targetTitle ? { id: targetId, title: targetTitle } : null,
        count: teams.length,
        createdAt: createdAt.toISOString(),
        undoneAt: undoneAt?.toISOString() ?? null,
      }),
    )
  }
  const getAdvancement = async (eventId: string, id: string): Promise<Advancement> => {
    const found = (await list(eventId)).find((each) => each.id === id)
    if (!found) throw new AppError('not-found')
    return found
  }

  return {
    list,
    preview: async (eventId: string, selection: AdvanceSelection): Promise<AdvancePreview> => {
      const teams = await selectTeams(db, eventId, selection)
      const { targetEventId } = selection
      const target =
        targetEventId === null ? undefined : await findLastDateAndJudgingClosed(db, targetEventId)
      if (!target || targetEventId === null) return { teams, targetEvent: null }
      const { lastDate, isJudgingClosed } = target
      return {
        teams,
        targetEvent: {
          hasEnded: lastDate !== null && lastDate < (await getSiteDate({ config, database })),
          isJudgingClosed,
          guestCount: await countGuestsIfEventHasNoTeams(db, targetEventId),
        },
      }
    },

    /**
     * Advances the selected teams, all or none. Throws `conflict` (`count`) when other teams than those of
     * the preview are selected, and `already-advanced` when all selected teams have that stage and take part
     * in that event already.
     */
    advance: async (
      eventId: string,
      { count, ...selection }: AdvanceSelection & { count: number },
      actor: Actor,
    ): Promise<Advancement> => {
      const { stage, targetEventId } = selection
      const id = await inTransaction(db, async (tx) => {
        // the results stay final until the advancement is in the score log
        await lockEventRankingExclusive(tx, eventId)
        const selected = await selectTeams(tx, eventId, selection)
        const ids = selected.map((team) => team.id)
        const stages = new Map((await lockTeamsAndListStages(tx, ids)).map((team) => [team.id, team.stage]))
        if (selected.length !== count || stages.size !== count)
          throw new AppError('conflict', [
            { field: 'count', code: 'unknown-value', values: { limit: selected.length } },
          ])
        const present =
          targetEventId === null
            ? []
            : (await listCheckInStatesOfTeamsIfInEvent(tx, targetEventId, ids)).map(({ teamId }) => teamId)
        const isRepeat =
          [...stages.values()].every((each) => each === stage) &&
          (targetEventId === null || present.length === count)
        if (count > 0 && isRepeat) throw new AppError('already-advanced')
        if (targetEventId !== null)
          await insertAndCountMissingEventTeams(
            tx,
            targetEventId,
            ids.filter((team) => !present.includes(team)),
          )
        const teams = selected.map((team) => ({
          id: team.id,
          rank: team.rank,
          stageBefore: stages.get(team.id) ?? '',
          isAdded: targetEventId !== null && !present.includes(team.id),
        }))
        await updateTeamStagesAndVersions(tx, ids, stage)
        const advancement = await insertAdvancement(tx, {
          eventId,
          targetEventId,
          stage,
          teams,
          createdBy: actor.userId,
        })
        const after = { stage, teams: count, targetEvent: targetEventId }
        await writeAudit(tx, { actor, action: 'advance', entity: 'event', entityId: eventId, after })
        await writeAudits(
          tx,
          teams.map((team) => ({
            actor,
            action: 'advance' as const,
            entity: 'team' as const,
            entityId: team.id,
            before: { stage: team.stageBefore },
            after: { stage, event: eventId },
          })),
        )
        await lockAndAppendScoreLog(
          tx,
          { eventId, kind: 'advance', actorId: actor.userId, source: 'admin' },
          [toEventScoreLogChange(null, toLoggedAdvancement(advancement))],
        )
        return advancement.id
      })
      return getAdvancement(eventId, id)
    },

    /**
     * Gives the teams their former stages back and removes them from the event that they advanced to. Throws
     * `conflict` when that was done already, when the stage of a team has changed since, or when one is
     * checked in, and `advanced-again` when a team is in a later advancement.
     */
    undo: async (eventId: string, id: string, actor: Actor): Promise<Advancement> => {
      await inTransaction(db, async (tx) => {
        const found = await lockAdvancementOfEvent(tx, eventId, id)
        if (!found) throw new AppError('not-found')
        const ids = found.teams.map((team) => team.id)
        const stages = await lockTeamsAndListStages(tx, ids)
        const added = found.teams.filter(({ isAdded }) => isAdded).map((team) => team.id)
        const inEvent =
          found.targetEventId === null
            ? []
            : await listCheckInStatesOfTeamsIfInEvent(tx, found.targetEventId, added)
        if (!found.undoneAt && (await haveTeamsAdvancedSince(tx, found.createdAt, ids)))
          throw new AppError('advanced-again')
        if (
          found.undoneAt ||
          stages.some(({ stage }) => stage !== found.stage) ||
          inEvent.some(({ checkedInAt }) => checkedInAt)
        )
          throw new AppError('conflict')
        const present = new Set(stages.map((team) => team.id))
        const restored = found.teams.filter((team) => present.has(team.id))
        for (const [stage, group] of Map.groupBy(restored, ({ stageBefore }) => stageBefore))
          await updateTeamStagesAndVersions(
            tx,
            group.map((team) => team.id),
            stage,
          )
        if (found.targetEventId !== null && added.length > 0)
          await removeTeamsFromEvent(tx, found.targetEventId, added)
        const undone = await markAdvancementUndoneAndGet(tx, found.id)
        await writeAudit(tx, {
          actor,
          action: 'undo-advance',
          entity: 'event',
          entityId: eventId,
          before: { stage: found.stage, teams: ids.length },
        })
        await writeAudits(
          tx,
          restored.map((team) => ({
            actor,
            action: 'undo-advance' as const,
            entity: 'team' as const,
            entityId: team.id,
            before: { stage: found.stage },
            after: { stage: team.stageBefore, event: eventId },
          })),
        )
        await lockAndAppendScoreLog(
          tx,
          { eventId, kind: 'undo-advance', actorId: actor.userId, source: 'admin' },
          [toEventScoreLogChange(toLoggedAdvancement(found), toLoggedAdvancement(undone))],
        )
      })
      return getAdvancement(eventId, id)
    },
  }
}
