import type { RecordMetadata } from '../platform/crud.ts'
import type { Localized } from '../platform/localized.ts'

/** The entities of the contents, by the names of their pages and lists in the back office. */
export const contentEntities = {
  faqs: 'faq',
  partners: 'partner',
  organizers: 'organizer',
  regions: 'region',
  continents: 'continent',
} as const
export type ContentName = keyof typeof contentEntities
export type ContentEntity = (typeof contentEntities)[ContentName]

/** A question that visitors see on the home page. */
export type Faq = { id: string; question: Localized; answer: Localized }

/** A question as the back office edits it. */
export type FaqRecord = Faq & RecordMetadata & { active: boolean }
export type FaqFields = Pick<FaqRecord, 'question' | 'answer' | 'active'>

/** Limits of texts in characters, and of the lines of an imported file. */
export const faqLimits = { question: 500, answer: 20_000, importLines: 2000 } as const

/**
 * A partner of the home page's carousel. `image` is a path on this site; `link` leads to the partner's own
 * site, null for none.
 */
export type Partner = { id: string; name: string; image: string; link: string | null }

/** A partner as the back office edits it. */
export type PartnerRecord = Partner & RecordMetadata & { active: boolean }
export type PartnerFields = Pick<PartnerRecord, 'name' | 'link' | 'active'>

/** Limits of texts in characters. */
export const partnerLimits = { name: 200, link: 2000 } as const

/** Limits of texts in characters. */
export const organizerLimits = { name: 200, link: 2000, country: 80 } as const

/** Limits of texts in characters. */
export const regionLimits = { name: 200, country: 80, email: 320, phone: 40 } as const

export const continentLimits = { name: 200 } as const
