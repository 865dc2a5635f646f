import type { UserFilter, UserRecord, UserSubmission } from '#contract/accounts/user.ts'
import type { RecordPage } from '#contract/platform/crud.ts'
import type { PublishedUser } from '#contract/published/user.schema.ts'
import {
  fromPublishedUser,
  fromPublishedUserField,
  toPublishedUserFilter,
  toPublishedUserFormData,
} from '#contract/published/user.ts'
import type { ApiCall, ApiError, ApiRequest } from '#web/shared/api/call.ts'
import { createDeletedRecordApi } from './crud.ts'

type SavedUser = { message: string; record: UserRecord }
const toSavedUser = ({ msg, user }: { msg: string; user: PublishedUser }): SavedUser => ({
  message: msg,
  record: fromPublishedUser(user),
})

/**
 * Creates the calls with which administrators manage users. `request` returns the response itself, for files.
 */
export const createAdminUserApi = (call: ApiCall, request: ApiRequest) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/users'),
  /** `perPage` is one of 10, 25, 50, 100, 200, 300, 400, 500, 1000. */
  list: async (
    {
      page,
      perPage,
      sort,
      ...filter
    }: UserFilter & { page: number; perPage: number; sort?: string | undefined },
    signal?: AbortSignal,
  ): Promise<RecordPage<UserRecord>> => {
    const query = { page, per_page: perPage, sort, ...toPublishedUserFilter(filter) }
    const reply = await call('GET /api/admin/users', { query, signal })
    return {
      records: reply.users.map(fromPublishedUser),
      page: reply.currentPage,
      perPage: reply.per_page,
      total: reply.totalItems,
    }
  },
  one: async (id: string): Promise<UserRecord> =>
    fromPublishedUser((await call('GET /api/admin/users?id', { query: { id } })).user),
  /**
   * Creates a user, or updates the one with `user.id`. An avatar of null removes the stored one, undefined
   * leaves it. Throws `form-incomplete`, `conflict` (`email` or `nationalId` of another user),
   * `confirmation_required`, `own-account`, `last-admin`, `bad-picture`, `picture-too-large`, `stale-version`
   * (see `findCurrentUserInStaleError`).
   */
  save: async (user: UserSubmission, avatar?: Blob | null): Promise<SavedUser> =>
    toSavedUser(await call('POST /api/admin/users/save', { form: toPublishedUserFormData(user, avatar) })),
  /** Activates or deactivates a user. Throws `own-account`, `last-admin`. */
  toggle: async (id: string, active: boolean): Promise<SavedUser> =>
    toSavedUser(await call('PATCH /api/admin/users', { json: { id, status: active } })),
  /** The accounts at the sign-in provider that are linked to a user of the back office. */
  providerLinks: {
    list: async (userId: string) =>
      (await call('GET /api/admin/users/:userId/provider-links', { params: { userId } })).links,
    /** Emails the user the link with which an account is linked. Throws `no-mail`, `account-inactive`. */
    invite: (userId: string) =>
      call('POST /api/admin/users/:userId/provider-links/invitation', { params: { userId } }),
    remove: async (userId: string, linkId: string): Promise<void> => {
      await call('DELETE /api/admin/users/:userId/provider-links/:linkId', { params: { userId, linkId } })
    },
  },
  /** Exports all matching users as a CSV file for spreadsheets. */
  exportCsv: async (filter: UserFilter): Promise<Blob> =>
    (
      await request('GET /api/admin/users?download', {
        query: { download: 'true', format: 'csv', ...toPublishedUserFilter(filter) },
      })
    ).blob(),
})

/** Returns the newest version of the user from a `stale-version` error. */
export const findCurrentUserInStaleError = ({ details }: ApiError): UserRecord | undefined =>
  details.current ? fromPublishedUser(details.current as PublishedUser) : undefined

/** Returns the messages of an error by the names of `UserSubmission`. */
export const toUserFieldErrors = ({ fields }: ApiError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [fromPublishedUserField(field), message]),
  )
