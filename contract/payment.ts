import type { Localized } from './localized.ts'

export const paymentMethods = ['telr', 'manual'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * What became of a payment. `created`: the order is being made. `pending`: the payer is at the gateway. `held`: the money is reserved, the gateway has not let it
 * through. `paid`: it pays the team. `excess`: paid, but the team was paid already; it needs a refund. `mismatch`: what the gateway says does not fit the order;
 * somebody must look. `failed`: no order came about. `refunded`; `withdrawn`: a manual mark that was taken back.
 */
export const paymentStates = [
  'created',
  'pending',
  'held',
  'paid',
  'excess',
  'mismatch',
  'declined',
  'cancelled',
  'expired',
  'failed',
  'refunded',
  'withdrawn',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Money in the currency's smallest unit (halalas for SAR), with the ISO 4217 code of the currency. */
export type Money = { amount: number; currency: string }

/** The team that a payment is for. */
export type PaidTeam = { id: string; name: string; teamNo: number; school: string; competition: Localized }

/** A payment as its payer sees it. Instants are ISO 8601; `receipt` is the receipt's number (`2026-000017`), only of what pays or paid a team through the gateway. */
export type Payment = Money & {
  id: string
  team: PaidTeam
  method: PaymentMethod
  state: PaymentState
  /** At the gateway's test system: no money moved. */
  test: boolean
  receipt: string | null
  createdAt: string
  paidAt: string | null
  refundedAt: string | null
}

/** What happened to a payment, as the gateway or a person said it. `data` has no personal data of payers. */
export type PaymentStep = { id: string; kind: string; at: string; data: Record<string, unknown> }

/** A payment as administrators see it. `orderRef` and `transactionRef` are the gateway's, `refundAskedAt` is set while a refund has no answer. */
export type PaymentRecord = Payment & {
  cartId: string
  orderRef: string | null
  transactionRef: string | null
  reason: string
  refundAskedAt: string | null
}

export type PaymentFilter = { search?: string | undefined; state?: PaymentState | undefined; method?: PaymentMethod | undefined }

/** What is to be paid for a team, and whether that can be done here: `online` is false without credentials of the gateway or when switched off. */
export type PaymentOffer = Money & { team: PaidTeam; paid: boolean; online: boolean; test: boolean; payments: Payment[] }

/**
 * What two sides say differently. `no-record`: the team is paid and nothing explains it. `not-marked`: a payment pays the team and the team is not paid.
 * `gateway-paid`: paid at the gateway, not here. `gateway-not-paid`: paid here, not at the gateway. `differs`: `fields` of the order are others at the
 * gateway. `excess`: paid twice, needs a refund. `refund-open`: a refund without an answer. `refunded-there`: the gateway told of a refund that is not
 * recorded here. `team-deleted`: paid, and the team is deleted. `unknown-there`: the gateway does not know the order, or did not answer (`message`).
 */
export const differenceKinds = [
  'no-record',
  'not-marked',
  'gateway-paid',
  'gateway-not-paid',
  'differs',
  'excess',
  'refund-open',
  'refunded-there',
  'team-deleted',
  'unknown-there',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]
export type Difference = {
  kind: DifferenceKind
  team: { id: string; name: string; teamNo: number }
  paymentId: string | null
  fields: string[]
  message: string
}

/** A comparison of all payments with the teams and, when `gateway` is true, with the gateway. `checked` counts the orders that were asked for. */
export type Reconciliation = { at: string; gateway: boolean; checked: number; differences: Difference[] }

export const paymentLimits = { reason: 500 } as const
