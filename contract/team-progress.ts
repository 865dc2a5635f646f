import type { teamHistoryEntry, teamPlace } from './team-progress.schema.ts'
import type { z } from './z.ts'

export const teamHistoryKinds = ['registered', 'changed', 'stage', 'status', 'paid', 'refunded', 'season'] as const
export type TeamHistoryKind = (typeof teamHistoryKinds)[number]

/** The place of a team in the ranking of an event, with the entries before and after it. */
export type TeamPlace = z.infer<typeof teamPlace>
/** A step in the history of a team. */
export type TeamHistoryEntry = z.infer<typeof teamHistoryEntry>
