import { expect, test } from 'vitest'
import { pageRoutes } from '../support/browser/page-routes.ts'
import { getScreenshotPath } from '../support/browser/screenshot-paths.ts'

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

test('every page of the site has an address for its screenshots', async () => {
  for (const route of pageRoutes) {
    const path = await getScreenshotPath(route, records)
    if (route === '/admin') expect(path).toBeUndefined()
    else expect(path, route).toMatch(/^\/[^:*]*$/)
  }
})

test('a new route with a parameter fails until it has a record', async () => {
  await expect(getScreenshotPath('/galaxies/:id', records)).rejects.toThrow('/galaxies/:id')
})
