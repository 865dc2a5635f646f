import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { fetchListPage } from './list.ts'

/** Creates the back office's calls about the audit log. */
export const createAdminAuditApi = (call: ApiCall) => ({
  /** The newest first. */
  list: (query: AuditFilter & { page: number; perPage: number }, signal?: AbortSignal) =>
    fetchListPage<AuditEntry>(call, paths.adminAudit, 'entries', query, signal),
  /** Sets the fields that an entry changed back. Throws `revert-impossible`, `revert-changed`, `revert-deleted` or `revert-invalid`, whose messages say why it cannot. */
  revert: (id: string) => call<{ msg: string }>(`${paths.adminAudit}/${encodeURIComponent(id)}/revert`, { method: 'POST' }),
})
