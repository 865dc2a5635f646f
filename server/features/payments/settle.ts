import type { PaymentState } from '#contract/payment.ts'
import { evaluateGatewayCheck, type GatewayCheck, type GatewayCheckResult, type PaymentOrder } from '#contract/rules/payment.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { type TelrClient, TelrError } from '#server/lib/telr.ts'
import {
  findPayment,
  insertStep,
  lockPaidPayment,
  lockPayableTeam,
  lockPayment,
  nextReceipt,
  type PaymentRow,
  setTeamPaid,
  updatePayment,
} from './queries.ts'

/** Why the gateway is asked: somebody came back from it, it told us of something, it was time to, an administrator or a payer wanted to know. */
export type Occasion = 'return' | 'advice' | 'sweep' | 'start' | 'admin'

/** What no answer of the gateway changes any more: only a person does, by a refund. */
const settled: ReadonlySet<PaymentState> = new Set(['paid', 'excess', 'refunded', 'failed', 'withdrawn'])
const mostRounds = 8

/** What an order was made with; undefined where none came about. */
export const orderOf = ({ orderRef, cartId, amount, currency, test }: PaymentRow): PaymentOrder | undefined =>
  orderRef === null ? undefined : { orderRef, cartId, amount, currency, test }

/** A refusal or the silence of the gateway as people are told. */
export const asGatewayError = (error: unknown): unknown => {
  if (!(error instanceof TelrError)) return error
  return error.code === undefined
    ? new AppError('gateway-away', [], undefined, { cause: error })
    : new AppError('gateway-refused', [], { reason: error.message.slice(0, 200) }, { cause: error })
}

/**
 * Brings a payment to the state that the gateway holds. A browser's return, an advice or a sweep are only occasions to ask: nothing of what they say is used.
 * The answer is written in one transaction that has locked the team and the payment, and only when no other answer was written since it was asked for, so that an
 * old answer never comes after a newer one.
 */
export const createSettler = ({ database, telr }: Pick<Core, 'database'> & { telr: TelrClient | undefined }) => {
  const { db } = database

  /** Undefined when another answer was faster. */
  const write = (
    asked: PaymentRow,
    verdict: GatewayCheckResult,
    checked: GatewayCheck,
    occasion: Occasion,
  ): Promise<PaymentRow | undefined> =>
    inTransaction(db, async (tx: Db) => {
      await lockPayableTeam(tx, asked.teamId)
      const before = await lockPayment(tx, asked.id)
      if (!before || before.version !== asked.version) return undefined
      const now = new Date()
      const seen = { version: before.version + 1, checkedAt: now }
      const pays = verdict.kind === 'paid' && !(await lockPaidPayment(tx, asked.teamId))
      const state: PaymentState = verdict.kind === 'paid' && !pays ? 'excess' : verdict.kind
      if (state === before.state) return updatePayment(tx, asked.id, seen)
      const receiptYear = now.getUTCFullYear()
      const after = await updatePayment(tx, asked.id, {
        ...seen,
        state,
        ...('transactionRef' in verdict ? { transactionRef: verdict.transactionRef } : {}),
        ...(verdict.kind === 'paid' ? { paidAt: now } : {}),
        ...(pays ? { receiptYear, receiptNo: await nextReceipt(tx, receiptYear) } : {}),
      })
      if (pays) await setTeamPaid(tx, asked.teamId, true)
      await insertStep(tx, asked.id, 'state', {
        from: before.state,
        to: state,
        occasion,
        status: checked.status,
        ...(checked.transaction ? { transaction: checked.transaction.status } : {}),
        ...(verdict.kind === 'mismatch' ? { fields: verdict.fields } : {}),
      })
      return after
    })

  return {
    /** Asks the gateway and writes what follows. A payment that is settled is left alone. Throws `not-found`, `gateway-away`, `gateway-refused`. */
    look: async (id: string, occasion: Occasion): Promise<PaymentRow> => {
      for (let round = 1; ; round++) {
        const found = await findPayment(db, id)
        if (!found) throw new AppError('not-found')
        const { payment } = found
        const order = orderOf(payment)
        if (!order || !telr || settled.has(payment.state) || round > mostRounds) return payment
        let checked: GatewayCheck
        try {
          checked = await telr.checkOrder(order.orderRef)
        } catch (error) {
          throw asGatewayError(error)
        }
        const written = await write(payment, evaluateGatewayCheck(order, checked), checked, occasion)
        if (written) return written
      }
    },
  }
}
export type Settler = ReturnType<typeof createSettler>
