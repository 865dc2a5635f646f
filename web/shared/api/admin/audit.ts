import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import type { Call } from '#web/shared/api/call.ts'
import { readList } from './list.ts'

/** The back office's call about the audit log. */
export const adminAuditCalls = (call: Call) => ({
  /** The newest first. */
  list: (query: AuditFilter & { page: number; perPage: number }, signal?: AbortSignal) =>
    readList<AuditEntry>(call, paths.adminAudit, 'entries', query, signal),
})
