import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Localized } from '#contract/localized.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { closedJudging, eventTeams } from '#server/db/schema/judging.ts'
import { advancements } from '#server/db/schema/results.ts'
import { teams } from '#server/db/schema/teams.ts'

type RankedTeamRow = {
  id: string
  teamNo: number
  name: string
  stage: string
  regionId: string | null
  region: Localized | null
  rank: number
  rankingKey: number[]
}

/** Lists the teams of a ranking that are not deleted, each with its best entry, in the order of the ranking. */
export const listRankedTeamsOfEvent = async (db: Db, eventId: string): Promise<RankedTeamRow[]> => {
  const { rows } = await db.execute<RankedTeamRow>(sql`
    with ranking as (
      select team_id, ranking_key, reached_at, (rank() over (order by ranking_key))::int as rank from score_entries where event_id = ${eventId}
    ), best as (
      select distinct on (team_id) * from ranking where team_id is not null order by team_id, ranking_key, reached_at
    )
    select t.id, t.team_no as "teamNo", t.name, t.stage, t.region_id as "regionId", b.rank, b.ranking_key as "rankingKey",
      case when r.id is null then null else json_build_object('en', r.name_en, 'ar', r.name_ar) end as region
    from best b join teams t on t.id = b.team_id and t.deleted_at is null left join regions r on r.id = t.region_id
    order by b.ranking_key, b.reached_at, t.id`)
  return rows
}

/** Finds the last day of an event as `YYYY-MM-DD`, null without dates, and whether its judging is closed. */
export const findTargetEvent = async (
  db: Db,
  eventId: string,
): Promise<{ lastDate: string | null; isJudgingClosed: boolean } | undefined> => {
  const [row] = await db
    .select({
      lastDate: sql<string | null>`greatest(${events.startDate}, ${events.endDate})::text`,
      isJudgingClosed: sql<boolean>`${closedJudging.eventId} is not null`,
    })
    .from(events)
    .leftJoin(closedJudging, eq(closedJudging.eventId, events.id))
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
  return row
}

/** Locks teams that are not deleted and lists their stages. */
export const lockTeamStages = (tx: Db, ids: readonly string[]): Promise<{ id: string; stage: string }[]> =>
  tx
    .select({ id: teams.id, stage: teams.stage })
    .from(teams)
    .where(and(inArray(teams.id, [...ids]), sql`${teams.deletedAt} is null`))
    .orderBy(teams.id)
    .for('update')

/** Sets the stage of teams and increments their versions. */
export const updateTeamStages = async (tx: Db, ids: readonly string[], stage: string): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(teams)
    .set({ stage, version: sql`${teams.version} + 1` })
    .where(inArray(teams.id, [...ids]))
}

/** Lists those of the teams that take part in an event, with their check-in. */
export const listTeamCheckIns = (
  tx: Db,
  eventId: string,
  ids: readonly string[],
): Promise<{ teamId: string; checkedInAt: Date | null }[]> =>
  tx
    .select({ teamId: eventTeams.teamId, checkedInAt: eventTeams.checkedInAt })
    .from(eventTeams)
    .where(and(eq(eventTeams.eventId, eventId), inArray(eventTeams.teamId, [...ids])))

export const deleteTeamsFromEvent = async (tx: Db, eventId: string, ids: readonly string[]): Promise<void> => {
  await tx.delete(eventTeams).where(and(eq(eventTeams.eventId, eventId), inArray(eventTeams.teamId, [...ids])))
}

export const insertAdvancement = async (tx: Db, values: typeof advancements.$inferInsert): Promise<string> => {
  const [row] = await tx.insert(advancements).values(values).returning({ id: advancements.id })
  return row?.id as string
}

export const lockAdvancementOfEvent = async (tx: Db, eventId: string, id: string) => {
  const [row] = await tx
    .select()
    .from(advancements)
    .where(and(eq(advancements.eventId, eventId), sql`${advancements.id}::text = ${id}`))
    .for('update')
  return row
}

/** Tells whether one of these teams is in an advancement after `createdAt` that is not undone, from any event. */
export const hasLaterAdvancement = async (tx: Db, createdAt: Date, ids: readonly string[]): Promise<boolean> => {
  const isOfTeams = sql`exists (select 1 from jsonb_array_elements(${advancements.teams}) team where team->>'id' = any(${sql.param([...ids])}))`
  const rows = await tx
    .select({ id: advancements.id })
    .from(advancements)
    .where(and(isNull(advancements.undoneAt), gt(advancements.createdAt, createdAt), isOfTeams))
    .limit(1)
  return rows.length > 0
}

export const markAdvancementUndone = async (tx: Db, id: string): Promise<void> => {
  await tx.update(advancements).set({ undoneAt: new Date() }).where(eq(advancements.id, id))
}

/** Lists what advanced from an event, the newest first, at most 100. */
export const listAdvancementsOfEvent = (db: Db, eventId: string) =>
  db
    .select({ advancement: advancements, targetId: events.id, targetTitle: { en: events.titleEn, ar: events.titleAr } })
    .from(advancements)
    .leftJoin(events, eq(events.id, advancements.targetEventId))
    .where(eq(advancements.eventId, eventId))
    .orderBy(desc(advancements.createdAt), desc(advancements.id))
    .limit(100)
