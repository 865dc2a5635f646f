/** What can have been done to a record, as the audit log names it. */
export const auditActions = [
  'create',
  'update',
  'toggle',
  'delete',
  'restore',
  'purge',
  'import',
  'export',
  'erase',
  'revoke',
  'deny',
  'password',
  'second-factor-on',
  'second-factor-off',
  'end-sessions',
  'reveal',
  'refund',
  'view',
  'confirm-email',
  'ask-erasure',
  'withdraw-erasure',
  'refuse-erasure',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The kinds of record that it speaks of. */
export const auditEntities = [
  'event',
  'event-key',
  'score',
  'user',
  'faq',
  'partner',
  'organizer',
  'continent',
  'region',
  'settings',
  'download',
  'downloads',
  'message',
  'competition',
  'team',
  'team-person',
  'season',
  'payment',
] as const
export type AuditEntity = (typeof auditEntities)[number]

/**
 * A line of the audit log. `before` and `after` hold only what differs, by the names under which it is stored; secrets are masked there. An actor without
 * id is the system, or an account that is gone. `label` is what the record was called then.
 */
export type AuditLine = {
  id: string
  /** ISO 8601 */
  at: string
  actor: { id: string | null; name: string }
  action: AuditAction
  entity: AuditEntity
  entityId: string
  label: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Which lines are asked for: `from` and `to` are days (`YYYY-MM-DD`, UTC), both included. */
export type AuditFilter = {
  search?: string | undefined
  entity?: AuditEntity | undefined
  action?: AuditAction | undefined
  from?: string | undefined
  to?: string | undefined
}
