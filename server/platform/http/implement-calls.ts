import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
} from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { type CallKey, type Calls, calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import { z } from '#contract/platform/z.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { preventCaching } from './reply.ts'
import { createFormParsingHook } from './request-bodies.ts'

type ZodFastifyInstance = ReturnType<typeof addZodTypes>
const addZodTypes = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()

type Part<Key extends CallKey, Name extends string> =
  Calls[Key] extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : unknown
/** The request of a call, with what its schemas accept. */
export type CallRequest<Key extends CallKey> = FastifyRequest<{
  Params: Part<Key, 'params'>
  Querystring: Part<Key, 'query'>
  Headers: Part<Key, 'headers'>
  Body: Part<Key, 'body'>
}>
type Result<Key extends CallKey> =
  Calls[Key] extends Record<'response', infer Schema extends z.ZodType> ? z.input<Schema> : unknown
/** Makes a call: returns what its schema describes, or sends a file or a stream. */
export type CallHandler<Key extends CallKey> = (
  request: CallRequest<Key>,
  reply: FastifyReply,
) => Result<Key> | FastifyReply | Promise<Result<Key> | FastifyReply> | Promise<void>

/** `requireJudge` is that of the calls of judges. */
type GuardDeps = { guards: Deps['guards'] & { requireJudge?: onRequestAsyncHookHandler } }
/** Hooks of a route besides its guard and the parsing of its form. */
type RouteHooks = Pick<RouteOptions, 'onRequest' | 'preValidation'>
/** Registers the route of a call. */
export type Implement = <Key extends CallKey>(key: Key, handler: CallHandler<Key>, hooks?: RouteHooks) => void

/**
 * Returns the schema of the API description for the queries of all variants, each of which checks its own. Its
 * labels are those of the first variant that has some.
 */
const describeQuery = ({ operation, query }: CallDefinition) => {
  if (!operation) return query
  const queries = Object.values(operation.variants).flatMap((variant) => variant.query ?? [])
  const keys = new Set(queries.flatMap(({ shape }) => Object.keys(shape)))
  const schema = z.object(Object.fromEntries([...keys].map((key) => [key, z.string().optional()])))
  const labels = queries.flatMap((each) => fieldLabels.get(each) ?? [])[0]
  return labels ? schema.register(fieldLabels, labels) : schema
}

/**
 * Creates the hook that refuses a request that changes something while the site is read-only, before and after its
 * body is read. Of a GET with several meanings, the query tells whether it changes something.
 */
const createReadOnlyHook =
  (method: string, { changesData, operation }: CallDefinition, { guards }: GuardDeps) =>
  async ({ query }: FastifyRequest) => {
    const variant = Object.values(operation?.variants ?? {}).find(({ when }) => when(query as never))
    if (variant ? variant.changesData : (changesData ?? method !== 'GET')) await guards.assertSiteWritable()
  }

/** Creates the options of a route from the definition of its call. */
const buildRouteOptions = (key: string, deps: GuardDeps, hooks: RouteHooks) => {
  const call = (calls as Record<string, object>)[key] as CallDefinition
  const {
    tag,
    audience = 'visitor',
    permission,
    conditionalChecks,
    regions,
    regionalPermission,
    rateLimit,
    errorLimit,
    returnsSecret,
  } = call
  const { summary, description, params, headers, body, consumes, produces, largestFile } = call
  const response = call.operation?.response ?? call.response
  const querystring = describeQuery(call)
  const { requireAdmin, requireUser, requireJudge } = deps.guards
  const guard = {
    admin: requireAdmin,
    user: requireUser,
    judge: requireJudge,
    key: undefined,
    visitor: undefined,
  }[audience]
  const form = consumes?.includes('multipart/form-data') ? (body as z.ZodObject | undefined) : undefined
  const [method = '', url = ''] = key.split(' ')
  const refuseWhileReadOnly = createReadOnlyHook(method, call, deps)
  return {
    method,
    url,
    onRequest: [
      ...(guard ? [preventCaching, guard] : []),
      ...[hooks.onRequest ?? []].flat(),
      refuseWhileReadOnly,
    ],
    preValidation: [
      ...(form ? [createFormParsingHook(form, largestFile === undefined ? {} : { largestFile })] : []),
      ...[hooks.preValidation ?? []].flat(),
    ],
    // a body may have arrived for minutes since
    preHandler: refuseWhileReadOnly,
    config: {
      for: audience,
      ...(permission === undefined ? {} : { permission }),
      ...(conditionalChecks ? { conditionalChecks } : {}),
      ...(regions ? { regions } : {}),
      ...(regionalPermission ? { regionalPermission } : {}),
      ...(rateLimit ? { rateLimit } : {}),
      ...(errorLimit ? { errorLimit } : {}),
      ...(returnsSecret ? { returnsSecret } : {}),
    },
    schema: {
      tags: [audience === 'admin' ? `${tag} (admin)` : (tag ?? '')],
      ...(audience === 'visitor' || audience === 'key' ? {} : { security: [{ token: [] }] }),
      summary,
      ...(description === undefined ? {} : { description }),
      ...(consumes ? { consumes: [...consumes] } : {}),
      ...(produces ? { produces: [produces] } : {}),
      ...(params ? { params } : {}),
      ...(headers ? { headers } : {}),
      ...(querystring ? { querystring } : {}),
      ...(body ? { body } : {}),
      ...(response ? { response: { 200: response } } : {}),
    },
  }
}

/**
 * Creates a plugin with the routes that `register` implements. Schemas, guard, limits and the API description come
 * from the definitions of the calls.
 */
export const createCallsPlugin =
  (
    deps: GuardDeps,
    register: (implement: Implement, app: ZodFastifyInstance) => void | Promise<void>,
  ): FastifyPluginAsync =>
  async (app) => {
    const implement: Implement = (key, handler, hooks = {}) =>
      app.route({ ...buildRouteOptions(key, deps, hooks), handler: handler as RouteOptions['handler'] })
    await register(implement, addZodTypes(app))
  }

/**
 * Parses the query of a variant with its schema. Throws the validation error that Fastify throws for an invalid
 * query.
 */
const parseQuery = (schema: z.ZodType, query: unknown): unknown => {
  const validate = validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })
  const { value, error } = validate(query) as { value?: unknown; error?: unknown }
  if (error) throw Object.assign(new Error('query'), { validation: error })
  return value
}

/** Makes a variant of a GET: gets its parsed query, which is only text in the request. */
export type VariantHandler<Key extends CallKey> = (
  query: Part<Key, 'query'>,
  request: FastifyRequest,
  reply: FastifyReply,
) => ReturnType<CallHandler<Key>>

/** The handler of any call. */
export type AnyHandler = (request: FastifyRequest, reply: FastifyReply) => unknown
/** The ends of the names of the variants of a GET, such as `?id`. */
export type VariantEnd<Name extends string> = {
  [Key in CallKey]: Key extends Name ? '' : Key extends `${Name}?${infer End}` ? `?${End}` : never
}[CallKey]

/**
 * Registers the route of a GET with several meanings: the first variant that fits the query handles it. A HEAD
 * request never does.
 */
export const implementGetRouteWithQueryVariants = <Name extends CallKey & `GET ${string}`>(
  implement: Implement,
  name: Name,
  handlers: { [End in VariantEnd<Name>]: VariantHandler<`${Name}${End}` & CallKey> },
) => {
  const variants = Object.entries((calls[name] as CallDefinition).operation?.variants ?? {})
  implement(name, (async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Record<string, unknown>
    const [end, variant] = variants.find(([, { when }]) => when(query)) ?? []
    if (!variant) throw new AppError('bad-input')
    const handle = (handlers as unknown as Record<string, VariantHandler<CallKey>>)[end ?? '']
    return handle?.(parseQuery(variant.query ?? z.object({}), query) as never, request as never, reply)
  }) as unknown as CallHandler<Name>)
}
