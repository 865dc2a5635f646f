import { and, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { TeamScore } from '#contract/people/teams/team.schema.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition } from '#server/platform/db/region-conditions.ts'
import { teamMatches, teamPeople, teamScores, teams } from '#server/platform/db/schema/teams.ts'
import { restorePeriodInterval } from '#server/platform/db/soft-delete.ts'
import type { PersonRow, TeamDbRow } from './rows.ts'

/** Lets a transaction give teams places beyond the limits of their competitions (`count_places` in the database). */
export const allowExceedingPlacesInTransaction = async (tx: Db): Promise<void> => {
  await tx.execute(sql`select set_config('botola.exceeds_places', 'on', true)`)
}

export const insertTeam = async (tx: Db, values: typeof teams.$inferInsert): Promise<TeamDbRow> => {
  const [row] = await tx.insert(teams).values(values).returning()
  return row as TeamDbRow
}

export const updateTeam = async (
  tx: Db,
  id: string,
  values: Partial<typeof teams.$inferInsert>,
): Promise<TeamDbRow> => {
  const [row] = await tx.update(teams).set(values).where(eq(teams.id, id)).returning()
  return row as TeamDbRow
}

/** Finds a person of a team. Undefined for a deleted person or one of another team. */
export const findUndeletedPersonOfTeam = async (
  db: Db,
  teamId: string,
  kind: PersonRow['kind'],
  id: string,
): Promise<PersonRow | undefined> => {
  const [row] = await db
    .select()
    .from(teamPeople)
    .where(
      and(
        eq(teamPeople.id, id),
        eq(teamPeople.teamId, teamId),
        eq(teamPeople.kind, kind),
        isNull(teamPeople.deletedAt),
      ),
    )
  return row
}

export const insertPerson = async (tx: Db, values: typeof teamPeople.$inferInsert): Promise<PersonRow> => {
  const [row] = await tx.insert(teamPeople).values(values).returning()
  return row as PersonRow
}

/**
 * Inserts people, and updates the stored people with the same ids. Returns the rows in the order of `values`.
 */
export const upsertPeople = async (
  tx: Db,
  values: (typeof teamPeople.$inferInsert)[],
): Promise<PersonRow[]> => {
  if (values.length === 0) return []
  const { id, teamId, competitionId, kind, invitedAt, createdAt, updatedAt, deletedAt, ...columns } =
    getTableColumns(teamPeople)
  const set = Object.fromEntries(
    Object.entries(columns).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
  )
  return tx.insert(teamPeople).values(values).onConflictDoUpdate({ target: teamPeople.id, set }).returning()
}

/** Invites a coach of a team to own it, and nobody else; null ends the invitation. */
export const replaceTeamOwnerInvitation = async (
  tx: Db,
  teamId: string,
  coachId: string | null,
): Promise<void> => {
  await tx
    .update(teamPeople)
    .set({ invitedAt: sql`case when ${teamPeople.id} = ${coachId} then now() end` })
    .where(
      and(
        eq(teamPeople.teamId, teamId),
        or(isNotNull(teamPeople.invitedAt), sql`${teamPeople.id} = ${coachId}`),
      ),
    )
}

/**
 * Lets a team have as many members and coaches as `people` in this transaction, also where its competition allows
 * fewer by now. The trigger `check_team_limits` reads the setting.
 */
export const allowStoredPeopleCountInTransaction = async (
  tx: Db,
  teamId: string,
  people: readonly Pick<PersonRow, 'kind'>[],
): Promise<void> => {
  const members = people.filter(({ kind }) => kind === 'member').length
  const counts = `${teamId} ${members} ${people.length - members}`
  await tx.execute(sql`select set_config('botola.stored_people', ${counts}, true)`)
}

/** Deletes people; they can be restored for 30 days. */
export const softDeletePeople = async (tx: Db, ids: readonly string[], deletedAt: Date): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(teamPeople)
    .set({ deletedAt })
    .where(inArray(teamPeople.id, [...ids]))
}

/** Finds a removed person of a team who can still be restored. */
export const findRestorablePersonOfTeam = async (
  db: Db,
  teamId: string,
  kind: PersonRow['kind'],
  id: string,
): Promise<PersonRow | undefined> => {
  const [row] = await db
    .select()
    .from(teamPeople)
    .where(
      and(
        eq(teamPeople.id, id),
        eq(teamPeople.teamId, teamId),
        eq(teamPeople.kind, kind),
        gt(teamPeople.deletedAt, sql`now() - ${restorePeriodInterval}`),
      ),
    )
  return row
}

/** Deletes the people of a deleted team with it; `at` marks those that `restorePeopleOfTeamDeletedAt` restores. */
export const softDeletePeopleOfTeam = (tx: Db, teamId: string, at: Date) =>
  tx
    .update(teamPeople)
    .set({ deletedAt: at })
    .where(and(eq(teamPeople.teamId, teamId), isNull(teamPeople.deletedAt)))
export const restorePeopleOfTeamDeletedAt = (tx: Db, teamId: string, at: Date) =>
  tx
    .update(teamPeople)
    .set({ deletedAt: null })
    .where(and(eq(teamPeople.teamId, teamId), eq(teamPeople.deletedAt, at)))

/** Replaces all scores of a team. */
export const replaceTeamScores = async (
  tx: Db,
  teamId: string,
  scores: readonly TeamScore[],
): Promise<void> => {
  await tx.delete(teamScores).where(eq(teamScores.teamId, teamId))
  for (const [position, { matches, ...score }] of scores.entries()) {
    const [row] = await tx
      .insert(teamScores)
      .values({ ...score, teamId, position })
      .returning({ id: teamScores.id })
    if (matches.length > 0)
      await tx
        .insert(teamMatches)
        .values(matches.map((match, at) => ({ ...match, scoreId: row?.id as string, position: at })))
  }
}

/** Checks the deferred constraints now instead of at commit, so that a violation reaches the request. */
export const setDeferredConstraintsImmediate = (tx: Db) => tx.execute(sql`set constraints all immediate`)

type ImportedTeam = { id: string; name: string; isChanged: boolean; isPaid: boolean }

/**
 * Locks the teams of an import and returns for each whether it was changed, is used by other records, or is
 * paid.
 */
export const lockTeamsAndListWithUndoBlockers = async (
  tx: Db,
  ids: readonly string[],
): Promise<ImportedTeam[]> => {
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
export const softDeleteTeamsWithPeople = async (
  tx: Db,
  ids: readonly string[],
  deletedAt: Date,
): Promise<TeamDbRow[]> => {
  const before = await tx
    .select()
    .from(teams)
    .where(inArray(teams.id, [...ids]))
  await tx
    .update(teamPeople)
    .set({ deletedAt })
    .where(and(inArray(teamPeople.teamId, [...ids]), isNull(teamPeople.deletedAt)))
  await tx
    .update(teams)
    .set({ deletedAt, version: sql`${teams.version} + 1` })
    .where(inArray(teams.id, [...ids]))
  return before
}

/** Inserts teams. Returns the rows in the order of `values`. */
export const insertTeams = async (tx: Db, values: (typeof teams.$inferInsert)[]): Promise<TeamDbRow[]> =>
  values.length === 0 ? [] : tx.insert(teams).values(values).returning()

export const insertPeople = (tx: Db, values: readonly (typeof teamPeople.$inferInsert)[]): Promise<void> =>
  insertRows(tx, teamPeople, values)

/** Finds which of these hashed national IDs are members of a team, with the competition. */
export const listRegisteredMemberNationalIdHashes = async (
  db: Db,
  indexes: readonly string[],
): Promise<{ competitionId: string; index: string }[]> => {
  const rows = await db
    .select({ competitionId: teamPeople.competitionId, index: teamPeople.nationalIdIndex })
    .from(teamPeople)
    .where(
      and(
        sql`${teamPeople.nationalIdIndex} = any(${sql.param(indexes)})`,
        eq(teamPeople.kind, 'member'),
        isNull(teamPeople.deletedAt),
      ),
    )
  return rows.flatMap(({ competitionId, index }) => (index === null ? [] : [{ competitionId, index }]))
}

/**
 * Finds the teams of the current season that have one of these names, in search form, in one of these
 * competitions.
 */
export const listActiveSeasonTeamsByName = async (
  db: Db,
  competitionIds: readonly string[],
  names: readonly string[],
  regionLimit: RegionLimit,
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
        buildTeamRegionCondition(regionLimit),
      ),
    )
    .orderBy(teams.teamNo)
}

/**
 * Finds the names of members of teams of the current season in one of these competitions. `keys` are names in
 * search form with a date of birth: `sara 2012-05-03`.
 */
export const listMemberNamesByNameAndBirthDate = async (
  db: Db,
  competitionIds: readonly string[],
  keys: readonly string[],
  regionLimit: RegionLimit,
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
        buildTeamRegionCondition(regionLimit),
      ),
    )
  return rows.map(({ name }) => name)
}
