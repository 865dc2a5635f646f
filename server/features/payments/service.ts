import type { Lang } from '#contract/localized.ts'
import type { Payment, PaymentFilter, PaymentOffer, PaymentReconciliation, PaymentRecord, PaymentStep } from '#contract/payment.ts'
import type { GatewayNotification } from '#contract/rules/payment.ts'
import type { Config } from '#server/config.ts'
import { getSqlState } from '#server/db/errors.ts'
import type { Log } from '#server/db/log.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { siteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createTelrClient, isValidAdviceSignature, type TelrClient } from '#server/lib/telr.ts'
import { type Mark, markPaid as mark } from './manual.ts'
import { createOrders, type Payer, payableTeam } from './order.ts'
import {
  findPayment,
  findPaymentByCart,
  insertStep,
  listAbandonedPayments,
  listDuePayments,
  listPayments,
  listSteps,
  listTeamPayments,
  listUserPayments,
  type PaymentWithTeam,
  updatePayment,
} from './queries.ts'
import { findLastReconciliation } from './queries-compare.ts'
import { createReconciler } from './reconcile.ts'
import { createRefunds, type Refund } from './refund.ts'
import { runConcurrently } from './run-concurrently.ts'
import { createSettler, type Occasion } from './settle.ts'
import { toPaidTeam, toPayment, toPaymentRecord } from './views.ts'

/** Marks a team as paid or not, by hand, with a reason; see manual.ts. For the feature that saves teams: call it in the saving transaction, and leave `teams.paid` to it. */
export const markPaid = (db: Db, what: Mark): Promise<boolean> => mark(db, what)

/** All payments of a team, the newest first. */
export const paymentsOf = async (db: Db, teamId: string): Promise<Payment[]> => (await listTeamPayments(db, teamId)).map(toPayment)

const sweptAtOnce = 4
const sweptAtMost = 400

/** The gateway of an installation; undefined without credentials. */
const telrOf = ({ TELR_URL, TELR_STORE, TELR_AUTH_KEY, TELR_REMOTE_KEY, TELR_TEST }: Config): TelrClient | undefined =>
  TELR_STORE && TELR_AUTH_KEY
    ? createTelrClient({
        url: TELR_URL,
        store: TELR_STORE,
        authKey: TELR_AUTH_KEY,
        remoteKey: TELR_REMOTE_KEY ?? TELR_AUTH_KEY,
        test: TELR_TEST,
      })
    : undefined

/** Payments for teams: orders at the gateway, what becomes of them, marks by hand, refunds, the comparison with the gateway. */
export const paymentService = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const { db } = database
  const telr = telrOf(config)
  const settle = createSettler({ database, telr })
  const order = telr && createOrders({ config, database, telr, settle })
  const { refund } = createRefunds({ database, telr })
  const { reconcile } = createReconciler({ database, telr })

  const online = async () => telr !== undefined && (await siteSettings(db, config.SITE_NAME)).features.payment
  /** Of the payer's own team, deleted or not; an administrator sees all. */
  const own = async (id: string, payer: Payer): Promise<PaymentWithTeam> => {
    const found = await findPayment(db, id)
    if (!found || (payer.role !== 'admin' && found.team.userId !== payer.userId)) throw new AppError('not-found')
    return found
  }

  return {
    configured: telr !== undefined,

    /** All payments for the teams that somebody registered, the newest first. */
    mine: async (userId: string): Promise<Payment[]> => (await listUserPayments(db, userId)).map(toPayment),

    /** What is to be paid for a team, and its payments. Throws `not-found` for a team that is not there or somebody else's. */
    offer: async (teamId: string, payer: Payer): Promise<PaymentOffer> => {
      const team = await payableTeam(db, teamId, payer)
      return {
        team: toPaidTeam(team),
        paid: team.paid,
        amount: team.fee,
        currency: team.currency,
        online: await online(),
        test: telr?.test ?? false,
        payments: await paymentsOf(db, teamId),
      }
    },

    /** Begins to pay; see order.ts. Throws `payment-not-set-up` without credentials or when switched off. */
    start: async (teamId: string, payer: Payer, lang: Lang): Promise<{ payment: Payment; url: string }> => {
      const team = await payableTeam(db, teamId, payer)
      if (!order || !(await online())) throw new AppError('payment-not-set-up')
      const { id, url } = await order.start(team, payer, lang)
      return { payment: toPayment(await own(id, payer)), url }
    },

    /** Throws `not-found`, also for somebody else's. */
    one: async (id: string, payer: Payer): Promise<Payment> => toPayment(await own(id, payer)),

    /** Asks the gateway what became of a payment; see settle.ts. Throws `not-found`, `gateway-away`, `gateway-refused`. */
    look: async (id: string, payer: Payer, occasion: Occasion): Promise<Payment> => {
      await own(id, payer)
      await settle.look(id, occasion)
      return toPayment(await own(id, payer))
    },

    /**
     * The gateway tells of a transaction: a hint to ask it, no more. One for a cart that is not ours is answered and forgotten. Throws `bad-advice` for a wrong
     * signature (nothing is written), `gateway-away` when the question is not answered: it then comes again.
     */
    advice: async (advised: GatewayNotification, sign: string): Promise<void> => {
      if (!config.TELR_ADVICE_SECRET || !isValidAdviceSignature(config.TELR_ADVICE_SECRET, advised, sign)) throw new AppError('bad-advice')
      const payment = await findPaymentByCart(db, (advised.tran_cartid ?? '').trim())
      if (!payment) return
      const { tran_type: type = '', tran_status: status = '', tran_ref: ref = '' } = advised
      await insertStep(db, payment.id, 'advice', { type: type.trim(), status: status.trim().toUpperCase(), ref: ref.trim() })
      await settle.look(payment.id, 'advice')
    },

    /** Asks for all payments that it is time to ask for; see `duePayments`. Gives how many. One that cannot be asked for is left to the next time. */
    sweep: async (log: Log): Promise<number> => {
      for (const { id, version } of await listAbandonedPayments(db))
        await inTransaction(db, async (tx) => {
          await updatePayment(tx, id, { state: 'failed', version: version + 1 })
          await insertStep(tx, id, 'failed', { message: 'no order came about' })
        }).catch((error: unknown) => log.warn({ state: getSqlState(error) }, `payment ${id} without an order could not be ended`))
      if (!telr) return 0
      const due = await listDuePayments(db, sweptAtMost)
      await runConcurrently(sweptAtOnce, due, async (id) => {
        try {
          await settle.look(id, 'sweep')
        } catch (error) {
          log.warn({ err: error }, `payment ${id} could not be checked`)
          await updatePayment(db, id, { checkedAt: new Date() })
        }
      })
      return due.length
    },

    /** The comparison of now; it is kept. */
    reconcile,
    lastReconciliation: (): Promise<PaymentReconciliation | undefined> => findLastReconciliation(db),

    list: async (at: PaymentFilter & { page: number; perPage: number }): Promise<{ payments: PaymentRecord[]; total: number }> => {
      const { rows, total } = await listPayments(db, at)
      return { payments: rows.map(toPaymentRecord), total }
    },

    /** A payment with what happened to it. Throws `not-found`. */
    details: async (id: string): Promise<{ payment: PaymentRecord; steps: PaymentStep[] }> => {
      const found = await findPayment(db, id)
      if (!found) throw new AppError('not-found')
      return { payment: toPaymentRecord(found), steps: await listSteps(db, id) }
    },

    /** See refund.ts. */
    refund: async (wanted: Refund): Promise<PaymentRecord> => {
      await refund(wanted)
      const found = await findPayment(db, wanted.id)
      if (!found) throw new AppError('not-found')
      return toPaymentRecord(found)
    },

    /** See manual.ts. */
    mark: (what: Mark): Promise<boolean> => mark(db, what, { countVersion: true }),
  }
}
