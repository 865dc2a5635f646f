import type { continent, continentRecord } from './continent.schema.ts'
import type { z } from './z.ts'

/** A continent. Continents are the tabs of the events page. */
export type Continent = z.infer<typeof continent>
/** A continent as the back office edits it. */
export type ContinentRecord = z.infer<typeof continentRecord>
export type ContinentFields = Pick<ContinentRecord, 'name'>

export const continentLimits = { name: 200 } as const
