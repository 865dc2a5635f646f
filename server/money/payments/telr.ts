import { createHash, timingSafeEqual } from 'node:crypto'
import { formatGatewayAmount, parseGatewayAmount } from '#contract/money/money.ts'
import type { Money } from '#contract/money/payment.ts'
import {
  buildNotificationSignatureText,
  type GatewayCheck,
  type GatewayNotification,
} from '#contract/money/payment-rules.ts'

/**
 * URL and credentials of the gateway. `remoteKey` is for its remote API (refunds); `timeout` is in
 * milliseconds.
 */
type TelrSettings = {
  url: string
  store: string
  authKey: string
  remoteKey: string
  test: boolean
  timeout?: number
}

/** A new order. The customer is an adult, never a child. Unknown values are omitted. */
export type TelrOrderRequest = Money & {
  cartId: string
  description: string
  customer: {
    ref: string
    email?: string
    phone?: string
    forenames?: string
    surname?: string
    city?: string
    country?: string
  }
  returns: { authorised: string; declined: string; cancelled: string }
  advice: string
}

/**
 * An error of the gateway. `code` is the number of the error (`56` of `E56:Duplicate transaction`), or
 * undefined when the gateway sent no reply or an invalid one.
 */
export class TelrError extends Error {
  readonly code: number | undefined

  constructor(message: string, code?: number, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The error codes that have messages of their own. */
export const telrErrorCodes = { cannotRefund: 35, duplicate: 56 } as const

type Json = Record<string, unknown>
const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/**
 * Parses the error of a reply, which has HTTP status 200: `{error: {message: 'E56:Duplicate transaction',
 * note}}`.
 */
const parseTelrError = (reply: Json): TelrError | undefined => {
  if (reply.error === undefined) return undefined
  const { message, note } = toObject(reply.error)
  const [, code] = /^E?(\d{1,4})\b/.exec(toText(message)) ?? []
  return new TelrError(
    [toText(message), toText(note)].filter(Boolean).join(' · ') || 'error',
    code === undefined ? undefined : Number(code),
  )
}

const parseOrderCheck = (order: Json): GatewayCheck => {
  const currency = toText(order.currency)
  const transaction = toObject(order.transaction)
  const status = Number(toText(toObject(order.status).code))
  return {
    ref: toText(order.ref),
    cartId: toText(order.cartid),
    amount: parseGatewayAmount(toText(order.amount), currency),
    currency,
    test: toText(order.test) === '1',
    status: Number.isInteger(status) ? status : Number.NaN,
    transaction:
      order.transaction === undefined
        ? null
        : { ref: toText(transaction.ref), status: toText(transaction.status).toUpperCase() },
  }
}

const escapeXml = (text: string) =>
  text.replace(
    /[<>&'"]/g,
    (character) =>
      ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&apos;', '"': '&quot;' })[character] ?? character,
  )
/** Returns the text of an XML element without children, or an empty string if there is no such element. */
const getElementText = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(
      /&(lt|gt|amp|apos|quot);/g,
      (_, name: string) => ({ lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' })[name] ?? '',
    )
    .trim() ?? ''

/**
 * Creates a client of Telr's hosted payment page for orders and refunds. Every call throws a `TelrError` when
 * the gateway rejects it, does not reply within 15 seconds or sends an invalid reply.
 */
export const createTelrClient = ({
  url,
  store,
  authKey,
  remoteKey,
  test,
  timeout = 15_000,
}: TelrSettings) => {
  const base = url.replace(/\/+$/, '')

  const post = async (path: string, type: string, body: string): Promise<string> => {
    try {
      const reply = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': type, accept: type },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      const text = await reply.text()
      if (!reply.ok) throw new TelrError(`the gateway replied with status ${reply.status}`)
      return text
    } catch (error) {
      throw error instanceof TelrError
        ? error
        : new TelrError('the gateway did not reply', undefined, { cause: error })
    }
  }

  const callOrderApi = async (body: Json): Promise<Json> => {
    const text = await post(
      '/gateway/order.json',
      'application/json',
      JSON.stringify({ ...body, store, authkey: authKey }),
    )
    let reply: Json
    try {
      reply = toObject(JSON.parse(text))
    } catch (error) {
      throw new TelrError('the gateway did not reply with JSON', undefined, { cause: error })
    }
    const telrError = parseTelrError(reply)
    if (telrError) throw telrError
    return toObject(reply.order)
  }

  return {
    test,

    /** Creates an order. `url` is its payment page. */
    createOrder: async (order: TelrOrderRequest): Promise<{ ref: string; url: string }> => {
      const { ref, email, phone, forenames, surname, city, country } = order.customer
      const created = await callOrderApi({
        method: 'create',
        framed: 0,
        order: {
          cartid: order.cartId,
          test: test ? '1' : '0',
          amount: formatGatewayAmount(order),
          currency: order.currency,
          description: order.description,
        },
        customer: {
          ref,
          ...(email ? { email } : {}),
          ...(phone ? { phone } : {}),
          ...(forenames ? { name: { forenames, surname: surname || forenames } } : {}),
          ...(city || country
            ? { address: { ...(city ? { line1: city, city } : {}), ...(country ? { country } : {}) } }
            : {}),
        },
        return: order.returns,
        webhooks: [{ url: order.advice }],
      })
      const [orderRef, page] = [toText(created.ref), toText(created.url)]
      if (!orderRef || !/^https?:\/\//.test(page)) throw new TelrError('the gateway created no order')
      return { ref: orderRef, url: page }
    },

    /** Returns the state of an order. */
    checkOrder: async (orderRef: string): Promise<GatewayCheck> =>
      parseOrderCheck(await callOrderApi({ method: 'check', order: { ref: orderRef } })),

    /**
     * Refunds an amount of a transaction, all or a part of what is left of it. Returns the reference of the
     * refund. Throws code 35 when the gateway cannot refund it. A repeat is another refund: the gateway
     * refuses only what is more than the rest.
     */
    refund: async (
      refund: Money & { cartId: string; transactionRef: string; description: string; test: boolean },
    ): Promise<{ ref: string }> => {
      const fields = {
        type: 'refund',
        class: 'ecom',
        cartid: refund.cartId,
        description: refund.description,
        test: refund.test ? '1' : '0',
        currency: refund.currency,
        amount: formatGatewayAmount(refund),
        ref: refund.transactionRef,
      }
      const tran = Object.entries(fields)
        .map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
        .join('')
      const reply = await post(
        '/gateway/remote.xml',
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?><remote><store>${escapeXml(store)}</store><key>${escapeXml(remoteKey)}</key><tran>${tran}</tran></remote>`,
      )
      if (getElementText(reply, 'status') === 'A') return { ref: getElementText(reply, 'tranref') }
      const code = Number(
        /\d+/.exec(getElementText(reply, 'code'))?.[0] ??
          /\bE?(\d+):/.exec(getElementText(reply, 'message'))?.[1],
      )
      throw new TelrError(
        getElementText(reply, 'message') || 'the gateway confirmed no refund',
        Number.isInteger(code) ? code : undefined,
      )
    },
  }
}
export type TelrClient = ReturnType<typeof createTelrClient>

/**
 * Verifies the signature (`tran_check`) of an advice with `secret`, case-insensitively and in constant time.
 */
export const isValidAdviceSignature = (
  secret: string,
  advice: GatewayNotification,
  signature: string,
): boolean => {
  const expected = Buffer.from(
    createHash('sha1').update(buildNotificationSignatureText(secret, advice)).digest('hex'),
  )
  const given = Buffer.from(signature.trim().toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}
