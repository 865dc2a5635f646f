import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A stand-in for Telr's hosted payment page, as a process of its own: orders (`order.json`: create, check),
 * refunds (`remote.xml`), the page on which people pay, transaction advice. It is told what to do under
 * `/control`. Settings: `PORT`, `STORE`, `KEY`, `SECRET`, and `ADVICE=auto` to tell of every outcome by
 * itself. It knows nothing of the product: what it speaks is written down anew from the gateway's
 * documentation.
 */
type Order = {
  ref: string
  cartid: string
  test: string
  amount: string
  currency: string
  description: string
  customer: unknown
  returns: { authorised: string; declined: string; cancelled: string }
  webhook: string | undefined
  status: number
  transaction: { ref: string; status: string } | undefined
  /** In thousandths of the main unit. */
  refundedAmount: number
  refundCount: number
  refunded: boolean
}
type Fault = { what: string; how: string }

const {
  PORT = '0',
  STORE = '1234',
  KEY = 'test-key',
  SECRET = 'webhook-secret',
  ADVICE = 'none',
} = process.env
const orders = new Map<string, Order>()
const carts = new Set<string>()
const faults: Fault[] = []
const asked: string[] = []
let address = ''

const statusTexts: Record<string, string> = {
  '1': 'Pending',
  '2': 'Authorised',
  '3': 'Paid',
  '4': 'Payment requested',
  '-1': 'Expired',
  '-2': 'Cancelled',
  '-3': 'Declined',
  '-4': 'Replaced',
}
const outcomes: Record<string, { status: number; transaction?: string }> = {
  authorise: { status: 3, transaction: 'A' },
  hold: { status: 2, transaction: 'H' },
  release: { status: 3, transaction: 'A' },
  decline: { status: -3, transaction: 'D' },
  cancel: { status: -2, transaction: 'C' },
  expire: { status: -1 },
}

const act = (order: Order, action: string): boolean => {
  const outcome = outcomes[action]
  // a paid order can only be refunded
  if (!outcome || order.status === 3) return false
  order.status = outcome.status
  if (outcome.transaction)
    order.transaction = {
      ref: order.transaction?.ref ?? `0400${randomBytes(4).readUInt32BE().toString().padStart(10, '0')}`,
      status: outcome.transaction,
    }
  return true
}

const advise = async (
  order: Order,
  {
    forged = false,
    type = 'sale',
    status = order.transaction?.status ?? 'C',
    withOrder = false,
    ref = order.transaction?.ref ?? 'none',
    amount = order.amount,
  } = {},
): Promise<number> => {
  if (!order.webhook) return 0
  const first = order.transaction?.ref ?? 'none'
  const fields: [string, string][] = [
    ['tran_store', STORE],
    ['tran_type', type],
    ['tran_class', 'ecom'],
    ['tran_test', order.test],
    ['tran_ref', ref],
    ['tran_prevref', first],
    ['tran_firstref', first],
    ...(withOrder ? [['tran_order', order.ref] as [string, string]] : []),
    ['tran_currency', order.currency],
    ['tran_amount', amount],
    ['tran_cartid', order.cartid],
    ['tran_desc', order.description],
    ['tran_status', status],
    ['tran_authcode', status === 'A' ? '943007' : ''],
    ['tran_authmessage', status === 'A' ? 'Authorised' : 'Declined'],
  ]
  const secret = forged ? 'somebody else' : SECRET
  const check = createHash('sha1')
    .update([secret, ...fields.map(([, value]) => value)].join(':'))
    .digest('hex')
  const body = new URLSearchParams([...fields, ['bill_country', 'SA'], ['tran_check', check]])
  return fetch(order.webhook, { method: 'POST', body }).then(
    ({ status: answer }) => answer,
    () => 0,
  )
}
/** Sends a notification as the gateway does: at most three times, until the reply is 200. */
const adviseUntilHeard = async (order: Order, options: Parameters<typeof advise>[1] = {}) => {
  if (ADVICE !== 'auto') return
  for (let round = 0; round < 3; round++) if ((await advise(order, options)) === 200) return
}

const read = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
/** The gateway's errors come with status 200. */
const refusal = (response: ServerResponse, message: string, note: string) =>
  json(response, { error: { message, note } })

// biome-ignore lint/suspicious/noExplicitAny: what comes is looked at key by key
const create = (body: any): { error: [string, string] } | { order: Order } => {
  const { cartid, test, amount, currency, description = '' } = body.order ?? {}
  if (typeof cartid !== 'string' || cartid === '' || cartid.length > 63)
    return { error: ['E03:Invalid cart ID', 'order.cartid'] }
  if (
    !/^\d+(\.\d{1,3})?$/.test(String(amount)) ||
    Number(amount) <= 0 ||
    !/^[A-Z]{3}$/.test(String(currency))
  )
    return { error: ['E05:Invalid amount or currency', 'order.amount'] }
  if (test !== '0' && test !== '1') return { error: ['E01:Invalid request', 'order.test'] }
  if (description.length > 63 || !/^[\x20-\x7e]+$/.test(description))
    return { error: ['E01:Invalid request', 'order.description'] }
  if (currency === 'XXX') return { error: ['E21:Card or currency not supported', 'order.currency'] }
  if (carts.has(cartid)) return { error: ['E56:Duplicate transaction', 'order.cartid'] }
  const { authorised, declined, cancelled } = body.return ?? {}
  if (![authorised, declined, cancelled].every((url) => /^https?:\/\//.test(String(url))))
    return { error: ['E01:Invalid request', 'return'] }
  carts.add(cartid)
  const ref = randomBytes(24).toString('hex').toUpperCase()
  const order: Order = {
    ...{
      ref,
      cartid,
      test,
      amount,
      currency,
      description,
      customer: body.customer,
      status: 1,
      transaction: undefined,
    },
    ...{ refundedAmount: 0, refundCount: 0, refunded: false },
    returns: { authorised, declined, cancelled },
    webhook: body.webhooks?.[0]?.url,
  }
  orders.set(ref, order)
  return { order }
}

const told = (order: Order) => ({
  ref: order.ref,
  cartid: order.cartid,
  test: order.test,
  amount: order.amount,
  currency: order.currency,
  description: order.description,
  status: { code: order.status, text: statusTexts[order.status] },
  ...(order.transaction
    ? { transaction: { ...order.transaction, type: 'sale', class: 'ECom', code: '943007', message: 'Test' } }
    : {}),
})

/**
 * Simulates the requested failure, before (`drop`, `silence`, `500`, `garbage`, `E…`) or after (`drop-after`,
 * `silence-after`) the work. Returns true when nothing remains to be done.
 */
const breaks = (request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): boolean => {
  if (!fault || fault.how.endsWith('-after')) return false
  if (fault.how === 'drop') request.socket.destroy()
  else if (fault.how === '500') response.writeHead(500).end('broken')
  else if (fault.how === 'garbage') response.writeHead(200).end('<html>no answer')
  else if (fault.how.startsWith('E')) refusal(response, fault.how, 'told to')
  // silence: the connection stays open
  return true
}
const breakAfter = (request: IncomingMessage, { how }: Fault) => {
  if (how === 'drop-after') request.socket.destroy()
}
const takeFault = (what: string): Fault | undefined => {
  const at = faults.findIndex((fault) => fault.what === what)
  return at < 0 ? undefined : faults.splice(at, 1)[0]
}

const orderCall = async (request: IncomingMessage, response: ServerResponse) => {
  const body = JSON.parse(await read(request))
  const { method } = body
  asked.push(method)
  const fault = takeFault(method)
  if (breaks(request, response, fault)) return
  if (String(body.store) !== STORE || body.authkey !== KEY)
    return refusal(response, 'E04:Invalid store', 'store')
  if (method === 'create') {
    const made = create(body)
    if (fault) return breakAfter(request, fault)
    if ('error' in made) return refusal(response, ...made.error)
    const { ref } = made.order
    return json(response, {
      method,
      trace: '4000/1/1',
      order: { ref, url: `${address}/gateway/process.html?o=${ref}` },
    })
  }
  if (method === 'check') {
    const order = orders.get(body.order?.ref)
    if (fault) return breakAfter(request, fault)
    return order
      ? json(response, { method, trace: '4000/1/2', order: told(order) })
      : refusal(response, 'E01:Invalid request', 'order.ref')
  }
  return refusal(response, 'E01:Invalid request', 'method')
}

const toThousandths = (amount: string): number => Math.round(Number(amount) * 1000)

const refundCall = async (request: IncomingMessage, response: ServerResponse) => {
  const body = await read(request)
  asked.push('refund')
  const fault = takeFault('refund')
  if (fault && !/^E|-after$/.test(fault.how) && breaks(request, response, fault)) return
  const of = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? ''
  const answer = (status: string, code: string, message: string, ref = '') =>
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?><remote><auth><status>${status}</status><code>${code}</code><message>${message}</message><tranref>${ref}</tranref></auth></remote>`,
      )
  if (of('store') !== STORE || of('key') !== KEY) return answer('E', '04', 'Invalid store')
  const order = [...orders.values()].find(({ transaction }) => transaction?.ref === of('ref'))
  if (
    fault?.how.startsWith('E') ||
    !order ||
    order.status !== 3 ||
    of('type') !== 'refund' ||
    !/^\d+(\.\d{1,3})?$/.test(of('amount')) ||
    toThousandths(of('amount')) <= 0 ||
    order.refundedAmount + toThousandths(of('amount')) > toThousandths(order.amount) ||
    of('currency') !== order.currency
  )
    return answer('E', '35', 'Unable to refund this transaction')
  order.refundedAmount += toThousandths(of('amount'))
  order.refunded = order.refundedAmount === toThousandths(order.amount)
  order.refundCount++
  if (fault) return breakAfter(request, fault)
  const ref = `${order.transaction?.ref}R${order.refundCount}`
  answer('A', '943008', 'Accepted', ref)
  void adviseUntilHeard(order, { type: 'refund', status: 'A', ref, amount: of('amount') })
}

const page = (
  order: Order,
) => `<!doctype html><html lang="en"><title>Pay ${order.amount} ${order.currency}</title>
<main><h1>Secure payment</h1><p>${order.description}: ${order.amount} ${order.currency}</p><form method="post">
${['authorise', 'decline', 'cancel', 'hold'].map((action) => `<button name="action" value="${action}">${action}</button>`).join(' ')}</form></main></html>`

const hosted = async (request: IncomingMessage, response: ServerResponse, ref: string) => {
  const order = orders.get(ref)
  if (!order) return response.writeHead(404).end('no such order')
  if (request.method === 'GET')
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(order))
  const action = new URLSearchParams(await read(request)).get('action') ?? ''
  act(order, action)
  const { authorised, declined, cancelled } = order.returns
  const to = action === 'decline' ? declined : action === 'cancel' ? cancelled : authorised
  response.writeHead(303, { location: to }).end()
  void adviseUntilHeard(order)
}

const control = async (request: IncomingMessage, response: ServerResponse, path: string) => {
  if (path === 'orders') return json(response, [...orders.values()])
  if (path === 'asked') return json(response, asked)
  const body = JSON.parse((await read(request)) || '{}')
  if (path === 'mend') return json(response, faults.splice(0).length)
  if (path === 'fail') return json(response, faults.push(body))
  const [, ref = '', what] = /^orders\/(\w+)\/(\w+)$/.exec(path) ?? []
  const order = orders.get(ref)
  if (!order) return json(response, null, 404)
  if (what === 'act') return json(response, act(order, body.action))
  if (what === 'advise') return json(response, await advise(order, body))
  if (what === 'change') return json(response, Object.assign(order, body))
  return json(response, null, 404)
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://gateway')
  const work =
    url.pathname === '/gateway/order.json'
      ? orderCall(request, response)
      : url.pathname === '/gateway/remote.xml'
        ? refundCall(request, response)
        : url.pathname === '/gateway/process.html'
          ? hosted(request, response, url.searchParams.get('o') ?? '')
          : url.pathname.startsWith('/control/')
            ? control(request, response, url.pathname.slice('/control/'.length))
            : Promise.resolve(response.writeHead(404).end())
  work.catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end()
  })
})
server.listen(Number(PORT), '127.0.0.1', () => {
  address = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  process.stdout.write(`Telr is at ${address}\n`)
})
process.on('SIGTERM', () => process.exit(0))
// the stub ends with the test run that started it
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.exit(0)
}, 2000).unref()
