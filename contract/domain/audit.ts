/** What was done to a record, as the audit log names it. */
export const auditActions = [
  'create',
  'update',
  'toggle',
  'delete',
  'restore',
  'purge',
  'import',
  'password',
  'second-factor-on',
  'second-factor-off',
  'end-sessions',
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * A line of the audit log. `before` and `after` hold only what differs, by the names under which it is stored; secrets are masked there. An actor without
 * id is the system, or an account that is gone.
 */
export type AuditLine = {
  id: string
  /** ISO 8601 */
  at: string
  actor: { id: string | null; name: string }
  action: string
  entity: string
  entityId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string
}

/** Which lines are asked for: `from` and `to` are days (`YYYY-MM-DD`, UTC), both included. */
export type AuditFilter = {
  search?: string | undefined
  entity?: string | undefined
  entityId?: string | undefined
  action?: string | undefined
  actor?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
