import type { Money } from '#contract/money/payment.ts'

/** The values of an order at the gateway. */
export type PaymentOrder = Money & { orderRef: string; cartId: string; test: boolean }

/**
 * The gateway's answer to `check`. `amount` is null when it is invalid; `status` and `transaction` are the
 * gateway's own codes.
 */
export type GatewayCheck = {
  ref: string
  cartId: string
  amount: number | null
  currency: string
  test: boolean
  status: number
  transaction: { ref: string; status: string } | null
}

/** In what an order can differ from its team. */
export const orderDifferenceFields = ['competition', 'season', 'amount', 'currency'] as const
type OrderDifferenceField = (typeof orderDifferenceFields)[number]
/** What was ordered. Orders of version 1.0 have no competition. */
type OrderedFee = Money & { competitionId: string | null; seasonYearId: string }
/** What a team owes in its present competition and season. */
type OwedFee = { fee: number; currency: string; competitionId: string; seasonYearId: string }

/**
 * Returns in what an order differs from its team when its money arrives. While the team stays in the
 * competition and season of the order, its fee is what it was when the order was made. A team that has moved
 * owes the fee of its new place. Of an order without a competition only the season is compared.
 */
export const listOrderDifferencesIfTeamMoved = (order: OrderedFee, team: OwedFee): OrderDifferenceField[] => {
  const moves: OrderDifferenceField[] = [
    ...(order.competitionId === null || order.competitionId === team.competitionId
      ? []
      : ['competition' as const]),
    ...(order.seasonYearId === team.seasonYearId ? [] : ['season' as const]),
  ]
  if (moves.length === 0) return []
  return [
    ...moves,
    ...(order.amount === team.fee ? [] : ['amount' as const]),
    ...(order.currency === team.currency ? [] : ['currency' as const]),
  ]
}

export type GatewayCheckResult =
  | { kind: 'paid'; transactionRef: string }
  | { kind: 'held'; transactionRef: string }
  | { kind: 'pending' | 'declined' | 'cancelled' | 'expired' }
  | { kind: 'mismatch'; fields: string[] }

/**
 * Returns the names of the values of an order that differ at the gateway: `ref`, `cartid`, `amount`,
 * `currency`, `test`.
 */
const findOrderMismatches = (order: PaymentOrder, checked: GatewayCheck): string[] => [
  ...(checked.ref === order.orderRef ? [] : ['ref']),
  ...(checked.cartId === order.cartId ? [] : ['cartid']),
  ...(checked.amount === order.amount ? [] : ['amount']),
  ...(checked.currency.toUpperCase() === order.currency.toUpperCase() ? [] : ['currency']),
  ...(checked.test === order.test ? [] : ['test']),
]

/**
 * Returns the result of Telr's `check` call for an order. Anything that differs from the order (ref, cart,
 * amount, currency, test flag) is a `mismatch`, whatever its status: it never marks a team as paid. Only
 * order status 3 (paid) with a transaction A (authorised) is `paid`; without `canAcceptTestPayments` a paid
 * test order is a `mismatch`, too. A transaction H, and order status 2 (authorised, not captured) with A, are
 * `held`. -1 is `expired`, -2 and -4 (replaced by another order) `cancelled`, -3 `declined`. Everything else,
 * unknown codes too, is `pending`: the server checks it again.
 */
export const compareAndClassifyTelrOrder = (
  order: PaymentOrder,
  checked: GatewayCheck,
  { canAcceptTestPayments }: { canAcceptTestPayments: boolean },
): GatewayCheckResult => {
  const fields = findOrderMismatches(order, checked)
  if (fields.length > 0) return { kind: 'mismatch', fields }
  const { status, transaction } = checked
  switch (status) {
    case 3:
      if (transaction?.status === 'A' && order.test && !canAcceptTestPayments)
        return { kind: 'mismatch', fields: ['test'] }
      if (transaction?.status === 'A') return { kind: 'paid', transactionRef: transaction.ref }
      break
    case 2:
      if (transaction?.status === 'A') return { kind: 'held', transactionRef: transaction.ref }
      break
    case -1:
      return { kind: 'expired' }
    case -2:
    case -4:
      return { kind: 'cancelled' }
    case -3:
      return { kind: 'declined' }
  }
  return transaction?.status === 'H' ? { kind: 'held', transactionRef: transaction.ref } : { kind: 'pending' }
}

/**
 * The fields of a gateway notification (Telr: transaction advice) whose values are signed, in the order of
 * the signature; `tran_order` only when it was sent.
 */
export const signedNotificationFields = [
  'tran_store',
  'tran_type',
  'tran_class',
  'tran_test',
  'tran_ref',
  'tran_prevref',
  'tran_firstref',
  'tran_order',
  'tran_currency',
  'tran_amount',
  'tran_cartid',
  'tran_desc',
  'tran_status',
  'tran_authcode',
  'tran_authmessage',
] as const
export type GatewayNotification = Partial<
  Record<(typeof signedNotificationFields)[number], string | undefined>
>

/**
 * Returns the text whose SHA-1 is the signature (`tran_check`) of a notification: the secret and the trimmed
 * values, joined by colons.
 */
export const buildNotificationSignatureText = (secret: string, advised: GatewayNotification): string =>
  [
    secret,
    ...signedNotificationFields
      .filter((field) => field !== 'tran_order' || advised[field] !== undefined)
      .map((field) => (advised[field] ?? '').trim()),
  ].join(':')

/**
 * Formats a receipt number: `2026-000017`, or `DEMO-2026-000017` of a demo payment. Numbers have no gaps
 * within a year (UTC).
 */
export const formatReceiptNumber = (year: number, number: number, { demo = false } = {}): string =>
  `${demo ? 'DEMO-' : ''}${year}-${String(number).padStart(6, '0')}`

/** Returns a short reference of a payment: the last eight characters of its id. */
export const getShortPaymentReference = (id: string): string => id.slice(-8).toUpperCase()

/**
 * Returns the description of an order on the gateway's page and the statement of the bank, with the English
 * name of the competition: at most 63 characters of printable ASCII.
 */
export const buildOrderDescription = (competition: string, teamNo: number): string =>
  `Team ${teamNo} ${competition}`
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 63)
    .trim()
