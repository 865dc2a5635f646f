import type { organizer, organizerRecord } from './organizer.schema.ts'
import type { z } from './z.ts'

/** A company that runs the competition in a country. */
export type Organizer = z.infer<typeof organizer>
/** An organizer as the back office edits it. */
export type OrganizerRecord = z.infer<typeof organizerRecord>
export type OrganizerFields = Pick<OrganizerRecord, 'name' | 'link' | 'country' | 'active' | 'continentId'>

/** Limits of texts in characters. */
export const organizerLimits = { name: 200, link: 2000, country: 80 } as const
