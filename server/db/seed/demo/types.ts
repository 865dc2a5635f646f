import type { Localized } from '#contract/localized.ts'

/** An event of the demo. Days count from the day of seeding, so that past, live and coming events stay so. */
export type DemoEvent = {
  slug: string
  /** Name of its drawings: `files/cover-<art>.webp`, `files/banner-<art>.webp`. */
  art: string
  title: Localized
  description: Localized
  startsInDays: number
  lengthDays: number
  /** The daily rhythm; the dates are written in front of it when seeding. */
  schedule: Localized
  howToPlay: Localized
  rules: Localized
  tags: readonly string[]
  missionType: 0 | 1 | 2 | 3 | 4
  eventCode: string
  /** Slug of a region, or null for everybody. */
  region: string | null
  trending: boolean
  live: boolean
  /** What the scores are made of; no entries before an event has begun. */
  play: { missions: number; entries: number; by: 'player' | 'team'; best: number; seconds: number }
}

export type DemoOrganizer = {
  continent: string
  /** ISO 3166 code: names the flag's file. */
  country: string
  name: Localized
  /** Null opens the default link of the settings. */
  link: string | null
  active: boolean
}

export type DemoFaq = { question: Localized; answer: Localized }
export type DemoPartner = { file: string; name: string; link: string | null }
