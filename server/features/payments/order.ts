import { randomUUIDv7 } from 'node:crypto'
import type { Lang } from '#contract/localized.ts'
import { isMinor, toIsoDate } from '#contract/rules/age.ts'
import { findCountryCode } from '#contract/rules/countries.ts'
import { buildOrderDescription } from '#contract/rules/payment.ts'
import type { Role } from '#contract/session.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { type TelrClient, TelrError, type TelrOrderRequest, telrErrorCodes } from '#server/lib/telr.ts'
import {
  findPayableTeam,
  findPayerCandidates,
  insertPayment,
  insertStep,
  listTeamPayments,
  lockPayableTeam,
  type PayableTeam,
  type PaymentRow,
  updatePayment,
} from './queries.ts'
import { asGatewayError, type Settler } from './settle.ts'

/** The user who pays. */
export type Payer = { userId: string; role: Role }

/** An order is offered again for half an hour; then the gateway's page may have expired, and a new order is created. */
const orderLife = 30 * 60_000
/** How long an order in creation blocks another one. It is longer than the timeout of the gateway. */
const makingTime = 30_000

const isKnownAdult = (birthDate: string | null): boolean => birthDate !== null && !isMinor(birthDate, toIsoDate(new Date()))

/**
 * The customer whose data the gateway gets, never a child: the owner of the team when a coach or known to be of age, else the first coach, else an administrator
 * who owns the team. Without one of them the gateway gets no personal data, and the payer types them there.
 */
export const customerOf = (
  teamId: string,
  { owner, coach, region }: Awaited<ReturnType<typeof findPayerCandidates>>,
): TelrOrderRequest['customer'] => {
  const country = region && findCountryCode(region.country)
  const place = region ? { city: region.city, ...(country ? { country } : {}) } : {}
  const split = (name: string) => {
    const parts = name.trim().split(/\s+/)
    return { forenames: parts.slice(0, -1).join(' ') || (parts[0] ?? ''), surname: parts.at(-1) ?? '' }
  }
  if (owner && (owner.role === 'coach' || (owner.role === 'student' && isKnownAdult(owner.birthDate))))
    return { ref: owner.id, email: owner.email, phone: owner.phone ?? '', forenames: owner.firstName, surname: owner.lastName, ...place }
  if (coach?.name) return { ref: teamId, email: coach.email, phone: coach.phone, ...split(coach.name), ...place }
  if (owner?.role === 'admin')
    return { ref: owner.id, email: owner.email, phone: owner.phone ?? '', forenames: owner.firstName, surname: owner.lastName, ...place }
  return { ref: teamId, ...place }
}

/** The team. Throws `not-found` for a deleted team and for the team of another user; an administrator may pay for every team. */
export const payableTeam = async (db: Db, teamId: string, payer: Payer): Promise<PayableTeam> => {
  const team = await findPayableTeam(db, teamId)
  if (!team || team.deletedAt || (payer.role !== 'admin' && team.userId !== payer.userId)) throw new AppError('not-found')
  return team
}

type Parts = Pick<Core, 'config' | 'database'> & { telr: TelrClient; settle: Settler }

/** Creates orders at the gateway. */
export const createOrders = ({ config, database, telr, settle }: Parts) => {
  const { db } = database

  const demandOpen = (team: PayableTeam | undefined): PayableTeam => {
    if (!team || team.deletedAt) throw new AppError('not-found')
    if (team.paid || team.fee <= 0) throw new AppError('payment-not-needed')
    return team
  }
  const newestOf = async (tx: Db, teamId: string): Promise<PaymentRow | undefined> =>
    (await listTeamPayments(tx, teamId)).map(({ payment }) => payment).find(({ method }) => method === 'telr')
  const fresh = ({ createdAt }: PaymentRow, life: number) => Date.now() - createdAt.getTime() < life
  const reusable = (payment: PaymentRow, team: PayableTeam): payment is PaymentRow & { orderUrl: string } =>
    payment.state === 'pending' &&
    payment.orderUrl !== null &&
    fresh(payment, orderLife) &&
    payment.amount === team.fee &&
    payment.currency === team.currency &&
    payment.test === telr.test

  const cart = (team: PayableTeam) => `T${team.teamNo}-${randomUUIDv7()}`

  /** A new payment, or the one that another request created meanwhile. */
  const begin = (team: PayableTeam, payer: Payer, known: string | undefined): Promise<PaymentRow> =>
    inTransaction(db, async (tx) => {
      const now = demandOpen(await lockPayableTeam(tx, team.id))
      const newest = await newestOf(tx, team.id)
      if (newest && newest.id !== known && reusable(newest, now)) return newest
      if (newest?.state === 'held' || (newest?.state === 'created' && fresh(newest, makingTime))) throw new AppError('payment-under-way')
      const payment = await insertPayment(tx, {
        teamId: now.id,
        userId: payer.userId,
        method: 'telr',
        state: 'created',
        cartId: cart(now),
        amount: now.fee,
        currency: now.currency,
        test: telr.test,
      })
      await insertStep(tx, payment.id, 'created')
      return payment
    })

  const order = async (team: PayableTeam, payment: PaymentRow, lang: Lang): Promise<{ ref: string; url: string }> => {
    const back = `${config.SITE_URL}/payment/return/${payment.id}/${lang === 'ar' ? '?lang=ar' : ''}`
    const customer = customerOf(team.id, await findPayerCandidates(db, team))
    const make = (cartId: string) =>
      telr.createOrder({
        amount: payment.amount,
        currency: payment.currency,
        cartId,
        description: buildOrderDescription(team.slug, team.teamNo),
        customer,
        returns: { authorised: back, declined: back, cancelled: back },
        advice: `${config.SITE_URL}/api/payments/advice`,
      })
    try {
      return await make(payment.cartId)
    } catch (error) {
      // the gateway knows this cart id from another order: a new one replaces it
      if (!(error instanceof TelrError) || error.code !== telrErrorCodes.duplicate) throw error
      const cartId = cart(team)
      await updatePayment(db, payment.id, { cartId })
      return make(cartId)
    }
  }

  return {
    /**
     * Where the payer's browser has to go to pay for a team: the page of an order that is still open, or of a new one. Throws `not-found`, `payment-not-needed`
     * (paid, or free), `payment-under-way` (held, or just being made), `gateway-away`, `gateway-refused`.
     */
    start: async (team: PayableTeam, payer: Payer, lang: Lang): Promise<{ id: string; url: string }> => {
      demandOpen(team)
      let known = await newestOf(db, team.id)
      if (known?.orderRef && ['pending', 'held', 'mismatch'].includes(known.state)) {
        known = await settle.look(known.id, 'start')
        if (known.state === 'paid') throw new AppError('payment-not-needed')
        if (reusable(known, team)) return { id: known.id, url: known.orderUrl }
      }
      const payment = await begin(team, payer, known?.id)
      if (payment.orderUrl !== null) return { id: payment.id, url: payment.orderUrl }
      let made: { ref: string; url: string }
      try {
        made = await order(team, payment, lang)
      } catch (error) {
        if (!(error instanceof TelrError)) throw error
        await inTransaction(db, async (tx) => {
          await updatePayment(tx, payment.id, { state: 'failed', version: payment.version + 1 })
          await insertStep(tx, payment.id, 'failed', {
            message: error.message.slice(0, 200),
            ...(error.code === undefined ? {} : { code: error.code }),
          })
        })
        throw asGatewayError(error)
      }
      await inTransaction(db, async (tx) => {
        await updatePayment(tx, payment.id, { orderRef: made.ref, orderUrl: made.url, state: 'pending', version: payment.version + 1 })
        await insertStep(tx, payment.id, 'ordered', { ref: made.ref })
      })
      return { id: payment.id, url: made.url }
    },
  }
}
