import type { advancementResponse, advancePreviewResponse, advanceSelection } from './advancement.schema.ts'
import type { z } from './z.ts'

export const advanceLimits = { lastRank: 1000 } as const
/** Which teams of an event advance, and where to. */
export type AdvanceSelection = z.infer<typeof advanceSelection>
/** The teams that would advance, and the state of the event that they would take part in. */
export type AdvancePreview = Omit<z.infer<typeof advancePreviewResponse>, 'success'>
/** A team that advances. */
export type AdvancedTeam = AdvancePreview['teams'][number]
/** Teams that advanced in one step. */
export type Advancement = z.infer<typeof advancementResponse>['advancement']
