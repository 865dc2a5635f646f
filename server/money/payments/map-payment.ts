import { splitVat } from '#contract/money/money.ts'
import type { Payer, Payment, PaymentRecord, ReceiptDetails } from '#contract/money/payment.schema.ts'
import { formatReceiptNumber } from '#contract/money/payment-rules.ts'
import { findTeamPaymentDeadline } from '#contract/people/teams/team-places.ts'
import { defaultReceiptIssuer } from '#contract/platform/settings.ts'
import type { PaymentRow, PaymentWithTeam } from './queries.ts'
import type { TeamWithFee } from './queries-teams-with-fee.ts'

export const toPaymentTeam = ({
  id,
  name,
  teamNo,
  schoolName,
  nameEn,
  nameAr,
}: TeamWithFee): Payment['team'] => ({
  id,
  name,
  teamNo,
  schoolName,
  competition: { en: nameEn, ar: nameAr },
})

/**
 * Returns until when a team can be paid: until its place lapses or, where places do not lapse, until the
 * registration closes. Null after that time, and while money for the team is in decision.
 */
const getPayBy = (team: TeamWithFee): Date | null => {
  if (team.paid || team.isPaymentInDecision || team.status !== 'registered') return null
  const payBy = findTeamPaymentDeadline(team, team) ?? team.closesAt
  return payBy && payBy.getTime() > Date.now() ? payBy : null
}

/** Returns a payment as its payer sees it. */
export const toPayment = ({ payment, team }: PaymentWithTeam): Payment => ({
  id: payment.id,
  team: toPaymentTeam(team),
  method: payment.method,
  state: payment.state,
  amount: payment.amount,
  currency: payment.currency,
  test: payment.test,
  demo: payment.demo,
  receipt:
    payment.receiptYear === null || payment.receiptNo === null
      ? null
      : formatReceiptNumber(payment.receiptYear, payment.receiptNo, payment),
  createdAt: payment.createdAt.toISOString(),
  teamStatus: team.status,
  teamPaid: team.paid,
  payBy: getPayBy(team)?.toISOString() ?? null,
  paidAt: payment.paidAt?.toISOString() ?? null,
  refundedAmount: payment.refundedAmount,
  refundedAt: payment.refundedAt?.toISOString() ?? null,
})

/** Returns a payment as administrators see it. */
export const toPaymentRecord = (row: PaymentWithTeam): PaymentRecord => ({
  ...toPayment(row),
  cartId: row.payment.cartId,
  orderRef: row.payment.orderRef,
  transactionRef: row.payment.transactionRef,
  reason: row.payment.reason,
  refundAskedAt: row.payment.refundAskedAt?.toISOString() ?? null,
  refundAskedAmount: row.payment.refundAskedAmount,
})

/** Returns what a receipt shows in addition to the payment. */
export const toReceiptDetails = (
  { amount, receiptIssuer, transactionRef }: PaymentRow,
  payer: Payer | undefined,
): ReceiptDetails => {
  const { name, vatNumber, vatPercent } = receiptIssuer ?? defaultReceiptIssuer
  return {
    issuer: name,
    vatNumber,
    vatPercent,
    ...splitVat(amount, vatPercent ?? 0),
    payerName: payer?.name ?? '',
    transactionRef: transactionRef ?? '',
  }
}
