import type { AdminAward, Award, EventAwards, SaveAwardRequest } from '#contract/results.schema.ts'
import { awardLimits } from '#contract/results.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { issueMissingCertificatesOfAwardedTeam } from '#server/features/certificates/service.ts'
import { getRankingEvent, lockRankingExclusive } from '#server/features/scores/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import {
  type AwardRow,
  deleteAward,
  insertAward,
  isTeamAssignedOrScored,
  listAssignedOrScoredTeams,
  listAwardsOfEvent,
  lockAward,
  lockEventAndReadAwardPositions,
  updateAward,
} from './queries.ts'

/**
 * Organizers see the awards of an event at any time, visitors only with final results and in the steps of a
 * reveal.
 */
export { listAwardsOfEvent }

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

/** Creates the service of the awards of an event. Its functions throw `not-found`. */
export const createAwardService = ({ database, invalidator }: Core) => {
  const { db } = database

  /**
   * Writes an award of an event in a transaction, issues the certificates that it needs, and clears the
   * caches that have it. Returns the written award.
   */
  const saveAward = async (eventId: string, write: (tx: Db) => Promise<AwardRow>): Promise<AdminAward> => {
    await getRankingEvent(db, eventId)
    const { id } = await inTransaction(db, async (tx) => {
      await lockRankingExclusive(tx, eventId)
      const award = await write(tx)
      await issueMissingCertificatesOfAwardedTeam(tx, eventId, award.teamId)
      return award
    })
    await invalidator.invalidate('events', getRevealCacheTag(eventId))
    const award = (await listAwardsOfEvent(db, eventId)).find((each) => each.id === id)
    if (!award) throw new AppError('not-found')
    return award
  }
  const assertTeamTakesPart = async (tx: Db, eventId: string, teamId: string) => {
    if (!(await isTeamAssignedOrScored(tx, eventId, teamId)))
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
        teams: await listAssignedOrScoredTeams(db, eventId),
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
      saveAward(eventId, async (tx) => {
        const { count, nextPosition } = await lockEventAndReadAwardPositions(tx, eventId)
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
        return award
      }),

    /** Throws `bad-input` for a team that does not take part in the event. */
    update: (
      eventId: string,
      awardId: string,
      { name, teamId, position }: SaveAwardRequest,
      actor: Actor,
    ): Promise<AdminAward> =>
      saveAward(eventId, async (tx) => {
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
        return after
      }),

    remove: async (eventId: string, awardId: string, actor: Actor): Promise<void> => {
      await getRankingEvent(db, eventId)
      await inTransaction(db, async (tx) => {
        const before = await lockOrThrow(tx, eventId, awardId)
        await deleteAward(tx, awardId)
        await writeAudit(tx, {
          actor,
          action: 'delete',
          entity: 'award',
          entityId: awardId,
          before: toAuditValues(before),
        })
      })
      await invalidator.invalidate('events', getRevealCacheTag(eventId))
    },
  }
}
