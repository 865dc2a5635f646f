import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Judge, JudgeEvent } from '#contract/event/judging/judge.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgeSessions, judges } from '#server/platform/db/schema/judging.ts'

type JudgeRow = typeof judges.$inferSelect

/** Selects the number of devices that a judge is signed in on. */
const deviceCount = sql<number>`(select count(*)::int from judge_sessions s where s.judge_id = judges.id)`
/** Selects the name of the substitute of a judge; null without one. */
const substituteName = sql<string | null>`(select s.name from judges s where s.id = judges.substitute_id)`

type SelectedJudge = { row: JudgeRow; deviceCount: number; substituteName: string | null }
/** The columns that `toJudge` needs. */
export const selectedJudge = { row: judges, deviceCount, substituteName }

export const toJudge = ({ row, deviceCount: devices, substituteName: name }: SelectedJudge): Judge => ({
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
export const findJudgeAndEventByCodeHashes = async (
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
export const findJudgeAndSessionByTokenHash = async (
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
 * Erases the names and deletes the sessions of judges who were created before a time and not active since.
 * Returns how many judges.
 */
export const eraseNamesAndRevokeUnusedJudges = async (db: Db, before: Date): Promise<number> => {
  const isUnused = and(
    ne(judges.name, ''),
    lt(sql`coalesce(${judges.lastUsedAt}, ${judges.createdAt})`, before),
  )
  const erased = await db
    .update(judges)
    .set({ name: '', revokedAt: sql`coalesce(${judges.revokedAt}, now())` })
    .where(isUnused)
    .returning({ id: judges.id })
  for (const { id } of erased) await deleteSessionsOfJudge(db, id)
  return erased.length
}
