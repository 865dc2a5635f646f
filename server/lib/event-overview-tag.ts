/** Returns the tag that announces changes of what organizers see of an event to the event stream of its overview; no public reply has it, so it is invalidated during a freeze, too. */
export const getEventOverviewCacheTag = (eventId: string): string => `event-overview:${eventId}`
