import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TeamScore } from '#contract/team.ts'
import type { Db } from '#server/db/open.ts'
import { payments } from '#server/db/schema/payments.ts'
import { seasons, teamMatches, teamPeople, teamScores, teams } from '#server/db/schema/teams.ts'
import { buildPastRestorePeriodCondition, restorePeriodInterval } from '#server/db/soft-delete.ts'
import type { RemovedTeamPerson } from '#server/features/privacy/remove-personal-data.ts'
import type { PersonRow, TeamDbRow } from './rows.ts'

export const insertTeam = async (tx: Db, values: typeof teams.$inferInsert): Promise<TeamDbRow> => {
  const [row] = await tx.insert(teams).values(values).returning()
  return row as TeamDbRow
}

export const updateTeam = async (tx: Db, id: string, values: Partial<typeof teams.$inferInsert>): Promise<TeamDbRow> => {
  const [row] = await tx.update(teams).set(values).where(eq(teams.id, id)).returning()
  return row as TeamDbRow
}

/** Finds a person of a team. Undefined for a deleted person or one of another team. */
export const findPresentPerson = async (db: Db, teamId: string, kind: PersonRow['kind'], id: string): Promise<PersonRow | undefined> => {
  const [row] = await db
    .select()
    .from(teamPeople)
    .where(and(eq(teamPeople.id, id), eq(teamPeople.teamId, teamId), eq(teamPeople.kind, kind), isNull(teamPeople.deletedAt)))
  return row
}

export const insertPerson = async (tx: Db, values: typeof teamPeople.$inferInsert): Promise<PersonRow> => {
  const [row] = await tx.insert(teamPeople).values(values).returning()
  return row as PersonRow
}

export const updatePerson = async (tx: Db, id: string, values: Partial<typeof teamPeople.$inferInsert>): Promise<PersonRow> => {
  const [row] = await tx.update(teamPeople).set(values).where(eq(teamPeople.id, id)).returning()
  return row as PersonRow
}

/** Finds a removed person of a team who can still be restored. */
export const findRestorablePerson = async (db: Db, teamId: string, kind: PersonRow['kind'], id: string): Promise<PersonRow | undefined> => {
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

/** Deletes the people of a deleted team with it; `at` marks those that `restorePeopleDeletedAt` restores. */
export const softDeletePeopleOfTeam = (tx: Db, teamId: string, at: Date) =>
  tx
    .update(teamPeople)
    .set({ deletedAt: at })
    .where(and(eq(teamPeople.teamId, teamId), isNull(teamPeople.deletedAt)))
export const restorePeopleDeletedAt = (tx: Db, teamId: string, at: Date) =>
  tx
    .update(teamPeople)
    .set({ deletedAt: null })
    .where(and(eq(teamPeople.teamId, teamId), eq(teamPeople.deletedAt, at)))

/** Replaces all scores of a team. */
export const replaceTeamScores = async (tx: Db, teamId: string, scores: readonly TeamScore[]): Promise<void> => {
  await tx.delete(teamScores).where(eq(teamScores.teamId, teamId))
  for (const [position, { matches, ...score }] of scores.entries()) {
    const [row] = await tx
      .insert(teamScores)
      .values({ ...score, teamId, position })
      .returning({ id: teamScores.id })
    if (matches.length > 0)
      await tx.insert(teamMatches).values(matches.map((match, at) => ({ ...match, scoreId: row?.id as string, position: at })))
  }
}

/** Checks the deferred constraints now instead of at commit, so that a violation reaches the request. */
export const checkDeferredConstraints = (tx: Db) => tx.execute(sql`set constraints all immediate`)

type PurgedTeams = { teams: TeamDbRow[]; images: string[]; people: RemovedTeamPerson[] }
const personColumns = {
  id: teamPeople.id,
  teamId: teamPeople.teamId,
  name: teamPeople.name,
  email: teamPeople.email,
  picture: teamPeople.picture,
}
const hasPaymentsCondition = sql`exists (select from ${payments} where ${payments.teamId} = ${teams.id})`

/**
 * Deletes these teams with their people, season records and images, and the other people that `isExpiredPerson` selects. A team with payments stays without
 * them. Returns the deleted teams, the names of their images, and all deleted coaches and members.
 */
const purgeTeams = async (tx: Db, locked: { id: string; image: string | null }[], isExpiredPerson?: SQL): Promise<PurgedTeams> => {
  const ids = locked.map(({ id }) => id)
  const people = await tx
    .delete(teamPeople)
    .where(or(inArray(teamPeople.teamId, ids), isExpiredPerson))
    .returning(personColumns)
  await tx.delete(seasons).where(inArray(seasons.teamId, ids))
  const deleted = await tx
    .delete(teams)
    .where(and(inArray(teams.id, ids), sql`not ${hasPaymentsCondition}`))
    .returning()
  await tx
    .update(teams)
    .set({ image: null })
    .where(and(inArray(teams.id, ids), isNotNull(teams.image)))
  return { teams: deleted, images: locked.flatMap(({ image }) => image ?? []), people }
}

/** Purges the teams, and the people of other teams, that were deleted more than 30 days ago. */
export const purgeExpiredTeamsAndPeople = async (tx: Db): Promise<PurgedTeams> => {
  const expired = await tx
    .select({ id: teams.id, image: teams.image })
    .from(teams)
    .where(buildPastRestorePeriodCondition(teams.deletedAt))
    .for('update')
  return purgeTeams(tx, expired, buildPastRestorePeriodCondition(teamPeople.deletedAt))
}

/** Purges a locked, deleted team. */
export const purgeTeam = (tx: Db, team: TeamDbRow): Promise<PurgedTeams> => purgeTeams(tx, [team])

/** Returns true when there are payments for a team. */
export const hasTeamPayments = async (tx: Db, teamId: string): Promise<boolean> =>
  (
    await tx
      .select({ id: teams.id })
      .from(teams)
      .where(and(eq(teams.id, teamId), hasPaymentsCondition))
  ).length > 0
