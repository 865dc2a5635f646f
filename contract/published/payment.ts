import type {
  Difference,
  PaidTeam,
  Payment,
  PaymentFilter,
  PaymentOffer,
  PaymentRecord,
  PaymentStep,
  Reconciliation,
} from '#contract/payment.ts'
import type { Advised } from '#contract/rules/payment.ts'
import type { z } from '#contract/z.ts'
import type { adviceBody, WireOffer, WirePayment, WirePaymentRecord, WireReconciliation, WireStep } from './payment.schema.ts'

const teamToWire = (of: PaidTeam): WirePayment['team'] => ({
  _id: of.id,
  name: of.name,
  team_no: of.teamNo,
  schoolName: of.school,
  competion: { name_en: of.competition.en, name_ar: of.competition.ar },
})
const teamFromWire = (wire: WirePayment['team']): PaidTeam => ({
  id: wire._id,
  name: wire.name,
  teamNo: wire.team_no,
  school: wire.schoolName,
  competition: { en: wire.competion.name_en, ar: wire.competion.name_ar },
})

export const paymentToWire = (of: Payment): WirePayment => ({
  _id: of.id,
  team: teamToWire(of.team),
  method: of.method,
  status: of.state,
  amount: of.amount,
  currency: of.currency,
  test: of.test,
  receipt: of.receipt,
  created_at: of.createdAt,
  paid_at: of.paidAt,
  refunded_at: of.refundedAt,
})
export const paymentFromWire = (wire: WirePayment): Payment => ({
  id: wire._id,
  team: teamFromWire(wire.team),
  method: wire.method,
  state: wire.status,
  amount: wire.amount,
  currency: wire.currency,
  test: wire.test,
  receipt: wire.receipt,
  createdAt: wire.created_at,
  paidAt: wire.paid_at,
  refundedAt: wire.refunded_at,
})

export const paymentRecordToWire = (of: PaymentRecord): WirePaymentRecord => ({
  ...paymentToWire(of),
  cartid: of.cartId,
  order_ref: of.orderRef,
  transaction_ref: of.transactionRef,
  reason: of.reason,
  refund_asked_at: of.refundAskedAt,
})
export const paymentRecordFromWire = (wire: WirePaymentRecord): PaymentRecord => ({
  ...paymentFromWire(wire),
  cartId: wire.cartid,
  orderRef: wire.order_ref,
  transactionRef: wire.transaction_ref,
  reason: wire.reason,
  refundAskedAt: wire.refund_asked_at,
})

export const offerToWire = (of: PaymentOffer): WireOffer => ({
  team: teamToWire(of.team),
  payment_status: of.paid,
  amount: of.amount,
  currency: of.currency,
  online: of.online,
  test: of.test,
  payments: of.payments.map(paymentToWire),
})
export const offerFromWire = (wire: WireOffer): PaymentOffer => ({
  team: teamFromWire(wire.team),
  paid: wire.payment_status,
  amount: wire.amount,
  currency: wire.currency,
  online: wire.online,
  test: wire.test,
  payments: wire.payments.map(paymentFromWire),
})

export const stepToWire = (of: PaymentStep): WireStep => ({ _id: of.id, kind: of.kind, at: of.at, data: of.data })
export const stepFromWire = (wire: WireStep): PaymentStep => ({ id: wire._id, kind: wire.kind, at: wire.at, data: wire.data })

const differenceToWire = (of: Difference): WireReconciliation['differences'][number] => ({
  kind: of.kind,
  team: { _id: of.team.id, name: of.team.name, team_no: of.team.teamNo },
  payment_id: of.paymentId,
  fields: of.fields,
  message: of.message,
})
export const reconciliationToWire = (of: Reconciliation): WireReconciliation => ({
  at: of.at,
  gateway: of.gateway,
  checked: of.checked,
  differences: of.differences.map(differenceToWire),
})
export const reconciliationFromWire = (wire: WireReconciliation): Reconciliation => ({
  at: wire.at,
  gateway: wire.gateway,
  checked: wire.checked,
  differences: wire.differences.map(({ kind, team, payment_id, fields, message }) => ({
    kind,
    team: { id: team._id, name: team.name, teamNo: team.team_no },
    paymentId: payment_id,
    fields,
    message,
  })),
})

export const paymentFilterToQuery = ({ search, state, method }: PaymentFilter) => ({ s: search, status: state, method })

/** What the signature of an advice covers, and the signature. */
export const adviceFromForm = ({
  tran_check: sign,
  tran_order: order,
  ...rest
}: z.output<typeof adviceBody>): { advised: Advised; sign: string } => ({
  advised: { ...rest, ...(order === undefined ? {} : { tran_order: order }) },
  sign,
})
