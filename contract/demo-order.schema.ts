import { demoOrderOutcomes } from './demo-order.ts'
import { localizedText } from './fields.schema.ts'
import { z } from './z.ts'

/** An order of the stand-in gateway of the demo content. */
export const demoOrder = z
  .object({
    amount: z.number().describe("in the currency's smallest unit"),
    currency: z.string().describe('ISO 4217'),
    teamNo: z.number(),
    competition: localizedText,
    state: z.enum(['pending', ...demoOrderOutcomes]),
    returnUrl: z.string().describe("where the payer's browser goes afterwards"),
  })
  .meta({ id: 'DemoOrder' })

export const demoOrderParams = z.object({ orderRef: z.string().regex(/^[0-9a-f]{48}$/) })
export const payDemoOrderRequest = z.object({ outcome: z.enum(demoOrderOutcomes) })
export const demoOrderResponse = z.object({ success: z.literal(true), order: demoOrder })
