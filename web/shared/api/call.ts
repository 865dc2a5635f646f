export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Why a call was refused: `code` for programs, `message` for people in their language, `fields` by name on the wire. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.details = details
  }
}

type Query = Record<string, string | number | boolean | undefined>
export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Query
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Goes out even when the page is left, at most 64 kB. */
  keepalive?: boolean
}
export type ApiCall = <T>(path: string, send?: RequestOptions) => Promise<T>

/** The language of the page for the texts of a reply, where the server would take another one: the address of the page decides, the cookie does not. */
const languageOfPage = (): Query => {
  if (typeof document === 'undefined') return {}
  const lang = document.documentElement.lang
  return lang === 'ar' || /(?:^|;\s*)lang=ar/.test(document.cookie) ? { lang } : {}
}

/** A path with a query, in the language of the page. */
export const buildApiUrl = (path: string, query: Query = {}) => {
  const pairs = Object.entries({ ...languageOfPage(), ...query }).filter(
    (pair): pair is [string, string | number | boolean] => pair[1] !== undefined && pair[1] !== '',
  )
  return pairs.length ? `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : path
}

type Failure = { code?: string; msg?: string; fields?: { field: string; msg: string }[]; details?: Record<string, unknown> }
const failed = (status: number, { code = 'unexpected', msg = '', fields = [], details }: Failure) =>
  new ApiError(status, code, msg, Object.fromEntries(fields.map(({ field, msg }) => [field, msg])), details)

/** Asks for the reply itself; throws an `ApiError` for anything but success (`code` is `offline` when nothing answered). */
export const sendRequest = async (
  fetch: Fetch,
  path: string,
  { method = 'GET', query, json, form, headers, signal, keepalive }: RequestOptions = {},
): Promise<Response> => {
  const init: RequestInit = {
    method,
    headers: { accept: 'application/json', ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  }
  if (json !== undefined) init.body = JSON.stringify(json)
  if (form) init.body = form
  if (signal) init.signal = signal
  if (keepalive) init.keepalive = true
  let reply: Response
  try {
    reply = await fetch(buildApiUrl(path, query), init)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'offline', '')
  }
  if (reply.ok) return reply
  throw failed(reply.status, (await reply.json().catch(() => ({}))) as Failure)
}

/** JSON calls over a `fetch`. A reply that says itself that it failed is a failure, whatever its status (specification, section 8). */
export const createApiCall =
  (fetch: Fetch): ApiCall =>
  async <T>(path: string, send?: RequestOptions) => {
    const reply = await sendRequest(fetch, path, send)
    const body = (await reply.json()) as T & Failure & { success?: boolean }
    if (body?.success === false) throw failed(reply.status, body)
    return body
  }
