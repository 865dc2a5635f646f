import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paths } from '#contract/paths.ts'
import { z } from '#contract/z.ts'
import { AppError } from '#server/lib/app-error.ts'

/** Lists the paths of the fields of a value that its schema does not have, such as `members.0.nickname`. */
export const listUnknownFields = (
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[] = [],
): string[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      if (typeof value !== 'object' || value === null || def.catchall) return []
      return Object.entries(value).flatMap(([name, field]) => {
        const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
        return known ? listUnknownFields(known, field, [...path, name]) : [[...path, name].join('.')]
      })
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, at) => listUnknownFields(def.element, item, [...path, String(at)]))
        : []
    case 'union': {
      // the option with the fewest unknown fields is the one that was meant
      const found = def.options.map((option) => listUnknownFields(option, value, path))
      return found.toSorted((one, other) => one.length - other.length)[0] ?? []
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return listUnknownFields(def.innerType, value, path)
    case 'pipe': {
      if (def.in._zod.def.type !== 'transform') return listUnknownFields(def.in, value, path)
      const transformed = z.safeParse(def.in, value)
      return transformed.success ? listUnknownFields(def.out, transformed.data, path) : []
    }
    default:
      return []
  }
}

/**
 * The calls of the specification, whose clients may send more than it names, and notifications of the
 * gateway.
 */
const lenientPaths: ReadonlySet<string> = new Set([
  ...[paths.signIn, paths.seasons, paths.downloadGame, paths.support, paths.contactUs],
  ...[paths.adminUsers, paths.adminFaqs, paths.adminPartners, paths.adminEvents, paths.adminTeams],
  paths.paymentAdvice,
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
export const registerUnknownFieldCheck = (app: FastifyInstance): void => {
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
        const fields = listUnknownFields(schema, request.body)
        if (fields.length > 0)
          throw new AppError(
            'bad-input',
            fields.slice(0, 20).map((field) => ({ field, code: 'unexpected-field' })),
          )
      },
    ]
  })
}
