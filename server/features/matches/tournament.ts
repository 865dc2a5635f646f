import type { RuleSet } from '#contract/rule-set.schema.ts'
import type { Db } from '#server/db/open.ts'
import { readMatchTimes } from '#server/features/schedule/service.ts'
import { readTournamentState } from '#server/features/scores/service.ts'
import type { ReadTournament } from './build-tournament.ts'

/** Reads the tournament of an event from the ranking of visitors or organizers, with the places of its matches in the schedule. */
export const readTournament = async (
  db: Db,
  event: { id: string; ruleSet: RuleSet | null },
  source: Parameters<typeof readTournamentState>[2],
): Promise<ReadTournament> => {
  const found = await readTournamentState(db, event, source)
  if (!found) return { state: null, drawnAt: null, teamsByEntryId: new Map(), times: new Map() }
  return {
    state: found.state,
    drawnAt: found.drawnAt.toISOString(),
    teamsByEntryId: new Map([...found.teamsByEntryId].map(([entryId, { id, ...team }]) => [entryId, { id: id ?? '', ...team }])),
    times: await readMatchTimes(db, event.id),
  }
}
