import type { demoOrder } from './demo-order.schema.ts'
import type { z } from './z.ts'

/** The outcomes of a demo payment, which the payer chooses on its page. */
export const demoOrderOutcomes = ['paid', 'declined', 'cancelled'] as const
export type DemoOrderOutcome = (typeof demoOrderOutcomes)[number]
export type DemoOrderState = 'pending' | DemoOrderOutcome

/** An order of the stand-in gateway, as its payment page shows it. */
export type DemoOrder = z.infer<typeof demoOrder>
