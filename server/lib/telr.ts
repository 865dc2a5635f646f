import { createHash, timingSafeEqual } from 'node:crypto'
import type { Money } from '#contract/payment.ts'
import { moneyFromText, moneyToText } from '#contract/rules/money.ts'
import { type AdviceValues, adviceSignatureText, type GatewayCheck } from '#contract/rules/payment.ts'

/** Where the gateway is and who we are there. `remoteKey` opens its remote calls (refunds); `timeout` counts milliseconds. */
export type TelrSettings = { url: string; store: string; authKey: string; remoteKey: string; test: boolean; timeout?: number }

/** An order to be made. The customer is a grown-up: never a child. What is not known is left out. */
export type TelrOrderRequest = Money & {
  cartId: string
  description: string
  customer: { ref: string; email?: string; phone?: string; forenames?: string; surname?: string; city?: string; country?: string }
  returns: { authorised: string; declined: string; cancelled: string }
  advice: string
}

/** What the gateway says instead of an answer. `code` is its number (`56` of `E56:Duplicate transaction`); without one it did not answer at all, or nothing that can be read. */
export class TelrError extends Error {
  readonly code: number | undefined

  constructor(message: string, code?: number, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The codes that people are told of. */
export const telrErrorCodes = { cannotRefund: 35, duplicate: 56 } as const

type Json = Record<string, unknown>
const toObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const toText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** Errors come with HTTP 200: `{error: {message: 'E56:Duplicate transaction', note}}`. */
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
    amount: moneyFromText(toText(order.amount), currency),
    currency,
    test: toText(order.test) === '1',
    status: Number.isInteger(status) ? status : Number.NaN,
    transaction:
      order.transaction === undefined ? null : { ref: toText(transaction.ref), status: toText(transaction.status).toUpperCase() },
  }
}

const escapeXml = (text: string) =>
  text.replace(/[<>&'"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&apos;', '"': '&quot;' })[sign] ?? sign)
/** The text of an element of a reply without nesting of its own; empty where it is not there. */
const getElementText = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(lt|gt|amp|apos|quot);/g, (_, sign: string) => ({ lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' })[sign] ?? '')
    .trim() ?? ''

/**
 * A client of Telr's hosted payment page: orders and refunds. Every call throws a `TelrError` when the gateway refuses, does not answer in time (15 s) or
 * answers something else. TLS is checked as for every `fetch`.
 */
export const createTelrClient = ({ url, store, authKey, remoteKey, test, timeout = 15_000 }: TelrSettings) => {
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
      if (!reply.ok) throw new TelrError(`the gateway answered ${reply.status}`)
      return text
    } catch (error) {
      throw error instanceof TelrError ? error : new TelrError('the gateway did not answer', undefined, { cause: error })
    }
  }

  const callOrderApi = async (body: Json): Promise<Json> => {
    const text = await post('/gateway/order.json', 'application/json', JSON.stringify({ ...body, store, authkey: authKey }))
    let reply: Json
    try {
      reply = toObject(JSON.parse(text))
    } catch (error) {
      throw new TelrError('the gateway answered no JSON', undefined, { cause: error })
    }
    const telrError = parseTelrError(reply)
    if (telrError) throw telrError
    return toObject(reply.order)
  }

  return {
    test,

    /** Makes an order. The payer's browser goes to `url`. */
    createOrder: async (order: TelrOrderRequest): Promise<{ ref: string; url: string }> => {
      const { ref, email, phone, forenames, surname, city, country } = order.customer
      const created = await callOrderApi({
        method: 'create',
        framed: 0,
        order: {
          cartid: order.cartId,
          test: test ? '1' : '0',
          amount: moneyToText(order),
          currency: order.currency,
          description: order.description,
        },
        customer: {
          ref,
          ...(email ? { email } : {}),
          ...(phone ? { phone } : {}),
          ...(forenames ? { name: { forenames, surname: surname || forenames } } : {}),
          ...(city || country ? { address: { ...(city ? { line1: city, city } : {}), ...(country ? { country } : {}) } } : {}),
        },
        return: order.returns,
        webhooks: [{ url: order.advice }],
      })
      const [orderRef, page] = [toText(created.ref), toText(created.url)]
      if (!orderRef || !/^https?:\/\//.test(page)) throw new TelrError('the gateway made no order')
      return { ref: orderRef, url: page }
    },

    /** What became of an order. */
    checkOrder: async (orderRef: string): Promise<GatewayCheck> =>
      parseOrderCheck(await callOrderApi({ method: 'check', order: { ref: orderRef } })),

    /** Gives the whole amount of a transaction back. Gives the refund's own reference; code 35: the gateway cannot. */
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
        amount: moneyToText(refund),
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
      const code = Number(/\d+/.exec(getElementText(reply, 'code'))?.[0] ?? /\bE?(\d+):/.exec(getElementText(reply, 'message'))?.[1])
      throw new TelrError(getElementText(reply, 'message') || 'the gateway answered no refund', Number.isInteger(code) ? code : undefined)
    },
  }
}
export type TelrClient = ReturnType<typeof createTelrClient>

/** Whether `sign` (`tran_check`) is the signature of an advice under `secret`; compared in constant time, whatever its letters' case. */
export const isValidAdviceSignature = (secret: string, advised: AdviceValues, sign: string): boolean => {
  const wanted = Buffer.from(createHash('sha1').update(adviceSignatureText(secret, advised)).digest('hex'))
  const given = Buffer.from(sign.trim().toLowerCase())
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
