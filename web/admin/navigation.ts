import {
  type Icon,
  IconAward,
  IconBuilding,
  IconCalendarEvent,
  IconCreditCard,
  IconDownload,
  IconHeartHandshake,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconMapPin,
  IconSettings,
  IconTrophy,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { admin } from '#i18n/en/admin.ts'

type Entry = {
  to: string
  /** The path of single records, when it is not below `to`. */
  also?: string
  label: Exclude<keyof (typeof admin)['nav'], 'label' | 'open' | 'close' | 'collapse' | 'expand' | 'more'>
  icon: Icon
}

/** The links of the sidebar, in the order of the specification; `more` has the pages that the specification does not name. */
export const adminNavigation: { main: Entry[]; more: Entry[] } = {
  main: [
    { to: '/admin/dashboard', label: 'dashboard', icon: IconLayoutDashboard },
    { to: '/admin/users', label: 'users', icon: IconUsers },
    { to: '/admin/events', label: 'events', icon: IconCalendarEvent },
    { to: '/admin/teams', also: '/admin/team/', label: 'teams', icon: IconUsersGroup },
    { to: '/admin/partners', label: 'partners', icon: IconHeartHandshake },
    { to: '/admin/faqs', label: 'faqs', icon: IconHelpCircle },
  ],
  more: [
    { to: '/admin/scores', label: 'scores', icon: IconAward },
    { to: '/admin/organizers', label: 'organizers', icon: IconBuilding },
    { to: '/admin/competitions', label: 'competitions', icon: IconTrophy },
    { to: '/admin/continents', label: 'continents', icon: IconWorld },
    { to: '/admin/regions', label: 'regions', icon: IconMapPin },
    { to: '/admin/downloads', label: 'downloads', icon: IconDownload },
    { to: '/admin/messages', label: 'messages', icon: IconMail },
    { to: '/admin/payments', label: 'payments', icon: IconCreditCard },
    { to: '/admin/audit', label: 'audit', icon: IconHistory },
    { to: '/admin/settings', label: 'settings', icon: IconSettings },
  ],
}
