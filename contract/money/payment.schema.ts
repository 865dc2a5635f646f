import { teamStatuses } from '../people/teams/team-places.ts'
import { booleanFormField } from '../platform/crud.schema.ts'
import {
  createPageAndSearchFields,
  idField,
  listResponseFields,
  localizedText,
  multilineTextField,
  rawTextField,
  sortField,
} from '../platform/fields.schema.ts'
import { pageSizes } from '../platform/page-sizes.ts'
import { createMessageAndDataResponseSchema } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { paymentDifferenceKinds, paymentLimits, paymentMethods, paymentStates } from './payment.ts'
import { orderDifferenceFields, signedNotificationFields } from './payment-rules.ts'

const money = {
  amount: z.number().describe("in the currency's smallest unit"),
  currency: z.string().describe('ISO 4217'),
}

/** The team that a payment is for. */
const paymentTeam = z.object({
  id: z.string(),
  name: z.string(),
  teamNo: z.number(),
  schoolName: z.string(),
  competition: localizedText,
})
export type PaymentTeam = z.infer<typeof paymentTeam>

/** A payment for its payer. Instants are ISO 8601. */
const payment = z
  .object({
    id: z.string(),
    team: paymentTeam,
    method: z.enum(paymentMethods),
    state: z.enum(paymentStates),
    ...money,
    test: z.boolean().describe("made with the gateway's test system: no money moved"),
    demo: z.boolean().describe('made with the stand-in gateway of the demo content: no money moved'),
    receipt: z
      .string()
      .nullable()
      .describe(
        "the receipt's number (`2026-000017`, of a demo payment `DEMO-2026-000017`), only for a payment through the gateway",
      ),
    createdAt: z.string(),
    teamStatus: z.enum(teamStatuses),
    teamPaid: z.boolean().describe('the team is paid for, by this payment or another'),
    payBy: z
      .string()
      .nullable()
      .describe('until when the team can be paid and keeps its place; null without such a time and after it'),
    paidAt: z.string().nullable(),
    refundedAmount: z.number().describe('the sum of its refunds; the whole amount in the state `refunded`'),
    refundedAt: z.string().nullable().describe('of the last refund'),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof payment>

/** A payment for administrators. */
const paymentRecord = payment
  .extend({
    cartId: z.string(),
    orderRef: z.string().nullable().describe("the gateway's"),
    transactionRef: z.string().nullable().describe("the gateway's"),
    reason: z.string(),
    refundAskedAt: z.string().nullable().describe('set while a refund has no answer'),
    refundAskedAmount: z.number().nullable().describe('the amount of that refund'),
  })
  .meta({ id: 'PaymentRecord' })
export type PaymentRecord = z.infer<typeof paymentRecord>

/** What a receipt shows in addition to the payment. */
const receiptDetails = z
  .object({
    issuer: localizedText.describe("the legal name of the issuer; empty texts stand for the site's name"),
    vatNumber: z.string().describe('empty for none'),
    vatPercent: z.number().nullable().describe('null when the amount includes no VAT'),
    net: z.number(),
    vat: z.number(),
    payerName: z.string().describe('the adult whose name the gateway got; empty when it is not known here'),
    transactionRef: z.string().describe("the gateway's"),
  })
  .meta({ id: 'ReceiptDetails' })
export type ReceiptDetails = z.infer<typeof receiptDetails>

const paymentOffer = z
  .object({
    team: paymentTeam,
    paid: z.boolean(),
    status: z.enum(teamStatuses).describe('only a team with a place (`registered`) can be paid for'),
    ...money,
    online: z.boolean().describe('false without credentials of the gateway, or when switched off'),
    test: z.boolean(),
    demo: z.boolean().describe('the payment page is the stand-in of the demo content'),
    payments: z.array(payment),
  })
  .meta({ id: 'PaymentOffer' })

/** The fee of a team, its payments, and whether it can be paid online. */
export type PaymentOffer = z.infer<typeof paymentOffer>

/** The adult whose data the gateway got as the customer. `country` is an ISO 3166 code. */
const payer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  country: z.string(),
})
export type Payer = z.infer<typeof payer>

/** An entry in the log of a payment. `data` has no personal data of payers. */
const paymentStep = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.string(),
  actor: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('the administrator; null for the gateway and removed accounts'),
  data: z.record(z.string(), z.unknown()),
})
export type PaymentStep = z.infer<typeof paymentStep>

/**
 * A difference between payments, teams and the gateway; `fields` of the order differ at the gateway, or from
 * the team (`undecided`). `message` is the gateway's message.
 */
const paymentDifference = z.object({
  kind: z.enum(paymentDifferenceKinds),
  team: z.object({ id: z.string(), name: z.string(), teamNo: z.number() }),
  paymentId: z.string().nullable(),
  fields: z.array(z.string()),
  message: z.string(),
})
export type PaymentDifference = z.infer<typeof paymentDifference>

/** A comparison of all payments with the teams and, when `gateway` is true, with the gateway. */
const paymentReconciliation = z
  .object({
    at: z.string(),
    gateway: z.boolean(),
    checked: z.number().describe('how many orders the gateway was asked about'),
    differences: z.array(paymentDifference),
  })
  .meta({ id: 'Reconciliation' })
export type PaymentReconciliation = z.infer<typeof paymentReconciliation>

const success = z.literal(true)
export const paymentOfferQuery = z.object({ teamId: idField })
export const paymentOfferResponse = z.object({ success, offer: paymentOffer })
/** All payments for the teams of the user. */
export const accountPaymentsResponse = z.object({ success, payments: z.array(payment) })
export const startPaymentRequest = z.object({ teamId: idField })
export const startPaymentResponse = z.object({
  success,
  payment,
  url: z.string().describe("the gateway's page, where the payer's browser goes"),
})
export const paymentParams = z.object({ paymentId: idField })
export const paymentResponse = z.object({ success, payment })
export const paymentWithReceiptResponse = z.object({ success, payment, receipt: receiptDetails.nullable() })

const gatewayNotificationField = rawTextField(1000).default('')
/**
 * The form that the gateway sends, in its spelling: the signed fields and the signature. Other fields are
 * left out.
 */
export const gatewayNotificationRequest = z.object({
  ...(Object.fromEntries(signedNotificationFields.map((name) => [name, gatewayNotificationField])) as Record<
    (typeof signedNotificationFields)[number],
    typeof gatewayNotificationField
  >),
  // the signature covers it only when it was sent
  tran_order: rawTextField(1000).optional(),
  tran_check: gatewayNotificationField,
})
export const gatewayNotificationResponse = z.object({ success })

export const adminPaymentListQuery = z.object({
  ...createPageAndSearchFields(pageSizes.short),
  state: z.enum(paymentStates).optional(),
  method: z.enum(paymentMethods).optional(),
  sort: sortField('payments'),
})
export const adminPaymentListResponse = z.object({
  success,
  payments: z.array(paymentRecord),
  ...listResponseFields,
})
/** What an administrator decides about: the order of a payment, and the fee that its team owes instead. */
const paymentDecision = z.object({
  fields: z
    .array(z.enum(orderDifferenceFields))
    .describe('in what the order differs from the team now; empty when the team has moved back'),
  orderedCompetition: localizedText
    .nullable()
    .describe('null when the competition was removed, or the order does not know it'),
  orderedSeason: z.number().describe('the year of the season'),
  fee: z.object(money),
  season: z.number().describe('the year of the season in which the team is now'),
  isTeamDeleted: z.boolean().describe('the money of a deleted team cannot be accepted'),
})
export type PaymentDecision = z.infer<typeof paymentDecision>
export const adminPaymentResponse = z.object({
  success,
  payment: paymentRecord,
  decision: paymentDecision.nullable().describe('only of a payment in the state `undecided`'),
  payer: payer.nullable(),
  steps: z.array(paymentStep),
})

/**
 * The days of a report in the site's time zone, both included; `test` selects test and demo payments, with
 * which no money moved.
 */
export const paymentReportQuery = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  test: booleanFormField,
})
const paymentSums = {
  currency: z.string().describe('ISO 4217'),
  onlineCount: z.number(),
  onlineAmount: z.number().describe("in the currency's smallest unit, like all amounts"),
  manualCount: z.number(),
  manualAmount: z.number(),
  refundCount: z.number(),
  refundAmount: z.number(),
  netAmount: z.number().describe('received minus refunded'),
}
/**
 * Money received and refunded in a period, by competition and by day. A payment counts on the day it was
 * paid, a refund on the day it was refunded.
 */
const paymentTotals = z
  .object({
    byCompetition: z.array(z.object({ competition: localizedText, ...paymentSums })),
    byDay: z.array(
      z.object({ day: z.string().describe("YYYY-MM-DD in the site's time zone"), ...paymentSums }),
    ),
    overall: z.array(z.object(paymentSums)).describe('one line for each currency'),
  })
  .meta({ id: 'PaymentTotals' })
export type PaymentTotals = z.infer<typeof paymentTotals>

export const paymentTotalsResponse = z.object({ success, totals: paymentTotals })

const reasonField = multilineTextField(paymentLimits.reason).min(1)
const refundedAmountField = z
  .int()
  .min(0)
  .describe(
    '`refundedAmount` of the payment when the administrator decided: another refund since then rejects this one',
  )
/**
 * How much of a payment is refunded, and why. Without an amount it is all that is left. An amount needs
 * `refundedAmount`, so that a repeat refunds nothing more.
 */
export const refundFields = z.object({
  reason: reasonField,
  amount: z.int().min(1).describe('in the smallest unit').optional(),
  refundedAmount: refundedAmountField.optional(),
})
export type RefundFields = z.infer<typeof refundFields>
/** Returns whether a refund of a part says what was refunded before. */
export const hasRefundedAmountIfPartialRefund = ({
  amount,
  refundedAmount,
}: {
  amount?: number | undefined
  refundedAmount?: number | undefined
}) => amount === undefined || refundedAmount !== undefined
export const refundRequest = refundFields
  .extend({ atGateway: booleanFormField })
  .refine(hasRefundedAmountIfPartialRefund, { path: ['refundedAmount'], params: { code: 'required' } })
export const discardRefundRequest = z.object({ reason: reasonField })
export const acceptPaymentRequest = z.object({ reason: reasonField })
export const changedPaymentResponse = createMessageAndDataResponseSchema({ payment: paymentRecord })
export const markPaidRequest = z.object({ teamId: idField, paid: z.boolean(), reason: reasonField })
export const paymentModeResponse = z.object({
  success,
  test: z.boolean().describe('orders are test orders: no money moves'),
  demo: z.boolean().describe('the payment page is the stand-in of the demo content'),
})
export const reconciliationResponse = z.object({ success, reconciliation: paymentReconciliation.nullable() })

/** The outcomes of a demo payment, which the payer chooses on its page. */
const demoOrderOutcomes = ['paid', 'declined', 'cancelled'] as const
export type DemoOrderOutcome = (typeof demoOrderOutcomes)[number]
export type DemoOrderState = 'pending' | DemoOrderOutcome

/** An order of the stand-in gateway, as its payment page shows it. */
export type DemoOrder = z.infer<typeof demoOrder>

/** An order of the stand-in gateway of the demo content. */
const demoOrder = z
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
