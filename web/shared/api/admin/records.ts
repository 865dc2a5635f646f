import type { RecordPage } from '#contract/record.ts'
import type { ApiError, Call } from '#web/shared/api/call.ts'

export type Listing = { page?: number; perPage?: number; search?: string; deleted?: boolean }
type Saved<R> = { message: string; record: R }
type Shape<R, D, W = R> = {
  path: string
  one: string
  many: string
  /** Only for calls of the specification: maps a record from the published spelling. */
  fromWire?: (wire: W) => R
  toForm: (draft: D, picture?: Blob | null) => FormData
  /** The draft's name of a field of the call. */
  fieldFromWire?: (field: string) => string
}

/** The calls about one kind of record. */
export const recordCalls = <R, D extends { id?: string }, W = R>(
  call: Call,
  { path: bare, one, many, fromWire = (wire) => wire as unknown as R, toForm, fieldFromWire }: Shape<R, D, W>,
) => {
  const path = `${bare}/`
  const saved = (reply: Record<string, unknown>): Saved<R> => ({ message: String(reply.msg), record: fromWire(reply[one] as W) })
  type Reply = Record<string, unknown>
  return {
    /** `perPage` is one of 10, 25, 100; `deleted` lists what can still be brought back. */
    list: async (at: Listing = {}, signal?: AbortSignal): Promise<RecordPage<R>> => {
      const reply = await call<Reply & { currentPage: number; totalItems: number; per_page: number }>(path, {
        query: { page: at.page ?? 1, per_page: at.perPage ?? 10, s: at.search, deleted: at.deleted || undefined },
        ...(signal ? { signal } : {}),
      })
      return { records: (reply[many] as W[]).map(fromWire), page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
    },
    one: async (id: string): Promise<R> => fromWire((await call<Reply>(path, { query: { id } }))[one] as W),
    /**
     * Creates a record, or edits the one that `draft.id` names. A picture of null is taken away, undefined stays. Refusals to know: `form-incomplete`,
     * `bad-picture`, `picture-too-large`, `stale-version` (`current(error.details)` reads who was faster).
     */
    save: async (draft: D, picture?: Blob | null): Promise<Saved<R>> =>
      saved(await call<Reply>(path, { method: draft.id ? 'PUT' : 'POST', form: toForm(draft, picture) })),
    /** Sets the switch to `value`. */
    toggle: async (id: string, value: boolean): Promise<Saved<R>> =>
      saved(await call<Reply>(path, { method: 'PATCH', json: { id, status: value } })),
    /** Can be brought back for 30 days. Throws `conflict` where something still needs it. */
    remove: async (id: string): Promise<{ message: string }> => {
      const { msg } = await call<{ msg: string }>(path, { method: 'DELETE', query: { id } })
      return { message: msg }
    },
    restore: async (id: string): Promise<Saved<R>> => saved(await call<Reply>(`${path}restore`, { method: 'POST', json: { id } })),
    /** The fields of a refusal by the names of the draft (`question.en`, `picture` …). */
    fields: ({ fields }: ApiError): Record<string, string> =>
      Object.fromEntries(Object.entries(fields).map(([field, message]) => [fieldFromWire?.(field) ?? field, message])),
    /** The record as it is now, from the `details` of a `stale-version` refusal. */
    current: (details: Record<string, unknown>): R | undefined => (details.current ? fromWire(details.current as W) : undefined),
  }
}
