import { and, asc, eq, sql } from 'drizzle-orm'
import type { DisplayScreen, MatchTimer, SaveScreenRequest } from '#contract/event/display.schema.ts'
import { defaultTimerSeconds } from '#contract/event/display.ts'
import type { Db } from '#server/platform/db/open.ts'
import { displayScreens, matchTimers } from '#server/platform/db/schema/display.ts'

type ScreenRow = typeof displayScreens.$inferSelect
const toScreen = ({ number, name, scene, messageEn, messageAr }: ScreenRow): DisplayScreen => ({
  number,
  name,
  scene,
  message: { en: messageEn, ar: messageAr },
})
const toRow = ({ name, scene, message }: SaveScreenRequest) => ({
  name,
  scene,
  messageEn: message.en,
  messageAr: message.ar,
})
const isScreen = (eventId: string, number: number) =>
  and(eq(displayScreens.eventId, eventId), eq(displayScreens.number, number))

/** Makes other changes of the screens and the timer of an event wait until the end of the transaction. */
export const acquireScreensAndTimerLock = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`display ${eventId}`}, 0))`)
}

/** Lists the screens of an event by number. */
export const listScreensOfEvent = async (db: Db, eventId: string): Promise<DisplayScreen[]> =>
  (
    await db
      .select()
      .from(displayScreens)
      .where(eq(displayScreens.eventId, eventId))
      .orderBy(asc(displayScreens.number))
  ).map(toScreen)

export const insertScreen = async (
  tx: Db,
  eventId: string,
  number: number,
  screen: SaveScreenRequest,
): Promise<void> => {
  await tx.insert(displayScreens).values({ eventId, number, ...toRow(screen) })
}

export const updateScreen = async (
  tx: Db,
  eventId: string,
  number: number,
  screen: SaveScreenRequest,
): Promise<void> => {
  await tx.update(displayScreens).set(toRow(screen)).where(isScreen(eventId, number))
}

export const deleteScreen = async (tx: Db, eventId: string, number: number): Promise<void> => {
  await tx.delete(displayScreens).where(isScreen(eventId, number))
}

/** Finds the match timer of an event; one that nobody has set is as long as the standard one. */
export const readMatchTimerOfEventOrDefault = async (db: Db, eventId: string): Promise<MatchTimer> => {
  const [row] = await db.select().from(matchTimers).where(eq(matchTimers.eventId, eventId))
  const standardMs = defaultTimerSeconds * 1000
  if (!row) return { durationMs: standardMs, remainingMs: standardMs, endsAt: null }
  return {
    durationMs: row.durationMs,
    remainingMs: row.remainingMs,
    endsAt: row.endsAt?.toISOString() ?? null,
  }
}

export const upsertMatchTimerOfEvent = async (
  tx: Db,
  eventId: string,
  { endsAt, ...times }: MatchTimer,
): Promise<void> => {
  const row = { ...times, endsAt: endsAt === null ? null : new Date(endsAt) }
  await tx
    .insert(matchTimers)
    .values({ eventId, ...row })
    .onConflictDoUpdate({ target: matchTimers.eventId, set: row })
}
