import type { Lang } from '../platform/localized.ts'

/** The URL paths of files about events. */
export const eventFilePaths = {
  calendar: (idOrSlug: string) => `/events/${encodeURIComponent(idOrSlug)}/event.ics`,
  /** The calendar file of a team with the times of its slots. */
  teamCalendar: (idOrSlug: string, teamId: string) =>
    `/events/${encodeURIComponent(idOrSlug)}/teams/${encodeURIComponent(teamId)}/schedule.ics`,
  calendarOfAll: '/events/calendar.ics',
  shareImage: (idOrSlug: string, lang: Lang) => `/events/${encodeURIComponent(idOrSlug)}/share-${lang}.png`,
} as const
