import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { insertPayment, insertStep, lockPaidPayment, lockPayableTeam, setTeamPaid, updatePayment } from './queries.ts'

export type Mark = { teamId: string; paid: boolean; reason: string; actor: Actor }

/**
 * Marks a team as paid, or not, by hand: a payment record with the reason explains the mark, and taking it back withdraws that record. Such a record has no
 * receipt number: the gateway holds no money of it. `db` may be the transaction in which the team is saved; `teams.paid` is written here and nowhere else, and the
 * team's version only when `countVersion` says so. Gives whether anything changed. Throws `not-found`, and `conflict` (`paid`) for a team that has paid
 * through the gateway: it becomes unpaid by a refund.
 */
export const markPaid = (db: Db, { teamId, paid, reason, actor }: Mark, { countVersion = false } = {}): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const team = await lockPayableTeam(tx, teamId)
    if (!team) throw new AppError('not-found')
    const paying = await lockPaidPayment(tx, teamId)
    if (paid ? paying !== undefined && team.paid : paying === undefined && !team.paid) return false
    const about = { team: team.name, reason }
    if (paid && !paying) {
      const payment = await insertPayment(tx, {
        teamId,
        userId: actor.userId,
        method: 'manual',
        state: 'paid',
        cartId: `manual-${randomUUIDv7()}`,
        amount: team.fee,
        currency: team.currency,
        reason,
        paidAt: new Date(),
      })
      await insertStep(tx, payment.id, 'marked', { reason, by: actor.name })
      const { amount, currency } = payment
      await writeAudit(tx, {
        actor,
        action: 'create',
        entity: 'payment',
        entityId: payment.id,
        after: { ...about, name: team.name, method: 'manual', amount, currency, paid: true },
      })
    } else if (!paid && paying) {
      if (paying.method !== 'manual') throw new AppError('conflict', [{ field: 'paid', code: 'refund-first' }])
      await updatePayment(tx, paying.id, { state: 'withdrawn', version: paying.version + 1 })
      await insertStep(tx, paying.id, 'withdrawn', { reason, by: actor.name })
      const change = { before: { name: team.name, paid: true }, after: { ...about, name: team.name, paid: false } }
      await writeAudit(tx, { actor, action: 'update', entity: 'payment', entityId: paying.id, ...change })
    }
    await setTeamPaid(tx, teamId, paid, { counted: countVersion })
    return true
  })
