import type { Registrant } from '#contract/download-registrant.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall, RequestOptions } from '#web/shared/api/call.ts'
import { createDeletedRecordApi } from './deleted-records.ts'
import { fetchListPage } from './list.ts'

type Filter = { search?: string; country?: string; platform?: string; userType?: string }

/** Creates the back office's calls about visitors who downloaded the simulator. `ask` gives the reply itself, for files. */
export const createAdminRegistrantApi = (call: ApiCall, ask: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  deleted: createDeletedRecordApi(call, paths.adminDownloads),
  list: (query: Filter & { page: number; perPage: number; sort?: string | undefined }, signal?: AbortSignal) =>
    fetchListPage<Registrant>(call, paths.adminDownloads, 'registrants', query, signal),
  exportCsv: async ({ search, ...filter }: Filter): Promise<Blob> =>
    (await ask(`${paths.adminDownloads}/export`, { query: { s: search, ...filter } })).blob(),
  /** `restore` undoes it for 30 days. */
  remove: (id: string) => call<{ msg: string }>(paths.adminDownloads, { method: 'DELETE', query: { id } }),
  restore: (id: string) => call<{ msg: string }>(`${paths.adminDownloads}/restore`, { method: 'POST', json: { id } }),
})
