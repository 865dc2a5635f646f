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

/** How an entry's total comes from its attempts: contract/rules/scoring.ts. */
export const totalRules = ['sum-of-best', 'best', 'sum', 'last'] as const
export type TotalRule = (typeof totalRules)[number]

/** What the back office keeps beside: `version` counts the changes, `deletedAt` is null for an event that is there, `entryCount` counts ranked entries. */
type EventRecord = {
  version: number
  entryCount: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** A line of the back office's list. */
export type AdminEventRow = EventCard & EventRecord & { eventCode: string; active: boolean }

/** An event as the back office edits it. */
export type AdminEvent = EventDetails & EventRecord & { totalRule: TotalRule }

/** The switches of an event. */
export const eventFlags = ['trending', 'live', 'active'] as const
export type EventFlag = (typeof eventFlags)[number]

/**
 * What the event form sends. `id` is there when an event is edited; `version` is the one that was read: when somebody saved meanwhile, the save is
 * refused (`stale-version`). Dates are ISO 8601 or null, `region` is a region's slug or null for all.
 */
export type EventInput = {
  id?: string
  version?: number
  title: Localized
  description: Localized
  startDate: string | null
  endDate: string | null
  eventCode: string
  missionType: MissionType
  datesInfo: Localized
  howToPlay: Localized
  rules: Localized
  tags: string[]
  region: string | null
  totalRule: TotalRule
}

/** An edit as it arrives: the four required texts, and of the rest what was sent; what was not sent stays as it is. */
export type EventUpdate = Pick<EventInput, 'id' | 'version' | 'title' | 'description'> &
  Partial<Pick<EventInput, 'startDate' | 'endDate' | 'eventCode' | 'missionType' | 'tags' | 'region' | 'totalRule'>> & {
    datesInfo?: Partial<Localized>
    howToPlay?: Partial<Localized>
    rules?: Partial<Localized>
  }

/** Limits of an event's texts, in characters, and of its tags. */
export const eventLimits = { title: 200, description: 20_000, info: 20_000, code: 100, tags: 30, tag: 60 } as const
