import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Judge, JudgeEvent } from '#contract/event/judging/judge.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { judgeSessions, judges } from '#server/platform/db/schema/judging.ts'

type JudgeRow = typeof judges.$inferSelect

/** Selects the number of devices that a judge is signed in on. */
const deviceCount = sql<number>`(select count(*)::int from judge_sessions s where s.judge_id = judges.id)`
/** Selects the name of the substitute of a judge; null without one. */
const substituteName = sql<string | null>`(select s.name from judges s where s.id = judges.substitute_id)`
/** Selects the person of the organizer whom a judge is linked to; null without one, or after a deletion. */
const person = sql<{ id: string; name: string } | null>`(
  select json_build_object('id', p.id, 'name', p.name) from judge_people p where p.id = judges.person_id and p.deleted_at is null)`

type SelectedJudge = {
  row: JudgeRow
  deviceCount: number
  substituteName: string | null
  person: Judge['person']
}
/** The columns that `toJudge` needs. */
export const selectedJudge = { row: judges, deviceCount, substituteName, person }

export const toJudge = ({
  row,
  deviceCount: devices,
  substituteName: name,
  person: linked,
}: SelectedJudge): Judge => ({
  id: row.id,
  name: row.name,
  isHead: row.isHead,
  tables: row.tables,
  days: row.days,
  hint: row.hint,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  deviceCount: devices,
  person: linked,
  ...(row.leftAt
    ? {
        leave: {
          at: row.leftAt.toISOString(),
          substituteId: row.substituteId,
          substituteName: name ?? '',
        },
      }
    : {}),
})

export const insertJudges = async (tx: Db, rows: (typeof judges.$inferInsert)[]): Promise<JudgeRow[]> =>
  tx.insert(judges).values(rows).returning()

/** Locks a judge of an event until the transaction ends. */
export const lockJudgeOfEvent = async (
  tx: Db,
  eventId: string,
  judgeId: string,
): Promise<JudgeRow | undefined> => {
  const [row] = await tx
    .select()
    .from(judges)
    .where(and(eq(judges.id, judgeId), eq(judges.eventId, eventId), ne(judges.name, '')))
    .for('update')
  return row
}

export const updateJudge = async (
  tx: Db,
  judgeId: string,
  values: Partial<typeof judges.$inferInsert>,
): Promise<Judge> => {
  await tx.update(judges).set(values).where(eq(judges.id, judgeId))
  const [found] = await tx.select(selectedJudge).from(judges).where(eq(judges.id, judgeId))
  return toJudge(found as SelectedJudge)
}

/** Signs a judge out on all devices. */
export const deleteSessionsOfJudge = async (tx: Db, judgeId: string): Promise<void> => {
  await tx.delete(judgeSessions).where(eq(judgeSessions.judgeId, judgeId))
}

/** A judge and the event, unless the event is deleted. */
export type JudgeWithEvent = { judge: JudgeRow; event: JudgeEvent }
const joinedColumns = { judge: judges, slug: events.slug, titleEn: events.titleEn, titleAr: events.titleAr }
type JoinedRow = { judge: JudgeRow; slug: string; titleEn: string; titleAr: string }
const toJudgeWithEvent = ({ judge, slug, titleEn, titleAr }: JoinedRow): JudgeWithEvent => ({
  judge,
  event: { id: judge.eventId, slug, title: { en: titleEn, ar: titleAr } },
})

/**
 * Finds a judge by the hash of the code, also a revoked one. The hashes are those of all codes that a typed
 * text can be; none is found where two judges have one of them.
 */
export const findJudgeByCodeIncludingRevoked = async (
  db: Db,
  ...codeHashes: string[]
): Promise<JudgeWithEvent | undefined> => {
  const [row, other] = await db
    .select(joinedColumns)
    .from(judges)
    .innerJoin(events, eq(events.id, judges.eventId))
    .where(and(inArray(judges.codeHash, codeHashes), isNull(events.deletedAt)))
  return row && !other ? toJudgeWithEvent(row) : undefined
}

type SessionRow = Pick<
  typeof judgeSessions.$inferSelect,
  'id' | 'userAgent' | 'createdAt' | 'lastSeenAt' | 'unsentSheets' | 'reportedAt'
>
/** Finds a judge by the hash of a session's token, also a revoked one. */
export const findJudgeByTokenIncludingRevoked = async (
  db: Db,
  tokenHash: string,
): Promise<(JudgeWithEvent & { session: SessionRow }) | undefined> => {
  const [row] = await db
    .select({ ...joinedColumns, session: judgeSessions })
    .from(judgeSessions)
    .innerJoin(judges, eq(judges.id, judgeSessions.judgeId))
    .innerJoin(events, eq(events.id, judges.eventId))
    .where(and(eq(judgeSessions.tokenHash, tokenHash), isNull(events.deletedAt)))
  return row && { ...toJudgeWithEvent(row), session: row.session }
}

/** Inserts a session of a judge and stores the present time as the last use of the judge. */
export const insertJudgeSessionAndSetJudgeLastUsed = async (
  tx: Db,
  row: typeof judgeSessions.$inferInsert,
): Promise<void> => {
  await tx.insert(judgeSessions).values(row)
  await setJudgeLastUsed(tx, row.judgeId)
}

const setJudgeLastUsed = async (tx: Db, judgeId: string): Promise<void> => {
  await tx.update(judges).set({ lastUsedAt: sql`now()` }).where(eq(judges.id, judgeId))
}

/** Stores the present time as the last use of a session and of its judge. */
export const setSessionAndJudgeLastUsed = async (
  db: Db,
  sessionId: string,
  judgeId: string,
): Promise<void> => {
  await db.update(judgeSessions).set({ lastSeenAt: sql`now()` }).where(eq(judgeSessions.id, sessionId))
  await setJudgeLastUsed(db, judgeId)
}

/** Stores how many sheets a device has not sent. */
export const setSessionUnsentSheetsAndReportTime = async (
  db: Db,
  sessionId: string,
  unsentSheets: number,
): Promise<void> => {
  await db
    .update(judgeSessions)
    .set({ unsentSheets, reportedAt: sql`now()` })
    .where(eq(judgeSessions.id, sessionId))
}

export const deleteJudgeSession = async (db: Db, sessionId: string): Promise<void> => {
  await db.delete(judgeSessions).where(eq(judgeSessions.id, sessionId))
}

/**
 * Erases the names of judges, deletes their sessions, revokes their codes and ends their links to people. Their
 * ids stay, because sheets and the score log have them.
 */
export const eraseJudgesAndDeleteSessions = async (tx: Db, ids: readonly string[]): Promise<void> => {
  await tx
    .update(judges)
    .set({ name: '', personId: null, revokedAt: sql`coalesce(${judges.revokedAt}, now())` })
    .where(inArray(judges.id, [...ids]))
  await tx.delete(judgeSessions).where(inArray(judgeSessions.judgeId, [...ids]))
}

/** Locks the judges with a name who were created before a time and not active since. Returns their ids. */
export const lockAndListJudgeIdsInactiveSince = async (tx: Db, before: Date): Promise<string[]> => {
  const unused = await tx
    .select({ id: judges.id })
    .from(judges)
    .where(and(ne(judges.name, ''), lt(sql`coalesce(${judges.lastUsedAt}, ${judges.createdAt})`, before)))
    .for('update')
  return unused.map(({ id }) => id)
}

/**
 * Locks people who judge until the transaction ends. Returns those who exist and are not deleted, each with the
 * judge of an event who is the person already.
 */
export const lockJudgePeopleForEvent = async (
  tx: Db,
  eventId: string,
  personIds: readonly string[],
): Promise<{ id: string; name: string; judgeId: string | null }[]> => {
  const people = await tx
    .select({ id: judgePeople.id, name: judgePeople.name })
    .from(judgePeople)
    .where(and(inArray(judgePeople.id, [...personIds]), isNull(judgePeople.deletedAt)))
    .orderBy(judgePeople.id)
    .for('update')
  // a statement after the lock sees judges whom another transaction added meanwhile
  const assigned = await tx
    .select({ id: judges.id, personId: judges.personId })
    .from(judges)
    .where(and(eq(judges.eventId, eventId), inArray(judges.personId, [...personIds])))
  const judgeIds = new Map(assigned.map(({ id, personId }) => [personId, id]))
  return people.map((person) => ({ ...person, judgeId: judgeIds.get(person.id) ?? null }))
}
