import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { crudListQuery, crudResponseSchemas, idQuery, toggleRequest } from '#contract/crud.schema.ts'
import { savedResponse } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { actorOf } from './actor.ts'
import { languageOf, textsOf } from './language.ts'
import { readForm } from './multipart.ts'
import { inPublishedNames, type PublishedSpelling } from './published-names.ts'
import { dispatchQuery, hasKey, type RouteVariant, routeVariant } from './query-dispatch.ts'

/** What a feature says of its records: keys, schemas, and the service behind. `D` is the record as the domain knows it. */
export type CrudRoutes<D, S extends z.ZodType, F extends z.ZodObject> = {
  path: string
  /** The keys of one record and of a list in replies. */
  one: string
  many: string
  sizes: readonly number[]
  /** One record in a reply. */
  schema: S
  form: F
  /** Only for calls of the specification: maps a record and the name of a field into the published spelling. */
  published?: PublishedSpelling<D, z.input<S>>
  /** What a list can be narrowed to beside the search; the service gets it as it was asked. */
  filters?: z.ZodRawShape
  /** Further variants of the GET; they are matched first. */
  variants?: readonly RouteVariant[]
  /** The schema of their replies, where it is another. */
  variantResponse?: z.ZodType
  service: {
    list: (at: {
      page: number
      perPage: number
      search?: string | undefined
      deleted?: boolean | undefined
      filters: Record<string, unknown>
    }) => Promise<{ records: D[]; total: number }>
    one: (id: string, actor: Actor) => Promise<D>
    /** Creates, or with an id changes. */
    save: (form: z.output<F>, actor: Actor) => Promise<D>
    remove: (id: string, actor: Actor) => Promise<void>
    restore: (id: string, actor: Actor) => Promise<D>
    toggle?: (id: string, value: boolean, actor: Actor) => Promise<D>
  }
}

/** Maps the names of fields that differ in the published spelling. */
export const renamedFields =
  (names: Record<string, string>) =>
  (field: string): string =>
    names[field] ?? field

const security = [{ token: [] }]
type Message = 'saved' | 'updated' | 'statusUpdated' | 'deleted' | 'restored'

/** The calls of the back office about one kind of record, all on one path: list, one, switch, create, change, delete, bring back. */
export const crudRoutes =
  <D, S extends z.ZodType, F extends z.ZodObject>(
    { guards }: Pick<Deps, 'guards'>,
    { path, one, many, sizes, schema, form, published, filters = {}, variants = [], variantResponse, service }: CrudRoutes<D, S, F>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = [`${many} (admin)`]
    const shared = { onRequest: guards.admin, config: { for: 'admin' } } as const
    const replies = crudResponseSchemas(schema, one, many)
    const recordResponse = { response: { 200: replies.saved } }
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    const toReply = (record: D): unknown => (published ? published.record(record) : record)
    const mapErrors = <T>(work: Promise<T>): Promise<T> => (published ? inPublishedNames(work, published) : work)
    const message = (request: FastifyRequest, key: Message) => textsOf(languageOf(request.raw.url, request.headers))(`messages.${key}`)
    const saved = (request: FastifyRequest, record: D, key: Message) => ({
      success: true as const,
      msg: message(request, key),
      [one]: toReply(record),
    })
    const toggled = async (request: FastifyRequest, { id, status }: z.output<typeof toggleRequest>) => {
      if (!service.toggle) throw new AppError('bad-input', [{ field: 'status', code: 'unexpected-field' }])
      return saved(request, await mapErrors(service.toggle(id, status, actorOf(request))), 'statusUpdated')
    }

    // the added keys are the feature's own; what every list has stays typed
    const listSchema = crudListQuery(sizes).extend(filters) as ReturnType<typeof crudListQuery>
    const { querystring, answer } = dispatchQuery([
      ...variants,
      routeVariant({
        when: (query) => hasKey(query, 'status'),
        schema: toggleRequest,
        handle: (query, request) => toggled(request, query),
      }),
      routeVariant({
        when: (query) => hasKey(query, 'id'),
        schema: idQuery,
        handle: async ({ id }, request) => ({ success: true, [one]: toReply(await service.one(id, actorOf(request))) }),
      }),
      routeVariant({
        when: () => true,
        schema: listSchema,
        handle: async ({ page, per_page: perPage, s: search, deleted, ...filters }) => {
          const { records, total } = await service.list({ page, perPage, search, deleted, filters })
          return { success: true, [many]: records.map(toReply), currentPage: page, totalItems: total, per_page: perPage }
        },
      }),
    ])
    const summary = `List; one (\`id\`)${service.toggle ? '; the switch set (`id`, `status`)' : ''}`
    app.get(
      path,
      {
        ...shared,
        schema: {
          summary,
          tags,
          security,
          querystring,
          response: { 200: variantResponse ? z.union([replies.any, variantResponse]) : replies.any },
        },
      },
      async (request, reply) => (await answer(request, reply)) as object,
    )

    if (service.toggle)
      app.patch(
        path,
        { ...shared, schema: { summary: 'Set the switch', tags, security, body: toggleRequest, ...recordResponse } },
        async (request) => toggled(request, request.body),
      )

    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: path,
        ...shared,
        preValidation: readForm(form),
        schema: {
          summary: 'Create, or with `id` change',
          tags,
          security,
          consumes: ['multipart/form-data'],
          body: form as z.ZodObject,
          ...recordResponse,
        },
        handler: async (request) => {
          const sent = request.body as z.output<F>
          const record = await mapErrors(service.save(sent, actorOf(request)))
          return saved(request, record, (sent as { id?: string }).id === undefined ? 'saved' : 'updated')
        },
      })

    app.delete(
      path,
      {
        ...shared,
        schema: { summary: 'Delete; undone for 30 days', tags, security, querystring: idQuery, response: { 200: savedResponse } },
      },
      async (request) => {
        await mapErrors(service.remove(request.query.id, actorOf(request)))
        return { success: true as const, msg: message(request, 'deleted') }
      },
    )

    app.post(
      `${path}/restore`,
      { ...shared, schema: { summary: 'Bring a deleted one back', tags, security, body: idQuery, ...recordResponse } },
      async (request) => saved(request, await mapErrors(service.restore(request.body.id, actorOf(request))), 'restored'),
    )
  }
