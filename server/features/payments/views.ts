import type { Payment, PaymentRecord } from '#contract/payment.ts'
import { receiptText } from '#contract/rules/payment.ts'
import type { FullRow, TeamRow } from './queries.ts'

export const teamView = ({ id, name, teamNo, schoolName, nameEn, nameAr }: TeamRow): Payment['team'] => ({
  id,
  name,
  teamNo,
  schoolName,
  competition: { en: nameEn, ar: nameAr },
})

/** A payment as its payer sees it. */
export const paymentView = ({ payment, team }: FullRow): Payment => ({
  id: payment.id,
  team: teamView(team),
  method: payment.method,
  state: payment.state,
  amount: payment.amount,
  currency: payment.currency,
  test: payment.test,
  receipt: payment.receiptYear === null || payment.receiptNo === null ? null : receiptText(payment.receiptYear, payment.receiptNo),
  createdAt: payment.createdAt.toISOString(),
  paidAt: payment.paidAt?.toISOString() ?? null,
  refundedAt: payment.refundedAt?.toISOString() ?? null,
})

/** A payment as administrators see it. */
export const recordView = (row: FullRow): PaymentRecord => ({
  ...paymentView(row),
  cartId: row.payment.cartId,
  orderRef: row.payment.orderRef,
  transactionRef: row.payment.transactionRef,
  reason: row.payment.reason,
  refundAskedAt: row.payment.refundAskedAt?.toISOString() ?? null,
})
