import { expect, test } from 'vitest'
import { getPagePath, groupRoutes } from '../../support/browser/page-paths.ts'
import { pageRoutes } from '../../support/browser/page-routes.ts'

const records = {
  // one record of every kind
  asAdmin: async (path: string) => Response.json({ [path.split('/')[3] as string]: [{ id: 'record' }] }),
  teamId: 'team',
  paymentId: 'payment',
  orderRef: 'order',
  paidPaymentId: 'paid',
  certificateCode: 'CODE',
  liveEventId: 'live',
  finalEventId: 'final',
}

test('every page of the site has a path, unless it leads to another page', async () => {
  for (const route of pageRoutes) {
    const path = await getPagePath(route, records)
    if (route === '/admin') expect(path).toBeUndefined()
    else expect(path, route).toMatch(/^\/[^:*]*$/)
  }
})

test('a new route with a parameter fails until it has a record', async () => {
  await expect(getPagePath('/galaxies/:id', records)).rejects.toThrow('/galaxies/:id')
})

test('the groups of routes have every page once', () => {
  const groups = groupRoutes(8)
  expect(groups.flatMap(({ routes }) => routes).toSorted()).toEqual([...pageRoutes].toSorted())
  expect(Math.max(...groups.map(({ routes }) => routes.length))).toBe(8)
})
