import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { AccountTeamRole } from '#contract/people/teams/team.fields.ts'
import type { TeamHistoryEntry, TeamHistoryKind } from '#contract/people/teams/team-progress.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { paymentRefunds, payments } from '#server/platform/db/schema/payments.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { seasons, teamDrafts, teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { getEmailIfConfirmed } from '#server/platform/lib/identity.ts'
import type { TeamDbRow } from './rows.ts'

/** Finds the confirmed address of a user; null without one and when the user is deleted. */
export const findConfirmedEmail = async (db: Db, userId: string): Promise<string | null> => {
  const [row] = await db
    .select({ email: users.email, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  const email = row && getEmailIfConfirmed(row)
  return email ? normalizeEmail(email) : null
}

/** SQL condition: the team names a coach with this address. */
const hasCoachWithEmail = (email: string): SQL =>
  sql`exists (select from ${teamPeople} c where c.team_id = ${teams.id} and c.kind = 'coach' and c.deleted_at is null and c.email <> '' and lower(c.email) = ${email})`

/**
 * Returns the SQL condition: the user registered the team, or the team names its confirmed address as a
 * coach's.
 */
export const loadOwnedOrCoachedTeamCondition = async (db: Db, userId: string): Promise<SQL | undefined> => {
  const email = await findConfirmedEmail(db, userId)
  return or(eq(teams.userId, userId), ...(email === null ? [] : [hasCoachWithEmail(email)]))
}

/** Lists the ids of the teams that are not deleted and that a user registered or coaches. */
export const listOwnedOrCoachedTeamIds = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .select({ id: teams.id })
      .from(teams)
      .where(and(await loadOwnedOrCoachedTeamCondition(db, userId), isNull(teams.deletedAt)))
  ).map(({ id }) => id)

/**
 * Lists the teams of a competition that a user registered or coaches and that have a member with one of these
 * hashes of national IDs; without the team `exceptTeamId`.
 */
export const listOwnTeamNamesByMemberIdHash = async (
  db: Db,
  userId: string,
  {
    competitionId,
    indexes,
    exceptTeamId,
  }: { competitionId: string; indexes: readonly string[]; exceptTeamId: string | undefined },
): Promise<{ index: string | null; team: string }[]> =>
  db
    .select({ index: teamPeople.nationalIdIndex, team: teams.name })
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .where(
      and(
        eq(teamPeople.competitionId, competitionId),
        inArray(teamPeople.nationalIdIndex, [...indexes]),
        eq(teamPeople.kind, 'member'),
        isNull(teamPeople.deletedAt),
        isNull(teams.deletedAt),
        exceptTeamId === undefined ? undefined : ne(teams.id, exceptTeamId),
        await loadOwnedOrCoachedTeamCondition(db, userId),
      ),
    )

/** Finds what a user is in a team; undefined for one who may not see the team. */
export const findTeamRoleOfUser = async (
  db: Db,
  team: Pick<TeamDbRow, 'id' | 'userId'>,
  userId: string,
): Promise<AccountTeamRole | undefined> => {
  if (team.userId === userId) return 'owner'
  const email = await findConfirmedEmail(db, userId)
  if (email === null) return undefined
  const found = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.id, team.id), hasCoachWithEmail(email)))
  return found.length > 0 ? 'coach' : undefined
}

type Update = Awaited<ReturnType<typeof listTeamProgressUpdates>>[number]

const describeUpdate = (update: Update): Pick<TeamHistoryEntry, 'kind' | 'value'> | undefined => {
  if (update.stageBefore !== update.stageAfter) return { kind: 'stage', value: update.stageAfter }
  if (update.statusBefore !== update.statusAfter) return { kind: 'status', value: update.statusAfter }
  // payments have entries of their own
  return update.paidBefore === update.paidAfter ? { kind: 'changed', value: null } : undefined
}

/**
 * Reads the history of a team, the newest first: registration, changes, stages, places, payments and season
 * records. Changes on the same day count once.
 */
export const readTeamHistory = async (
  db: Db,
  team: { id: string; createdAt: string },
): Promise<TeamHistoryEntry[]> => {
  const entries: TeamHistoryEntry[] = []
  const add = (at: Date, kind: TeamHistoryKind, value: string | null = null) =>
    entries.push({ at: at.toISOString(), kind, value })
  add(new Date(team.createdAt), 'registered')
  let lastChangeDay = ''
  for (const update of await listTeamProgressUpdates(db, team.id)) {
    const described = describeUpdate(update)
    const day = update.at.toISOString().slice(0, 10)
    if (!described || (described.kind === 'changed' && day === lastChangeDay)) continue
    if (described.kind === 'changed') lastChangeDay = day
    add(update.at, described.kind, described.value)
  }
  for (const { paidAt } of await listTeamPaymentTimes(db, team.id)) if (paidAt) add(paidAt, 'paid')
  for (const { refundedAt, isPart } of await listTeamRefunds(db, team.id))
    add(refundedAt, isPart ? 'partly-refunded' : 'refunded')
  for (const { at, year } of await listSeasonRecordTimes(db, team.id)) add(at, 'season', String(year))
  return entries.toSorted((one, other) => other.at.localeCompare(one.at))
}

/**
 * Lists the updates of a team in the audit log, the oldest first, with the stage and the place before and
 * after each.
 */
const listTeamProgressUpdates = (db: Db, teamId: string) =>
  db
    .select({
      at: auditLog.at,
      stageBefore: sql<string | null>`${auditLog.before}->>'stage'`,
      stageAfter: sql<string | null>`${auditLog.after}->>'stage'`,
      statusBefore: sql<string | null>`${auditLog.before}->>'status'`,
      statusAfter: sql<string | null>`${auditLog.after}->>'status'`,
      paidBefore: sql<string | null>`${auditLog.before}->>'paid'`,
      paidAfter: sql<string | null>`${auditLog.after}->>'paid'`,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'team'),
        eq(auditLog.entityId, teamId),
        inArray(auditLog.action, ['update', 'advance', 'undo-advance']),
      ),
    )
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(500)

/** Lists the refunds of the payments of a team; `isPart` for one that is not the whole payment. */
const listTeamRefunds = (db: Db, teamId: string) =>
  db
    .select({
      refundedAt: paymentRefunds.refundedAt,
      isPart: sql<boolean>`${paymentRefunds.amount} < ${payments.amount}`,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(eq(payments.teamId, teamId))

/** Lists when a team was paid, by a payment with a receipt or by hand. Other money did not pay for it. */
const listTeamPaymentTimes = (db: Db, teamId: string) =>
  db
    .select({ paidAt: payments.paidAt })
    .from(payments)
    .where(
      and(
        eq(payments.teamId, teamId),
        isNotNull(payments.paidAt),
        or(isNotNull(payments.receiptNo), eq(payments.method, 'manual')),
      ),
    )
    .orderBy(asc(payments.paidAt))

/** Lists when a team was recorded for which season. */
const listSeasonRecordTimes = (db: Db, teamId: string) =>
  db
    .select({ at: seasons.createdAt, year: seasonYears.year })
    .from(seasons)
    .innerJoin(seasonYears, eq(seasonYears.id, seasons.seasonYearId))
    .where(eq(seasons.teamId, teamId))
    .orderBy(asc(seasons.createdAt))

type DraftRow = typeof teamDrafts.$inferSelect

/** Lists the drafts of a user, last changed first. */
export const listDraftsOfUser = (db: Db, userId: string): Promise<DraftRow[]> =>
  db
    .select()
    .from(teamDrafts)
    .where(eq(teamDrafts.userId, userId))
    .orderBy(desc(teamDrafts.updatedAt), desc(teamDrafts.id))

/**
 * Counts the drafts of a user except one. Other requests for the same user wait until the transaction
 * ends.
 */
export const lockAndCountOtherDraftsOfUser = async (tx: Db, userId: string, id: string): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('team drafts ' || ${userId}, 0))`)
  const [row] = await tx
    .select({ there: count() })
    .from(teamDrafts)
    .where(and(eq(teamDrafts.userId, userId), sql`${teamDrafts.id} <> ${id}`))
  return row?.there ?? 0
}

/** Stores a draft under its id. Returns false when another user has that id. */
export const upsertDraftIfOwn = async (
  tx: Db,
  values: { id: string; userId: string; data: string },
): Promise<boolean> => {
  const stored = await tx
    .insert(teamDrafts)
    .values(values)
    .onConflictDoUpdate({
      target: teamDrafts.id,
      set: { data: values.data, updatedAt: new Date() },
      setWhere: eq(teamDrafts.userId, values.userId),
    })
    .returning({ id: teamDrafts.id })
  return stored.length > 0
}

export const deleteDraft = (db: Db, userId: string, id: string) =>
  db.delete(teamDrafts).where(and(eq(teamDrafts.id, id), eq(teamDrafts.userId, userId)))

/** Deletes drafts that were not changed for 90 days, because they hold personal data of minors. */
export const deleteExpiredDrafts = async (db: Db): Promise<number> =>
  (
    await db
      .delete(teamDrafts)
      .where(lt(teamDrafts.updatedAt, sql`now() - interval '90 days'`))
      .returning({ id: teamDrafts.id })
  ).length
