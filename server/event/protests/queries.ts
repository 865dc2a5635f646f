import { and, desc, eq, exists, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AdminProtest, Protest } from '#contract/event/protest.schema.ts'
import type { ProtestState } from '#contract/event/protest.ts'
import { buildSearchConditions, type Paging, selectPageWithTotal } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { protests, publishedResults } from '#server/platform/db/schema/results.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { toAttempt } from '../scores/service.ts'

export type ProtestRow = typeof protests.$inferSelect

export const toProtest = ({
  id,
  attemptId,
  state,
  reason,
  answer,
  createdAt,
  closedAt,
  isOnPaper,
}: ProtestRow): Protest => ({
  id,
  attemptId,
  state,
  reason,
  answer,
  createdAt: createdAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  isOnPaper,
})

/**
 * The time for protests of an event. `isOpen` is true until it has passed, by the clock of the database,
 * unless the results are final.
 */
type ProtestDeadline = { protestsUntil: Date | null; isOpen: boolean }
const isFinal = sql<boolean>`exists (select from ${publishedResults} where ${publishedResults.eventId} = ${events.id} and ${publishedResults.status} = 'final')`
const deadlineColumns = {
  protestsUntil: events.protestsUntil,
  isOpen: sql<boolean>`(coalesce(${events.protestsUntil} > clock_timestamp(), false) and not ${isFinal})`,
}

/** Returns the deadlines of the events that accept protests or have some, by the id of the event. */
export const mapProtestDeadlinesByEvent = async (db: Db): Promise<Map<string, ProtestDeadline>> => {
  const rows = await db
    .select({ id: events.id, ...deadlineColumns })
    .from(events)
    .where(
      and(
        isNull(events.deletedAt),
        sql`(${events.protestsUntil} is not null or exists (select from ${protests} where ${protests.eventId} = ${events.id}))`,
      ),
    )
  return new Map(rows.map(({ id, ...deadline }) => [id, deadline]))
}

/** Reads the deadline of an event, and keeps it from changing until the transaction ends. */
export const lockProtestDeadlineForShare = async (
  tx: Db,
  eventId: string,
): Promise<ProtestDeadline | undefined> => {
  const [row] = await tx.select(deadlineColumns).from(events).where(eq(events.id, eventId)).for('share')
  return row
}

/**
 * Sets the protest deadline of an event and returns the previous one. The time of the last change of the
 * event stays.
 */
export const setProtestDeadlineAndGetPrevious = async (
  tx: Db,
  eventId: string,
  protestsUntil: Date | null,
): Promise<Date | null> => {
  const [before] = await tx
    .select({ protestsUntil: events.protestsUntil })
    .from(events)
    .where(eq(events.id, eventId))
    .for('update')
  await tx
    .update(events)
    .set({ protestsUntil, updatedAt: sql`${events.updatedAt}` })
    .where(eq(events.id, eventId))
  return before?.protestsUntil ?? null
}

/** Reads the deadline of an event, whether its results are final, and counts its open protests. */
export const readDeadlineFinalityAndOpenCount = async (
  db: Db,
  eventId: string,
): Promise<{ protestsUntil: Date | null; isFinal: boolean; openCount: number }> => {
  const [row] = await db
    .select({ protestsUntil: events.protestsUntil, isFinal })
    .from(events)
    .where(eq(events.id, eventId))
  const openCount = await db.$count(protests, and(eq(protests.eventId, eventId), eq(protests.state, 'open')))
  return { protestsUntil: row?.protestsUntil ?? null, isFinal: row?.isFinal ?? false, openCount }
}

/** Lists the protests against entries, the newest first. */
export const listProtestsOfEntries = async (db: Db, entryIds: readonly string[]): Promise<ProtestRow[]> =>
  entryIds.length === 0
    ? []
    : db
        .select()
        .from(protests)
        .where(inArray(protests.entryId, [...entryIds]))
        .orderBy(desc(protests.createdAt), desc(protests.id))

export const findProtest = async (db: Db, id: string): Promise<ProtestRow | undefined> => {
  const [row] = await db.select().from(protests).where(eq(protests.id, id))
  return row
}

/** Locks a protest until the transaction ends. */
export const lockProtest = async (tx: Db, id: string): Promise<ProtestRow | undefined> => {
  const [row] = await tx.select().from(protests).where(eq(protests.id, id)).for('update')
  return row
}

/** Finds the entry of a team in an event, with an attempt of it unless `attemptId` is null. */
export const findEntryIdOfTeamWithAttempt = async (
  db: Db,
  { eventId, teamId, attemptId }: { eventId: string; teamId: string; attemptId: string | null },
): Promise<string | undefined> => {
  const hasAttempt = db
    .select({ id: scoreAttempts.id })
    .from(scoreAttempts)
    .where(
      and(
        eq(scoreAttempts.entryId, scoreEntries.id),
        attemptId === null ? undefined : eq(scoreAttempts.id, attemptId),
      ),
    )
  const [row] = await db
    .select({ id: scoreEntries.id })
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), eq(scoreEntries.teamId, teamId), exists(hasAttempt)))
  return row?.id
}

/**
 * Inserts a protest. Returns undefined when its id exists, or when an open protest is about the same attempt
 * or the same whole result.
 */
export const insertProtestIfNew = async (
  tx: Db,
  values: typeof protests.$inferInsert,
): Promise<ProtestRow | undefined> => {
  const [row] = await tx.insert(protests).values(values).onConflictDoNothing().returning()
  return row
}

/** Closes a protest now. */
export const closeProtest = async (
  tx: Db,
  id: string,
  values: { state: Exclude<ProtestState, 'open'>; answer?: string; answeredBy?: string | null },
): Promise<ProtestRow> => {
  const [row] = await tx
    .update(protests)
    .set({ ...values, closedAt: new Date() })
    .where(eq(protests.id, id))
    .returning()
  return row as ProtestRow
}

/** Finds a user who is not deleted, with the email address. */
export const findProtesterContact = async (db: Db, userId: string) => {
  const { email, emailConfirmedAt, firstName, lang, active, demo } = users
  const [row] = await db
    .select({ email, emailConfirmedAt, firstName, lang, active, demo })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row
}

const answerers = alias(users, 'answerers')
const buildFullName = (user: typeof users | typeof answerers) =>
  sql<string>`coalesce(trim(${user.firstName} || ' ' || ${user.lastName}), '')`

/** Selects protests with the names of their entries and users as they are today. */
const selectAdminProtests = (db: Db) =>
  db
    .select({
      protest: protests,
      playerName: sql<string>`coalesce(${scoreEntries.playerName}, '')`,
      teamName: sql<string>`coalesce(${scoreEntries.teamName}, ${teams.name}, '')`,
      teamNo: sql<string>`coalesce(${scoreEntries.teamNo}, ${teams.teamNo}::text, '')`,
      attempt: {
        id: scoreAttempts.id,
        mission: scoreAttempts.mission,
        score: scoreAttempts.score,
        timeMs: scoreAttempts.timeMs,
        at: scoreAttempts.at,
        correctedAt: scoreAttempts.correctedAt,
        values: scoreAttempts.values,
      },
      askedBy: buildFullName(users),
      answeredBy: buildFullName(answerers),
    })
    .from(protests)
    .leftJoin(scoreEntries, eq(scoreEntries.id, protests.entryId))
    .leftJoin(teams, eq(teams.id, protests.teamId))
    .leftJoin(scoreAttempts, eq(scoreAttempts.id, protests.attemptId))
    .leftJoin(users, eq(users.id, protests.createdBy))
    .leftJoin(answerers, eq(answerers.id, protests.answeredBy))
    .$dynamic()

type AdminProtestRow = Awaited<ReturnType<typeof selectAdminProtests>>[number]
const toAdminProtest = ({ protest, attempt, ...names }: AdminProtestRow): AdminProtest => ({
  ...toProtest(protest),
  entryId: protest.entryId,
  teamId: protest.teamId,
  attempt: attempt && toAttempt(attempt),
  ...names,
})

/** Finds a protest of an event as administrators see it. */
export const findAdminProtestOfEvent = async (
  db: Db,
  eventId: string,
  id: string,
): Promise<AdminProtest | undefined> => {
  const [row] = await selectAdminProtests(db).where(and(eq(protests.id, id), eq(protests.eventId, eventId)))
  return row && toAdminProtest(row)
}

/**
 * Lists one page of the protests of an event, the open ones first, then the newest, and counts the matches.
 */
export const readAdminProtestPageOfEvent = async (
  db: Db,
  eventId: string,
  { state, search, ...paging }: Paging & { search?: string | undefined; state?: ProtestState | undefined },
): Promise<{ protests: AdminProtest[]; total: number }> => {
  const matches: SQL[] = buildSearchConditions(scoreEntries.search, search)
  const list = {
    select: selectAdminProtests(db),
    table: protests,
    where: and(
      eq(protests.eventId, eventId),
      state && eq(protests.state, state),
      matches.length === 0
        ? undefined
        : inArray(
            protests.entryId,
            db
              .select({ id: scoreEntries.id })
              .from(scoreEntries)
              .where(and(eq(scoreEntries.eventId, eventId), ...matches)),
          ),
    ),
    orderBy: [sql`${protests.state} <> 'open'`, desc(protests.createdAt), desc(protests.id)],
  }
  const { rows, total } = await selectPageWithTotal(db, list, paging)
  return { protests: rows.map(toAdminProtest), total }
}

/**
 * Gives the protests about entries to the entries of teams. An open one about a whole result stays where the
 * team has another one, gets the team, and is returned with the name of its entry.
 */
export const moveEntryProtestsAndListKept = async (
  tx: Db,
  moves: readonly { from: string; to: string; teamId: string; name: string }[],
): Promise<{ movedCount: number; kept: { id: string; name: string }[] }> => {
  const moveByEntry = new Map(moves.map((move) => [move.from, move]))
  const kept: { id: string; name: string }[] = []
  const found = await listProtestsOfEntries(tx, [...moveByEntry.keys()])
  for (const protest of found) {
    const move = moveByEntry.get(protest.entryId)
    if (!move) continue
    const { to, teamId, name } = move
    const isOfWholeResult = and(
      eq(protests.entryId, to),
      eq(protests.state, 'open'),
      isNull(protests.attemptId),
      ne(protests.id, protest.id),
    )
    const isRepeated =
      protest.state === 'open' &&
      protest.attemptId === null &&
      (await tx.$count(protests, isOfWholeResult)) > 0
    if (isRepeated) kept.push({ id: protest.id, name })
    await tx
      .update(protests)
      .set({ ...(isRepeated ? {} : { entryId: to }), teamId: protest.teamId ?? teamId })
      .where(eq(protests.id, protest.id))
  }
  return { movedCount: found.length - kept.length, kept }
}

/**
 * Removes the texts of the protests that a user sent and of those of these teams. The protests themselves
 * stay.
 */
export const eraseProtestTextsOfUserAndTeams = async (
  tx: Db,
  { userId, teamIds }: { userId: string | null; teamIds: string[] },
): Promise<void> => {
  await tx
    .update(protests)
    .set({ reason: '', answer: '' })
    .where(or(userId ? eq(protests.createdBy, userId) : undefined, inArray(protests.teamId, teamIds)))
}
