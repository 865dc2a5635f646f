import { booleanFormField } from '#contract/crud.schema.ts'
import { idField, listQueryFields, listResponseFields, pageSizes, textField } from '#contract/fields.schema.ts'
import { differenceKinds, paymentLimits, paymentMethods, paymentStates } from '#contract/payment.ts'
import { z } from '#contract/z.ts'

const team = z.object({
  _id: z.string(),
  name: z.string(),
  team_no: z.number(),
  schoolName: z.string(),
  competion: z.object({ name_en: z.string(), name_ar: z.string() }),
})
const payment = {
  _id: z.string(),
  team,
  method: z.enum(paymentMethods),
  status: z.enum(paymentStates),
  amount: z.number().describe("in the currency's smallest unit"),
  currency: z.string(),
  test: z.boolean(),
  receipt: z.string().nullable(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  refunded_at: z.string().nullable(),
}
/** A payment as its payer sees it. */
export const wirePayment = z.object(payment).meta({ id: 'Payment' })
export type WirePayment = z.infer<typeof wirePayment>

/** A payment as administrators see it. */
export const wirePaymentRecord = z
  .object({
    ...payment,
    cartid: z.string(),
    order_ref: z.string().nullable(),
    transaction_ref: z.string().nullable(),
    reason: z.string(),
    refund_asked_at: z.string().nullable(),
  })
  .meta({ id: 'PaymentRecord' })
export type WirePaymentRecord = z.infer<typeof wirePaymentRecord>

export const wireOffer = z
  .object({
    team,
    payment_status: z.boolean(),
    amount: z.number().describe("in the currency's smallest unit"),
    currency: z.string(),
    online: z.boolean(),
    test: z.boolean(),
    payments: z.array(wirePayment),
  })
  .meta({ id: 'PaymentOffer' })
export type WireOffer = z.infer<typeof wireOffer>

const success = z.literal(true)
export const offerQuery = z.object({ team_id: idField.optional() })
export const offerAnyReply = z.union([z.object({ success, offer: wireOffer }), z.object({ success, payments: z.array(wirePayment) })])
export const startBody = z.object({ team_id: idField })
export const startReply = z.object({
  success,
  payment: wirePayment,
  url: z.string().describe("the gateway's page, where the payer's browser goes"),
})
export const paymentParams = z.object({ paymentId: idField })
export const paymentReply = z.object({ success, payment: wirePayment })

const field = () => textField(1000).default('')
/** The form that the gateway sends: what its signature covers, and the signature itself. What else it sends is left out. */
export const adviceBody = z.object({
  tran_store: field(),
  tran_type: field(),
  tran_class: field(),
  tran_test: field(),
  tran_ref: field(),
  tran_prevref: field(),
  tran_firstref: field(),
  tran_order: textField(1000).optional(),
  tran_currency: field(),
  tran_amount: field(),
  tran_cartid: field(),
  tran_desc: field(),
  tran_status: field(),
  tran_authcode: field(),
  tran_authmessage: field(),
  tran_check: field(),
})
export const adviceReply = z.object({ success })

export const paymentsQuery = z.object({
  ...listQueryFields(pageSizes.short),
  status: z.enum(paymentStates).optional(),
  method: z.enum(paymentMethods).optional(),
})
export const paymentsReply = z.object({ success, payments: z.array(wirePaymentRecord), ...listResponseFields })
export const wireStep = z.object({ _id: z.string(), kind: z.string(), at: z.string(), data: z.record(z.string(), z.unknown()) })
export const paymentDetailsReply = z.object({ success, payment: wirePaymentRecord, steps: z.array(wireStep) })
export type WireStep = z.infer<typeof wireStep>

const reason = textField(paymentLimits.reason).trim().min(1)
export const refundBody = z.object({ reason, at_gateway: booleanFormField })
export const markBody = z.object({ team_id: idField, payment_status: z.boolean(), reason })
export const paymentSavedReply = z.object({ success, msg: z.string(), payment: wirePaymentRecord })

export const wireReconciliation = z
  .object({
    at: z.string(),
    gateway: z.boolean(),
    checked: z.number(),
    differences: z.array(
      z.object({
        kind: z.enum(differenceKinds),
        team: z.object({ _id: z.string(), name: z.string(), team_no: z.number() }),
        payment_id: z.string().nullable(),
        fields: z.array(z.string()),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'Reconciliation' })
export type WireReconciliation = z.infer<typeof wireReconciliation>
export const reconciliationReply = z.object({ success, reconciliation: wireReconciliation.nullable() })
