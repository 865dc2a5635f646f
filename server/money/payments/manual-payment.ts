import { v7 as randomUUIDv7 } from 'uuid'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { assertTeamInRegions } from '#server/platform/db/region-conditions.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { assertPermission } from '#server/platform/lib/authenticated-user.ts'
import { insertPayment, insertPaymentStep, lockPaidSeasonPaymentOfTeam, updatePayment } from './queries.ts'
import { lockTeamWithFee, setTeamPaidOrUnpaidAndPlace } from './queries-teams-with-fee.ts'

export type ManualPaidMark = { teamId: string; paid: boolean; reason: string; actor: Actor }

/**
 * Marks a team as paid, or not, by hand: a payment with the reason stores the mark, and unmarking withdraws
 * that payment. It has no receipt number, because the gateway received no money. `db` may be the transaction
 * in which the team is saved; only this function and the gateway's answers write `teams.paid`, and the
 * version of the team is incremented only with `countVersion`. Returns whether anything changed. Throws
 * `no-permission` for a user without `finance`, `not-found`, and `conflict` (`paid`) for a team that has paid
 * through the gateway: a refund makes it unpaid.
 */
export const markTeamPaidOrUnpaidManually = (
  db: Db,
  { teamId, paid, reason, actor }: ManualPaidMark,
  { countVersion = false } = {},
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (actor.userId !== null) assertPermission(actor, 'finance')
    const team = await lockTeamWithFee(tx, teamId)
    if (!team) throw new AppError('not-found')
    await assertTeamInRegions(tx, teamId, actor.regionLimit ?? null)
    const payment = await lockPaidSeasonPaymentOfTeam(tx, teamId)
    if (paid ? payment !== undefined && team.paid : payment === undefined && !team.paid) return false
    const details = { team: team.id, reason }
    if (paid && !payment) {
      const created = await insertPayment(tx, {
        teamId,
        competitionId: team.competitionId,
        seasonYearId: team.seasonYearId,
        userId: actor.userId,
        method: 'manual',
        state: 'paid',
        cartId: `manual-${randomUUIDv7()}`,
        amount: team.fee,
        currency: team.currency,
        reason,
        paidAt: new Date(),
      })
      await insertPaymentStep(tx, created.id, 'marked', { reason }, actor.userId)
      const { amount, currency } = created
      await writeAudit(tx, {
        actor,
        action: 'create',
        entity: 'payment',
        entityId: created.id,
        after: { ...details, method: 'manual', amount, currency, paid: true },
      })
    } else if (!paid && payment) {
      if (payment.method !== 'manual')
        throw new AppError('conflict', [{ field: 'paid', code: 'refund-first' }])
      await updatePayment(tx, payment.id, { state: 'withdrawn', version: payment.version + 1 })
      await insertPaymentStep(tx, payment.id, 'withdrawn', { reason }, actor.userId)
      const change = { before: { paid: true }, after: { ...details, paid: false } }
      await writeAudit(tx, { actor, action: 'update', entity: 'payment', entityId: payment.id, ...change })
    }
    await setTeamPaidOrUnpaidAndPlace(tx, teamId, paid, { counted: countVersion })
    return true
  })
