export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** An error reply: its `code`, its `message` in the language of the user, and messages of `fields` by their names in the request. */
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
  /** A part of a file. */
  bytes?: Blob
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Completes the request even when the page closes; at most 64 kB. */
  keepalive?: boolean
}
export type ApiCall = <T>(path: string, send?: RequestOptions) => Promise<T>

/** Returns `lang` for the query when the server would choose another language from the cookie. */
const getLanguageQuery = (): Query => {
  if (typeof document === 'undefined') return {}
  const lang = document.documentElement.lang
  return lang === 'ar' || /(?:^|;\s*)lang=ar/.test(document.cookie) ? { lang } : {}
}

/** Adds the query and the language of the page to a path. */
export const buildApiUrl = (path: string, query: Query = {}) => {
  const pairs = Object.entries({ ...getLanguageQuery(), ...query }).filter(
    (pair): pair is [string, string | number | boolean] => pair[1] !== undefined && pair[1] !== '',
  )
  return pairs.length ? `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : path
}

type Failure = { code?: string; msg?: string; fields?: { field: string; msg: string }[]; details?: Record<string, unknown> }
const toApiError = (status: number, { code = 'unexpected', msg = '', fields = [], details }: Failure) =>
  new ApiError(status, code, msg, Object.fromEntries(fields.map(({ field, msg }) => [field, msg])), details)

/** Sends a request and returns the response; throws an `ApiError` for an error reply, with `code` `offline` when there is no reply. */
export const sendRequest = async (
  fetch: Fetch,
  path: string,
  { method = 'GET', query, json, form, bytes, headers, signal, keepalive }: RequestOptions = {},
): Promise<Response> => {
  const init: RequestInit = {
    method,
    headers: { accept: 'application/json', ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  }
  if (json !== undefined) init.body = JSON.stringify(json)
  if (form) init.body = form
  if (bytes) {
    init.body = bytes
    init.headers = { ...init.headers, 'content-type': 'application/octet-stream' }
  }
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
  throw toApiError(reply.status, (await reply.json().catch(() => ({}))) as Failure)
}

/** Creates a function that sends JSON requests. A reply with `success: false` is an error, whatever its status (specification, section 8). */
export const createApiCall =
  (fetch: Fetch): ApiCall =>
  async <T>(path: string, send?: RequestOptions) => {
    const reply = await sendRequest(fetch, path, send)
    const body = (await reply.json()) as T & Failure & { success?: boolean }
    if (body?.success === false) throw toApiError(reply.status, body)
    return body
  }
