import type { advancementResponse, advancePreviewResponse, advanceSelection } from './advancement.schema.ts'
import type { z } from './z.ts'

export const advanceLimits = { lastRank: 1000 } as const
/** Which teams of an event advance, and where to. */
export type AdvanceSelection = z.infer<typeof advanceSelection>
/** A team that advances. */
export type AdvancedTeam = z.infer<typeof advancePreviewResponse>['teams'][number]
/** Teams that advanced in one step. */
export type Advancement = z.infer<typeof advancementResponse>['advancement']
