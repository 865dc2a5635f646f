import type { AuditEntity, AuditEntry, AuditReference } from '#contract/audit.ts'

/** Builds the path of the page that shows a record. `parentId` is the id of its team or event. */
const pathBuilders: Record<AuditEntity, (id: string, parentId: string | null) => string> = {
  event: (id) => `/admin/events/${id}/edit`,
  'event-key': (_, eventId) => `/admin/events/${eventId}/scores`,
  schedule: (eventId) => `/admin/events/${eventId}/judging?tab=schedule`,
  'schedule-slot': (_, eventId) => `/admin/events/${eventId}/judging?tab=schedule`,
  judge: (_, eventId) => `/admin/events/${eventId}/judging`,
  protest: (_, eventId) => `/admin/events/${eventId}/protests`,
  score: (_, eventId) => `/admin/events/${eventId}/scores`,
  user: (id) => `/admin/users/${id}/edit`,
  faq: (id) => `/admin/faqs/${id}/edit`,
  partner: (id) => `/admin/partners/${id}/edit`,
  organizer: (id) => `/admin/organizers/${id}/edit`,
  continent: (id) => `/admin/continents/${id}/edit`,
  region: (id) => `/admin/regions/${id}/edit`,
  settings: () => '/admin/settings',
  'simulator-file': () => '/admin/media',
  download: () => '/admin/downloads',
  downloads: () => '/admin/downloads',
  message: () => '/admin/messages',
  announcement: (id) => `/admin/announcements/${id}/edit`,
  competition: (id) => `/admin/competitions/${id}/edit`,
  team: (id) => `/admin/team/${id}/view`,
  'team-person': (_, teamId) => `/admin/team/${teamId}/view`,
  season: (_, teamId) => `/admin/team/${teamId}/view`,
  'season-year': (id) => `/admin/seasons/${id}/edit`,
  'season-move': () => '/admin/seasons',
  payment: (id) => `/admin/payments?payment=${id}`,
  import: () => '/admin/imports',
}

/** The lists that entries about all records of a type (`entityId` 'all') link to. */
const listPaths: Partial<Record<AuditEntity, string>> = { user: '/admin/users', team: '/admin/teams', downloads: '/admin/downloads' }

/** Returns the path of the page that shows the record of an entry, or of its list for an entry about all records. Undefined when there is none. */
export const buildAuditRecordPath = ({ entity, entityId, parentId, hasPage }: AuditEntry): string | undefined => {
  if (entityId === 'all') return listPaths[entity]
  return hasPage ? pathBuilders[entity](entityId, parentId) : undefined
}

/** Returns the path of the page that shows a record which a value of an entry names by its id. */
export const buildAuditReferencePath = ({ entity }: AuditReference, id: string): string => pathBuilders[entity](id, null)
