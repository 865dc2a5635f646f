import type { DemoOrder, DemoOrderOutcome } from '#contract/demo-order.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from './call.ts'

const pathOf = (orderRef: string) => `${paths.demoOrders}/${encodeURIComponent(orderRef)}`

/** Creates the client of the calls of the demo payment page. They throw `not-found` on a site without demo content. */
export const createDemoOrderApi = (call: ApiCall) => ({
  one: async (orderRef: string) => (await call<{ order: DemoOrder }>(pathOf(orderRef))).order,
  /** Ends a pending order; an order that has ended stays as it is. */
  end: async (orderRef: string, outcome: DemoOrderOutcome) =>
    (await call<{ order: DemoOrder }>(pathOf(orderRef), { method: 'POST', json: { outcome } })).order,
})
