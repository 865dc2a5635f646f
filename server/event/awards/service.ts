import type {
  AdminAward,
  Award,
  EventAwards,
  SaveAwardRequest,
} from '#contract/event/results/results.schema.ts'
import { awardLimits } from '#contract/event/results/results.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { issueMissingAwardCertificates, revokeAndDeletePrintsIfUnawarded } from '../certificates/service.ts'
import { removeFilesOfDeletedPrints } from '../print-files/service.ts'
import {
  getRankingEvent,
  lockAndAppendScoreLog,
  lockEventRankingExclusive,
  toEventScoreLogChange,
  toLoggedAward,
} from '../scores/service.ts'
import {
  type AwardRow,
  areAwardsFinalAndUnfrozen,
  deleteAward,
  insertAward,
  isTeamAssignedOrScoredInEvent,
  listAssignedOrScoredTeamsOfEvent,
  listAwardsOfEvent,
  lockAndReadAwardCountAndNextPosition,
  lockAward,
  updateAward,
} from './queries.ts'

/** Organizers see the awards of an event at any time, visitors those of `listPublicAwards` and of a reveal. */
export { listAwardsOfEvent }

/** Lists the awards of an event that visitors see: none before its results are final and during a freeze. */
export const listPublicAwards = async (db: Db, eventId: string): Promise<Award[]> =>
  (await areAwardsFinalAndUnfrozen(db, eventId))
    ? (await listAwardsOfEvent(db, eventId)).map(toPublicAward)
    : []

/** Returns the cache tag of the reveal of an event. */
export const getRevealCacheTag = (eventId: string) => `reveal:${eventId}`

/** Returns what visitors see of an award. */
export const toPublicAward = ({ id, name, team }: AdminAward): Award => ({ id, name, team })

const toAuditValues = ({ eventId, teamId, nameEn, nameAr, position }: AwardRow) => ({
  event: eventId,
  nameEn,
  nameAr,
  team: teamId,
  position,
})

/** Adds the removal of awards to the score logs of their events, such as those of teams that are erased. */
export const appendAwardRemovalsToScoreLogs = async (tx: Db, removed: readonly AwardRow[]): Promise<void> => {
  const byEvent = Map.groupBy(removed, ({ eventId }) => eventId)
  // in the same order in all transactions
  for (const eventId of [...byEvent.keys()].sort())
    await lockAndAppendScoreLog(
      tx,
      { eventId, kind: 'award', actorId: null, source: 'system' },
      (byEvent.get(eventId) ?? []).map((award) => toEventScoreLogChange(toLoggedAward(award), null)),
    )
}

/** What a change of an award leaves; null for none. */
type AwardChange = { before: AwardRow | null; after: AwardRow | null }

/** Creates the service of the awards of an event. Its functions throw `not-found`. */
export const createAwardService = ({ database, files, invalidator }: Core) => {
  const { db } = database

  /**
   * Changes an award of an event in a transaction, issues the certificates that it needs, revokes those that
   * lost their award, adds the change to the score log, and clears the caches that have it. Returns the changed
   * award.
   */
  const changeAward = async (
    eventId: string,
    actor: Actor,
    change: (tx: Db) => Promise<AwardChange>,
  ): Promise<AdminAward | undefined> => {
    await getRankingEvent(db, eventId)
    const { id, isPublic } = await inTransaction(db, async (tx) => {
      await lockEventRankingExclusive(tx, eventId)
      const { before, after } = await change(tx)
      if (before) await revokeAndDeletePrintsIfUnawarded(tx, eventId, before.teamId)
      if (after) await issueMissingAwardCertificates(tx, eventId, after.teamId)
      const logged = toEventScoreLogChange(before && toLoggedAward(before), after && toLoggedAward(after))
      const context = { eventId, kind: 'award', actorId: actor.userId, source: 'admin' } as const
      await lockAndAppendScoreLog(tx, context, [logged])
      return { id: after?.id, isPublic: await areAwardsFinalAndUnfrozen(tx, eventId) }
    })
    await removeFilesOfDeletedPrints({ database, files })
    // nothing shows that awards change that visitors do not see
    await invalidator.invalidate(getRevealCacheTag(eventId), ...(isPublic ? ['events'] : []))
    return (await listAwardsOfEvent(db, eventId)).find((each) => each.id === id)
  }
  /** Changes an award and returns it. */
  const saveAward = async (
    eventId: string,
    actor: Actor,
    change: (tx: Db) => Promise<AwardChange>,
  ): Promise<AdminAward> => {
    const award = await changeAward(eventId, actor, change)
    if (!award) throw new AppError('not-found')
    return award
  }
  const assertTeamTakesPart = async (tx: Db, eventId: string, teamId: string) => {
    if (!(await isTeamAssignedOrScoredInEvent(tx, eventId, teamId)))
      throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
  }
  const lockOrThrow = async (tx: Db, eventId: string, awardId: string): Promise<AwardRow> => {
    const award = await lockAward(tx, eventId, awardId)
    if (!award) throw new AppError('not-found')
    return award
  }

  return {
    /** Lists the awards of an event, and the teams that can get one. */
    list: async (eventId: string): Promise<EventAwards> => {
      await getRankingEvent(db, eventId)
      return {
        awards: await listAwardsOfEvent(db, eventId),
        teams: await listAssignedOrScoredTeamsOfEvent(db, eventId),
      }
    },

    /**
     * Throws `bad-input` for a team that does not take part in the event, and `conflict` when the event has
     * the maximum of awards.
     */
    create: (
      eventId: string,
      { name, teamId, position }: SaveAwardRequest,
      actor: Actor,
    ): Promise<AdminAward> =>
      saveAward(eventId, actor, async (tx) => {
        const { count, nextPosition } = await lockAndReadAwardCountAndNextPosition(tx, eventId)
        if (count >= awardLimits.perEvent) throw new AppError('conflict')
        await assertTeamTakesPart(tx, eventId, teamId)
        const award = await insertAward(tx, {
          eventId,
          teamId,
          nameEn: name.en,
          nameAr: name.ar,
          position: position ?? nextPosition,
        })
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'award',
          entityId: award.id,
          after: toAuditValues(award),
        })
        return { before: null, after: award }
      }),

    /** Throws `bad-input` for a team that does not take part in the event. */
    update: (
      eventId: string,
      awardId: string,
      { name, teamId, position }: SaveAwardRequest,
      actor: Actor,
    ): Promise<AdminAward> =>
      saveAward(eventId, actor, async (tx) => {
        const before = await lockOrThrow(tx, eventId, awardId)
        await assertTeamTakesPart(tx, eventId, teamId)
        const values = { teamId, nameEn: name.en, nameAr: name.ar, position: position ?? before.position }
        const after = await updateAward(tx, awardId, values)
        const [toBefore, toAfter] = [toAuditValues(before), toAuditValues(after)]
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'award',
          entityId: awardId,
          before: toBefore,
          after: toAfter,
        })
        return { before, after }
      }),

    remove: async (eventId: string, awardId: string, actor: Actor): Promise<void> => {
      await changeAward(eventId, actor, async (tx) => {
        const before = await lockOrThrow(tx, eventId, awardId)
        await deleteAward(tx, awardId)
        await writeAudit(tx, {
          actor,
          action: 'delete',
          entity: 'award',
          entityId: awardId,
          before: toAuditValues(before),
        })
        return { before, after: null }
      })
    },
  }
}
