import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  findPaymentWithTeam,
  insertPaymentStep,
  lockPaidSeasonPaymentOfTeam,
  lockPayment,
  updatePayment,
} from './queries.ts'
import { lockTeamWithFee, setTeamPaidOrUnpaidAndPlace } from './queries-teams-with-fee.ts'
import { reserveNumberAndBuildReceipt } from './receipts.ts'

export type PaymentAcceptance = { id: string; reason: string; actor: Actor }

/**
 * Accepts the money of an `undecided` payment as the fee of its team, whatever its amount: the team is paid
 * in its present competition and season, and the payment gets a receipt. Throws `not-found`, `conflict` for
 * a payment in another state, `payment-not-needed` for a team that is paid, `refund-open` while a refund of it
 * has no answer.
 */
export const acceptUndecidedPaymentAsTeamFee = (
  { config, database }: Pick<Core, 'config' | 'database'>,
  { id, reason, actor }: PaymentAcceptance,
): Promise<void> =>
  inTransaction(database.db, async (tx) => {
    const found = await findPaymentWithTeam(tx, id)
    const team = found && (await lockTeamWithFee(tx, found.team.id))
    const before = await lockPayment(tx, id)
    if (!team || !before || team.deletedAt) throw new AppError('not-found')
    if (before.state !== 'undecided') throw new AppError('conflict', [{ field: 'id', code: 'unknown-value' }])
    if (team.paid || (await lockPaidSeasonPaymentOfTeam(tx, team.id)))
      throw new AppError('payment-not-needed')
    if (before.refundAskedAt) throw new AppError('refund-open')
    const { competitionId, seasonYearId } = team
    await updatePayment(tx, id, {
      state: 'paid',
      competitionId,
      seasonYearId,
      reason,
      version: before.version + 1,
      ...(await reserveNumberAndBuildReceipt(tx, config, before)),
    })
    await setTeamPaidOrUnpaidAndPlace(tx, team.id, true)
    await insertPaymentStep(tx, id, 'accepted', { reason }, actor.userId)
    const { amount, currency } = before
    const change = {
      before: { state: before.state },
      after: { team: team.id, state: 'paid', reason, amount, currency },
    }
    await writeAudit(tx, { actor, action: 'update', entity: 'payment', entityId: id, ...change })
  })
