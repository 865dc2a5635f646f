import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { fetchListPage } from './list.ts'

/** The back office's call about the audit log. */
export const createAdminAuditApi = (call: ApiCall) => ({
  /** The newest first. */
  list: (query: AuditFilter & { page: number; perPage: number }, signal?: AbortSignal) =>
    fetchListPage<AuditEntry>(call, paths.adminAudit, 'entries', query, signal),
})
