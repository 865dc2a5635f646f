import { v7 as randomUUIDv7 } from 'uuid'
import { formatGatewayAmount } from '#contract/money/money.ts'
import type { RefundFields } from '#contract/money/payment.schema.ts'
import { isReceivedAndNotFullyRefunded } from '#contract/money/payment.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { PaymentGateway } from './gateway.ts'
import {
  findPaymentWithTeam,
  insertPaymentRefundIfNew,
  insertPaymentStep,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './queries.ts'
import { lockTeamWithFee, setTeamPaidOrUnpaidAndPlace } from './queries-teams-with-fee.ts'
import { TelrError } from './telr.ts'

/**
 * Other refunds of a payment are rejected for this long, in milliseconds, after a refund was requested:
 * longer than the timeout of the gateway.
 */
const refundTimeoutMs = 30_000

/** `atGateway` records a refund that was already done at the gateway. */
export type RefundRequest = RefundFields & { id: string; atGateway: boolean; actor: Actor }
/** A refund that is stored and not yet sent to the gateway. `payment` is the row with the request. */
export type RequestedRefund = {
  request: RefundRequest
  payment: PaymentRow
  refundId: string
  amount: number
}
/** Why a refund that the gateway did not make is forgotten. */
export type RefundDiscard = { id: string; reason: string; actor: Actor }

const hasMoneyAtGateway = ({ method, state }: PaymentRow): boolean =>
  method === 'telr' && isReceivedAndNotFullyRefunded(state)
const noOpenRefund = { refundAskedAt: null, refundAskedId: null, refundAskedAmount: null }
const isWaitingForGateway = ({ refundAskedAt }: PaymentRow): boolean =>
  refundAskedAt !== null && Date.now() - refundAskedAt.getTime() < refundTimeoutMs

/**
 * Returns the id and amount of the refund that a request may make. A refund without an answer may have been
 * made: only its own amount can be recorded as done, and only a refund of all that is left is sent again,
 * because the gateway refuses more than it has.
 */
const getRefundOfRequest = (
  payment: PaymentRow,
  { amount, refundedAmount, atGateway }: RefundRequest,
): { refundId: string; amount: number } => {
  if (refundedAmount !== undefined && refundedAmount !== payment.refundedAmount)
    throw new AppError('stale-version')
  const rest = payment.amount - payment.refundedAmount
  if (payment.refundAskedAt) {
    const askedAmount = payment.refundAskedAmount ?? rest
    const isAllowed =
      (amount ?? (atGateway ? askedAmount : rest)) === askedAmount && (atGateway || askedAmount === rest)
    if (!isAllowed) throw new AppError('refund-open')
    return { refundId: payment.refundAskedId ?? randomUUIDv7(), amount: askedAmount }
  }
  if (amount !== undefined && amount > rest) {
    const limit = formatGatewayAmount({ amount: rest, currency: payment.currency })
    throw new AppError('bad-input', [{ field: 'amount', code: 'too-large', values: { limit } }])
  }
  return { refundId: randomUUIDv7(), amount: amount ?? rest }
}

/**
 * Refunds payments, all at once or in parts. The request is stored before the gateway gets it
 * (`refundAskedAt`), so that a missing answer leaves a trace: the list of differences shows it, and the
 * refund can be recorded as done at the gateway, discarded, or, when it is all that is left, requested again.
 */
export const createRefundService = ({
  database,
  telr,
}: Pick<Core, 'database'> & { telr: PaymentGateway | undefined }) => {
  const { db } = database

  const completeRefund = (
    { request, payment, refundId, amount }: RequestedRefund,
    data: Record<string, unknown>,
  ): Promise<void> =>
    inTransaction(db, async (tx) => {
      const { id, reason, actor } = request
      const team = await lockTeamWithFee(tx, payment.teamId)
      const before = await lockPayment(tx, id)
      if (!team || !before || !hasMoneyAtGateway(before)) return
      // another request completed the refund first
      if (!(await insertPaymentRefundIfNew(tx, { id: refundId, paymentId: id, amount }))) return
      const refundedAmount = Math.min(before.amount, before.refundedAmount + amount)
      const state = refundedAmount === before.amount ? 'refunded' : before.state
      await updatePayment(tx, id, {
        ...(before.refundAskedId === refundId ? noOpenRefund : {}),
        state,
        refundedAmount,
        refundedAt: new Date(),
        reason,
        version: before.version + 1,
      })
      const paidTeam = before.state === 'paid' && before.seasonYearId === team.seasonYearId
      // the days for the payment stood still while the money was undecided
      const keptPlace = before.state === 'undecided' && !team.paid
      if (state === 'refunded' && (paidTeam || keptPlace))
        await setTeamPaidOrUnpaidAndPlace(tx, team.id, false)
      await insertPaymentStep(tx, id, 'refunded', { from: before.state, amount, ...data }, actor.userId)
      const change = {
        before: { state: before.state },
        after: { team: team.id, state, reason, amount, currency: before.currency },
      }
      await writeAudit(tx, { actor, action: 'refund', entity: 'payment', entityId: id, ...change })
    })

  /** Stores the refusal. The request is over, unless another one has replaced it. */
  const storeRefusal = ({ payment: { id }, refundId }: RequestedRefund, reason: string): Promise<void> =>
    inTransaction(db, async (tx) => {
      const payment = await lockPayment(tx, id)
      if (payment?.refundAskedId === refundId) await updatePayment(tx, id, noOpenRefund)
      await insertPaymentStep(tx, id, 'refund-refused', { reason })
    })

  return {
    /**
     * Stores a refund in a transaction, whose commit `sendRefund` must follow. Throws `not-found`; `conflict`
     * for a payment without money at the gateway; `payment-under-way` while another refund of it waits for an
     * answer; `refund-open` while another refund has none; `stale-version` when something was refunded since
     * `refundedAmount`; `bad-input` (`amount`) for more than is left; `payment-not-set-up` without the
     * gateway of the payment.
     */
    requestRefund: async (tx: Db, request: RefundRequest): Promise<RequestedRefund> => {
      const { id, reason, atGateway, actor } = request
      const found = await findPaymentWithTeam(tx, id)
      if (!found) throw new AppError('not-found')
      if (!atGateway && telr?.isDemo !== found.payment.demo) throw new AppError('payment-not-set-up')
      await lockTeamWithFee(tx, found.team.id)
      const payment = await lockPayment(tx, id)
      if (!payment) throw new AppError('not-found')
      if (!hasMoneyAtGateway(payment))
        throw new AppError('conflict', [{ field: 'id', code: 'unknown-value' }])
      if (isWaitingForGateway(payment)) throw new AppError('payment-under-way')
      const { refundId, amount } = getRefundOfRequest(payment, request)
      await insertPaymentStep(tx, id, 'refund-asked', { reason, amount }, actor.userId)
      const asked = { refundAskedAt: new Date(), refundAskedId: refundId, refundAskedAmount: amount }
      return {
        request,
        refundId,
        amount,
        payment: await updatePayment(tx, id, { ...asked, version: payment.version + 1 }),
      }
    },

    /**
     * Sends a stored refund to the gateway and stores its answer. Throws `refund-refused` (`details.reason`,
     * for example code 35) when the gateway refuses; `gateway-away` when it does not answer.
     */
    sendRefund: async (requested: RequestedRefund): Promise<void> => {
      const { request, payment, amount } = requested
      if (request.atGateway || !telr) return completeRefund(requested, { atGateway: true })
      const { currency, cartId, transactionRef, test } = payment
      let answer: { ref: string }
      try {
        answer = await telr.refund({
          amount,
          currency,
          cartId,
          test,
          transactionRef: transactionRef ?? '',
          description: `Refund ${payment.id}`,
        })
      } catch (error) {
        if (!(error instanceof TelrError)) throw error
        if (error.code === undefined) throw new AppError('gateway-away', [], undefined, { cause: error })
        const reason = `${error.code}: ${error.message}`.slice(0, 200)
        await storeRefusal(requested, reason)
        throw new AppError('refund-refused', [], { reason }, { cause: error })
      }
      await completeRefund(requested, { ref: answer.ref })
    },

    /**
     * Forgets a refund without an answer that the gateway did not make. Throws `not-found`, `conflict`
     * without such a refund, `payment-under-way` while its answer may still arrive.
     */
    discardRefund: ({ id, reason, actor }: RefundDiscard): Promise<void> =>
      inTransaction(db, async (tx) => {
        const payment = await lockPayment(tx, id)
        if (!payment) throw new AppError('not-found')
        if (payment.refundAskedAt === null) throw new AppError('conflict')
        if (isWaitingForGateway(payment)) throw new AppError('payment-under-way')
        const amount = payment.refundAskedAmount ?? payment.amount - payment.refundedAmount
        await updatePayment(tx, id, { ...noOpenRefund, version: payment.version + 1 })
        await insertPaymentStep(tx, id, 'refund-discarded', { reason, amount }, actor.userId)
        const after = { team: payment.teamId, reason, amount, currency: payment.currency }
        await writeAudit(tx, { actor, action: 'discard-refund', entity: 'payment', entityId: id, after })
      }),
  }
}
