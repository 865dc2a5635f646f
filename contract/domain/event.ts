import type { Localized } from './localized.ts'

export const missionTypes = [0, 1, 2, 3, 4] as const
/** 0 elementary, 1 junior, 2 senior, 3 adult, 4 pro. */
export type MissionType = (typeof missionTypes)[number]

/** What a card of an event shows. Dates are ISO 8601 UTC; pictures are paths on this site, null where the event has none. */
export type EventCard = {
  id: string
  slug: string
  title: Localized
  description: Localized
  startDate: string | null
  endDate: string | null
  tags: string[]
  coverImage: string | null
  trending: boolean
  live: boolean
  missionType: MissionType
  region: string | null
}

/** Everything that visitors may see of an event. Empty texts are shown as placeholders. */
export type EventDetails = EventCard & {
  bannerImage: string | null
  eventCode: string
  datesInfo: Localized
  howToPlay: Localized
  rules: Localized
  active: boolean
}
