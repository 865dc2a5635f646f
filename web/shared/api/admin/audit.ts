import type { AuditFilter, AuditLine } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import type { WireAuditLine } from '#contract/published/audit.schema.ts'
import { auditLineFromWire } from '#contract/published/audit.ts'
import type { Call } from '#web/shared/api/call.ts'

/** The back office's call about the audit log. */
export const adminAuditCalls = (call: Call) => ({
  /** The newest first; `perPage` as for events. */
  list: async (
    { search, ...filter }: AuditFilter & { page: number; perPage: number },
    signal?: AbortSignal,
  ): Promise<{ rows: AuditLine[]; total: number }> => {
    const { page, perPage, entity, action, from, to } = filter
    const reply = await call<{ entries: WireAuditLine[]; totalItems: number }>(`${paths.adminAudit}/`, {
      query: { page, per_page: perPage, s: search, entity, action, from, to },
      ...(signal ? { signal } : {}),
    })
    return { rows: reply.entries.map(auditLineFromWire), total: reply.totalItems }
  },
})
