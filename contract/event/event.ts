export const missionTypes = [0, 1, 2, 3, 4] as const
/** 0 elementary, 1 junior, 2 senior, 3 adult, 4 pro. */
export type MissionType = (typeof missionTypes)[number]

/** How the total of an entry is computed from its attempts (contract/event/scoring/entry-total.ts). */
export const totalRules = ['sum-of-best', 'best', 'sum', 'last'] as const
export type TotalRule = (typeof totalRules)[number]

/**
 * The switches of an event in lists, which set them one at a time. `live` sets `liveMode` to `on` or `off`.
 */
const eventFlags = ['trending', 'live', 'active'] as const
export type EventFlag = (typeof eventFlags)[number]

/**
 * When an event is live, which its badge says: `by-date` from the first day, without a first day from the
 * first result, until the last day ends or the results are final. The ranking of an event is kept up to date
 * whatever its mode (contract/event/event-phase.ts).
 */
export const liveModes = ['by-date', 'on', 'off'] as const
export type LiveMode = (typeof liveModes)[number]

/**
 * The settings of an event of which the event form sends those that its user changed, because lists can set
 * them while the form is open.
 */
export const eventSwitches = ['active', 'trending', 'liveMode'] as const
export type EventSwitch = (typeof eventSwitches)[number]

/** A draft is an event with the flag `active` off: only the back office shows it. */
export const eventStates = ['draft', 'published'] as const
export type EventState = (typeof eventStates)[number]

/**
 * The slug of the region whose events Home and Events list, together with the events of no region
 * (specification, section 7). It is the default of the setting `eventListRegion`.
 */
export const defaultEventListRegion = 'egypt'

/**
 * Tells whether Home and Events list an event. Both values are slugs; an event without a region is always
 * listed, and null lists the events of all regions.
 */
export const isEventListedForRegion = (eventRegion: string | null, eventListRegion: string | null) =>
  !eventRegion || eventListRegion === null || eventRegion === eventListRegion
