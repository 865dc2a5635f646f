import {
  type Icon,
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
  IconMapPin,
  IconMovie,
  IconSettings,
  IconSpeakerphone,
  IconTrophy,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import { hasPermission, type Permission, type RequiredPermission } from '#contract/rules/permissions.ts'
import type { adminEntities } from '#i18n/en/admin-entities.ts'

type Entities = typeof adminEntities
type EntityWithList = { [E in keyof Entities]: Entities[E] extends { many: string } ? E : never }[keyof Entities]
type AdminEntry = {
  to: string
  /** The path of single records, when it is not below `to`. */
  also?: string
  /** The key of its text. */
  text: `adminEntities.${EntityWithList}.many` | `admin.nav.${'dashboard' | 'judging' | 'media' | 'status'}`
  icon: Icon
  /** What the calls of the page need. */
  permission: RequiredPermission
}

/** The links of the sidebar, in the order of the specification; `more` has the pages that the specification does not name. */
export const adminNavigation: { main: AdminEntry[]; more: AdminEntry[] } = {
  main: [
    { to: '/admin/dashboard', text: 'admin.nav.dashboard', permission: 'none', icon: IconLayoutDashboard },
    { to: '/admin/users', text: 'adminEntities.user.many', permission: ['registration', 'privacy'], icon: IconUsers },
    { to: '/admin/events', text: 'adminEntities.event.many', permission: 'content', icon: IconCalendarEvent },
    {
      to: '/admin/teams',
      also: '/admin/team/',
      text: 'adminEntities.team.many',
      permission: ['registration', 'results', 'finance', 'privacy'],
      icon: IconUsersGroup,
    },
    { to: '/admin/partners', text: 'adminEntities.partner.many', permission: 'content', icon: IconHeartHandshake },
    { to: '/admin/faqs', text: 'adminEntities.faq.many', permission: 'content', icon: IconHelpCircle },
  ],
  more: [
    { to: '/admin/scores', text: 'adminEntities.score.many', permission: 'results', icon: IconAward },
    { to: '/admin/judging', text: 'admin.nav.judging', permission: ['results', 'registration'], icon: IconGavel },
    { to: '/admin/organizers', text: 'adminEntities.organizer.many', permission: 'content', icon: IconBuilding },
    { to: '/admin/competitions', text: 'adminEntities.competition.many', permission: 'registration', icon: IconTrophy },
    { to: '/admin/seasons', text: 'adminEntities.season-year.many', permission: 'registration', icon: IconCalendarRepeat },
    { to: '/admin/continents', text: 'adminEntities.continent.many', permission: 'content', icon: IconWorld },
    { to: '/admin/regions', text: 'adminEntities.region.many', permission: 'content', icon: IconMapPin },
    { to: '/admin/media', text: 'admin.nav.media', permission: 'content', icon: IconMovie },
    { to: '/admin/downloads', text: 'adminEntities.download.many', permission: 'registration', icon: IconDownload },
    { to: '/admin/imports', text: 'adminEntities.import.many', permission: ['registration', 'results', 'content'], icon: IconFileImport },
    { to: '/admin/messages', text: 'adminEntities.message.many', permission: 'registration', icon: IconMail },
    { to: '/admin/announcements', text: 'adminEntities.announcement.many', permission: 'registration', icon: IconSpeakerphone },
    { to: '/admin/payments', text: 'adminEntities.payment.many', permission: 'finance', icon: IconCreditCard },
    { to: '/admin/audit', text: 'adminEntities.audit.many', permission: 'administration', icon: IconHistory },
    { to: '/admin/status', text: 'admin.nav.status', permission: 'administration', icon: IconActivity },
    { to: '/admin/settings', text: 'adminEntities.settings.many', permission: 'content', icon: IconSettings },
  ],
}

/** The pages that belong to another entry than the one their path begins with. */
const otherEntries: readonly (readonly [RegExp, string])[] = [
  [/^\/admin\/events\/[^/]+\/(scores|results|rules|protests|certificates)/, '/admin/scores'],
  [/^\/admin\/events\/[^/]+\/(judging|badges)/, '/admin/judging'],
]

/** Finds the link of the sidebar that the page at a path of the back office belongs to. */
export const findNavigationEntry = (pathname: string): AdminEntry | undefined => {
  const path = otherEntries.find(([pattern]) => pattern.test(pathname))?.[1] ?? pathname
  const entries = [...adminNavigation.main, ...adminNavigation.more]
  return entries.find(({ to, also }) => path === to || path.startsWith(`${to}/`) || (also && path.startsWith(also)))
}

/** Returns true when a user with these permissions may open the page at a path of the back office. */
export const canOpenAdminPage = (pathname: string, permissions: readonly Permission[]): boolean =>
  hasPermission(permissions, findNavigationEntry(pathname)?.permission ?? 'none')
