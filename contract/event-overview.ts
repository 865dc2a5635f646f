import type { eventOverview } from './event-overview.schema.ts'
import type { z } from './z.ts'

/** What the person in charge of an event sees of it on the day. */
export type EventOverview = z.infer<typeof eventOverview>
