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
import type { admin } from '#i18n/en/admin.ts'

type AdminEntry = {
  to: string
  /** The path of single records, when it is not below `to`. */
  also?: string
  label: Exclude<keyof (typeof admin)['nav'], 'label' | 'open' | 'close' | 'collapse' | 'expand' | 'more'>
  icon: Icon
  /** What the calls of the page need. */
  permission: RequiredPermission
}

/** The links of the sidebar, in the order of the specification; `more` has the pages that the specification does not name. */
export const adminNavigation: { main: AdminEntry[]; more: AdminEntry[] } = {
  main: [
    { to: '/admin/dashboard', label: 'dashboard', permission: 'none', icon: IconLayoutDashboard },
    { to: '/admin/users', label: 'users', permission: ['registration', 'privacy'], icon: IconUsers },
    { to: '/admin/events', label: 'events', permission: 'content', icon: IconCalendarEvent },
    {
      to: '/admin/teams',
      also: '/admin/team/',
      label: 'teams',
      permission: ['registration', 'results', 'finance', 'privacy'],
      icon: IconUsersGroup,
    },
    { to: '/admin/partners', label: 'partners', permission: 'content', icon: IconHeartHandshake },
    { to: '/admin/faqs', label: 'faqs', permission: 'content', icon: IconHelpCircle },
  ],
  more: [
    { to: '/admin/scores', label: 'scores', permission: 'results', icon: IconAward },
    { to: '/admin/judging', label: 'judging', permission: ['results', 'registration'], icon: IconGavel },
    { to: '/admin/organizers', label: 'organizers', permission: 'content', icon: IconBuilding },
    { to: '/admin/competitions', label: 'competitions', permission: 'registration', icon: IconTrophy },
    { to: '/admin/seasons', label: 'seasons', permission: 'registration', icon: IconCalendarRepeat },
    { to: '/admin/continents', label: 'continents', permission: 'content', icon: IconWorld },
    { to: '/admin/regions', label: 'regions', permission: 'content', icon: IconMapPin },
    { to: '/admin/media', label: 'media', permission: 'content', icon: IconMovie },
    { to: '/admin/downloads', label: 'downloads', permission: 'registration', icon: IconDownload },
    { to: '/admin/imports', label: 'imports', permission: ['registration', 'results', 'content'], icon: IconFileImport },
    { to: '/admin/messages', label: 'messages', permission: 'registration', icon: IconMail },
    { to: '/admin/announcements', label: 'announcements', permission: 'registration', icon: IconSpeakerphone },
    { to: '/admin/payments', label: 'payments', permission: 'finance', icon: IconCreditCard },
    { to: '/admin/audit', label: 'audit', permission: 'administration', icon: IconHistory },
    { to: '/admin/status', label: 'status', permission: 'administration', icon: IconActivity },
    { to: '/admin/settings', label: 'settings', permission: 'content', icon: IconSettings },
  ],
}

/** The pages that belong to another entry than the one their path begins with. */
const otherEntries: readonly (readonly [RegExp, string])[] = [
  [/^\/admin\/events\/[^/]+\/(scores|results|rules|protests|certificates)/, '/admin/scores'],
  [/^\/admin\/events\/[^/]+\/(judging|badges)/, '/admin/judging'],
]

/** Finds the link of the sidebar that the page at a path of the back office belongs to. */
export const findAdminEntry = (pathname: string): AdminEntry | undefined => {
  const path = otherEntries.find(([pattern]) => pattern.test(pathname))?.[1] ?? pathname
  const entries = [...adminNavigation.main, ...adminNavigation.more]
  return entries.find(({ to, also }) => path === to || path.startsWith(`${to}/`) || (also && path.startsWith(also)))
}

/** Returns true when a user with these permissions may open the page at a path of the back office. */
export const canOpenAdminPage = (pathname: string, permissions: readonly Permission[]): boolean =>
  hasPermission(permissions, findAdminEntry(pathname)?.permission ?? 'none')
