import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getPath } from '#contract/platform/call-path.ts'
import { z } from '#contract/platform/z.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { findWrappedSchema } from './request-schemas.ts'

/** The path of a field that a schema does not have, such as `members.0.nickname`, and the field names that it accepts there. */
type UnknownField = { field: string; names: readonly string[] }

/** Returns what a schema checks of a value: that which its transformation before makes of it, if it has one. */
const transformInput = (schema: z.core.$ZodType, value: unknown): unknown => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'pipe' && def.in._zod.def.type === 'transform' ? z.safeParse(def.in, value).data : value
}

const findUnknownFields = (
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[] = [],
): UnknownField[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const wrapped = findWrappedSchema(schema)
  if (wrapped) return findUnknownFields(wrapped, transformInput(schema, value), path)
  switch (def.type) {
    case 'object': {
      if (typeof value !== 'object' || value === null || def.catchall) return []
      return Object.entries(value).flatMap(([name, field]) => {
        const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
        return known
          ? findUnknownFields(known, field, [...path, name])
          : [{ field: [...path, name].join('.'), names: Object.keys(def.shape) }]
      })
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, at) => findUnknownFields(def.element, item, [...path, String(at)]))
        : []
    case 'union': {
      // the option with the fewest unknown fields is the one that was meant
      const found = def.options.map((option) => findUnknownFields(option, value, path))
      return found.toSorted((one, other) => one.length - other.length)[0] ?? []
    }
    default:
      return []
  }
}

/** Lists the paths of the fields of a value that its schema does not have, such as `members.0.nickname`. */
export const listUnknownFields = (schema: z.core.$ZodType, value: unknown): string[] =>
  findUnknownFields(schema, value).map(({ field }) => field)

/** Tells whether a text becomes another one by one change: a letter more, less or other, or two that change places. */
const isOneChangeAway = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const at = [...long].findIndex((letter, index) => letter !== short[index])
  if (at < 0) return true
  const [restOfLong, restOfShort] = [long.slice(at + 1), short.slice(at)]
  if (short.length < long.length) return restOfLong === restOfShort
  const isSwap = long[at] === short[at + 1] && long[at + 1] === short[at]
  return restOfLong === restOfShort.slice(1) || (isSwap && long.slice(at + 2) === short.slice(at + 2))
}

/** Names that other programs use for a field. */
const otherNames: Readonly<Record<string, string>> = {
  points: 'score',
  seconds: 'time',
  duration: 'time',
  teamnumber: 'teamNo',
  player: 'name',
  round: 'mission',
}

/** Finds the name that somebody meant who wrote another one: `teamNo` for `team_no`. */
const findMeantName = ({ field, names }: UnknownField): string | undefined => {
  const simplify = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const written = simplify(field.split('.').at(-1) ?? '')
  const other = otherNames[written]
  return (
    names.find((name) => simplify(name) === written) ??
    (other !== undefined && names.includes(other) ? other : undefined) ??
    (written.length > 3 ? names.find((name) => isOneChangeAway(simplify(name), written)) : undefined)
  )
}

/** Describes unknown fields: by the name that was probably meant, else by the accepted names. */
const toProblem = (unknown: UnknownField): FieldProblem => {
  const meant = findMeantName(unknown)
  const values = meant
    ? { context: 'meant', meant }
    : { context: 'known', known: unknown.names.slice(0, maxNames).join(', ') }
  return { field: unknown.field, code: 'unexpected-field', ...(unknown.names.length > 0 ? { values } : {}) }
}
const maxNames = 40

/**
 * The calls of the specification, whose clients may send more than it names, and notifications of the
 * gateway.
 */
const lenientPaths: ReadonlySet<string> = new Set([
  ...[
    getPath('POST /api/adduser'),
    getPath('GET /api/seasons'),
    getPath('POST /api/download-game'),
    getPath('POST /api/support'),
    getPath('POST /api/contact-us'),
  ],
  ...[
    getPath('GET /api/admin/users'),
    getPath('GET /api/admin/faqs'),
    getPath('GET /api/admin/partners'),
    getPath('GET /api/admin/events'),
    getPath('GET /api/admin/teams'),
  ],
  getPath('POST /api/payments/advice'),
])
/** Score sheets come from tablets whose app may be of an earlier version, and no sheet may be lost. */
const judgePath = /^\/api\/v1\/judge\/|\/judge-sheets$/

/**
 * Returns true for a request of a page. The page may be of an earlier version, and a field that the server no
 * longer has must not stop it. On an address without encryption browsers send only `Origin`.
 */
const isFromPage = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? (headers.origin && 'same-origin')) === 'same-origin'

/**
 * Makes the routes of the product's own calls reject fields that the schema of the body does not have,
 * because programs would lose their values without a word.
 */
export const registerUnknownFieldCheckForPrograms = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const schema = route.schema?.body
    // PATCH is the product's own call also on a path of the specification
    const isLenient = (lenientPaths.has(route.url) && route.method !== 'PATCH') || judgePath.test(route.url)
    if (!(schema instanceof z.ZodType) || isLenient) return
    // after the hook that parses a form
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      async (request: FastifyRequest) => {
        if (isFromPage(request)) return
        const fields = findUnknownFields(schema, request.body)
        if (fields.length > 0) throw new AppError('bad-input', fields.slice(0, 20).map(toProblem))
      },
    ]
  })
}
