import { hasPermission, type RequiredPermission } from '#contract/accounts/permissions.ts'
import type { SessionUser } from '#contract/accounts/session.ts'
import { regionalAuditPermission } from '#contract/platform/audit.ts'
import type { admin } from '#i18n/en/admin.ts'
import type { adminEntities } from '#i18n/en/admin-entities.ts'
import type { adminEvents } from '#i18n/en/admin-events.ts'
import type { Icon } from '#web/shared/ui/create-icon.tsx'
import {
  IconActivity,
  IconAward,
  IconBuilding,
  IconCalendarEvent,
  IconCalendarRepeat,
  IconCreditCard,
  IconDownload,
  IconFileImport,
  IconGavel,
  IconHeartHandshake,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconMovie,
  IconProgress,
  IconSettings,
  IconSpeakerphone,
  IconTrophy,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '#web/shared/ui/icons.ts'

type Entities = typeof adminEntities
type EntityWithList = {
  [E in keyof Entities]: Entities[E] extends { many: string } ? E : never
}[keyof Entities]
type AdminEntry = {
  to: string
  /** The path of single records, when it is not below `to`. */
  also?: string
  /** The key of its text. */
  text:
    | `adminEntities.${EntityWithList}.many`
    | 'adminTasks.title'
    | `admin.nav.${'dashboard' | 'emailQueue' | 'judging' | 'media' | 'status'}`
  icon: Icon
  /** What the calls of the page need. */
  permission: RequiredPermission
  /** A user who is limited to regions may use it, or only its list, whose records others change. */
  respectsRegions?: true | 'list'
  /** What a user who is limited to regions needs instead of `permission`. */
  regionalPermission?: RequiredPermission
}

type AdminEntryGroup = { heading: keyof typeof admin.nav.groups; entries: AdminEntry[] }

/** What decides which pages a user of the back office may open. A stored user of before regions has no limit. */
export type OfficeUser = Pick<SessionUser, 'permissions'> & Partial<Pick<SessionUser, 'regionLimit'>>

/** Returns true when a user may open a page of the sidebar. */
export const canOpenEntry = (
  {
    permission,
    respectsRegions,
    regionalPermission = permission,
  }: Pick<AdminEntry, 'permission' | 'respectsRegions' | 'regionalPermission'>,
  { permissions, regionLimit }: OfficeUser,
): boolean =>
  regionLimit
    ? respectsRegions !== undefined && hasPermission(permissions, regionalPermission)
    : hasPermission(permissions, permission)

/**
 * The links of the sidebar, in the order of the specification; `groups` has the pages that the specification
 * does not name.
 */
export const adminNavigation: { main: AdminEntry[]; groups: AdminEntryGroup[] } = {
  main: [
    {
      to: '/admin/dashboard',
      text: 'admin.nav.dashboard',
      permission: 'none',
      respectsRegions: true,
      icon: IconLayoutDashboard,
    },
    {
      to: '/admin/users',
      text: 'adminEntities.user.many',
      permission: ['registration', 'privacy'],
      respectsRegions: 'list',
      icon: IconUsers,
    },
    {
      to: '/admin/events',
      text: 'adminEntities.event.many',
      permission: 'content',
      respectsRegions: true,
      icon: IconCalendarEvent,
    },
    {
      to: '/admin/teams',
      also: '/admin/team/',
      text: 'adminEntities.team.many',
      permission: ['registration', 'results', 'finance', 'privacy'],
      respectsRegions: true,
      icon: IconUsersGroup,
    },
    {
      to: '/admin/partners',
      text: 'adminEntities.partner.many',
      permission: 'content',
      icon: IconHeartHandshake,
    },
    { to: '/admin/faqs', text: 'adminEntities.faq.many', permission: 'content', icon: IconHelpCircle },
  ],
  groups: [
    {
      heading: 'competition',
      entries: [
        {
          to: '/admin/scores',
          text: 'adminEntities.score.many',
          permission: 'results',
          respectsRegions: true,
          icon: IconAward,
        },
        {
          to: '/admin/judging',
          text: 'admin.nav.judging',
          permission: ['results', 'registration'],
          respectsRegions: true,
          icon: IconGavel,
        },
        {
          to: '/admin/judges',
          text: 'adminEntities.judge-person.many',
          permission: 'results',
          icon: IconUserCheck,
        },
        {
          to: '/admin/competitions',
          text: 'adminEntities.competition.many',
          permission: 'registration',
          icon: IconTrophy,
        },
        {
          to: '/admin/seasons',
          text: 'adminEntities.season-year.many',
          permission: 'registration',
          icon: IconCalendarRepeat,
        },
        {
          to: '/admin/payments',
          text: 'adminEntities.payment.many',
          permission: 'finance',
          respectsRegions: true,
          icon: IconCreditCard,
        },
      ],
    },
    {
      heading: 'site',
      entries: [
        {
          to: '/admin/organizers',
          text: 'adminEntities.organizer.many',
          permission: 'content',
          icon: IconBuilding,
        },
        {
          to: '/admin/continents',
          text: 'adminEntities.continent.many',
          permission: 'content',
          icon: IconWorld,
        },
        { to: '/admin/regions', text: 'adminEntities.region.many', permission: 'content', icon: IconMapPin },
        { to: '/admin/media', text: 'admin.nav.media', permission: 'content', icon: IconMovie },
        {
          to: '/admin/downloads',
          text: 'adminEntities.download.many',
          permission: 'registration',
          icon: IconDownload,
        },
      ],
    },
    {
      heading: 'communication',
      entries: [
        {
          to: '/admin/messages',
          text: 'adminEntities.message.many',
          permission: 'registration',
          respectsRegions: true,
          icon: IconMail,
        },
        {
          to: '/admin/announcements',
          text: 'adminEntities.announcement.many',
          permission: 'registration',
          respectsRegions: true,
          icon: IconSpeakerphone,
        },
      ],
    },
    {
      heading: 'system',
      entries: [
        {
          to: '/admin/imports',
          text: 'adminEntities.import.many',
          permission: ['registration', 'results', 'content'],
          respectsRegions: true,
          icon: IconFileImport,
        },
        {
          to: '/admin/tasks',
          text: 'adminTasks.title',
          permission: 'none',
          respectsRegions: true,
          icon: IconProgress,
        },
        {
          to: '/admin/audit',
          text: 'adminEntities.audit.many',
          permission: 'administration',
          respectsRegions: true,
          regionalPermission: regionalAuditPermission,
          icon: IconHistory,
        },
        { to: '/admin/status', text: 'admin.nav.status', permission: 'administration', icon: IconActivity },
        {
          to: '/admin/email-queue',
          text: 'admin.nav.emailQueue',
          permission: 'administration',
          icon: IconMailForward,
        },
        {
          to: '/admin/settings',
          text: 'adminEntities.settings.many',
          permission: 'content',
          icon: IconSettings,
        },
      ],
    },
  ],
}

export type EventTabName = keyof typeof adminEvents.tabs.names
type EventTab = {
  name: EventTabName
  /** The first part of its address below that of the event. */
  path: string
  /** The first parts of the addresses of more pages that belong to it. */
  also?: readonly string[]
  /** What the calls of its pages need. */
  permission: RequiredPermission
}

/** The tabs of the page of an event, in the order of the work. */
export const eventTabs: readonly EventTab[] = [
  { name: 'overview', path: '', permission: ['results', 'registration'] },
  { name: 'details', path: 'edit', permission: 'content' },
  { name: 'rules', path: 'rules', permission: 'results' },
  { name: 'teams', path: 'teams', also: ['badges'], permission: ['results', 'registration'] },
  { name: 'matches', path: 'matches', permission: 'results' },
  { name: 'schedule', path: 'schedule', permission: 'results' },
  { name: 'judges', path: 'judges', permission: 'results' },
  { name: 'scores', path: 'scores', permission: 'results' },
  { name: 'protests', path: 'protests', permission: 'results' },
  { name: 'results', path: 'results', also: ['certificates'], permission: 'results' },
  { name: 'display', path: 'display', permission: 'results' },
]

/**
 * Lists the tabs of an event that a user may open. Of an event that a user who is limited to regions may only read,
 * it is the tab with the teams.
 */
export const listPermittedEventTabs = (
  { permissions }: OfficeUser,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): EventTab[] =>
  eventTabs.filter(
    ({ name, permission }) => hasPermission(permissions, permission) && (!isReadOnly || name === 'teams'),
  )

/** Returns the address of a tab of an event. */
export const buildEventTabPath = (eventId: string, { path }: EventTab): string =>
  `/admin/events/${eventId}${path && `/${path}`}`

const eventPath = /^\/admin\/events\/(?!new(?:\/|$))[^/]+\/?([^/]*)/

/** Finds the tab of an event that the page at a path of the back office belongs to. */
export const findEventTab = (pathname: string): EventTab | undefined => {
  const part = eventPath.exec(pathname)?.[1]
  return part === undefined
    ? undefined
    : eventTabs.find(({ path, also }) => path === part || also?.includes(part))
}

/** The lists from which a user reaches an event. Its page belongs to the first one that the user may open. */
const eventLists = ['/admin/events', '/admin/scores', '/admin/judging']

/** Finds the link of the sidebar that the page at a path of the back office belongs to, for a user. */
export const findNavigationEntry = (pathname: string, user: OfficeUser): AdminEntry | undefined => {
  const entries = [...adminNavigation.main, ...adminNavigation.groups.flatMap((group) => group.entries)]
  if (eventPath.test(pathname))
    return entries.find((entry) => eventLists.includes(entry.to) && canOpenEntry(entry, user))
  return entries.find(
    ({ to, also }) => pathname === to || pathname.startsWith(`${to}/`) || (also && pathname.startsWith(also)),
  )
}

/**
 * Returns true when a user may open the page at a path of the back office. The overview of an event leads to a
 * tab that the user may open.
 */
export const canOpenAdminPage = (pathname: string, user: OfficeUser): boolean => {
  const tab = findEventTab(pathname)
  if (tab?.name === 'overview') return listPermittedEventTabs(user).length > 0
  if (tab) return hasPermission(user.permissions, tab.permission)
  const entry = findNavigationEntry(pathname, user)
  if (entry === undefined) return true
  const isListOnly = entry.respectsRegions === 'list' && Boolean(user.regionLimit)
  const isBelowList = pathname.startsWith(`${entry.to}/`) && pathname !== `${entry.to}/`
  return canOpenEntry(entry, user) && !(isListOnly && isBelowList)
}
