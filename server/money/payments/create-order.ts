import { v7 as randomUUIDv7 } from 'uuid'
import { hasPermission } from '#contract/accounts/permissions.ts'
import { hasAdministratorRole } from '#contract/accounts/session.ts'
import type { Payer as PayerDetails } from '#contract/money/payment.schema.ts'
import { buildOrderDescription } from '#contract/money/payment-rules.ts'
import { isMinor } from '#contract/people/teams/age.ts'
import { findCountryCodeBySlug } from '#contract/platform/countries.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { listUnconfirmedMinorsOfTeam } from '#server/people/guardian-confirmations/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isWithinRegions } from '#server/platform/db/region-conditions.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import type { PaymentGateway } from './gateway.ts'
import {
  insertPayment,
  insertPaymentStep,
  listPaymentRowsOfTeam,
  type PaymentRow,
  updatePayment,
} from './queries.ts'
import { upsertPayerOfPayment } from './queries-accounting.ts'
import {
  findTeamWithFee,
  lockTeamWithFee,
  readGatewayCustomerCandidates,
  type TeamWithFee,
} from './queries-teams-with-fee.ts'
import { type PaymentSync, toAppErrorIfTelrError } from './sync-payment.ts'
import { TelrError, type TelrOrderRequest, telrErrorCodes } from './telr.ts'

/** The user who pays. */
export type Payer = Pick<
  AuthenticatedUser,
  'userId' | 'permissions' | 'regionLimit' | 'needsSecondFactorSetup'
>

/**
 * An order is reused for this long, in milliseconds; then the page of the gateway may have expired, and a new
 * order is created.
 */
const orderLifetimeMs = 30 * msPerMinute
/**
 * An order in creation blocks another one for this long, in milliseconds: longer than the timeout of the
 * gateway.
 */
const creationTimeoutMs = 30_000

const isKnownAdult = (birthDate: string | null, today: string): boolean =>
  birthDate !== null && !isMinor(birthDate, today)

/**
 * Returns the customer whose data the gateway gets, on the day `today`, never a child: the owner of the team
 * when a coach or known to be of age, else the first coach, else an administrator who owns the team. Without
 * one of them the gateway gets no personal data, and the payer enters it there.
 */
const toGatewayCustomer = (
  teamId: string,
  { owner, coach, region }: Awaited<ReturnType<typeof readGatewayCustomerCandidates>>,
  today: string,
): TelrOrderRequest['customer'] => {
  const country = region && findCountryCodeBySlug(region.country)
  const place = region ? { city: region.city, ...(country ? { country } : {}) } : {}
  const split = (name: string) => {
    const parts = name.trim().split(/\s+/)
    return { forenames: parts.slice(0, -1).join(' ') || (parts[0] ?? ''), surname: parts.at(-1) ?? '' }
  }
  if (owner && (owner.role === 'coach' || (owner.role === 'student' && isKnownAdult(owner.birthDate, today))))
    return {
      ref: owner.id,
      email: owner.email,
      phone: owner.phone ?? '',
      forenames: owner.firstName,
      surname: owner.lastName,
      ...place,
    }
  if (coach?.name)
    return { ref: teamId, email: coach.email, phone: coach.phone, ...split(coach.name), ...place }
  if (owner && hasAdministratorRole(owner))
    return {
      ref: owner.id,
      email: owner.email,
      phone: owner.phone ?? '',
      forenames: owner.firstName,
      surname: owner.lastName,
      ...place,
    }
  return { ref: teamId, ...place }
}

/**
 * Returns what is stored of the gateway's customer; undefined without a person, whose data the gateway then
 * asks for itself.
 */
const toPayerDetails = ({
  forenames,
  surname,
  email,
  phone,
  city,
  country,
}: TelrOrderRequest['customer']): PayerDetails | undefined =>
  forenames
    ? {
        name: `${forenames} ${surname ?? ''}`.trim(),
        email: email ?? '',
        phone: phone ?? '',
        city: city ?? '',
        country: country ?? '',
      }
    : undefined

/**
 * Tells whether a user may pay for a team and read its payments: the owner, and users of the back office with the
 * permission `finance` who are not limited to other regions.
 */
export const hasPaymentAccessToTeam = (
  team: Pick<TeamWithFee, 'userId' | 'regionId'>,
  { userId, permissions, regionLimit, needsSecondFactorSetup }: Payer,
): boolean =>
  team.userId === userId ||
  (!needsSecondFactorSetup &&
    hasPermission(permissions, 'finance') &&
    isWithinRegions(regionLimit, team.regionId))

/** Returns the team. Throws `not-found` for a deleted team and for a team that the payer may not pay for. */
export const getAccessibleTeamWithFee = async (
  db: Db,
  teamId: string,
  payer: Payer,
): Promise<TeamWithFee> => {
  const team = await findTeamWithFee(db, teamId)
  if (!team || team.deletedAt || !hasPaymentAccessToTeam(team, payer)) throw new AppError('not-found')
  return team
}

type OrderServiceDeps = Pick<Core, 'config' | 'database'> & { telr: PaymentGateway; paymentSync: PaymentSync }

/** Creates orders at the gateway. */
export const createPaymentOrderService = ({ config, database, telr, paymentSync }: OrderServiceDeps) => {
  const { db } = database

  const assertPayable = (team: TeamWithFee | undefined): TeamWithFee => {
    if (!team || team.deletedAt) throw new AppError('not-found')
    if (team.paid || team.fee <= 0) throw new AppError('payment-not-needed')
    if (team.status !== 'registered') throw new AppError('no-places')
    return team
  }
  /** Throws `guardian-refused` while the guardian of a member refuses: the member is replaced first. */
  const assertNoRefusal = async (tx: Db, teamId: string): Promise<void> => {
    const unconfirmed = await listUnconfirmedMinorsOfTeam(
      tx,
      teamId,
      await getSiteDate({ config, database: { readDb: tx } }),
    )
    if (unconfirmed.some(({ isRefused }) => isRefused)) throw new AppError('guardian-refused')
  }
  /** Throws `payment-undecided` while an administrator decides about money that arrived for the team. */
  const findNewestOrder = async (tx: Db, teamId: string): Promise<PaymentRow | undefined> => {
    const orders = (await listPaymentRowsOfTeam(tx, teamId))
      .map(({ payment }) => payment)
      .filter(({ method }) => method === 'telr')
    if (orders.some(({ state }) => state === 'undecided')) throw new AppError('payment-undecided')
    return orders[0]
  }
  const isYoungerThan = ({ createdAt }: PaymentRow, life: number) => Date.now() - createdAt.getTime() < life
  const isReusable = (payment: PaymentRow, team: TeamWithFee): payment is PaymentRow & { orderUrl: string } =>
    payment.state === 'pending' &&
    // an order from before competitions were stored with orders has none
    (payment.competitionId === null || payment.competitionId === team.competitionId) &&
    payment.seasonYearId === team.seasonYearId &&
    payment.orderUrl !== null &&
    isYoungerThan(payment, orderLifetimeMs) &&
    payment.amount === team.fee &&
    payment.currency === team.currency &&
    payment.test === telr.test &&
    payment.demo === telr.isDemo

  const createCartId = (team: TeamWithFee) => `T${team.teamNo}-${randomUUIDv7()}`

  /**
   * Creates a payment, or returns the newest one that can be paid: another request may have created or
   * completed it meanwhile.
   */
  const createPayment = (team: TeamWithFee, payer: Payer): Promise<PaymentRow> =>
    inTransaction(db, async (tx) => {
      const locked = assertPayable(await lockTeamWithFee(tx, team.id))
      await assertNoRefusal(tx, locked.id)
      const newest = await findNewestOrder(tx, team.id)
      if (newest && isReusable(newest, locked)) return newest
      if (
        newest?.state === 'held' ||
        (newest?.state === 'created' && isYoungerThan(newest, creationTimeoutMs))
      )
        throw new AppError('payment-under-way')
      const payment = await insertPayment(tx, {
        teamId: locked.id,
        competitionId: locked.competitionId,
        seasonYearId: locked.seasonYearId,
        userId: payer.userId,
        method: 'telr',
        state: 'created',
        cartId: createCartId(locked),
        amount: locked.fee,
        currency: locked.currency,
        test: telr.test,
        demo: telr.isDemo,
      })
      await insertPaymentStep(tx, payment.id, 'created')
      return payment
    })

  const createGatewayOrder = async (
    team: TeamWithFee,
    payment: PaymentRow,
    lang: Lang,
  ): Promise<{ ref: string; url: string; payer: PayerDetails | undefined }> => {
    const returnUrl = `${config.SITE_URL}/payment/return/${payment.id}/${lang === 'ar' ? '?lang=ar' : ''}`
    const customer = toGatewayCustomer(
      team.id,
      await readGatewayCustomerCandidates(db, team),
      await getSiteDate({ config, database }),
    )
    const requestOrder = (cartId: string) =>
      telr.createOrder({
        amount: payment.amount,
        currency: payment.currency,
        cartId,
        description: buildOrderDescription(team.nameEn, team.teamNo),
        customer,
        returns: { authorised: returnUrl, declined: returnUrl, cancelled: returnUrl },
        advice: `${config.SITE_URL}/api/payments/advice`,
      })
    const payer = toPayerDetails(customer)
    try {
      return { ...(await requestOrder(payment.cartId)), payer }
    } catch (error) {
      // the gateway knows this cart id from another order: a new one replaces it
      if (!(error instanceof TelrError) || error.code !== telrErrorCodes.duplicate) throw error
      const cartId = createCartId(team)
      await updatePayment(db, payment.id, { cartId })
      return { ...(await requestOrder(cartId)), payer }
    }
  }

  return {
    /**
     * Starts a payment and returns the address of the gateway's page, for an order that is still open or a
     * new one. Throws `not-found`, `payment-not-needed` (paid, or free), `no-places` (lapsed or waiting),
     * `guardian-refused`, `payment-under-way` (on hold, or in creation), `payment-undecided`, `gateway-away`,
     * `gateway-refused`.
     */
    start: async (team: TeamWithFee, payer: Payer, lang: Lang): Promise<{ id: string; url: string }> => {
      assertPayable(team)
      await assertNoRefusal(db, team.id)
      let newest = await findNewestOrder(db, team.id)
      if (newest?.orderRef && ['pending', 'held', 'mismatch'].includes(newest.state)) {
        newest = await paymentSync.sync(newest.id, 'start')
        if (newest.state === 'paid') throw new AppError('payment-not-needed')
        if (isReusable(newest, team)) return { id: newest.id, url: newest.orderUrl }
      }
      const payment = await createPayment(team, payer)
      if (payment.orderUrl !== null) return { id: payment.id, url: payment.orderUrl }
      let order: Awaited<ReturnType<typeof createGatewayOrder>>
      try {
        order = await createGatewayOrder(team, payment, lang)
      } catch (error) {
        if (!(error instanceof TelrError)) throw error
        await inTransaction(db, async (tx) => {
          await updatePayment(tx, payment.id, { state: 'failed', version: payment.version + 1 })
          await insertPaymentStep(tx, payment.id, 'failed', {
            message: error.message.slice(0, 200),
            ...(error.code === undefined ? {} : { code: error.code }),
          })
        })
        throw toAppErrorIfTelrError(error)
      }
      await inTransaction(db, async (tx) => {
        await updatePayment(tx, payment.id, {
          orderRef: order.ref,
          orderUrl: order.url,
          state: 'pending',
          version: payment.version + 1,
        })
        await insertPaymentStep(tx, payment.id, 'ordered', { ref: order.ref })
        if (order.payer) await upsertPayerOfPayment(tx, payment.id, order.payer)
      })
      return { id: payment.id, url: order.url }
    },
  }
}
