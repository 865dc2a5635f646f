import type { PaymentDifference, PaymentDifferenceKind, PaymentReconciliation } from '#contract/payment.ts'
import { evaluateGatewayCheck } from '#contract/rules/payment.ts'
import type { Core } from '#server/deps.ts'
import type { TelrClient } from '#server/lib/telr.ts'
import { listPaymentsToCompare, type PaymentWithTeam } from './queries.ts'
import { listLocalDifferences, saveReconciliation } from './queries-compare.ts'
import { runConcurrently } from './run-concurrently.ts'
import { orderOf } from './settle.ts'

const asked = 6

/** Compares payments with teams and, where there are credentials, with the gateway. It changes nothing but the kept report. */
export const createReconciler = ({ database, telr }: Pick<Core, 'database'> & { telr: TelrClient | undefined }) => {
  const { db } = database

  const compare = async (row: PaymentWithTeam, telr: TelrClient): Promise<PaymentDifference | undefined> => {
    const { payment, team } = row
    const order = orderOf(payment)
    if (!order) return undefined
    const difference = (kind: PaymentDifferenceKind, more: Partial<PaymentDifference> = {}): PaymentDifference => ({
      kind,
      team: { id: team.id, name: team.name, teamNo: team.teamNo },
      paymentId: payment.id,
      fields: [],
      message: '',
      ...more,
    })
    try {
      const verdict = evaluateGatewayCheck(order, await telr.checkOrder(order.orderRef))
      const here = payment.state === 'paid' || payment.state === 'excess'
      if (verdict.kind === 'mismatch') return difference('differs', { fields: verdict.fields })
      if (verdict.kind === 'paid' && !here) return difference('gateway-paid')
      if (verdict.kind !== 'paid' && here) return difference('gateway-not-paid', { message: verdict.kind })
    } catch (error) {
      return difference('unknown-there', { message: (error as Error).message.slice(0, 200) })
    }
    return undefined
  }

  let running: Promise<PaymentReconciliation> | undefined
  const run = async (): Promise<PaymentReconciliation> => {
    const rows = telr ? await listPaymentsToCompare(db) : []
    const there: PaymentDifference[] = []
    if (telr)
      await runConcurrently(asked, rows, async (row) => {
        const found = await compare(row, telr)
        if (found) there.push(found)
      })
    const here = await listLocalDifferences(db)
    const told = new Set(there.map(({ kind, paymentId }) => `${kind} ${paymentId}`))
    const differences = [...here.filter(({ kind, paymentId }) => !told.has(`${kind} ${paymentId}`)), ...there]
    return saveReconciliation(db, { gateway: telr !== undefined, checked: rows.length, differences })
  }

  return {
    /** Who asks while one is running gets that one. */
    reconcile: (): Promise<PaymentReconciliation> => {
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    },
  }
}
