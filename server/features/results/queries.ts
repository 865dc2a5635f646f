import { and, asc, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { rankingReveals, scoreEntries } from '#server/db/schema/scores.ts'
import { teamPeople } from '#server/db/schema/teams.ts'
import { buildGuardianAnswerCondition, buildMinorMemberCondition } from '#server/features/guardian-confirmations/service.ts'
import type { StoredReveal } from './reveal-steps.ts'

export type RevealRow = { id: string; isRehearsal: boolean; isPaused: boolean; openedCount: number; steps: StoredReveal }

export const findRevealOfEvent = async (db: Db, eventId: string): Promise<RevealRow | undefined> => {
  const { id, isRehearsal, isPaused, openedCount, steps } = rankingReveals
  const [row] = await db
    .select({ id, isRehearsal, isPaused, openedCount, steps })
    .from(rankingReveals)
    .where(eq(rankingReveals.eventId, eventId))
  if (!row) return undefined
  // reveals that began before an update have no awards
  return { ...row, steps: { awards: [], ...(row.steps as Omit<StoredReveal, 'awards'> & Partial<StoredReveal>) } }
}

/** Stores a new reveal in place of an earlier one. */
export const replaceReveal = async (
  tx: Db,
  eventId: string,
  reveal: Omit<typeof rankingReveals.$inferInsert, 'eventId' | 'steps'> & { steps: StoredReveal },
): Promise<void> => {
  await deleteReveal(tx, eventId)
  await tx.insert(rankingReveals).values({ ...reveal, eventId })
}

export const updateReveal = async (
  tx: Db,
  eventId: string,
  values: Partial<Pick<RevealRow, 'openedCount' | 'isPaused' | 'steps'>>,
): Promise<void> => {
  await tx.update(rankingReveals).set(values).where(eq(rankingReveals.eventId, eventId))
}

export const deleteReveal = async (tx: Db, eventId: string): Promise<boolean> =>
  ((await tx.delete(rankingReveals).where(eq(rankingReveals.eventId, eventId))).rowCount ?? 0) > 0

/** Lists those of these entries that are in the standing ranking. */
export const listStandingEntryIds = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ id: scoreEntries.id })
    .from(scoreEntries)
    .where(sql`${scoreEntries.id} = any(${sql.param([...ids])}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Lists the members of the team of an entry who may be named on the day `today` (YYYY-MM-DD): those of age, and minors whose guardians have confirmed. `photo` is the
 * file of a photo that may be shown, else null.
 */
export const listMembersToShow = (db: Db, entryId: string, today: string): Promise<{ name: string; photo: string | null }[]> =>
  db
    .select({
      name: teamPeople.name,
      photo: sql<string | null>`case when ${teamPeople.consent}->>'publish' = 'true' then ${teamPeople.picture} end`,
    })
    .from(scoreEntries)
    .innerJoin(teamPeople, eq(teamPeople.teamId, scoreEntries.teamId))
    .where(
      and(
        eq(scoreEntries.id, entryId),
        eq(teamPeople.kind, 'member'),
        isNull(teamPeople.deletedAt),
        isNotNull(teamPeople.birthDate),
        or(not(buildMinorMemberCondition(today)), buildGuardianAnswerCondition('confirmed')),
      ),
    )
    .orderBy(asc(teamPeople.position), asc(teamPeople.id))

/** Locks the freeze of an event until the transaction ends, so that steps of a reveal and the end of the freeze follow each other. */
export const lockRankingFreeze = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select 1 from ranking_freezes where event_id = ${eventId} for update`)
}
