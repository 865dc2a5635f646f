import type { dashboard } from './dashboard.schema.ts'
import type { z } from './z.ts'

/** The metrics of the back office's first page. Days are `YYYY-MM-DD`. */
export type Dashboard = z.infer<typeof dashboard>
/** How often a value occurs. */
export type DashboardCount = Dashboard['users']['byRole'][number]
