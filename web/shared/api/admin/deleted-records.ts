import type { DeletedRecord } from '#contract/crud.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { fetchListPage } from './list.ts'

/** Creates the API client for the deleted records of an entity: list and permanent deletion. The API client of the entity restores them. */
export const createDeletedRecordApi = (call: ApiCall, path: string) => ({
  /** Lists the records that can be restored, the last deleted first. */
  list: (query: { page: number; perPage: number; search?: string }, signal?: AbortSignal) =>
    fetchListPage<DeletedRecord>(call, `${path}/deleted`, 'deleted', query, signal),
  /** Deletes a deleted record permanently. Throws `has-teams`, `has-organizers` or `has-payments` when other records need it. */
  purge: async (id: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(`${path}/deleted`, { method: 'DELETE', query: { id } })
    return { message: msg }
  },
})
export type DeletedRecordApi = ReturnType<typeof createDeletedRecordApi>
