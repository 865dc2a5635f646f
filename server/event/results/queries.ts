import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { Localized } from '#contract/platform/localized.ts'
import {
  buildGuardianAnswerCondition,
  buildMinorMemberCondition,
} from '#server/people/guardian-confirmations/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { rankingReveals } from '#server/platform/db/schema/frozen-rankings.ts'
import { closedJudging } from '#server/platform/db/schema/judging.ts'
import { advancements } from '#server/platform/db/schema/results.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { entryRankSql, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import type { StoredReveal } from './reveal-steps.ts'

export type RevealRow = {
  id: string
  isRehearsal: boolean
  isPaused: boolean
  openedCount: number
  steps: StoredReveal
}

export const findRevealOfEvent = async (db: Db, eventId: string): Promise<RevealRow | undefined> => {
  const { id, isRehearsal, isPaused, openedCount, steps } = rankingReveals
  const [row] = await db
    .select({ id, isRehearsal, isPaused, openedCount, steps })
    .from(rankingReveals)
    .where(eq(rankingReveals.eventId, eventId))
  if (!row) return undefined
  // reveals that began before an update have no awards
  return {
    ...row,
    steps: { awards: [], ...(row.steps as Omit<StoredReveal, 'awards'> & Partial<StoredReveal>) },
  }
}

/** Stores a new reveal in place of an earlier one. */
export const replaceReveal = async (
  tx: Db,
  eventId: string,
  reveal: Omit<typeof rankingReveals.$inferInsert, 'eventId' | 'steps'> & { steps: StoredReveal },
): Promise<void> => {
  await deleteReveal(tx, eventId)
  await tx.insert(rankingReveals).values({ ...reveal, eventId })
}

export const updateReveal = async (
  tx: Db,
  eventId: string,
  values: Partial<Pick<RevealRow, 'openedCount' | 'isPaused' | 'steps'>>,
): Promise<void> => {
  await tx.update(rankingReveals).set(values).where(eq(rankingReveals.eventId, eventId))
}

export const deleteReveal = async (tx: Db, eventId: string): Promise<boolean> =>
  ((await tx.delete(rankingReveals).where(eq(rankingReveals.eventId, eventId))).rowCount ?? 0) > 0

/** Lists those of these entries that are in the standing ranking. */
export const readExistingEntryIdSet = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ id: scoreEntries.id })
    .from(scoreEntries)
    .where(sql`${scoreEntries.id} = any(${sql.param([...ids])}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Lists the members of a team, or of the team of an entry, who may be named on the day `today` (YYYY-MM-DD):
 * those of age, and minors whose guardians have confirmed. `photo` is the file of a photo that may be shown,
 * else null.
 */
export const listPublishableTeamMembers = (
  db: Db,
  team: { entryId: string } | { teamId: string },
  today: string,
): Promise<{ name: string; birthDate: string | null; photo: string | null }[]> =>
  db
    .select({
      name: teamPeople.name,
      birthDate: teamPeople.birthDate,
      photo: sql<
        string | null
      >`case when ${teamPeople.consent}->>'publish' = 'true' then ${teamPeople.picture} end`,
    })
    .from(teamPeople)
    .where(
      and(
        'teamId' in team
          ? eq(teamPeople.teamId, team.teamId)
          : eq(
              teamPeople.teamId,
              db
                .select({ id: scoreEntries.teamId })
                .from(scoreEntries)
                .where(eq(scoreEntries.id, team.entryId)),
            ),
        eq(teamPeople.kind, 'member'),
        isNull(teamPeople.deletedAt),
        isNotNull(teamPeople.birthDate),
        or(not(buildMinorMemberCondition(today)), buildGuardianAnswerCondition('confirmed')),
      ),
    )
    .orderBy(asc(teamPeople.position), asc(teamPeople.id))

/**
 * Locks the freeze of an event until the transaction ends, so that steps of a reveal and the end of the
 * freeze follow each other.
 */
export const lockRankingFreeze = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select 1 from ranking_freezes where event_id = ${eventId} for update`)
}

type RankedTeamRow = {
  id: string
  sideId: string
  teamNo: number
  name: string
  stage: string
  regionId: string | null
  region: Localized | null
  rank: number
  rankingKey: number[]
}

/**
 * Lists the teams of a ranking that are not deleted, each with its best entry, in the order of the ranking.
 * Teams of an alliance have the same `sideId`, where ranks count alliances.
 */
export const listRankedTeamsOfEvent = async (db: Db, eventId: string): Promise<RankedTeamRow[]> => {
  const { rows } = await db.execute<RankedTeamRow>(sql`
    with ranking as (
      select id as entry_id, team_id, ranking_key, reached_at, has_rank_of_alliance, ${entryRankSql} as rank from score_entries where event_id = ${eventId}
    ), best as (
      select distinct on (team_id) * from ranking where team_id is not null order by team_id, ranking_key, reached_at
    )
    select t.id, t.team_no as "teamNo", t.name, t.stage, t.region_id as "regionId", b.rank, b.ranking_key as "rankingKey",
      coalesce((select side->>0 from match_draws d, jsonb_array_elements(d.sides) side where d.event_id = ${eventId} and side ? b.entry_id::text
        and exists (select from ranking where has_rank_of_alliance)), b.entry_id::text) as "sideId",
      case when r.id is null then null else json_build_object('en', r.name_en, 'ar', r.name_ar) end as region
    from best b join teams t on t.id = b.team_id and t.deleted_at is null left join regions r on r.id = t.region_id
    order by b.ranking_key, b.reached_at, t.id`)
  return rows
}

/** Finds the last day of an event as `YYYY-MM-DD`, null without dates, and whether its judging is closed. */
export const findLastDateAndJudgingClosed = async (
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
export const lockTeamsAndListStages = (
  tx: Db,
  ids: readonly string[],
): Promise<{ id: string; stage: string }[]> =>
  tx
    .select({ id: teams.id, stage: teams.stage })
    .from(teams)
    .where(and(inArray(teams.id, [...ids]), sql`${teams.deletedAt} is null`))
    .orderBy(teams.id)
    .for('update')

/** Sets the stage of teams and increments their versions. */
export const updateTeamStagesAndVersions = async (
  tx: Db,
  ids: readonly string[],
  stage: string,
): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(teams)
    .set({ stage, version: sql`${teams.version} + 1` })
    .where(inArray(teams.id, [...ids]))
}

/** Lists those of the teams that take part in an event, with their check-in. */
export const listCheckInStatesOfTeamsIfInEvent = (
  tx: Db,
  eventId: string,
  ids: readonly string[],
): Promise<{ teamId: string; checkedInAt: Date | null }[]> =>
  tx
    .select({ teamId: eventTeams.teamId, checkedInAt: eventTeams.checkedInAt })
    .from(eventTeams)
    .where(and(eq(eventTeams.eventId, eventId), inArray(eventTeams.teamId, [...ids])))

export const removeTeamsFromEvent = async (
  tx: Db,
  eventId: string,
  ids: readonly string[],
): Promise<void> => {
  await tx
    .delete(eventTeams)
    .where(and(eq(eventTeams.eventId, eventId), inArray(eventTeams.teamId, [...ids])))
}

export const insertAdvancement = async (
  tx: Db,
  values: typeof advancements.$inferInsert,
): Promise<typeof advancements.$inferSelect> =>
  (await tx.insert(advancements).values(values).returning())[0] as typeof advancements.$inferSelect

export const lockAdvancementOfEvent = async (tx: Db, eventId: string, id: string) => {
  const [row] = await tx
    .select()
    .from(advancements)
    .where(and(eq(advancements.eventId, eventId), sql`${advancements.id}::text = ${id}`))
    .for('update')
  return row
}

/**
 * Tells whether one of these teams is in an advancement after `createdAt` that is not undone, from any event.
 */
export const haveTeamsAdvancedSince = async (
  tx: Db,
  createdAt: Date,
  ids: readonly string[],
): Promise<boolean> => {
  const isOfTeams = sql`exists (select 1 from jsonb_array_elements(${advancements.teams}) team where team->>'id' = any(${sql.param([...ids])}))`
  const rows = await tx
    .select({ id: advancements.id })
    .from(advancements)
    .where(and(isNull(advancements.undoneAt), gt(advancements.createdAt, createdAt), isOfTeams))
    .limit(1)
  return rows.length > 0
}

/** Marks an advancement as undone, and returns it. */
export const markAdvancementUndoneAndGet = async (
  tx: Db,
  id: string,
): Promise<typeof advancements.$inferSelect> => {
  const set = { undoneAt: new Date() }
  const [row] = await tx.update(advancements).set(set).where(eq(advancements.id, id)).returning()
  return row as typeof advancements.$inferSelect
}

/** Lists what advanced from an event, the newest first, at most 100. */
export const listNewestAdvancementsOfEvent = (db: Db, eventId: string) =>
  db
    .select({
      advancement: advancements,
      targetId: events.id,
      targetTitle: { en: events.titleEn, ar: events.titleAr },
    })
    .from(advancements)
    .leftJoin(events, eq(events.id, advancements.targetEventId))
    .where(eq(advancements.eventId, eventId))
    .orderBy(desc(advancements.createdAt), desc(advancements.id))
    .limit(100)
