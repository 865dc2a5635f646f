import { eq } from 'drizzle-orm'
import type { LoggedDraw } from '#contract/event/scores/score-log.schema.ts'
import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import type { Db } from '#server/platform/db/open.ts'
import { drawnEntries, matchDraws } from '#server/platform/db/schema/rule-sets.ts'
import { hashTeamOfEntry } from '../log/queries-append.ts'

const { randomSeed, sides, groups, lots, withdrawn } = matchDraws
/** The columns of a draw. */
export const drawColumns = { randomSeed, sides, groups, lots, withdrawn }

/** Finds the draw of an event that is played in matches; null before it. */
export const findEventDraw = async (db: Db, eventId: string): Promise<EventDraw | null> => {
  const [row] = await db.select(drawColumns).from(matchDraws).where(eq(matchDraws.eventId, eventId))
  return row ?? null
}

/** Stores the draw of an event with the team of each of its entries. */
export const upsertDrawAndReplaceEntries = async (
  tx: Db,
  eventId: string,
  draw: EventDraw,
  entries: readonly { entryId: string; teamId: string }[],
): Promise<void> => {
  const values = { ...draw, eventId, drawnAt: new Date() } as typeof matchDraws.$inferInsert
  await tx.insert(matchDraws).values(values).onConflictDoUpdate({ target: matchDraws.eventId, set: values })
  await tx.delete(drawnEntries).where(eq(drawnEntries.eventId, eventId))
  await tx.insert(drawnEntries).values(entries.map((entry) => ({ ...entry, eventId })))
}

/** Changes who has withdrawn after the draw. */
export const updateWithdrawnEntries = async (
  tx: Db,
  eventId: string,
  withdrawn: readonly string[],
): Promise<void> => {
  await tx
    .update(matchDraws)
    .set({ withdrawn: [...withdrawn] })
    .where(eq(matchDraws.eventId, eventId))
}

export const deleteEventDraw = async (tx: Db, eventId: string): Promise<void> => {
  await tx.delete(matchDraws).where(eq(matchDraws.eventId, eventId))
}

/**
 * Lists the entries of a draw with their teams, null for a team that was deleted. An entry gets its id at the
 * draw, before it has results.
 */
export const listDrawnEntriesOfEvent = (
  db: Db,
  eventId: string,
): Promise<{ entryId: string; teamId: string | null }[]> =>
  db
    .select({ entryId: drawnEntries.entryId, teamId: drawnEntries.teamId })
    .from(drawnEntries)
    .where(eq(drawnEntries.eventId, eventId))

/** The teams of the drawn entries by the ids of these entries; null for a team that was deleted. */
export type DrawnTeams = ReadonlyMap<string, string | null>

/** Reads the teams of the draw of an event, none before it; null in an event whose teams are not drawn. */
export const mapTeamIdByDrawnEntry = async (
  db: Db,
  { id, ruleSet }: { id: string; ruleSet: RuleSet | null },
): Promise<DrawnTeams | null> =>
  getEventScoringTraits(ruleSet).areTeamsDrawn
    ? new Map((await listDrawnEntriesOfEvent(db, id)).map(({ entryId, teamId }) => [entryId, teamId]))
    : null

/** Returns the draw of an event as the score log has it; null without one. */
export const readEventDrawForLog = async (db: Db, eventId: string): Promise<LoggedDraw | null> => {
  const draw = await findEventDraw(db, eventId)
  if (!draw) return null
  const teamIds = new Map(
    (await listDrawnEntriesOfEvent(db, eventId)).map(({ entryId, teamId }) => [entryId, teamId]),
  )
  return {
    ...draw,
    teamHashes: draw.sides.flat().map((entryId) => hashTeamOfEntry(entryId, teamIds.get(entryId) ?? '')),
  }
}
