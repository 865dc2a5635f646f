export const paymentMethods = ['telr', 'manual'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * The state of a payment. `created`: the server is creating the order. `pending`: the payer is at the
 * gateway. `held`: the gateway has authorised the money and not captured it. `paid`: it pays the team.
 * `excess`: paid, but another payment had paid the team; it needs a refund. `undecided`: paid, but the team
 * has moved since its order; an administrator accepts or refunds it. `mismatch`: the gateway's answer differs
 * from the order; an administrator must look. `failed`: the gateway created no order. `withdrawn`: an
 * administrator withdrew a manual mark.
 */
export const paymentStates = [
  'created',
  'pending',
  'held',
  'paid',
  'excess',
  'undecided',
  'mismatch',
  'declined',
  'cancelled',
  'expired',
  'failed',
  'refunded',
  'withdrawn',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** The states of payments whose money was received and not refunded completely. */
export const receivedPaymentStates = [
  'paid',
  'excess',
  'undecided',
] as const satisfies readonly PaymentState[]
/**
 * The states of payments about whose money the bank or an administrator decides. Nobody is asked for another
 * payment meanwhile, and the team keeps its place.
 */
export const paymentStatesInDecision = [
  'held',
  'mismatch',
  'undecided',
] as const satisfies readonly PaymentState[]
/** Returns whether the bank or an administrator decides about the money of a payment. */
export const isAwaitingBankOrAdminDecision = (state: PaymentState): boolean =>
  (paymentStatesInDecision as readonly PaymentState[]).includes(state)

/** Returns whether the money of a payment was received and not refunded completely. */
export const isReceivedAndNotFullyRefunded = (state: PaymentState): boolean =>
  (receivedPaymentStates as readonly PaymentState[]).includes(state)

/** Money in the currency's smallest unit (halalas for SAR), with the ISO 4217 code of the currency. */
export type Money = { amount: number; currency: string }

export type PaymentFilter = {
  search?: string | undefined
  state?: PaymentState | undefined
  method?: PaymentMethod | undefined
}

/** The days of a report, `YYYY-MM-DD`, both included. */
export type PaymentReportPeriod = { from: string; to: string; test?: boolean | undefined }

/**
 * How payments, teams and the gateway can differ. `no-record`: the team is paid and no payment explains it.
 * `not-marked`: a payment pays the team and the team is not paid. `gateway-paid`: paid at the gateway, not
 * here. `gateway-not-paid`: paid here, not at the gateway. `differs`: `fields` of the order differ at the
 * gateway. `excess`: paid twice, needs a refund. `undecided`: paid, but `fields` of the order differ from the
 * team, which has moved since; an administrator accepts or refunds it. `refund-open`: a refund without an answer. `refunded-there`:
 * the gateway reported a refund that is not recorded here. `team-deleted`: paid, and the team is deleted.
 * `unknown-there`: the gateway does not know the order, or did not answer (`message`).
 */
export const paymentDifferenceKinds = [
  'no-record',
  'not-marked',
  'gateway-paid',
  'gateway-not-paid',
  'differs',
  'excess',
  'undecided',
  'refund-open',
  'refunded-there',
  'team-deleted',
  'unknown-there',
] as const
export type PaymentDifferenceKind = (typeof paymentDifferenceKinds)[number]

export const paymentLimits = { reason: 500 } as const
