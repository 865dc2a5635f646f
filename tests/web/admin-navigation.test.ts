import { expect, test } from 'vitest'
import { canOpenAdminPage, findNavigationEntry } from '#web/admin/navigation.ts'

test.each([
  ['/admin/events', '/admin/events'],
  ['/admin/events/1/edit', '/admin/events'],
  ['/admin/events/1/scores', '/admin/scores'],
  ['/admin/events/1/scores/log', '/admin/scores'],
  ['/admin/events/1/results', '/admin/scores'],
  ['/admin/events/1/rules/sheets', '/admin/scores'],
  ['/admin/events/1/certificates', '/admin/scores'],
  ['/admin/events/1/judging', '/admin/judging'],
  ['/admin/events/1/badges', '/admin/judging'],
  ['/admin/team/1/view', '/admin/teams'],
  ['/admin/payments/totals', '/admin/payments'],
  ['/admin/profile', undefined],
])('the page %s belongs to the link %s of the sidebar', (pathname, to) => {
  expect(findNavigationEntry(pathname)?.to).toBe(to)
})

test('an organizer of results may open the pages of the scores of an event, and not its form', () => {
  const mayOpen = (page: string) => canOpenAdminPage(`/admin/events/1/${page}`, ['results'])
  expect(['scores', 'rules', 'certificates', 'judging', 'edit'].map(mayOpen)).toEqual([true, true, true, true, false])
})
