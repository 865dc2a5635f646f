import type { ImportRecord } from '#contract/import.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { fetchListPage } from './list.ts'

/** Creates the calls of the back office about imported files. */
export const createAdminImportApi = (call: ApiCall) => ({
  list: (query: { page: number; perPage: number; search?: string }, signal?: AbortSignal) =>
    fetchListPage<ImportRecord>(call, paths.adminImports, 'imports', query, signal),
  /** Deletes everything that an import created. Throws `import-undone`, `import-changed` or `import-paid`, whose messages name what was changed. */
  undo: (id: string) => call<{ msg: string }>(`${paths.adminImports}/${encodeURIComponent(id)}/undo`, { method: 'POST' }),
})
