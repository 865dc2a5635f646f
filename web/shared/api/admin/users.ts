import type { RecordPage } from '#contract/crud.ts'
import type { ErasureDecision } from '#contract/own-data.ts'
import { paths } from '#contract/paths.ts'
import type { WireUser } from '#contract/published/user.schema.ts'
import { userFieldFromWire, userFilterToQuery, userFromWire, userToForm } from '#contract/published/user.ts'
import type { UserDraft, UserFilter, UserRecord } from '#contract/user.ts'
import type { ApiCall, ApiError, RequestOptions } from '#web/shared/api/call.ts'

const path = `${paths.adminUsers}/`
type Saved = { message: string; record: UserRecord }
type WireSaved = { msg: string; user: WireUser }
const saved = ({ msg, user }: WireSaved): Saved => ({ message: msg, record: userFromWire(user) })

/** The calls about accounts. `ask` gives the reply itself, for files. */
export const adminUserCalls = (call: ApiCall, ask: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  /** `perPage` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000. */
  list: async (
    { page, perPage, ...at }: UserFilter & { page: number; perPage: number },
    signal?: AbortSignal,
  ): Promise<RecordPage<UserRecord>> => {
    const reply = await call<{ users: WireUser[]; currentPage: number; totalItems: number; per_page: number }>(path, {
      query: { page, per_page: perPage, ...userFilterToQuery(at) },
      ...(signal ? { signal } : {}),
    })
    return { records: reply.users.map(userFromWire), page: reply.currentPage, perPage: reply.per_page, total: reply.totalItems }
  },
  one: async (id: string): Promise<UserRecord> => userFromWire((await call<{ user: WireUser }>(path, { query: { id } })).user),
  /**
   * Creates an account, or edits the one that `draft.id` names. A picture of null is taken away, undefined stays. Refusals to know: `form-incomplete`, `conflict`
   * (somebody else's `email` or `phone`), `own-account`, `last-admin`, `bad-picture`, `picture-too-large`, `stale-version` (`currentUser(error.details)`).
   */
  save: async (draft: UserDraft, avatar?: Blob | null): Promise<Saved> =>
    saved(await call<WireSaved>(path, { method: draft.id ? 'PUT' : 'POST', form: userToForm(draft, avatar) })),
  /** Lets somebody in or keeps them out. Throws `own-account`, `last-admin`. */
  toggle: async (id: string, active: boolean): Promise<Saved> =>
    saved(await call<WireSaved>(path, { method: 'PATCH', json: { id, status: active } })),
  /** Can be brought back for 30 days. Throws `own-account`, `last-admin`. */
  remove: async (id: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(path, { method: 'DELETE', query: { id } })
    return { message: msg }
  },
  /** Throws `conflict` when somebody else has the address or the number now. */
  restore: async (id: string): Promise<Saved> => saved(await call<WireSaved>(`${path}restore`, { method: 'POST', json: { id } })),
  /** Erases a person at once, or refuses the request that is open; the reason is in the log, and goes to who is refused. Throws `not-found`, `own-account`. */
  decideErasure: async (id: string, decision: ErasureDecision, reason: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(paths.adminErasure, { method: 'POST', json: { id, decision, reason } })
    return { message: msg }
  },
  /** All that match as a CSV file for spreadsheets. */
  exportCsv: async (at: UserFilter): Promise<Blob> =>
    (await ask(path, { query: { download: true, format: 'csv', ...userFilterToQuery(at) } })).blob(),
})

/** The account as it is now, from the `details` of a `stale-version` refusal. */
export const currentUser = ({ details }: ApiError): UserRecord | undefined =>
  details.current ? userFromWire(details.current as WireUser) : undefined

/** The fields of a refusal by the names of `UserDraft`. */
export const userFields = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [userFieldFromWire(field), message]))
