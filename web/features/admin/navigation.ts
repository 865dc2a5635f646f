import { type Icon, IconAward, IconCalendarEvent, IconLayoutDashboard } from '@tabler/icons-react'
import type { admin } from '#i18n/en/admin.ts'

type Entry = {
  to: string
  label: Exclude<keyof (typeof admin)['nav'], 'label' | 'open' | 'close' | 'collapse' | 'expand' | 'more'>
  icon: Icon
}

/** The sidebar, in the order of the specification; what the product adds stands under 'More'. Every entry leads to a page of web/routes.ts. */
export const navigation: { main: Entry[]; more: Entry[] } = {
  main: [
    { to: '/admin/dashboard', label: 'dashboard', icon: IconLayoutDashboard },
    { to: '/admin/events', label: 'events', icon: IconCalendarEvent },
  ],
  more: [{ to: '/admin/scores', label: 'scores', icon: IconAward }],
}
