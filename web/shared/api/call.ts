import type { CallKey, Calls } from '#contract/calls.ts'

export type { CallKey } from '#contract/calls.ts'

import { buildPath, type CallParam } from '#contract/platform/call-path.ts'
import type { z } from '#contract/platform/z.ts'

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/**
 * An error reply: its `code`, its `message` in the language of the user, and messages of `fields` by their
 * names in the request.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    details: Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.details = details
  }
}

/** A value of a query. An optional value may be any text, because pages read it from their URL. */
type QueryValue<Input, Output> = undefined extends Input
  ? string | number | boolean | undefined
  : Input | Output
type QueryOf<Schema extends z.ZodType> = {
  [Key in keyof z.input<Schema>]: QueryValue<
    z.input<Schema>[Key],
    z.output<Schema>[Key & keyof z.output<Schema>]
  >
}

/** What a call sends: the parameters of its path, its query, and its body as JSON or as a form. */
type CallOptions<Key extends CallKey> = {
  /** A part of a file. */
  bytes?: Blob
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Whether the browser completes the request after the page is closed. The body then has at most 64 kB. */
  keepalive?: boolean
} & ([CallParam<Key>] extends [never] ? unknown : { params: Record<CallParam<Key>, string> }) &
  (Calls[Key] extends { query: infer Query extends z.ZodType }
    ? Partial<QueryOf<Query>> extends QueryOf<Query>
      ? { query?: QueryOf<Query> }
      : { query: QueryOf<Query> }
    : unknown) &
  (Calls[Key] extends { body: infer Body }
    ? { json: z.input<Body>; form?: never } | { form: FormData; json?: never }
    : unknown)
/** The options of a call; they may be left out when none is required. */
type CallArguments<Key extends CallKey> =
  object extends CallOptions<Key> ? [options?: CallOptions<Key>] : [options: CallOptions<Key>]
/** What a call returns. */
export type CallResponse<Key extends CallKey> = Calls[Key] extends { response: infer Response }
  ? z.output<Response>
  : never

export type ApiCall = <Key extends CallKey>(
  key: Key,
  ...send: CallArguments<Key>
) => Promise<CallResponse<Key>>
/** Makes a call and returns the response itself, for files. */
export type ApiRequest = <Key extends CallKey>(key: Key, ...send: CallArguments<Key>) => Promise<Response>

type Query = Record<string, string | number | boolean | undefined>
/** The options of any call. */
type AnyCallOptions = {
  params?: Record<string, string>
  query?: Query
  json?: unknown
  form?: FormData
  bytes?: Blob
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  keepalive?: boolean
}

/** Returns `lang` for the query when the server would choose another language from the cookie. */
const getLanguageQuery = (): Query => {
  if (typeof document === 'undefined') return {}
  const lang = document.documentElement.lang
  return lang === 'ar' || /(?:^|;\s*)lang=ar/.test(document.cookie) ? { lang } : {}
}

/** Adds the query and the language of the page to a path. */
export const buildLocalizedApiUrl = (path: string, query: Query = {}) => {
  const pairs = Object.entries({ ...getLanguageQuery(), ...query }).filter(
    (pair): pair is [string, string | number | boolean] => pair[1] !== undefined && pair[1] !== '',
  )
  return pairs.length
    ? `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
    : path
}

type Failure = {
  code?: string
  msg?: string
  fields?: { field: string; msg: string }[]
  details?: Record<string, unknown>
}
const toApiError = (status: number, { code = 'unexpected', msg = '', fields = [], details }: Failure) =>
  new ApiError(status, code, msg, Object.fromEntries(fields.map(({ field, msg }) => [field, msg])), details)

/**
 * Creates a function that makes calls and returns the response. It throws an `ApiError` for an error reply,
 * with `code` `offline` when there is no reply.
 */
export const createApiResponseFetcher = (fetch: Fetch) =>
  (async (
    key: CallKey,
    { params = {}, query, json, form, bytes, headers, signal, keepalive }: AnyCallOptions = {},
  ) => {
    const init: RequestInit = {
      method: key.split(' ')[0] ?? '',
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
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
      reply = await fetch(buildLocalizedApiUrl(buildPath(key, params), query), init)
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ApiError(0, 'offline', '')
    }
    if (reply.ok) return reply
    throw toApiError(reply.status, (await reply.json().catch(() => ({}))) as Failure)
  }) as ApiRequest

/**
 * Creates a function that makes calls. A reply with `success: false` is an error, whatever its status
 * (specification, section 8).
 */
export const createApiCall = (fetch: Fetch): ApiCall => {
  const request = createApiResponseFetcher(fetch)
  return async (key, ...send) => {
    const reply = await request(key, ...send)
    const body = (await reply.json()) as CallResponse<typeof key> & Failure & { success?: boolean }
    if (body?.success === false) throw toApiError(reply.status, body)
    return body
  }
}
