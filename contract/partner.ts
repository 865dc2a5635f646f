import type { RecordMetadata } from './crud.ts'

/** A partner of the home page's carousel. `image` is a path on this site; `link` leads to the partner's own site, null for none. */
export type Partner = { id: string; name: string; image: string; link: string | null }

/** A partner as the back office edits it. */
export type PartnerRecord = Partner & RecordMetadata & { active: boolean }
export type PartnerFields = Pick<PartnerRecord, 'name' | 'link' | 'active'>

/** Limits of texts in characters. */
export const partnerLimits = { name: 200, link: 2000 } as const
