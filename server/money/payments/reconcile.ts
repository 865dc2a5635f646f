import type { PaymentDifference, PaymentReconciliation } from '#contract/money/payment.schema.ts'
import { isReceivedAndNotFullyRefunded, type PaymentDifferenceKind } from '#contract/money/payment.ts'
import { compareAndClassifyTelrOrder } from '#contract/money/payment-rules.ts'
import type { Core } from '#server/deps.ts'
import type { PaymentGateway } from './gateway.ts'
import { listPaymentsToReconcile, type PaymentWithTeam } from './queries.ts'
import { listTeamPaymentDifferences, saveReconciliationAndDeleteOld } from './queries-accounting.ts'
import { canAcceptTestPayments, toGatewayOrderIfCreated } from './sync-payment.ts'

/** Runs `run` for each item, at most `limit` at a time. The first failure rejects. */
export const runForEachConcurrently = async <T>(
  limit: number,
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<void> => {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}

const gatewayConcurrency = 6

/**
 * Creates the service that compares payments with teams and, with credentials, with the gateway. It only
 * writes a report.
 */
export const createPaymentComparisonService = ({
  config,
  database,
  telr,
}: Pick<Core, 'config' | 'database'> & { telr: PaymentGateway | undefined }) => {
  const { db } = database

  const findDifference = async (
    row: PaymentWithTeam,
    telr: PaymentGateway,
  ): Promise<PaymentDifference | undefined> => {
    const { payment, team } = row
    const order = toGatewayOrderIfCreated(payment)
    if (!order) return undefined
    const difference = (
      kind: PaymentDifferenceKind,
      more: Partial<PaymentDifference> = {},
    ): PaymentDifference => ({
      kind,
      team: { id: team.id, name: team.name, teamNo: team.teamNo },
      paymentId: payment.id,
      fields: [],
      message: '',
      ...more,
    })
    try {
      const result = compareAndClassifyTelrOrder(order, await telr.checkOrder(order.orderRef), {
        canAcceptTestPayments: canAcceptTestPayments(config) || telr.isDemo,
      })
      const isPaidHere = isReceivedAndNotFullyRefunded(payment.state)
      if (result.kind === 'mismatch') return difference('differs', { fields: result.fields })
      if (result.kind === 'paid' && !isPaidHere) return difference('gateway-paid')
      if (result.kind !== 'paid' && isPaidHere)
        return difference('gateway-not-paid', { message: result.kind })
    } catch (error) {
      return difference('unknown-there', { message: (error as Error).message.slice(0, 200) })
    }
    return undefined
  }

  let running: Promise<PaymentReconciliation> | undefined
  const run = async (): Promise<PaymentReconciliation> => {
    const rows = telr ? await listPaymentsToReconcile(db, { demo: telr.isDemo }) : []
    const gatewayDifferences: PaymentDifference[] = []
    if (telr)
      await runForEachConcurrently(gatewayConcurrency, rows, async (row) => {
        const found = await findDifference(row, telr)
        if (found) gatewayDifferences.push(found)
      })
    const localDifferences = await listTeamPaymentDifferences(db, {
      acceptsDemoPayments: telr?.isDemo === true,
    })
    const reported = new Set(gatewayDifferences.map(({ kind, paymentId }) => `${kind} ${paymentId}`))
    const differences = [
      ...localDifferences.filter(({ kind, paymentId }) => !reported.has(`${kind} ${paymentId}`)),
      ...gatewayDifferences,
    ]
    return saveReconciliationAndDeleteOld(db, {
      gateway: telr !== undefined,
      checked: rows.length,
      differences,
    })
  }

  return {
    /** Returns the running comparison, if there is one. */
    reconcile: (): Promise<PaymentReconciliation> => {
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    },
  }
}
