// Payments are inserted directly, because they are in the past and were never at the gateway.

import { createHash } from 'node:crypto'
import { v7 as randomUUIDv7 } from 'uuid'
import type { ReceiptIssuer } from '#contract/platform/settings.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  demoOrders,
  payers,
  paymentRefunds,
  paymentSteps,
  payments,
} from '#server/platform/db/schema/payments.ts'

/**
 * What happened to a demo team. `marked`: an administrator marked it as paid. `open`: it has not paid yet.
 */
type DemoTeamPlan =
  | 'paid'
  | 'marked'
  | 'refunded'
  | 'declined'
  | 'cancelled'
  | 'open'
  | 'lapsed'
  | 'waiting'
  | 'free'

/**
 * Fees of the demo, in the smallest unit of the currency. Competitions without one are free. A limited one
 * has as many places as teams with a place.
 */
export const demoCompetitions: Record<string, { fee: number; limited: boolean }> = {
  future_engineers: { fee: 200_00, limited: false },
  robo_mission: { fee: 150_00, limited: false },
  future_innovators: { fee: 100_00, limited: true },
}

const paidTeams: DemoTeamPlan[] = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'marked']
const plans: { unlimited: DemoTeamPlan[]; limited: DemoTeamPlan[] } = {
  unlimited: [...paidTeams, 'refunded', 'declined', 'cancelled', 'open', 'open'],
  limited: [...paidTeams, 'refunded', 'open', 'open', 'lapsed', 'waiting'],
}

/** Returns what happened to a team by its position among the demo teams of its competition. */
export const getDemoTeamPlan = (slug: string, position: number): DemoTeamPlan => {
  const competition = demoCompetitions[slug]
  if (!competition) return 'free'
  return plans[competition.limited ? 'limited' : 'unlimited'][position] ?? 'open'
}

/** The number of places of a limited competition. */
export const demoPlaces = plans.limited.filter((plan) => plan !== 'lapsed' && plan !== 'waiting').length

/** A demo team with what happened to it, and the coach who paid. */
type DemoPayingTeam = {
  id: string
  teamNo: number
  plan: DemoTeamPlan
  registeredAt: Date
  amount: number
  currency: string
  coach: { name: string; email: string }
}

/** The states of the payment and of its order at the stand-in gateway, for teams that began to pay online. */
const outcomes: Partial<
  Record<
    DemoTeamPlan,
    { state: 'paid' | 'refunded' | 'declined' | 'cancelled'; order: 'paid' | 'declined' | 'cancelled' }
  >
> = {
  paid: { state: 'paid', order: 'paid' },
  refunded: { state: 'refunded', order: 'paid' },
  declined: { state: 'declined', order: 'declined' },
  cancelled: { state: 'cancelled', order: 'cancelled' },
}
const gatewayStatuses = {
  paid: { status: 3, transaction: 'A' },
  declined: { status: -3, transaction: 'D' },
  cancelled: { status: -2, transaction: 'C' },
}
const demoReceiptIssuer: ReceiptIssuer = {
  name: { en: 'Demo Robotics Association', ar: 'جمعية الروبوت (للعرض)' },
  vatNumber: '300000000000003',
  vatPercent: 15,
}
const minutes = (time: Date, count: number) => new Date(time.getTime() + count * msPerMinute)

/** Inserts the payments of demo teams, with their logs, receipts and the orders of the stand-in gateway. */
export async function insertDemoPayments(tx: Db, payingTeams: readonly DemoPayingTeam[]): Promise<void> {
  const rows: (typeof payments.$inferInsert & { id: string })[] = []
  const orders: (typeof demoOrders.$inferInsert)[] = []
  const steps: (typeof paymentSteps.$inferInsert)[] = []
  const refunds: (typeof paymentRefunds.$inferInsert)[] = []
  const payerRows: (typeof payers.$inferInsert)[] = []
  const lastReceipts = new Map<number, number>()
  for (const team of payingTeams.toSorted(
    (one, other) => one.registeredAt.getTime() - other.registeredAt.getTime(),
  )) {
    const { amount, currency, registeredAt } = team
    const id = randomUUIDv7()
    const addStep = (kind: string, at: Date, data: Record<string, unknown> = {}) =>
      steps.push({ paymentId: id, kind, at, data })
    const shared = { id, teamId: team.id, amount, currency, demo: true, createdAt: minutes(registeredAt, 20) }
    const paidAt = minutes(registeredAt, 24)
    if (team.plan === 'marked') {
      rows.push({
        ...shared,
        method: 'manual',
        state: 'paid',
        cartId: `manual-${id}`,
        reason: 'Bank transfer (demo)',
        paidAt,
      })
      addStep('marked', paidAt, { reason: 'Bank transfer (demo)' })
      continue
    }
    const outcome = outcomes[team.plan]
    if (!outcome) continue
    const ref = createHash('sha256').update(id).digest('hex').slice(0, 48)
    const transactionRef = `DEMO-${ref.slice(0, 12).toUpperCase()}`
    const cartId = `T${team.teamNo}-${id}`
    const year = paidAt.getUTCFullYear()
    const hasReceipt = outcome.order === 'paid'
    if (hasReceipt) lastReceipts.set(year, (lastReceipts.get(year) ?? 0) + 1)
    const refundedAt = outcome.state === 'refunded' ? minutes(paidAt, 26 * 60) : null
    rows.push({
      ...shared,
      method: 'telr',
      state: outcome.state,
      cartId,
      orderRef: ref,
      orderUrl: `/payment/demo/${ref}/`,
      transactionRef,
      test: true,
      version: 3,
      checkedAt: paidAt,
      refundedAt,
      refundedAmount: refundedAt ? amount : 0,
      ...(hasReceipt
        ? {
            paidAt,
            receiptYear: year,
            receiptNo: lastReceipts.get(year) ?? 1,
            receiptIssuer: demoReceiptIssuer,
          }
        : {}),
      ...(refundedAt ? { reason: 'The team cannot come (demo)' } : {}),
    })
    orders.push({
      ref,
      cartId,
      amount,
      currency,
      transactionRef,
      state: outcome.order,
      refundedAmount: refundedAt ? amount : 0,
      description: `Team ${team.teamNo}`,
      returnUrl: `http://localhost/payment/return/${id}/`,
      createdAt: shared.createdAt,
    })
    payerRows.push({ paymentId: id, ...team.coach, country: 'SA' })
    addStep('created', shared.createdAt)
    addStep('ordered', minutes(shared.createdAt, 1), { ref })
    addStep('state', paidAt, {
      from: 'pending',
      to: outcome.order,
      occasion: 'return',
      ...gatewayStatuses[outcome.order],
    })
    if (refundedAt) {
      refunds.push({ paymentId: id, amount, refundedAt })
      addStep('refund-asked', refundedAt, { reason: 'The team cannot come (demo)' })
      addStep('refunded', minutes(refundedAt, 1), { from: 'paid', ref: `${transactionRef}R` })
    }
  }
  if (rows.length > 0) await tx.insert(payments).values(rows)
  if (steps.length > 0) await tx.insert(paymentSteps).values(steps)
  if (refunds.length > 0) await tx.insert(paymentRefunds).values(refunds)
  if (orders.length > 0) await tx.insert(demoOrders).values(orders)
  if (payerRows.length > 0) await tx.insert(payers).values(payerRows)
}
