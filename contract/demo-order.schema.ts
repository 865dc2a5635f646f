import { localizedText } from './fields.schema.ts'
import { z } from './z.ts'

/** The outcomes of a demo payment, which the payer chooses on its page. */
const demoOrderOutcomes = ['paid', 'declined', 'cancelled'] as const
export type DemoOrderOutcome = (typeof demoOrderOutcomes)[number]
export type DemoOrderState = 'pending' | DemoOrderOutcome

/** An order of the stand-in gateway, as its payment page shows it. */
export type DemoOrder = z.infer<typeof demoOrder>

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
