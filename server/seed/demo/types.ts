import type { Localized } from '#contract/localized.ts'

/** A demo event. Days count from the day on which the demo is added. */
export type DemoEvent = {
  slug: string
  /** Name of its images: `files/cover-<art>.webp`, `files/banner-<art>.webp`. */
  art: string
  title: Localized
  description: Localized
  startsInDays: number
  lengthDays: number
  /** The daily schedule. The dates are added before it. */
  schedule: Localized
  howToPlay: Localized
  rules: Localized
  tags: readonly string[]
  missionType: 0 | 1 | 2 | 3 | 4
  eventCode: string
  /** Slug of a region, or null for all regions. */
  region: string | null
  trending: boolean
  /** Parameters of the generated scores. A future event has no entries. An event with `hasRuleSet` is judged by `demoRuleSet`. */
  play: { missions: number; entries: number; by: 'player' | 'team'; best: number; seconds: number; hasRuleSet?: true }
}

export type DemoOrganizer = {
  continent: string
  /** ISO 3166 code, which is also the name of the flag image. */
  country: string
  name: Localized
  /** Null uses the default link of the settings. */
  link: string | null
  active: boolean
}

export type DemoFaq = { question: Localized; answer: Localized }
export type DemoPartner = { file: string; name: string; link: string | null }
