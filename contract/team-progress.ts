import type { teamHistoryEntry, teamRank } from './team-progress.schema.ts'
import type { z } from './z.ts'

export const teamHistoryKinds = ['registered', 'changed', 'stage', 'status', 'paid', 'refunded', 'season'] as const
export type TeamHistoryKind = (typeof teamHistoryKinds)[number]

/** The rank of a team in the ranking of an event, with the entries before and after it. */
export type TeamRank = z.infer<typeof teamRank>
/** A step in the history of a team. */
export type TeamHistoryEntry = z.infer<typeof teamHistoryEntry>
