import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { type TelrClient, TelrError } from '#server/lib/telr.ts'
import { findPayment, insertStep, lockPayableTeam, lockPayment, type PaymentRow, setTeamPaid, updatePayment } from './queries.ts'

/** For so long an asked refund keeps others from asking: longer than the gateway may take. */
const answerTime = 30_000

/** `atGateway`: the money was given back there already; it is only recorded here. */
export type Refund = { id: string; reason: string; atGateway: boolean; actor: Actor }

/**
 * Gives the money of a payment back. That it is asked for is written before the gateway hears of it, so that an answer that never arrives leaves a trace
 * (`refundAskedAt`): the list of differences shows it, and the refund can be asked for again or recorded as made at the gateway.
 */
export const createRefunds = ({ database, telr }: Pick<Core, 'database'> & { telr: TelrClient | undefined }) => {
  const { db } = database

  const ask = (teamId: string, { id, reason, actor }: Refund): Promise<PaymentRow> =>
    inTransaction(db, async (tx) => {
      await lockPayableTeam(tx, teamId)
      const payment = await lockPayment(tx, id)
      if (!payment) throw new AppError('not-found')
      if (payment.method !== 'telr' || (payment.state !== 'paid' && payment.state !== 'excess'))
        throw new AppError('conflict', [{ field: 'id', code: 'unknown-value' }])
      if (payment.refundAskedAt && Date.now() - payment.refundAskedAt.getTime() < answerTime) throw new AppError('payment-under-way')
      await insertStep(tx, id, 'refund-asked', { reason, by: actor.name })
      return updatePayment(tx, id, { refundAskedAt: new Date(), version: payment.version + 1 })
    })

  const done = (asked: PaymentRow, { id, reason, actor }: Refund, data: Record<string, unknown>): Promise<void> =>
    inTransaction(db, async (tx) => {
      const team = await lockPayableTeam(tx, asked.teamId)
      const payment = await lockPayment(tx, id)
      // somebody else who asked again was faster
      if (!team || !payment || (payment.state !== 'paid' && payment.state !== 'excess')) return
      await updatePayment(tx, id, { state: 'refunded', refundAskedAt: null, refundedAt: new Date(), reason, version: payment.version + 1 })
      if (payment.state === 'paid') await setTeamPaid(tx, team.id, false)
      await insertStep(tx, id, 'refunded', { from: payment.state, by: actor.name, ...data })
      const { amount, currency } = payment
      const change = {
        before: { name: team.name, state: payment.state },
        after: { name: team.name, state: 'refunded', reason, amount, currency },
      }
      await writeAudit(tx, { actor, action: 'refund', entity: 'payment', entityId: id, ...change })
    })

  return {
    /**
     * Throws `not-found`; `conflict` for a payment that holds no money of the gateway's; `payment-under-way` while another refund of it waits for its answer;
     * `payment-not-set-up`; `refund-refused` (`details.reason`, for example code 35) when the gateway refuses; `gateway-away` when it did not answer.
     */
    refund: async (wanted: Refund): Promise<void> => {
      const found = await findPayment(db, wanted.id)
      if (!found) throw new AppError('not-found')
      if (!wanted.atGateway && !telr) throw new AppError('payment-not-set-up')
      const asked = await ask(found.team.id, wanted)
      if (wanted.atGateway || !telr) return done(asked, wanted, { atGateway: true })
      let answer: { ref: string }
      try {
        answer = await telr.refund({
          amount: asked.amount,
          currency: asked.currency,
          cartId: asked.cartId,
          transactionRef: asked.transactionRef ?? '',
          description: `Refund ${asked.id}`,
          test: asked.test,
        })
      } catch (error) {
        if (!(error instanceof TelrError)) throw error
        if (error.code === undefined) throw new AppError('gateway-away', [], undefined, { cause: error })
        const reason = `${error.code}: ${error.message}`.slice(0, 200)
        await inTransaction(db, async (tx) => {
          await updatePayment(tx, asked.id, { refundAskedAt: null })
          await insertStep(tx, asked.id, 'refund-refused', { reason })
        })
        throw new AppError('refund-refused', [], { reason }, { cause: error })
      }
      await done(asked, wanted, { ref: answer.ref })
    },
  }
}
