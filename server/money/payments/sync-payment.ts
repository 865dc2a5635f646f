import { type PaymentState, receivedPaymentStates } from '#contract/money/payment.ts'
import {
  compareAndClassifyTelrOrder,
  type GatewayCheck,
  type GatewayCheckResult,
  listOrderDifferencesIfTeamMoved,
  type PaymentOrder,
} from '#contract/money/payment-rules.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { PaymentGateway } from './gateway.ts'
import {
  findPaymentWithTeam,
  insertPaymentStep,
  lockPaidSeasonPaymentOfTeam,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './queries.ts'
import { lockTeamWithFee, setTeamPaidOrUnpaidAndPlace } from './queries-teams-with-fee.ts'
import { reserveNumberAndBuildReceipt } from './receipts.ts'
import { TelrError } from './telr.ts'

/**
 * Why the payment is checked at the gateway: the payer returned, a notification arrived, a poll, a new
 * payment was started, an administrator requested it. Stored in the log of a payment.
 */
export type SyncTrigger = 'return' | 'advice' | 'sweep' | 'start' | 'admin'

/** States that no answer of the gateway changes; only an administrator does. */
const finalStates: ReadonlySet<PaymentState> = new Set([
  ...receivedPaymentStates,
  'refunded',
  'failed',
  'withdrawn',
])
const maxRounds = 8

/** Returns the order of a payment at the gateway; undefined when the gateway created none. */
export const toGatewayOrderIfCreated = ({
  orderRef,
  cartId,
  amount,
  currency,
  test,
}: PaymentRow): PaymentOrder | undefined =>
  orderRef === null ? undefined : { orderRef, cartId, amount, currency, test }

/**
 * Returns whether a test payment pays for a team: only in development and on a demo installation (`DEMO=on`).
 */
export const canAcceptTestPayments = ({ dev, DEMO }: Core['config']): boolean => dev || DEMO === true

/**
 * Maps an error of the gateway's client to an `AppError`: `gateway-away` without an answer, else
 * `gateway-refused`.
 */
export const toAppErrorIfTelrError = (error: unknown): unknown => {
  if (!(error instanceof TelrError)) return error
  return error.code === undefined
    ? new AppError('gateway-away', [], undefined, { cause: error })
    : new AppError('gateway-refused', [], { reason: error.message.slice(0, 200) }, { cause: error })
}

/**
 * Updates a payment to the state that the gateway reports. A returning browser, a notification and a poll
 * only trigger the question: nothing that they say is used. The answer is written in one transaction that
 * locks the team and the payment, and only when no other answer was written since the question, so that an
 * old answer never overwrites a newer one.
 */
export const createGatewayPaymentSync = ({
  config,
  database,
  telr,
}: Pick<Core, 'config' | 'database'> & { telr: PaymentGateway | undefined }) => {
  const { db } = database

  /** Returns undefined when another answer was written first. */
  const writeAnswer = (
    payment: PaymentRow,
    result: GatewayCheckResult,
    checked: GatewayCheck,
    trigger: SyncTrigger,
  ): Promise<PaymentRow | undefined> =>
    inTransaction(db, async (tx: Db) => {
      const team = await lockTeamWithFee(tx, payment.teamId)
      const before = await lockPayment(tx, payment.id)
      if (!before || before.version !== payment.version) return undefined
      const now = new Date()
      const checkColumns = { version: before.version + 1, checkedAt: now }
      const differences = team ? listOrderDifferencesIfTeamMoved(before, team) : []
      const state: PaymentState =
        result.kind !== 'paid'
          ? result.kind
          : (await lockPaidSeasonPaymentOfTeam(tx, payment.teamId))
            ? 'excess'
            : differences.length > 0
              ? 'undecided'
              : 'paid'
      if (state === before.state) return updatePayment(tx, payment.id, checkColumns)
      const after = await updatePayment(tx, payment.id, {
        ...checkColumns,
        state,
        ...('transactionRef' in result ? { transactionRef: result.transactionRef } : {}),
        ...(result.kind === 'paid' ? { paidAt: now } : {}),
        ...(state === 'paid' ? await reserveNumberAndBuildReceipt(tx, config, before) : {}),
      })
      if (state === 'paid') await setTeamPaidOrUnpaidAndPlace(tx, payment.teamId, true)
      await insertPaymentStep(tx, payment.id, 'state', {
        from: before.state,
        to: state,
        occasion: trigger,
        status: checked.status,
        ...(checked.transaction ? { transaction: checked.transaction.status } : {}),
        ...(result.kind === 'mismatch' ? { fields: result.fields } : {}),
        ...(state === 'undecided' ? { fields: differences } : {}),
      })
      return after
    })

  return {
    /**
     * Asks the gateway and writes its answer. A payment in a final state, and a payment of another gateway,
     * stays as it is. Throws `not-found`, `gateway-away`, `gateway-refused`.
     */
    sync: async (id: string, trigger: SyncTrigger): Promise<PaymentRow> => {
      for (let round = 1; ; round++) {
        const found = await findPaymentWithTeam(db, id)
        if (!found) throw new AppError('not-found')
        const { payment } = found
        const order = toGatewayOrderIfCreated(payment)
        if (
          !order ||
          !telr ||
          telr.isDemo !== payment.demo ||
          finalStates.has(payment.state) ||
          round > maxRounds
        )
          return payment
        let checked: GatewayCheck
        try {
          checked = await telr.checkOrder(order.orderRef)
        } catch (error) {
          throw toAppErrorIfTelrError(error)
        }
        const written = await writeAnswer(
          payment,
          compareAndClassifyTelrOrder(order, checked, {
            canAcceptTestPayments: canAcceptTestPayments(config) || telr.isDemo,
          }),
          checked,
          trigger,
        )
        if (written) return written
      }
    },
  }
}
export type PaymentSync = ReturnType<typeof createGatewayPaymentSync>
