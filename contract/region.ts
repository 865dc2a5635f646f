import type { region, regionRecord } from './region.schema.ts'
import type { z } from './z.ts'

/** A region with the contact that the support page shows. */
export type Region = z.infer<typeof region>
/** A region as the back office edits it. */
export type RegionRecord = z.infer<typeof regionRecord>
export type RegionFields = Pick<RegionRecord, 'name' | 'country' | 'email' | 'phone' | 'active'>

/** Limits of texts in characters. */
export const regionLimits = { name: 200, country: 80, email: 320, phone: 40 } as const
