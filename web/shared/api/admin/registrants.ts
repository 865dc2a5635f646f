import type { ApiCall, ApiRequest } from '#web/shared/api/call.ts'
import { createDeletedRecordApi, toListQuery } from './crud.ts'

type Filter = { search?: string; country?: string; platform?: string; userType?: string }

/** Creates the back office's calls about visitors who downloaded the simulator. `request` returns the response itself, for files. */
export const createAdminRegistrantApi = (call: ApiCall, request: ApiRequest) => ({
  deleted: createDeletedRecordApi(call, '/api/admin/downloads'),
  list: async (query: Filter & { page: number; perPage: number; sort?: string | undefined }, signal?: AbortSignal) => {
    const { registrants, totalItems } = await call('GET /api/admin/downloads', { query: toListQuery(query), signal })
    return { rows: registrants, total: totalItems }
  },
  exportCsv: async ({ search, ...filter }: Filter): Promise<Blob> =>
    (await request('GET /api/admin/downloads/export', { query: { s: search, ...filter } })).blob(),
  /** `restore` undoes it for 30 days. */
  remove: (id: string) => call('DELETE /api/admin/downloads', { query: { id } }),
  restore: (id: string) => call('POST /api/admin/downloads/restore', { json: { id } }),
})
