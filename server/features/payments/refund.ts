import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { TelrError } from '#server/lib/telr.ts'
import type { PaymentGateway } from './gateway.ts'
import { findPaymentWithTeam, insertPaymentStep, lockPayment, type PaymentRow, updatePayment } from './queries.ts'
import { findAndLockTeamWithFee, setTeamPaidAndPlace } from './queries-teams-with-fee.ts'

/** Other refunds of a payment are rejected for this long, in milliseconds, after a refund was requested: longer than the timeout of the gateway. */
const refundTimeoutMs = 30_000

/** `atGateway` records a refund that was already done at the gateway. */
export type RefundRequest = { id: string; reason: string; atGateway: boolean; actor: Actor }

/**
 * Refunds payments. The request is stored before the gateway gets it (`refundAskedAt`), so that a missing answer leaves a trace: the list of
 * differences shows it, and the refund can be requested again or recorded as done at the gateway.
 */
export const createRefundService = ({ database, telr }: Pick<Core, 'database'> & { telr: PaymentGateway | undefined }) => {
  const { db } = database

  const startRefund = (teamId: string, { id, reason, actor }: RefundRequest): Promise<PaymentRow> =>
    inTransaction(db, async (tx) => {
      await findAndLockTeamWithFee(tx, teamId)
      const payment = await lockPayment(tx, id)
      if (!payment) throw new AppError('not-found')
      if (payment.method !== 'telr' || (payment.state !== 'paid' && payment.state !== 'excess'))
        throw new AppError('conflict', [{ field: 'id', code: 'unknown-value' }])
      if (payment.refundAskedAt && Date.now() - payment.refundAskedAt.getTime() < refundTimeoutMs) throw new AppError('payment-under-way')
      await insertPaymentStep(tx, id, 'refund-asked', { reason }, actor.userId)
      return updatePayment(tx, id, { refundAskedAt: new Date(), version: payment.version + 1 })
    })

  const completeRefund = (requested: PaymentRow, { id, reason, actor }: RefundRequest, data: Record<string, unknown>): Promise<void> =>
    inTransaction(db, async (tx) => {
      const team = await findAndLockTeamWithFee(tx, requested.teamId)
      const payment = await lockPayment(tx, id)
      // another request completed the refund first
      if (!team || !payment || (payment.state !== 'paid' && payment.state !== 'excess')) return
      await updatePayment(tx, id, { state: 'refunded', refundAskedAt: null, refundedAt: new Date(), reason, version: payment.version + 1 })
      if (payment.state === 'paid' && payment.seasonYearId === team.seasonYearId) await setTeamPaidAndPlace(tx, team.id, false)
      await insertPaymentStep(tx, id, 'refunded', { from: payment.state, ...data }, actor.userId)
      const { amount, currency } = payment
      const change = {
        before: { state: payment.state },
        after: { team: team.id, state: 'refunded', reason, amount, currency },
      }
      await writeAudit(tx, { actor, action: 'refund', entity: 'payment', entityId: id, ...change })
    })

  return {
    /**
     * Throws `not-found`; `conflict` for a payment without money at the gateway; `payment-under-way` while another refund of it waits for an answer;
     * `payment-not-set-up` without the gateway of the payment; `refund-refused` (`details.reason`, for example code 35) when the gateway refuses; `gateway-away` when it does not answer.
     */
    refund: async (request: RefundRequest): Promise<void> => {
      const found = await findPaymentWithTeam(db, request.id)
      if (!found) throw new AppError('not-found')
      if (!request.atGateway && telr?.isDemo !== found.payment.demo) throw new AppError('payment-not-set-up')
      const requested = await startRefund(found.team.id, request)
      if (request.atGateway || !telr) return completeRefund(requested, request, { atGateway: true })
      let answer: { ref: string }
      try {
        answer = await telr.refund({
          amount: requested.amount,
          currency: requested.currency,
          cartId: requested.cartId,
          transactionRef: requested.transactionRef ?? '',
          description: `Refund ${requested.id}`,
          test: requested.test,
        })
      } catch (error) {
        if (!(error instanceof TelrError)) throw error
        if (error.code === undefined) throw new AppError('gateway-away', [], undefined, { cause: error })
        const reason = `${error.code}: ${error.message}`.slice(0, 200)
        await inTransaction(db, async (tx) => {
          await updatePayment(tx, requested.id, { refundAskedAt: null })
          await insertPaymentStep(tx, requested.id, 'refund-refused', { reason })
        })
        throw new AppError('refund-refused', [], { reason }, { cause: error })
      }
      await completeRefund(requested, request, { ref: answer.ref })
    },
  }
}
