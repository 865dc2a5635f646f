import type { RequiredPermission } from '../accounts/permissions.ts'
import type { z } from './z.ts'

/**
 * The callers that a call accepts: everyone, signed-in users, administrators, simulators with the key of an
 * event, or signed-in judges.
 */
export type Audience = 'visitor' | 'user' | 'admin' | 'key' | 'judge'

/**
 * A check that only some requests of a call need: those that `when` describes, for example 'with `download`'.
 * docs/security/routes.md lists it.
 */
export type ConditionalCheck = { when: string; permission?: RequiredPermission; confirmation?: true }

/**
 * What a call does for a user of the back office who is limited to regions:
 *
 * - `same`: what it does for everyone, because it reads and changes no record of a team or an event
 * - `filtered`: its handler passes the regions to each query
 * - `team`, `event`, `payment`: it is made if the record that its path names belongs to the regions
 * - `event-or-global`: also for an event without a region; its handler leaves out the teams of other regions
 */
export type RegionRule = 'same' | 'filtered' | 'team' | 'event' | 'event-or-global' | 'payment'

type RateLimit = { max: number; timeWindow: '1 minute' | '15 minutes' }

/** Who may make a call, and how often. */
type CallAccess = {
  /** The heading of the call in the API description. */
  tag: string
  audience: Audience
  /** What a user of the back office needs for it; `administration` by default. */
  permission?: RequiredPermission
  conditionalChecks?: readonly ConditionalCheck[]
  /** A call of the back office without it refuses users who are limited to regions. */
  regions?: RegionRule
  /** What a user who is limited to regions needs instead of `permission`. */
  regionalPermission?: RequiredPermission
  /** Replaces the limit of all calls. */
  rateLimit?: RateLimit
  /** Limits the requests of one address that the call rejects, instead of all of them. */
  errorLimit?: RateLimit
}

const formTypes = ['multipart/form-data', 'application/x-www-form-urlencoded'] as const
type ContentType = (typeof formTypes)[number] | 'application/json'

/** What a call takes and returns. A call without `response` sends a file or a stream. */
export type CallDefinition = Partial<CallAccess> & {
  summary: string
  description?: string
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  /** The formats of the body where it is not JSON alone. */
  consumes?: readonly ContentType[]
  /** The reply contains something that gives access, such as a code or a key: it is sent uncompressed. */
  returnsSecret?: true
  /**
   * Whether the call changes something. It is refused then while the site is read-only. By default every call but
   * a GET does; calls that sign in and previews do not. Where only some requests of a call change something, it is
   * false, and the handler calls `guards.assertSiteWritable` for those requests.
   */
  changesData?: boolean
  /** The limit of a file of the form in bytes where it is lower than that of all forms. */
  largestFile?: number
  response?: z.ZodType
  /** The format of the reply where it is not JSON. */
  produces?: 'text/csv' | 'text/event-stream'
  /** The operation whose meanings the queries of calls select. */
  operation?: Operation
}

type Query = Readonly<Record<string, unknown>>

/** One meaning of a GET. Without `when` a query that has all keys of its name selects it. */
type VariantDefinition = {
  query?: z.ZodObject
  response?: z.ZodType
  when?: (query: Query) => boolean
  changesData?: boolean
}

/** A GET whose query selects what it does: `response` is the schema of the replies of all variants. */
type Operation = CallAccess & { summary: string; response: z.ZodType } & {
  /** By the end of their names, such as `?id`; the first that a query selects is made. */
  variants: Readonly<
    Record<string, { query?: z.ZodObject; when: (query: Query) => boolean; changesData?: boolean }>
  >
}

/** The method and path of a call. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`

/** The formats of a form with files, or without. */
export const formContentTypes: readonly ContentType[] = formTypes

/**
 * Defines calls by method and path. `access` holds for those that say nothing else.
 *
 *     defineCalls({ tag: 'regions', audience: 'visitor' }, {
 *       'GET /api/regions': { summary: 'The regions', response: regionsResponse },
 *     })
 */
export const defineCalls = <Calls extends Record<string, CallDefinition>>(
  access: CallAccess,
  calls: Calls,
): Calls =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...access, ...call }])) as Calls

/**
 * Defines a GET with several meanings, which the keys of its query select (specification, section 7): `''` is the
 * meaning of another query. The first variant that fits counts.
 *
 *     defineVariants('GET /api/admin/teams', { … }, { '?id': { … }, '': { … } })
 *     // 'GET /api/admin/teams?id' and 'GET /api/admin/teams'
 */
export const defineVariants = <
  Name extends `GET ${string}`,
  Variants extends Record<'' | `?${string}`, VariantDefinition>,
>(
  name: Name,
  operation: Omit<Operation, 'variants'>,
  variants: Variants,
) => {
  const withConditions = Object.entries<VariantDefinition>(variants).map(([end, variant]) => {
    const keys = end.slice(1).split('&').filter(Boolean)
    const { when = (query: Query) => keys.every((key) => query[key] !== undefined) } = variant
    return [end, { ...variant, when }] as const
  })
  const shared = { ...operation, operation: { ...operation, variants: Object.fromEntries(withConditions) } }
  return Object.fromEntries(
    withConditions.map(([end, { when: _, ...variant }]) => [`${name}${end}`, { ...shared, ...variant }]),
  ) as { [End in keyof Variants & string as `${Name}${End}`]: Variants[End] }
}
