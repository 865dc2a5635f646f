import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { AdminAward, EventAwards } from '#contract/event/results/results.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { awards } from '#server/platform/db/schema/results.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { buildPublicAwardsCondition } from '../scores/service.ts'

export type AwardRow = typeof awards.$inferSelect

const teamColumns = { teamNo: teams.teamNo, name: teams.name, schoolName: teams.schoolName }

/** Lists the awards of an event in their order, without those of deleted teams. */
export const listAwardsOfEvent = async (db: Db, eventId: string): Promise<AdminAward[]> => {
  const { id, nameEn, nameAr, teamId, position } = awards
  return db
    .select({ id, name: { en: nameEn, ar: nameAr }, teamId, position, team: teamColumns })
    .from(awards)
    .innerJoin(teams, and(eq(teams.id, awards.teamId), isNull(teams.deletedAt)))
    .where(eq(awards.eventId, eventId))
    .orderBy(asc(position), asc(id))
}

const isTeamOfEvent = (eventId: string) => sql`${teams.deletedAt} is null and (
  exists (select from event_teams a where a.event_id = ${eventId} and a.team_id = ${teams.id})
  or exists (select from score_entries e where e.event_id = ${eventId} and e.team_id = ${teams.id}))`

/** Tells whether visitors see the awards of an event. */
export const areAwardsFinalAndUnfrozen = async (db: Db, eventId: string): Promise<boolean> => {
  const { rows } = await db.execute<{ is_public: boolean }>(
    sql`select ${buildPublicAwardsCondition(sql`${eventId}::uuid`)} as is_public`,
  )
  return rows[0]?.is_public === true
}

/** Lists the teams that take part in an event or have a result. */
export const listAssignedOrScoredTeamsOfEvent = (db: Db, eventId: string): Promise<EventAwards['teams']> =>
  db
    .select({ id: teams.id, ...teamColumns })
    .from(teams)
    .where(isTeamOfEvent(eventId))
    .orderBy(asc(teams.teamNo), asc(teams.id))

/** Tells whether a team takes part in an event; false for a deleted team. */
export const isTeamAssignedOrScoredInEvent = async (
  tx: Db,
  eventId: string,
  teamId: string,
): Promise<boolean> => (await tx.$count(teams, and(eq(teams.id, teamId), isTeamOfEvent(eventId)))) > 0

/**
 * Locks the awards of an event against other changes. Returns their number, and the position after the last
 * one.
 */
export const lockAndReadAwardCountAndNextPosition = async (
  tx: Db,
  eventId: string,
): Promise<{ count: number; nextPosition: number }> => {
  await tx.execute(sql`select 1 from events where id = ${eventId} for no key update`)
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      nextPosition: sql<number>`coalesce(max(${awards.position}), 0) + 1`,
    })
    .from(awards)
    .where(eq(awards.eventId, eventId))
  return row ?? { count: 0, nextPosition: 1 }
}

/** Finds an award of an event and locks it until the transaction ends. */
export const lockAward = async (tx: Db, eventId: string, awardId: string): Promise<AwardRow | undefined> => {
  const [row] = await tx
    .select()
    .from(awards)
    .where(and(eq(awards.eventId, eventId), eq(awards.id, awardId)))
    .for('update')
  return row
}

export const insertAward = async (tx: Db, values: typeof awards.$inferInsert): Promise<AwardRow> =>
  (await tx.insert(awards).values(values).returning())[0] as AwardRow

export const updateAward = async (
  tx: Db,
  awardId: string,
  values: Partial<typeof awards.$inferInsert>,
): Promise<AwardRow> =>
  (await tx.update(awards).set(values).where(eq(awards.id, awardId)).returning())[0] as AwardRow

export const deleteAward = async (tx: Db, awardId: string): Promise<void> => {
  await tx.delete(awards).where(eq(awards.id, awardId))
}
