import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { advancements, awards } from '#server/platform/db/schema/results.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'

/** Lists the guests of an event in the order of their keys. */
export const listGuestsOfEvent = async (db: Db, eventId: string) =>
  db
    .select({
      entryId: scoreEntries.id,
      participantKey: scoreEntries.participantKey,
      playerName: scoreEntries.playerName,
      playerEmail: scoreEntries.playerEmail,
      teamNo: scoreEntries.teamNo,
      teamName: scoreEntries.teamName,
      schoolName: scoreEntries.schoolName,
      attemptCount: scoreEntries.attemptCount,
      totalScore: scoreEntries.totalScore,
      totalTimeMs: scoreEntries.totalTimeMs,
    })
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.participantKey} like 'guest:%'`))
    .orderBy(scoreEntries.participantKey)
export type GuestRow = Awaited<ReturnType<typeof listGuestsOfEvent>>[number]

/** Stores whether an event accepts guests, and returns whether that changes. */
export const updateAcceptsGuestsIfChanged = async (
  tx: Db,
  eventId: string,
  acceptsGuests: boolean,
): Promise<boolean> =>
  // Drizzle would set `updated_at`, but the setting is no edit of the event
  ((
    await tx.execute(
      sql`update events set accepts_guests = ${acceptsGuests} where id = ${eventId} and accepts_guests <> ${acceptsGuests}`,
    )
  ).rowCount ?? 0) > 0

/** Gives certificates of entries to other entries. Returns how many. */
export const updateEntryIdsAndCountCertificates = async (
  tx: Db,
  moves: readonly { from: string; to: string }[],
): Promise<number> =>
  (
    await tx.execute(sql`
      update certificates c set entry_id = moved."to"
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as moved("from" uuid, "to" uuid) where c.entry_id = moved."from"`)
  ).rowCount ?? 0

/** Counts the awards of an event, and its advancements that were not undone. */
export const countAwardsAndAdvancementsOfEvent = async (
  db: Db,
  eventId: string,
): Promise<{ awardCount: number; advancementCount: number }> => ({
  awardCount: await db.$count(awards, eq(awards.eventId, eventId)),
  advancementCount: await db.$count(
    advancements,
    and(eq(advancements.eventId, eventId), isNull(advancements.undoneAt)),
  ),
})
