import type { ImportProblem } from './import.ts'
import type { Localized } from './localized.ts'
import type { RecordMetadata } from './record.ts'

/** A partner as visitors see it. `image` is a path on this site; `link` leads to the partner's own site, null for none. */
export type Partner = { id: string; name: string; image: string; link: string | null }

export type Faq = { id: string; question: Localized; answer: Localized }

/** A tab of the events screen. */
export type Continent = { id: string; slug: string; name: Localized }

/** Who runs the competition in a country. `flag` is a path on this site; without a `link` the settings' `organizerLink` opens; inactive ones are greyed. */
export type Organizer = {
  id: string
  name: Localized
  link: string | null
  flag: string | null
  country: string | null
  active: boolean
  continentId: string
}

/** A region with the contact that the support page shows; `country` is a slug (`egypt`, `saudi-arabia`). */
export type Region = { id: string; slug: string; name: Localized; country: string; email: string | null; phone: string | null }

/** Limits of texts, in characters. */
export const contentLimits = {
  name: 200,
  question: 500,
  answer: 20_000,
  link: 2000,
  slug: 80,
  email: 320,
  phone: 40,
  position: 1_000_000,
  /** Lines of a file of questions. */
  lines: 2000,
} as const

/** The same as the back office edits them. */
export type FaqRecord = Faq & RecordMetadata & { active: boolean }
export type PartnerRecord = Partner & RecordMetadata & { active: boolean }
export type OrganizerRecord = Organizer & RecordMetadata
export type ContinentRecord = Continent & RecordMetadata
export type RegionRecord = Region & RecordMetadata & { active: boolean }

/**
 * What a form sends. `id` is there when a record is edited; `version` is the one that was read: when somebody saved meanwhile, the save is refused
 * (`stale-version`). `position` is the place in the list, a new record comes last without it.
 */
type Draft = { id?: string; version?: number; position?: number }
export type FaqDraft = Draft & Pick<FaqRecord, 'question' | 'answer' | 'active'>
export type PartnerDraft = Draft & Pick<PartnerRecord, 'name' | 'link' | 'active'>
export type OrganizerDraft = Draft & Pick<OrganizerRecord, 'name' | 'link' | 'country' | 'active' | 'continentId'>
export type ContinentDraft = Draft & Pick<ContinentRecord, 'name'>
export type RegionDraft = Draft & Pick<RegionRecord, 'name' | 'country' | 'email' | 'phone' | 'active'>

/** A line of a CSV file of questions as it was understood. */
export type FaqImportRow = { line: number; question: Localized; active: boolean }
/** What a file would do, or did; `rows` and `problems` are the first 200 of each. */
export type FaqImportPreview = { rows: FaqImportRow[]; problems: ImportProblem[]; count: number }
