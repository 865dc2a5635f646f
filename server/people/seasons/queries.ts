import { and, asc, desc, eq, exists, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type {
  SeasonMove,
  SeasonMoveSelection,
  SeasonMoveTeam,
} from '#contract/people/seasons/season-year.schema.ts'
import type { SeasonRecord } from '#contract/people/seasons/season-year.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { orderByNewest, type Paging, selectPageWithTotal } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { seasonMoves, seasonYears } from '#server/platform/db/schema/season-years.ts'
import { seasons, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { redactObjectsOfPerson } from '#server/platform/lib/redact-personal-data.ts'

export type SeasonYearRow = typeof seasonYears.$inferSelect

/** The text that a search matches. */
export const seasonYearSearchText = sql`search_form(${seasonYears.nameEn} || E'\\n' || ${seasonYears.nameAr} || E'\\n' || ${seasonYears.year}::text)`

/** Returns true when another season that is not deleted has the year. */
export const isYearTaken = async (tx: Db, year: number, exceptId: string | undefined): Promise<boolean> =>
  (await tx.$count(
    seasonYears,
    and(
      eq(seasonYears.year, year),
      isNull(seasonYears.deletedAt),
      exceptId === undefined ? undefined : ne(seasonYears.id, exceptId),
    ),
  )) > 0

/** Counts the teams that a user may see and that are not deleted, by season. */
export const countTeamsBySeason = async (db: Db, regionLimit: RegionLimit): Promise<Map<string, number>> => {
  const rows = await db
    .select({ id: teams.seasonYearId, count: sql`count(*)`.mapWith(Number) })
    .from(teams)
    .where(and(isNull(teams.deletedAt), buildTeamRegionCondition(regionLimit)))
    .groupBy(teams.seasonYearId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Returns true when teams, season records, payments, events or moves belong to a season. */
export const isSeasonYearUsed = async (tx: Db, id: string): Promise<boolean> => {
  const found = await tx
    .select({ id: seasonYears.id })
    .from(seasonYears)
    .where(
      and(
        eq(seasonYears.id, id),
        or(
          exists(tx.select().from(teams).where(eq(teams.seasonYearId, id))),
          exists(tx.select().from(seasons).where(eq(seasons.seasonYearId, id))),
          exists(tx.select().from(payments).where(eq(payments.seasonYearId, id))),
          exists(tx.select().from(events).where(eq(events.seasonYearId, id))),
          exists(
            tx
              .select()
              .from(seasonMoves)
              .where(or(eq(seasonMoves.fromId, id), eq(seasonMoves.toId, id))),
          ),
        ),
      ),
    )
  return found.length > 0
}

/** Deactivates the active season. */
export const deactivateActiveSeason = (tx: Db) =>
  tx.update(seasonYears).set({ active: false }).where(eq(seasonYears.active, true))

const toSeasonRecord = (row: typeof seasons.$inferSelect): SeasonRecord => ({
  id: row.id,
  type: row.type,
  teamId: row.teamId,
  ref: row.ref,
  data: row.data,
  createdAt: row.createdAt.toISOString(),
})

export const insertSeasonRecord = async (
  tx: Db,
  values: typeof seasons.$inferInsert,
): Promise<SeasonRecord> => {
  const [row] = await tx.insert(seasons).values(values).returning()
  return toSeasonRecord(row as typeof seasons.$inferSelect)
}

/** Finds the newest season record of a team. */
export const findLatestSeasonRecord = async (db: Db, teamId: string): Promise<SeasonRecord | undefined> => {
  const [row] = await db
    .select()
    .from(seasons)
    .where(eq(seasons.teamId, teamId))
    .orderBy(desc(seasons.createdAt), desc(seasons.id))
    .limit(1)
  return row && toSeasonRecord(row)
}

export const findSeasonRecord = async (db: Db, id: string): Promise<SeasonRecord | undefined> => {
  const [row] = await db.select().from(seasons).where(eq(seasons.id, id))
  return row && toSeasonRecord(row)
}

export const deleteTeamSeasonRecord = (tx: Db, id: string) => tx.delete(seasons).where(eq(seasons.id, id))

/** Finds the user who registered a team: null for none, undefined for a deleted or unknown team. */
export const findTeamOwnerId = async (db: Db, teamId: string): Promise<string | null | undefined> => {
  const [row] = await db
    .select({ userId: teams.userId })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
  return row?.userId
}

/** Deletes the season records of these teams. */
export const deleteSeasonRecordsOfTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  await tx.delete(seasons).where(inArray(seasons.teamId, teamIds))
}

/**
 * Removes people from the data of the season records of their teams. An empty name or address finds nobody.
 */
export const erasePeopleInSeasonRecords = async (
  tx: Db,
  people: readonly { id: string; teamId: string; name: string; email: string }[],
): Promise<void> => {
  const byTeam = Map.groupBy(people, ({ teamId }) => teamId)
  const rows = await tx
    .select({ id: seasons.id, teamId: seasons.teamId, data: seasons.data })
    .from(seasons)
    .where(inArray(seasons.teamId, [...byTeam.keys()]))
  for (const { id, teamId, data } of rows)
    await tx
      .update(seasons)
      .set({ data: (byTeam.get(teamId) ?? []).reduce(redactObjectsOfPerson, data) })
      .where(eq(seasons.id, id))
}

/**
 * Clears type and reference of the season records of these teams that people wrote, because both are free
 * texts. Those of a move to another season stay.
 */
export const clearUserSeasonRecordTextsOfTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  await tx
    .update(seasons)
    .set({ type: '', ref: '' })
    .where(and(inArray(seasons.teamId, teamIds), isNull(seasons.moveId)))
}

type MovedTeam = (typeof seasonMoves.$inferSelect)['teams'][number]

/** Teams on the waiting list and lapsed ones stay in their season. */
const buildSelectionCondition = ({ fromId, competitionId, stage, paid }: SeasonMoveSelection) =>
  and(
    isNull(teams.deletedAt),
    eq(teams.status, 'registered'),
    eq(teams.seasonYearId, fromId),
    competitionId === undefined ? undefined : eq(teams.competitionId, competitionId),
    stage === undefined ? undefined : eq(teams.stage, stage),
    paid === undefined ? undefined : eq(teams.paid, paid),
    paid === false
      ? sql`exists (select from ${competitions} where ${competitions.id} = ${teams.competitionId} and ${competitions.fee} > 0)`
      : undefined,
  )

export const countTeamsToMove = (db: Db, selection: SeasonMoveSelection): Promise<number> =>
  db.$count(teams, buildSelectionCondition(selection))

export const listTeamsToMove = async (
  db: Db,
  selection: SeasonMoveSelection,
  limit: number,
): Promise<SeasonMoveTeam[]> => {
  const rows = await db
    .select({
      id: teams.id,
      teamNo: teams.teamNo,
      name: teams.name,
      stage: teams.stage,
      paid: teams.paid,
      competition: competitions,
    })
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(buildSelectionCondition(selection))
    .orderBy(asc(competitions.position), asc(teams.teamNo), asc(teams.id))
    .limit(limit)
  return rows.map(({ competition, ...team }) => ({
    ...team,
    competition: { en: competition.nameEn, ar: competition.nameAr },
    hasFee: competition.fee > 0,
  }))
}

/** Locks the selected teams until the transaction ends. */
export const lockTeamsToMove = (tx: Db, selection: SeasonMoveSelection): Promise<MovedTeam[]> =>
  tx
    .select({ id: teams.id, version: teams.version, paid: teams.paid })
    .from(teams)
    .where(buildSelectionCondition(selection))
    .orderBy(asc(teams.id))
    .for('update')

/**
 * Locks those teams of a move that have not changed since the move: not deleted, with the same version, and
 * without a payment for the new season.
 */
export const lockAndListUnchangedMovedTeamIds = async (
  tx: Db,
  moved: readonly MovedTeam[],
  toId: string,
): Promise<string[]> => {
  const versions = new Map(moved.map(({ id, version }) => [id, version]))
  const rows = await tx
    .select({ id: teams.id, version: teams.version })
    .from(teams)
    .where(
      and(
        inArray(teams.id, [...versions.keys()]),
        isNull(teams.deletedAt),
        eq(teams.seasonYearId, toId),
        sql`not exists (select from ${payments} p where p.team_id = ${teams.id} and p.season_year_id = ${toId})`,
      ),
    )
    .orderBy(asc(teams.id))
    .for('update')
  return rows.filter(({ id, version }) => versions.get(id) === version).map(({ id }) => id)
}

/**
 * Sets the season and the payment mark of teams and increments their versions. The days in which they can pay
 * start again.
 */
export const moveTeamsToSeasonAndSetPaid = async (
  tx: Db,
  ids: readonly string[],
  seasonYearId: string,
  paid: boolean,
): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(teams)
    .set({ seasonYearId, paid, statusAt: new Date(), version: sql`${teams.version} + 1` })
    .where(inArray(teams.id, [...ids]))
}

const batchSize = 500
export const insertSeasonRecords = async (tx: Db, rows: (typeof seasons.$inferInsert)[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += batchSize)
    await tx.insert(seasons).values(rows.slice(from, from + batchSize))
}

export const deleteSeasonRecordsOfMove = (tx: Db, moveId: string) =>
  tx.delete(seasons).where(eq(seasons.moveId, moveId))

export const insertSeasonMoveAndGetId = async (
  tx: Db,
  values: typeof seasonMoves.$inferInsert,
): Promise<string> => {
  const [row] = await tx.insert(seasonMoves).values(values).returning({ id: seasonMoves.id })
  return row?.id as string
}

export const lockSeasonMoveById = async (tx: Db, id: string) => {
  const [row] = await tx.select().from(seasonMoves).where(eq(seasonMoves.id, id)).for('update')
  return row
}

export const markSeasonMoveUndone = (tx: Db, id: string) =>
  tx.update(seasonMoves).set({ undoneAt: new Date() }).where(eq(seasonMoves.id, id))

/**
 * SQL: all teams of the move are unchanged since it. `lockAndListUnchangedMovedTeamIds` checks the same when the move
 * is undone.
 */
const isUnchanged = sql<boolean>`not exists (
  select from jsonb_to_recordset(${seasonMoves.teams}) as m(id uuid, version int)
  left join ${teams} t on t.id = m.id and t.version = m.version and t.deleted_at is null and t.season_year_id = ${seasonMoves.toId}
  where t.id is null or exists (select from ${payments} p where p.team_id = m.id and p.season_year_id = ${seasonMoves.toId}))`

const selectSeasonName = (column: 'from_id' | 'to_id') =>
  sql<{ id: string; year: number; name: Localized }>`(
  select json_build_object('id', y.id, 'year', y.year, 'name', json_build_object('en', y.name_en, 'ar', y.name_ar))
  from ${seasonYears} y where y.id = ${sql.raw(`season_moves.${column}`)})`

const selectMoves = (db: Db) =>
  db
    .select({
      id: seasonMoves.id,
      from: selectSeasonName('from_id'),
      to: selectSeasonName('to_id'),
      count: sql<number>`jsonb_array_length(${seasonMoves.teams})`,
      createdAt: seasonMoves.createdAt,
      createdBy: sql<string>`coalesce((select concat_ws(' ', u.first_name, u.last_name) from ${users} u where u.id = ${seasonMoves.createdBy}), '')`,
      undoneAt: seasonMoves.undoneAt,
      canUndo: sql<boolean>`${seasonMoves.undoneAt} is null and ${isUnchanged}`,
    })
    .from(seasonMoves)

const toSeasonMove = (row: Awaited<ReturnType<typeof selectMoves>>[number]): SeasonMove => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  undoneAt: row.undoneAt?.toISOString() ?? null,
})

export const findSeasonMove = async (db: Db, id: string): Promise<SeasonMove | undefined> => {
  const [row] = await selectMoves(db).where(eq(seasonMoves.id, id))
  return row && toSeasonMove(row)
}

/** Lists one page of the moves, the newest first. */
export const readSeasonMovePage = async (
  db: Db,
  paging: Paging,
): Promise<{ moves: SeasonMove[]; total: number }> => {
  const list = {
    select: selectMoves(db).$dynamic(),
    table: seasonMoves,
    where: undefined,
    orderBy: orderByNewest(seasonMoves.createdAt, seasonMoves.id),
  }
  const { rows, total } = await selectPageWithTotal(db, list, paging)
  return { moves: rows.map(toSeasonMove), total }
}

/** Lists the season records of a team with their seasons, the newest first. */
export const listSeasonRecordsOfTeam = (db: Db, teamId: string) =>
  db
    .select({
      record: seasons,
      year: seasonYears.year,
      nameEn: seasonYears.nameEn,
      nameAr: seasonYears.nameAr,
    })
    .from(seasons)
    .innerJoin(seasonYears, eq(seasonYears.id, seasons.seasonYearId))
    .where(eq(seasons.teamId, teamId))
    .orderBy(desc(seasons.createdAt), desc(seasons.id))
    .limit(200)
