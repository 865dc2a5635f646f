import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type CrudResponses,
  createCrudListQuerySchema,
  createDeletedListQuerySchema,
  deletedListResponse,
  idQuery,
  publishedToggleRequest,
  toggleRequest,
} from '#contract/crud.schema.ts'
import type { DeletedRecord } from '#contract/crud.ts'
import { sortField } from '#contract/fields.schema.ts'
import type { SortableList } from '#contract/list-sort.ts'
import type { Lang } from '#contract/localized.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { RequiredPermission } from '#contract/rules/permissions.ts'
import { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import type { DeletedListQuery } from '#server/features/crud/deleted-records.ts'
import { AppError } from '#server/lib/app-error.ts'
import { awaitWithPublishedErrorNames, type PublishedNames } from './errors.ts'
import {
  assertRequestPermission,
  assertRequestSessionConfirmed,
  type ConditionalCheck,
  createAdminRoutes,
  getAuditActor,
} from './guards.ts'
import { getRequestLanguage } from './language.ts'
import { createQueryDispatch, defineRouteVariant, hasQueryKey, type RouteVariant } from './query-dispatch.ts'
import { buildListReply, buildMessageReply, buildSuccessReply, type MessageKey } from './reply.ts'
import { createFormParsingHook } from './request-bodies.ts'

/** Creates the error of a PUT that names no record. */
export const createMissingIdError = () => new AppError('bad-input', [{ field: 'id', code: 'required' }])

/** Options of the back-office routes of an entity. `Entity` is a record that the service returns. */
type CrudRoutesOptions<Entity, Schema extends z.ZodType, Form extends z.ZodObject> = {
  path: string
  /** The schemas of the replies. */
  responses: CrudResponses<Schema>
  sizes: readonly number[]
  /** What reading and writing need; reading alone needs `readPermission`, if it is set. */
  permission: RequiredPermission
  readPermission?: RequiredPermission
  /**
   * What the variants and the service check beyond the permission: in the GET route, in every write, and also
   * when a form is saved.
   */
  readChecks?: readonly ConditionalCheck[]
  writeChecks?: readonly ConditionalCheck[]
  saveChecks?: readonly ConditionalCheck[]
  /** What deleting a record permanently needs. */
  purgePermission?: RequiredPermission
  /** The schema of the form that creates a record or, with `id`, updates it. */
  form: Form
  /**
   * Only for calls of the specification: maps a record and the names of its fields to the published names.
   */
  published?: PublishedNames<Entity, z.input<Schema>>
  /** The list of `listSortKeys` by whose keys the list can be sorted. */
  sortableList?: SortableList
  /** Further query parameters that filter the list. */
  filters?: z.ZodRawShape
  /** Further variants of the GET route, which are matched first. */
  variants?: readonly RouteVariant[]
  /** The schema of the replies of these variants, if it is different. */
  variantResponse?: z.ZodType
  service: {
    list: (query: {
      page: number
      perPage: number
      search?: string | undefined
      deleted?: boolean | undefined
      sort?: string | undefined
      lang: Lang
      filters: Record<string, unknown>
    }) => Promise<{ records: Entity[]; total: number }>
    one: (id: string, actor: Actor) => Promise<Entity>
    save: (form: z.output<Form>, actor: Actor) => Promise<Entity>
    remove: (id: string, actor: Actor) => Promise<void>
    restore: (id: string, actor: Actor) => Promise<Entity>
    toggle?: (id: string, value: boolean, actor: Actor) => Promise<Entity>
  } & DeletedRecordService
}

/**
 * Creates the back-office routes of an entity, all on one path: list, read, toggle, create, update, delete,
 * restore, list the deleted ones, delete permanently.
 */
export const createCrudRoutes = <Entity, Schema extends z.ZodType, Form extends z.ZodObject>(
  deps: Pick<Deps, 'guards'>,
  {
    path,
    responses: { one, many, saved, single, list },
    sizes,
    permission,
    readPermission = permission,
    readChecks = [],
    writeChecks = [],
    saveChecks = [],
    purgePermission = 'administration',
    form,
    published,
    sortableList,
    filters = {},
    variants = [],
    variantResponse,
    service,
  }: CrudRoutesOptions<Entity, Schema, Form>,
): FastifyPluginAsyncZod =>
  createAdminRoutes(deps, many, permission, async (app) => {
    const toReply = (record: Entity): unknown => published?.record?.(record) ?? record
    const mapErrors = <T>(work: Promise<T>): Promise<T> =>
      published ? awaitWithPublishedErrorNames(work, published) : work
    const recordReply = async (request: FastifyRequest, key: MessageKey, work: Promise<Entity>) =>
      buildMessageReply(request, key, { [one]: toReply(await mapErrors(work)) })
    const toggle = async (request: FastifyRequest, id: string, value: boolean) => {
      // the specification toggles with a GET, which needs less for reading
      assertRequestPermission(request, permission)
      if (!service.toggle) throw new AppError('bad-input', [{ field: 'status', code: 'unexpected-field' }])
      return recordReply(request, 'statusUpdated', service.toggle(id, value, getAuditActor(request)))
    }
    /** The specification toggles with a GET; our own calls do not. */
    const publishedToggle = defineRouteVariant({
      when: (query) => hasQueryKey(query, 'status'),
      schema: publishedToggleRequest,
      handle: ({ id, status }, request) => toggle(request, id, status),
    })

    // the type has only the keys that every list has
    const sortFields = sortableList === undefined ? {} : { sort: sortField(sortableList) }
    const listQuery = createCrudListQuerySchema(sizes).extend({ ...sortFields, ...filters }) as ReturnType<
      typeof createCrudListQuerySchema
    >
    const { querystring, answer } = createQueryDispatch([
      ...variants,
      ...(published ? [publishedToggle] : []),
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'id'),
        schema: idQuery,
        handle: async ({ id }, request) =>
          buildSuccessReply({ [one]: toReply(await service.one(id, getAuditActor(request))) }),
      }),
      defineRouteVariant({
        when: () => true,
        schema: listQuery,
        handle: async ({ page, per_page, s: search, deleted, ...filters }, request) => {
          const { sort } = filters as { sort?: string }
          const lang = getRequestLanguage(request)
          const { records, total } = await service.list({
            page,
            perPage: per_page,
            search,
            deleted,
            sort,
            lang,
            filters,
          })
          return buildListReply(many, records.map(toReply), total, { page, per_page })
        },
      }),
    ])
    const ownToggleCheck = readPermission === permission ? [] : [{ when: 'to toggle', permission }]
    const toggleChecks = published && service.toggle ? [...ownToggleCheck, ...writeChecks] : []
    const summary = `List; one (\`id\`)${published && service.toggle ? '; toggle (`id`, `status`)' : ''}`
    app.get(
      path,
      {
        config: {
          permission: readPermission,
          conditionalChecks: [...readChecks, ...toggleChecks],
        },
        schema: {
          summary,
          querystring,
          response: { 200: z.union([saved, single, list, ...(variantResponse ? [variantResponse] : [])]) },
        },
      },
      async (request, reply) => (await answer(request, reply)) as object,
    )

    const config = { conditionalChecks: writeChecks }
    if (service.toggle) {
      const summary = 'Set whether it is active'
      if (published)
        app.patch(
          path,
          { config, schema: { summary, body: publishedToggleRequest, response: { 200: saved } } },
          async (request) => toggle(request, request.body.id, request.body.status),
        )
      else
        app.patch(
          path,
          { config, schema: { summary, body: toggleRequest, response: { 200: saved } } },
          async (request) => toggle(request, request.body.id, request.body.active),
        )
    }

    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: path,
        config: { conditionalChecks: [...writeChecks, ...saveChecks] },
        preValidation: createFormParsingHook(form),
        schema: {
          summary: 'Create, or with `id` change',
          consumes: ['multipart/form-data', 'application/x-www-form-urlencoded'],
          body: form as z.ZodObject,
          response: { 200: saved },
        },
        handler: async (request) => {
          const sent = request.body as z.output<Form>
          const isNew = (sent as { id?: string }).id === undefined
          if (isNew && method === 'PUT') throw createMissingIdError()
          return recordReply(request, isNew ? 'saved' : 'updated', service.save(sent, getAuditActor(request)))
        },
      })

    app.delete(
      path,
      {
        config,
        schema: {
          summary: 'Delete; can be restored for 30 days',
          querystring: idQuery,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await mapErrors(service.remove(request.query.id, getAuditActor(request)))
        return buildMessageReply(request, 'deleted')
      },
    )

    app.post(
      `${path}/restore`,
      { config, schema: { summary: 'Restore a deleted record', body: idQuery, response: { 200: saved } } },
      async (request) =>
        recordReply(request, 'restored', service.restore(request.body.id, getAuditActor(request))),
    )
    addListAndPurgeDeletedRoutes(app, {
      path,
      sizes,
      permission,
      purgePermission,
      purgeChecks: writeChecks,
      service,
    })
  })

/** What the routes of the deleted records of an entity call. */
export type DeletedRecordService = {
  listDeleted: (query: DeletedListQuery) => Promise<{ records: DeletedRecord[]; total: number }>
  /** Deletes a deleted record permanently. */
  purgeOne: (id: string, actor: Actor) => Promise<void>
}

type Options = {
  path: string
  sizes: readonly number[]
  permission: RequiredPermission
  purgePermission: RequiredPermission
  /** What the service checks beyond `purgePermission`. */
  purgeChecks?: readonly ConditionalCheck[]
  service: DeletedRecordService
}

/**
 * Adds the routes that list the deleted records of an entity and delete one of them permanently. The second
 * needs a confirmed session.
 */
export const addListAndPurgeDeletedRoutes = (
  server: FastifyInstance,
  { path, sizes, permission, purgePermission, purgeChecks = [], service }: Options,
): void => {
  const app = server.withTypeProvider<ZodTypeProvider>()
  app.get(
    `${path}/deleted`,
    {
      config: { permission },
      schema: {
        summary: 'The deleted records that can be restored, with who deleted them',
        querystring: createDeletedListQuerySchema(sizes),
        response: { 200: deletedListResponse },
      },
    },
    async ({ query }) => {
      const { page, per_page: perPage, s: search } = query
      const { records, total } = await service.listDeleted({ page, perPage, search })
      return buildListReply('deleted', records, total, query)
    },
  )
  app.delete(
    `${path}/deleted`,
    {
      config: {
        permission: purgePermission,
        conditionalChecks: [{ when: 'always', confirmation: true }, ...purgeChecks],
      },
      schema: {
        summary: 'Delete a deleted record permanently',
        querystring: idQuery,
        response: { 200: messageOnlyResponse },
      },
    },
    async (request) => {
      assertRequestSessionConfirmed(request)
      await service.purgeOne(request.query.id, getAuditActor(request))
      return buildMessageReply(request, 'purged')
    },
  )
}
