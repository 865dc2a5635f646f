import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import {
  adminNavigation,
  buildEventTabPath,
  canOpenAdminPage,
  eventTabs,
  findEventTab,
  findNavigationEntry,
  listPermittedEventTabs,
} from '#web/admin/navigation.ts'
import routes from '#web/routes.ts'

test.each([
  ['/admin/events', '/admin/events'],
  ['/admin/events/new', '/admin/events'],
  ['/admin/events/1', '/admin/events'],
  ['/admin/events/1/edit', '/admin/events'],
  ['/admin/events/1/scores/log', '/admin/events'],
  ['/admin/events/1/badges', '/admin/events'],
  ['/admin/team/1/view', '/admin/teams'],
  ['/admin/payments/totals', '/admin/payments'],
  ['/admin/profile', undefined],
])('the page %s belongs to the link %s of the sidebar', (pathname, to) => {
  expect(findNavigationEntry(pathname, { permissions: ['administration'] })?.to).toBe(to)
})

test.each([
  ['content', '/admin/events'],
  ['results', '/admin/scores'],
  ['registration', '/admin/judging'],
] as const)(
  'the page of an event belongs to a list that a user with the permission %s may open',
  (permission, to) => {
    expect(findNavigationEntry('/admin/events/1/teams', { permissions: [permission] })?.to).toBe(to)
  },
)

test.each([
  ['/admin/events/1', 'overview'],
  ['/admin/events/1/', 'overview'],
  ['/admin/events/1/edit', 'details'],
  ['/admin/events/1/rules/sheets', 'rules'],
  ['/admin/events/1/badges', 'teams'],
  ['/admin/events/1/scores/log', 'scores'],
  ['/admin/events/1/certificates', 'results'],
  ['/admin/events/newton/edit', 'details'],
  ['/admin/events/new', undefined],
  ['/admin/events', undefined],
])('the page %s belongs to the tab %s of an event', (pathname, name) => {
  expect(findEventTab(pathname)?.name).toBe(name)
})

test.each(eventTabs)('the tab $name of an event has a page', (tab) => {
  const matched = matchRoutes(routes as Parameters<typeof matchRoutes>[0], buildEventTabPath('1', tab))?.at(
    -1,
  )?.route.path
  expect(matched).toBe(buildEventTabPath(':id', tab).slice(1))
})

test.each([
  ['content', ['details']],
  ['registration', ['overview', 'teams']],
  [
    'results',
    [
      'overview',
      'rules',
      'teams',
      'matches',
      'schedule',
      'judges',
      'scores',
      'protests',
      'results',
      'display',
    ],
  ],
  ['finance', []],
] as const)('a user with the permission %s may open the tabs %s of an event', (permission, names) => {
  const open = listPermittedEventTabs({ permissions: [permission] })
  expect(open.map(({ name }) => name)).toEqual(names)
  for (const tab of eventTabs.filter(({ name }) => name !== 'overview'))
    expect(canOpenAdminPage(buildEventTabPath('1', tab), { permissions: [permission] }), tab.name).toBe(
      open.includes(tab),
    )
  // the overview leads to another tab
  expect(canOpenAdminPage('/admin/events/1', { permissions: [permission] })).toBe(open.length > 0)
})

test('only the permission content opens the form of a new event', () => {
  expect(canOpenAdminPage('/admin/events/new', { permissions: ['content'] })).toBe(true)
  expect(canOpenAdminPage('/admin/events/new', { permissions: ['results', 'registration'] })).toBe(false)
})

test('a user who is limited to regions opens the pages that respect them', () => {
  const user = {
    permissions: ['content', 'registration', 'results', 'finance', 'privacy'] as const,
    regionLimit: ['1'],
  }
  const paths = [...adminNavigation.main, ...adminNavigation.groups.flatMap(({ entries }) => entries)].map(
    ({ to }) => to,
  )
  expect(paths.filter((path) => canOpenAdminPage(path, user))).toEqual([
    '/admin/dashboard',
    '/admin/users',
    '/admin/events',
    '/admin/teams',
    '/admin/scores',
    '/admin/judging',
    '/admin/payments',
    '/admin/messages',
    '/admin/announcements',
    '/admin/imports',
    '/admin/tasks',
    '/admin/audit',
  ])
  expect(canOpenAdminPage('/admin/profile', user)).toBe(true)
  expect(canOpenAdminPage('/admin/users/', user)).toBe(true)
  expect(canOpenAdminPage('/admin/users/1/edit', user)).toBe(false)
  expect(canOpenAdminPage('/admin/users/1/edit', { permissions: user.permissions })).toBe(true)
  expect(canOpenAdminPage('/admin/team/1/edit', user)).toBe(true)
  expect(listPermittedEventTabs(user, { isReadOnly: true }).map(({ name }) => name)).toEqual(['teams'])
  expect(listPermittedEventTabs(user)).toEqual(eventTabs)
})

test('the sidebar begins with the links of the specification', () => {
  expect(adminNavigation.main.map(({ to }) => to.replace('/admin/', ''))).toEqual([
    'dashboard',
    'users',
    'events',
    'teams',
    'partners',
    'faqs',
  ])
})
