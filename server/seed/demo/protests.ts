import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { msPerDay } from '#contract/rules/time.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { protests } from '#server/db/schema/protests.ts'
import { scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'

/** The texts of the demo protests. The second one is answered. */
const texts = [
  { reason: 'The stopwatch ran on after our car had stopped in the parking space. Our coach has a video of the finish.', answer: '' },
  {
    reason: 'عبرت سيارتنا العائق الأخير دون أن تلمسه، لكن النقاط لم تُحتسب لنا.',
    answer: 'راجع رئيس الحكام تسجيل الجولة: لمست السيارة العائق، لذلك تبقى النتيجة كما هي.',
  },
]

/** Lets a demo event accept protests for two days, and adds an open and an answered protest against attempts of its first teams. */
export const insertDemoProtests = async (tx: Db, eventId: string, now: Date): Promise<void> => {
  await tx
    .update(events)
    .set({ protestsUntil: new Date(now.getTime() + 2 * msPerDay) })
    .where(eq(events.id, eventId))
  const entries = await tx
    .select({ id: scoreEntries.id, teamId: scoreEntries.teamId })
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), isNotNull(scoreEntries.teamId)))
    .orderBy(asc(scoreEntries.rankingKey), asc(scoreEntries.id))
    .limit(texts.length)
  for (const [index, { id: entryId, teamId }] of entries.entries()) {
    const { reason = '', answer = '' } = texts[index] ?? {}
    const [attempt] = await tx
      .select({ id: scoreAttempts.id })
      .from(scoreAttempts)
      .where(eq(scoreAttempts.entryId, entryId))
      .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))
      .limit(1)
    await tx.insert(protests).values({
      ...{ eventId, entryId, attemptId: attempt?.id ?? null, teamId, reason, answer },
      ...(answer ? { state: 'rejected' as const, closedAt: now } : {}),
    })
  }
}
