import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import type { PersonRow, TeamDbRow } from './rows.ts'

type ImportedTeam = { id: string; name: string; isChanged: boolean; isPaid: boolean }

/** Locks the teams of an import and returns for each whether it was changed, is used by other records, or is paid. */
export const lockTeamsForImportUndo = async (tx: Db, ids: readonly string[]): Promise<ImportedTeam[]> => {
  await tx.execute(sql`select id from teams where id = any(${sql.param(ids)}::uuid[]) order by id for update`)
  const { rows } = await tx.execute<{ id: string; name: string; changed: boolean; paid: boolean }>(sql`
    select t.id, t.name, t.paid or exists (select 1 from payments p where p.team_id = t.id) as paid,
      t.version <> 1 or t.deleted_at is not null
      or exists (select 1 from team_people p where p.team_id = t.id
        and (p.updated_at <> p.created_at or p.created_at <> t.created_at or p.deleted_at is not null))
      or exists (select 1 from team_scores s where s.team_id = t.id)
      or exists (select 1 from score_entries e where e.team_id = t.id)
      or exists (select 1 from seasons s where s.team_id = t.id) as changed
    from teams t where t.id = any(${sql.param(ids)}::uuid[]) order by t.team_no`)
  return rows.map(({ id, name, changed, paid }) => ({ id, name, isChanged: changed, isPaid: paid }))
}

/** Deletes locked teams with their people; they can be restored for 30 days. Returns the rows before. */
export const softDeleteTeamsWithPeople = async (tx: Db, ids: readonly string[], deletedAt: Date): Promise<TeamDbRow[]> => {
  const before = await tx
    .select()
    .from(teams)
    .where(inArray(teams.id, [...ids]))
  await tx
    .update(teamPeople)
    .set({ deletedAt })
    .where(inArray(teamPeople.teamId, [...ids]))
  await tx
    .update(teams)
    .set({ deletedAt, version: sql`${teams.version} + 1` })
    .where(inArray(teams.id, [...ids]))
  return before
}

export type NewPerson = typeof teamPeople.$inferInsert

/** Inserts teams. Returns the rows in the order of `values`. */
export const insertTeams = async (tx: Db, values: (typeof teams.$inferInsert)[]): Promise<TeamDbRow[]> =>
  values.length === 0 ? [] : tx.insert(teams).values(values).returning()

export const insertPeople = async (tx: Db, values: NewPerson[]): Promise<PersonRow[]> =>
  values.length === 0 ? [] : tx.insert(teamPeople).values(values).returning()

/** Marks teams as complete, after their people were inserted. */
export const markTeamsComplete = async (tx: Db, ids: string[]): Promise<TeamDbRow[]> =>
  ids.length === 0 ? [] : tx.update(teams).set({ complete: true }).where(inArray(teams.id, ids)).returning()

/** Finds which of these hashed national IDs are members of a team, with the competition. */
export const listMemberNationalIdHashes = async (
  db: Db,
  indexes: readonly string[],
): Promise<{ competitionId: string; index: string }[]> => {
  const rows = await db
    .select({ competitionId: teamPeople.competitionId, index: teamPeople.nationalIdIndex })
    .from(teamPeople)
    .where(
      and(sql`${teamPeople.nationalIdIndex} = any(${sql.param(indexes)})`, eq(teamPeople.kind, 'member'), isNull(teamPeople.deletedAt)),
    )
  return rows.flatMap(({ competitionId, index }) => (index === null ? [] : [{ competitionId, index }]))
}

/** Finds the teams of the current season that have one of these names, in search form, in one of these competitions. */
export const listActiveSeasonTeamsByName = async (
  db: Db,
  competitionIds: readonly string[],
  names: readonly string[],
): Promise<{ competitionId: string; form: string; name: string }[]> => {
  const form = sql<string>`split_part(${teams.search}, E'\\n', 1)`
  return db
    .select({ competitionId: teams.competitionId, form, name: teams.name })
    .from(teams)
    .where(
      and(
        isNull(teams.deletedAt),
        sql`${teams.seasonYearId} = active_season_year()`,
        inArray(teams.competitionId, [...competitionIds]),
        sql`${form} = any(${sql.param(names)}::text[])`,
      ),
    )
    .orderBy(teams.teamNo)
}

/** Finds the names of members of teams of the current season in one of these competitions. `keys` are names in search form with a date of birth: `sara 2012-05-03`. */
export const listActiveSeasonMemberNamesByKeys = async (
  db: Db,
  competitionIds: readonly string[],
  keys: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .select({ name: teamPeople.name })
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .where(
      and(
        isNull(teamPeople.deletedAt),
        isNull(teams.deletedAt),
        eq(teamPeople.kind, 'member'),
        sql`${teams.seasonYearId} = active_season_year()`,
        inArray(teams.competitionId, [...competitionIds]),
        sql`search_form(${teamPeople.name}) || ' ' || ${teamPeople.birthDate} = any(${sql.param(keys)}::text[])`,
      ),
    )
  return rows.map(({ name }) => name)
}
