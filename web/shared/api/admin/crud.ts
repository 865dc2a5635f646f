import type { RecordEdit, RecordPage } from '#contract/crud.ts'
import type { ApiCall, ApiError } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'
import { createDeletedRecordApi } from './deleted-records.ts'

export type ListQuery = { page?: number; perPage?: number; search?: string; deleted?: boolean; sort?: string | undefined }
type Saved<R> = { message: string; record: R }

/** The image of a form: null removes it, undefined keeps it. */
export type ImageChange = Blob | null | undefined

type CrudApiOptions<R, Fields> = {
  path: string
  /** The keys of one record and of a list in replies. */
  one: string
  many: string
  /** The fields that a form sends. */
  toForm?: (edit: RecordEdit<Fields>, image: ImageChange) => object
  /** Only for calls of the specification: maps a record and the name of a field from the published spelling. */
  published?: { record: (json: never) => R; field: (field: string) => string }
}

/** Creates the calls of one entity of the back office. */
export const createCrudApi = <R, Fields>(
  call: ApiCall,
  { path: bare, one, many, toForm = (edit) => edit, published }: CrudApiOptions<R, Fields>,
) => {
  const path = `${bare}/`
  type Reply = { [key: string]: unknown; msg: string; currentPage: number; totalItems: number; per_page: number }
  const toRecord = (json: unknown): R => (published ? published.record(json as never) : (json as R))
  const saved = (reply: Reply): Saved<R> => ({ message: reply.msg, record: toRecord(reply[one]) })
  return {
    deleted: createDeletedRecordApi(call, bare),
    /** `perPage` is one of 10, 25, 100; `deleted` lists the records that can be restored. */
    list: async (query: ListQuery = {}, signal?: AbortSignal): Promise<RecordPage<R>> => {
      const reply = await call<Reply>(path, {
        query: {
          page: query.page ?? 1,
          per_page: query.perPage ?? 10,
          s: query.search,
          sort: query.sort,
          deleted: query.deleted || undefined,
        },
        ...(signal ? { signal } : {}),
      })
      const records = (reply[many] as unknown[]).map(toRecord)
      return { records, page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
    },
    one: async (id: string): Promise<R> => toRecord((await call<Reply>(path, { query: { id } }))[one]),
    /**
     * Creates a record, or changes the one that `edit.id` names. Throws `form-incomplete`, `bad-picture`, `picture-too-large`, `stale-version`
     * (`current(error)` is the record as someone else saved it).
     */
    save: async (edit: RecordEdit<Fields>, image?: ImageChange): Promise<Saved<R>> => {
      const form = toFormData(toForm(edit, image) as Parameters<typeof toFormData>[0])
      return saved(await call<Reply>(path, { method: edit.id ? 'PUT' : 'POST', form }))
    },
    /** Sets whether a record is active. */
    toggle: async (id: string, active: boolean): Promise<Saved<R>> =>
      saved(await call<Reply>(path, { method: 'PATCH', json: published ? { id, status: active } : { id, active } })),
    /** A deleted record can be restored for 30 days. Throws `has-teams` or `has-organizers` when other records need it. */
    remove: async (id: string): Promise<{ message: string }> => ({
      message: (await call<Reply>(path, { method: 'DELETE', query: { id } })).msg,
    }),
    restore: async (id: string): Promise<Saved<R>> => saved(await call<Reply>(`${path}restore`, { method: 'POST', json: { id } })),
    /** The fields of an error by their own names (`name.en`, `country` …). */
    fields: ({ fields }: ApiError): Record<string, string> =>
      Object.fromEntries(Object.entries(fields).map(([field, message]) => [published?.field(field) ?? field, message])),
    /** The stored record, from the details of a `stale-version` error. */
    current: ({ details }: ApiError): R | undefined => (details.current ? toRecord(details.current) : undefined),
  }
}
