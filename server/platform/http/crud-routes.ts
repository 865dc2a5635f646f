import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RegionLimit, RequiredPermission } from '#contract/accounts/permissions.ts'
import { type CallKey, type Calls, calls } from '#contract/calls.ts'
import type { DeletedRecord } from '#contract/platform/crud.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { listResponseFields } from '#contract/platform/fields.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { z } from '#contract/platform/z.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { DeletedListQuery } from '#server/platform/crud/deleted-records.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { awaitWithPublishedErrorFields, type PublishedNames } from './errors.ts'
import {
  assertRequestPermission,
  assertRequestSessionRecentlyConfirmed,
  getAuditActor,
  getRegionLimit,
} from './guards.ts'
import {
  type AnyHandler,
  type Implement,
  implementGetRouteWithQueryVariants,
  type VariantEnd,
  type VariantHandler,
} from './implement-calls.ts'
import { getRequestLanguage } from './language.ts'
import { buildListReply, buildMessageReply, buildSuccessReply, type MessageKey } from './reply.ts'

/** Creates the error of a PUT that names no record. */
export const createIdRequiredError = () => new AppError('bad-input', [{ field: 'id', code: 'required' }])

/** The paths of the entities whose calls `defineCrudCalls` defines. */
type CrudPath = {
  [Key in CallKey]: Key extends `POST ${infer Path}/restore`
    ? `GET ${Path}?id` extends CallKey
      ? `PUT ${Path}` extends CallKey
        ? Path
        : never
      : never
    : never
}[CallKey]
type BodyOf<Key> = Key extends CallKey
  ? Calls[Key] extends { body: infer Form extends z.ZodType }
    ? z.output<Form>
    : never
  : never

/** `Entity` is a record that the service returns. */
type CrudOptions<Entity, Form> = {
  /** Only for calls of the specification: maps a record and the names of its fields to the published names. */
  published?: PublishedNames<Entity, unknown>
  service: {
    list: (query: {
      page: number
      perPage: number
      search?: string | undefined
      deleted?: boolean | undefined
      sort?: string | undefined
      lang: Lang
      filters: Record<string, unknown>
      /** That of the reader. */
      regionLimit: RegionLimit
    }) => Promise<{ records: Entity[]; total: number }>
    one: (id: string, actor: Actor) => Promise<Entity>
    save: (form: Form, actor: Actor) => Promise<Entity>
    remove: (id: string, actor: Actor) => Promise<void>
    restore: (id: string, actor: Actor) => Promise<Entity>
    toggle?: (id: string, value: boolean, actor: Actor) => Promise<Entity>
  } & DeletedRecordService
}

/** What the routes of the deleted records of an entity call. */
export type DeletedRecordService = {
  listDeleted: (query: DeletedListQuery) => Promise<{ records: DeletedRecord[]; total: number }>
  /** Deletes a deleted record permanently. */
  purgeOne: (id: string, actor: Actor) => Promise<void>
}

/** The paths of the entities whose calls `defineDeletedListAndPurgeCalls` defines. */
type DeletedRecordsPath = {
  [Key in CallKey]: Key extends `GET ${infer Path}/deleted` ? Path : never
}[CallKey]

/** Implements the calls that list the deleted records of an entity and delete one of them permanently. */
export const implementDeletedListAndPurgeCalls = (
  implement: Implement,
  path: DeletedRecordsPath,
  service: DeletedRecordService,
): void => {
  implement(`GET ${path}/deleted`, async (request) => {
    const { query } = request
    const { page, per_page: perPage, s: search } = query
    const regionLimit = getRegionLimit(request)
    const { records, total } = await service.listDeleted({ page, perPage, search, regionLimit })
    return buildListReply('deleted', records, total, query)
  })
  implement(`DELETE ${path}/deleted`, async (request) => {
    assertRequestSessionRecentlyConfirmed(request)
    await service.purgeOne(request.query.id, getAuditActor(request))
    return buildMessageReply(request, 'purged')
  })
}

type OwnVariant<Path extends string> = Exclude<VariantEnd<`GET ${Path}`>, '' | '?id' | '?id&status'>

/** Returns the key of the record, or of the records, in the reply of a call. */
const getRecordKey = (call: CallDefinition | undefined): string =>
  Object.keys((call?.response as z.ZodObject | undefined)?.shape ?? {}).find(
    (key) => !(key in listResponseFields || key === 'success' || key === 'msg'),
  ) ?? ''

/**
 * Implements the calls that `defineCrudCalls` defines for an entity. `variants` handle its further meanings of the
 * GET.
 */
export const implementCrudCalls = <Path extends CrudPath, Entity>(
  implementTyped: Implement,
  path: Path,
  { published, service }: CrudOptions<Entity, BodyOf<`PUT ${Path}`>>,
  variants?: { [End in OwnVariant<Path>]: VariantHandler<`GET ${Path}${End}` & CallKey> },
): void => {
  // the types of the replies follow from `one` and `many`, which the compiler does not know here
  const implement = implementTyped as unknown as (key: string, handler: AnyHandler) => void
  const definitions = calls as unknown as Record<string, CallDefinition>
  const [one, many] = [getRecordKey(definitions[`POST ${path}`]), getRecordKey(definitions[`GET ${path}`])]
  const toReply = (record: Entity): unknown => published?.record?.(record) ?? record
  const mapErrors = <T>(work: Promise<T>): Promise<T> =>
    published ? awaitWithPublishedErrorFields(work, published) : work
  const recordReply = async (request: FastifyRequest, key: MessageKey, work: Promise<Entity>) =>
    buildMessageReply(request, key, { [one]: toReply(await mapErrors(work)) })
  const toggle = async (request: FastifyRequest, id: string, value: boolean) => {
    // the specification toggles with a GET, which needs less for reading
    assertRequestPermission(request, definitions[`POST ${path}`]?.permission as RequiredPermission)
    // the rule of the route is about reading
    if (getRegionLimit(request)) throw new AppError('not-for-regions')
    if (!service.toggle) throw new AppError('bad-input', [{ field: 'status', code: 'unexpected-field' }])
    return recordReply(request, 'statusUpdated', service.toggle(id, value, getAuditActor(request)))
  }

  const handlers: Record<string, AnyVariantHandler> = {
    ...(variants as unknown as object),
    '?id&status': (query, request) => {
      const { id, status } = query as { id: string; status: boolean }
      return toggle(request, id, status)
    },
    '?id': async (query, request) => {
      const { id } = query as { id: string }
      return buildSuccessReply({ [one]: toReply(await service.one(id, getAuditActor(request))) })
    },
    '': async (query, request) => {
      const { page, per_page, s: search, deleted, ...filters } = query as ListQuery
      const { sort } = filters as { sort?: string }
      const lang = getRequestLanguage(request)
      const regionLimit = getRegionLimit(request)
      const list = { page, perPage: per_page, search, deleted, sort, lang, filters, regionLimit }
      const { records, total } = await service.list(list)
      return buildListReply(many, records.map(toReply), total, { page, per_page })
    },
  }
  implementGetRouteWithQueryVariants(implementTyped, `GET ${path}` as never, handlers as never)

  if (definitions[`PATCH ${path}`])
    implement(`PATCH ${path}`, (request) => {
      const { id, ...state } = request.body as { id: string; status?: boolean; active?: boolean }
      return toggle(request, id, state.status ?? state.active ?? false)
    })
  for (const method of ['POST', 'PUT'])
    implement(`${method} ${path}`, (request) => {
      const form = request.body as BodyOf<`PUT ${Path}`>
      const isNew = (form as { id?: string }).id === undefined
      if (isNew && method === 'PUT') throw createIdRequiredError()
      return recordReply(request, isNew ? 'saved' : 'updated', service.save(form, getAuditActor(request)))
    })
  implement(`DELETE ${path}`, async (request) => {
    const { id } = request.query as { id: string }
    await mapErrors(service.remove(id, getAuditActor(request)))
    return buildMessageReply(request, 'deleted')
  })
  implement(`POST ${path}/restore`, (request) => {
    const { id } = request.body as { id: string }
    return recordReply(request, 'restored', service.restore(id, getAuditActor(request)))
  })
  implementDeletedListAndPurgeCalls(implementTyped, path, service)
}
type AnyVariantHandler = (query: unknown, request: FastifyRequest, reply: FastifyReply) => unknown
type ListQuery = { page: number; per_page: number; s?: string; deleted?: boolean } & Record<string, unknown>
