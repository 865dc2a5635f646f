import type { Calls } from '#contract/calls.ts'
import type { RecordEdit, RecordPage } from '#contract/platform/crud.ts'
import type { z } from '#contract/platform/z.ts'
import type { ApiCall, ApiError, CallKey } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'

/** Returns the query of one page of a list; filters keep their names. */
export const toListQuery = <Query extends { page: number; perPage: number; search?: string | undefined }>({
  page,
  perPage,
  search,
  ...filters
}: Query) => ({ page, per_page: perPage, s: search, ...filters })

/** The paths of entities with deleted records. */
type DeletedRecordsPath = {
  [Key in CallKey]: Key extends `GET ${infer Path}/deleted` ? Path : never
}[CallKey]

/**
 * Creates the API client for the deleted records of an entity: list and permanent deletion. The API client of
 * the entity restores them.
 */
export const createDeletedRecordApi = (call: ApiCall, path: DeletedRecordsPath) => ({
  /** Lists the records that can be restored, the last deleted first. */
  list: async (query: { page: number; perPage: number; search?: string }, signal?: AbortSignal) => {
    const { deleted, totalItems } = await call(`GET ${path}/deleted` as const, {
      query: toListQuery(query),
      signal,
    })
    return { rows: deleted, total: totalItems }
  },
  /**
   * Deletes a deleted record permanently. Throws `has-teams`, `has-organizers` or `has-payments` when other
   * records need it.
   */
  purge: async (id: string): Promise<{ message: string }> => {
    const { msg } = await call(`DELETE ${path}/deleted` as const, { query: { id } })
    return { message: msg }
  },
})
export type DeletedRecordApi = ReturnType<typeof createDeletedRecordApi>

type ListQuery = {
  page?: number
  perPage?: number
  search?: string
  deleted?: boolean
  sort?: string | undefined
}
type Saved<R> = { message: string; record: R }

/** The image of a form: null removes it, undefined keeps it. */
type ImageChange = Blob | null | undefined

/** The paths of the entities that are saved by `PUT`. */
type CrudPath = DeletedRecordsPath &
  { [Key in CallKey]: Key extends `PUT ${infer Path}` ? Path : never }[CallKey]
type ResponseOf<Key> = Key extends CallKey
  ? Calls[Key] extends { response: infer Response }
    ? z.output<Response>
    : never
  : never
/** The record in the reply that saves it, under its only key besides the message. */
type KeyOfRecord<Path extends CrudPath> = Exclude<keyof ResponseOf<`PUT ${Path}`>, 'success' | 'msg'>
type JsonRecord<Path extends CrudPath> = ResponseOf<`PUT ${Path}`>[KeyOfRecord<Path>]
type ListPage = { success: true; currentPage: number; totalItems: number; per_page: number }
type KeyOf<List> = List extends ListPage ? Exclude<keyof List, keyof ListPage> : never
type KeyOfList<Path extends CrudPath> = KeyOf<ResponseOf<`GET ${Path}`>>

/** Maps a record and the name of a field from the published spelling. */
type PublishedMappers<Json, R> = { record: (json: Json) => R; field: (field: string) => string }
type CrudApiOptions<Path extends CrudPath, R, Fields> = {
  path: Path
  /** The keys of one record and of a list in replies. */
  one: KeyOfRecord<Path>
  many: KeyOfList<Path>
  /** The fields that a form sends. */
  toForm?: (edit: RecordEdit<Fields>, image: ImageChange) => object
  /** Only for calls of the specification. */
  published?: PublishedMappers<JsonRecord<Path>, R>
} & (JsonRecord<Path> extends R ? unknown : { published: PublishedMappers<JsonRecord<Path>, R> })

/** The calls of any entity. */
export type CrudApi<R, Fields> = ReturnType<typeof createCrudApi<CrudPath, R, Fields>>

/** Creates the calls of one entity of the back office. */
export const createCrudApi = <Path extends CrudPath, R, Fields>(
  call: ApiCall,
  { path, one, many, toForm = (edit) => edit, published }: CrudApiOptions<Path, R, Fields>,
) => {
  type Reply = {
    [key: PropertyKey]: unknown
    msg: string
    currentPage: number
    totalItems: number
    per_page: number
  }
  // the options tie the keys and the record to the path; the calls of all paths differ only in them
  const send = call as unknown as (
    key: string,
    options: { query?: object; json?: object; form?: FormData; signal?: AbortSignal | undefined },
  ) => Promise<Reply>
  const toRecord = (json: unknown): R =>
    published ? published.record(json as JsonRecord<Path>) : (json as R)
  const saved = (reply: Reply): Saved<R> => ({ message: reply.msg, record: toRecord(reply[one]) })
  return {
    deleted: createDeletedRecordApi(call, path),
    /** `perPage` is one of 10, 25, 100; `deleted` lists the records that can be restored. */
    list: async (
      { page = 1, perPage = 10, search, sort, deleted }: ListQuery = {},
      signal?: AbortSignal,
    ): Promise<RecordPage<R>> => {
      const query = { page, per_page: perPage, s: search, sort, deleted: deleted || undefined }
      const reply = await send(`GET ${path}`, { query, signal })
      const records = (reply[many] as unknown[]).map(toRecord)
      return { records, page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
    },
    one: async (id: string): Promise<R> => toRecord((await send(`GET ${path}?id`, { query: { id } }))[one]),
    /**
     * Creates a record, or changes the one that `edit.id` names. Throws `form-incomplete`, `bad-picture`,
     * `picture-too-large`, `stale-version` (`current(error)` is the record as someone else saved it).
     */
    save: async (edit: RecordEdit<Fields>, image?: ImageChange): Promise<Saved<R>> => {
      const form = toFormData(toForm(edit, image) as Parameters<typeof toFormData>[0])
      return saved(await send(`${edit.id ? 'PUT' : 'POST'} ${path}`, { form }))
    },
    /** Sets whether a record is active. */
    toggle: async (id: string, active: boolean): Promise<Saved<R>> =>
      saved(await send(`PATCH ${path}`, { json: published ? { id, status: active } : { id, active } })),
    /**
     * A deleted record can be restored for 30 days. Throws `has-teams` or `has-organizers` when other records
     * need it.
     */
    remove: async (id: string): Promise<{ message: string }> => ({
      message: (await send(`DELETE ${path}`, { query: { id } })).msg,
    }),
    restore: async (id: string): Promise<Saved<R>> =>
      saved(await send(`POST ${path}/restore`, { json: { id } })),
    /** The fields of an error by their own names (`name.en`, `country` …). */
    fields: ({ fields }: ApiError): Record<string, string> =>
      Object.fromEntries(
        Object.entries(fields).map(([field, message]) => [published?.field(field) ?? field, message]),
      ),
    /** The stored record, from the details of a `stale-version` error. */
    current: ({ details }: ApiError): R | undefined =>
      details.current ? toRecord(details.current) : undefined,
  }
}
