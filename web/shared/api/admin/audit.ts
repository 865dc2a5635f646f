import type { AuditFilter } from '#contract/audit.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { toListQuery } from './crud.ts'

/** Creates the back office's calls about the audit log. */
export const createAdminAuditApi = (call: ApiCall) => ({
  /** The newest first. */
  list: async (query: AuditFilter & { page: number; perPage: number }, signal?: AbortSignal) => {
    const { entries, totalItems } = await call('GET /api/admin/audit', { query: toListQuery(query), signal })
    return { rows: entries, total: totalItems }
  },
  /** Sets the fields that an entry changed back. Throws `revert-impossible`, `revert-changed`, `revert-deleted` or `revert-invalid`, whose messages say why it cannot. */
  revert: (entryId: string) => call('POST /api/admin/audit/:entryId/revert', { params: { entryId } }),
})
