import type { AuditEntry } from '#contract/platform/audit.schema.ts'
import type { AuditEntity, AuditReference } from '#contract/platform/audit.ts'
import { type ContentEntity, contentEntities } from '#contract/site/contents.ts'
import { canOpenAdminPage, type OfficeUser } from '#web/admin/navigation.ts'

/** Entities whose records are shown on the page of their team or event. */
const pathBuildersByParent = {
  'event-key': (eventId) => `/admin/events/${eventId}/scores`,
  'schedule-slot': (eventId) => `/admin/events/${eventId}/schedule`,
  award: (eventId) => `/admin/events/${eventId}/results`,
  judge: (eventId) => `/admin/events/${eventId}/judges`,
  protest: (eventId) => `/admin/events/${eventId}/protests`,
  score: (eventId) => `/admin/events/${eventId}/scores`,
  'team-person': (teamId) => `/admin/team/${teamId}/view`,
  season: (teamId) => `/admin/team/${teamId}/view`,
} satisfies Partial<Record<AuditEntity, (parentId: string) => string>>

type EntityWithParent = keyof typeof pathBuildersByParent

const contentPathBuilders = Object.fromEntries(
  Object.entries(contentEntities).map(([name, entity]) => [
    entity,
    (id: string) => `/admin/${name}/${id}/edit`,
  ]),
) as Record<ContentEntity, (id: string) => string>

const pathBuilders: Record<Exclude<AuditEntity, EntityWithParent>, (id: string) => string> = {
  ...contentPathBuilders,
  event: (id) => `/admin/events/${id}/edit`,
  schedule: (eventId) => `/admin/events/${eventId}/schedule`,
  screen: (eventId) => `/admin/events/${eventId}/display`,
  user: (id) => `/admin/users/${id}/edit`,
  'judge-person': (id) => `/admin/judges/${id}/edit`,
  settings: () => '/admin/settings',
  'simulator-file': () => '/admin/media',
  download: () => '/admin/downloads',
  downloads: () => '/admin/downloads',
  message: () => '/admin/messages',
  announcement: (id) => `/admin/announcements/${id}/edit`,
  competition: (id) => `/admin/competitions/${id}/edit`,
  team: (id) => `/admin/team/${id}/view`,
  'season-year': (id) => `/admin/seasons/${id}/edit`,
  'season-move': () => '/admin/seasons',
  payment: (id) => `/admin/payments?payment=${id}`,
  import: () => '/admin/imports',
  'email-queue': () => '/admin/email-queue',
}

/** The lists that entries about all records of a type (`entityId` 'all') link to. */
const listPaths: Partial<Record<AuditEntity, string>> = {
  user: '/admin/users',
  team: '/admin/teams',
  downloads: '/admin/downloads',
  'email-queue': '/admin/email-queue',
}

const isShownWithParent = (entity: AuditEntity): entity is EntityWithParent => entity in pathBuildersByParent

/** Returns the path when a user may open its page: one who is limited to regions opens no competition, for example. */
const omitClosedPath = (path: string | undefined, user: OfficeUser | undefined): string | undefined =>
  path !== undefined && user && canOpenAdminPage(path.replace(/\?.*/, ''), user) ? path : undefined

const findRecordPath = ({ entity, entityId, parentId }: AuditEntry): string | undefined => {
  if (entityId === 'all') return listPaths[entity]
  if (!isShownWithParent(entity)) return pathBuilders[entity](entityId)
  return parentId === null ? undefined : pathBuildersByParent[entity](parentId)
}

/**
 * Returns the path of the page that shows the record of an entry, or of its list for an entry about all
 * records. The page of a removed record says so. Undefined when the entry no longer tells the team or event
 * of its record, and when the user may not open the page.
 */
export const findAuditRecordPath = (entry: AuditEntry, user: OfficeUser | undefined): string | undefined =>
  omitClosedPath(findRecordPath(entry), user)

/**
 * Returns the path of the page that shows a record which a value of an entry names by its id. Undefined for a
 * record that is shown on another record's page, and when the user may not open the page.
 */
export const findAuditReferencePath = (
  { entity }: Pick<AuditReference, 'entity'>,
  id: string,
  user: OfficeUser | undefined,
): string | undefined =>
  omitClosedPath(isShownWithParent(entity) ? undefined : pathBuilders[entity](id), user)
