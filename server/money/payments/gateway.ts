import { createHash, randomBytes } from 'node:crypto'
import { formatGatewayAmount } from '#contract/money/money.ts'
import type { DemoOrder, DemoOrderOutcome, DemoOrderState } from '#contract/money/payment.schema.ts'
import { buildNotificationSignatureText, type GatewayNotification } from '#contract/money/payment-rules.ts'
import type { Core } from '#server/deps.ts'
import { hasDemoContent } from '#server/platform/db/demo-content.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import {
  addDemoOrderRefundIfPossible,
  type DemoOrderRow,
  endPendingDemoOrder,
  findDemoOrder,
  findDemoOrderWithTeam,
  insertDemoOrderIfNew,
} from './queries.ts'
import { createTelrClient, type TelrClient, TelrError, telrErrorCodes } from './telr.ts'

/** Builds the signed form with which Telr reports the transaction of an order (transaction advice). */
export const buildSignedDemoTransactionAdvice = (order: DemoOrderRow, secret: string): URLSearchParams => {
  const ref = order.transactionRef ?? ''
  const status = findDemoTransactionStatus(order.state) ?? ''
  const fields: GatewayNotification = {
    tran_store: 'demo',
    tran_type: 'sale',
    tran_class: 'ecom',
    tran_test: '1',
    tran_ref: ref,
    tran_prevref: ref,
    tran_firstref: ref,
    tran_currency: order.currency,
    tran_amount: formatGatewayAmount(order),
    tran_cartid: order.cartId,
    tran_desc: order.description,
    tran_status: status,
    tran_authcode: status === 'A' ? '000000' : '',
    tran_authmessage: status === 'A' ? 'Authorised' : 'Not authorised',
  }
  const tran_check = createHash('sha1').update(buildNotificationSignatureText(secret, fields)).digest('hex')
  return new URLSearchParams({ ...(fields as Record<string, string>), tran_check })
}

/** The status codes of Telr: of an order, and of its transaction. */
const telrStatuses: Record<DemoOrderState, { order: number; transaction?: string }> = {
  pending: { order: 1 },
  paid: { order: 3, transaction: 'A' },
  declined: { order: -3, transaction: 'D' },
  cancelled: { order: -2, transaction: 'C' },
}

/** Returns the Telr status of the transaction of an order; undefined for a pending order. */
const findDemoTransactionStatus = (state: DemoOrderState): string | undefined =>
  telrStatuses[state].transaction

/** Returns true for a host that only its own machine reaches. */
const isLocalHost = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
/**
 * Returns true for a site that only its own machine opens. `SITE_URL` alone does not tell: its default is a
 * local address also with `HOST=0.0.0.0`.
 */
const isLocalSite = ({ HOST, SITE_URL }: Core['config']): boolean =>
  isLocalHost(HOST) && isLocalHost(new URL(SITE_URL).hostname)

/**
 * Creates the stand-in for Telr on an installation with demo content and without any credentials of Telr,
 * else returns undefined. A site with a public address or host needs `DEMO=on` in words, so that none goes
 * into service with teams that pay nothing. The stand-in answers the calls of `TelrClient` from a table of
 * its own, and the page `/payment/demo/:orderRef` takes the place of Telr's page. All orders are test orders:
 * no money moves.
 */
export const createDemoGatewayIfAllowed = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  if (config.TELR_STORE || config.TELR_AUTH_KEY) return undefined
  if (!(config.DEMO ?? (Boolean(database.embedded) && isLocalSite(config)))) return undefined
  const { db } = database

  const client: TelrClient = {
    test: true,
    createOrder: async ({ cartId, amount, currency, description, returns }) => {
      const ref = randomBytes(24).toString('hex')
      const isNew = await insertDemoOrderIfNew(db, {
        ref,
        cartId,
        amount,
        currency,
        description,
        returnUrl: returns.authorised,
      })
      if (!isNew) throw new TelrError('E56:Duplicate transaction', telrErrorCodes.duplicate)
      // the payment page has the language of the page that it returns to
      return { ref, url: `/payment/demo/${ref}/${new URL(returns.authorised).search}` }
    },
    checkOrder: async (orderRef) => {
      const order = await findDemoOrder(db, orderRef)
      if (!order) throw new TelrError('E01:Invalid request', 1)
      const { ref, cartId, amount, currency, transactionRef } = order
      const { order: status, transaction } = telrStatuses[order.state]
      return {
        ref,
        cartId,
        amount,
        currency,
        test: true,
        status,
        transaction: transaction && transactionRef ? { ref: transactionRef, status: transaction } : null,
      }
    },
    refund: async ({ transactionRef, amount, currency }) => {
      if (!(await addDemoOrderRefundIfPossible(db, { transactionRef, amount, currency })))
        throw new TelrError('Unable to refund this transaction', telrErrorCodes.cannotRefund)
      return { ref: `${transactionRef}R` }
    },
  }

  return {
    ...client,
    isDemo: true,
    adviceSecret: createFieldEncryption(config).keyedHash('demo-gateway'),
    isAvailable: () => hasDemoContent(db),
    findOrder: async (ref: string): Promise<DemoOrder | undefined> => {
      const row = await findDemoOrderWithTeam(db, ref)
      if (!row) return undefined
      const { nameEn, nameAr, ...order } = row
      return { ...order, competition: { en: nameEn, ar: nameAr } }
    },
    /**
     * Ends a pending order as its payer chose, and returns it; undefined for an order that is unknown or not
     * pending.
     */
    endOrder: async (ref: string, outcome: DemoOrderOutcome): Promise<DemoOrderRow | undefined> =>
      endPendingDemoOrder(db, ref, {
        state: outcome,
        transactionRef: `DEMO-${randomBytes(6).toString('hex').toUpperCase()}`,
      }),
  }
}

/** The gateway of an installation. `adviceSecret` signs its notifications; without one they are rejected. */
export type PaymentGateway = TelrClient & {
  /** The gateway is the stand-in of the demo content. */
  isDemo: boolean
  adviceSecret: string | undefined
  /** Whether new payments can be started. */
  isAvailable: () => Promise<boolean>
}

/**
 * Creates the client of the gateway: Telr with credentials, the stand-in on an installation with demo
 * content, else undefined.
 */
export const createTelrOrDemoGatewayIfConfigured = ({
  config,
  database,
}: Pick<Core, 'config' | 'database'>): PaymentGateway | undefined => {
  const { TELR_URL, TELR_STORE, TELR_AUTH_KEY, TELR_REMOTE_KEY, TELR_ADVICE_SECRET, TELR_TEST } = config
  if (!TELR_STORE || !TELR_AUTH_KEY) return createDemoGatewayIfAllowed({ config, database })
  const client = createTelrClient({
    url: TELR_URL,
    store: TELR_STORE,
    authKey: TELR_AUTH_KEY,
    remoteKey: TELR_REMOTE_KEY ?? TELR_AUTH_KEY,
    test: TELR_TEST ?? true,
  })
  return { ...client, isDemo: false, adviceSecret: TELR_ADVICE_SECRET, isAvailable: async () => true }
}
