import type { auditEntry } from './audit.schema.ts'
import type { z } from './z.ts'

/** The kinds of changes in the audit log. */
export const auditActions = [
  'create',
  'update',
  'toggle',
  'delete',
  'restore',
  'purge',
  'import',
  'undo',
  'export',
  'erase',
  'revoke',
  'approve',
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
  'confirm-guardian',
  'refuse-guardian',
  'record-guardian-paper',
  'remove-guardian-paper',
  'send-guardian-link',
  'freeze',
  'unfreeze',
  'start-reveal',
  'publish-provisional',
  'publish-final',
  'take-back-results',
  'reject-sheet',
  'advance',
  'undo-advance',
  'withdraw',
  'set-protest-deadline',
  'revoke-certificate',
  'reissue-certificate',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The entities of the audit log. */
export const auditEntities = [
  'event',
  'event-key',
  'judge',
  'schedule',
  'schedule-slot',
  'score',
  'protest',
  'user',
  'faq',
  'partner',
  'organizer',
  'continent',
  'region',
  'settings',
  'simulator-file',
  'download',
  'downloads',
  'message',
  'announcement',
  'competition',
  'team',
  'team-person',
  'season',
  'season-year',
  'season-move',
  'payment',
  'import',
] as const
export type AuditEntity = (typeof auditEntities)[number]

/** The entities whose records are about people, mostly minors: their entries have no names and no values that identify a person. */
export const personalAuditEntities: ReadonlySet<AuditEntity> = new Set([
  'user',
  'team',
  'team-person',
  'score',
  'protest',
  'judge',
  'season',
  'download',
  'downloads',
  'message',
  'payment',
])

export type AuditEntry = z.infer<typeof auditEntry>
export type { AuditReference } from './audit.schema.ts'

/** Filters of the audit log; `from` and `to` are days (`YYYY-MM-DD`, UTC), both included. */
export type AuditFilter = {
  search?: string | undefined
  entity?: AuditEntity | undefined
  action?: AuditAction | undefined
  from?: string | undefined
  to?: string | undefined
}
