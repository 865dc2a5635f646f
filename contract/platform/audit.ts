import {
  hasPermission,
  type Permission,
  type RequiredPermission,
  teamPeoplePermission,
} from '../accounts/permissions.ts'

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
  'add-passkey',
  'remove-passkey',
  'invite-provider',
  'link-provider',
  'unlink-provider',
  'end-sessions',
  'reveal',
  'refund',
  'discard-refund',
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
  'invite-coach',
  'withdraw-invitation',
  'take-over-team',
  'freeze',
  'unfreeze',
  'start-reveal',
  'publish-provisional',
  'publish-final',
  'take-back-results',
  'cancel-emails',
  'reject-sheet',
  'allow-attempt',
  'recuse-judge',
  'take-back-recusal',
  'leave-event',
  'request-second-look',
  'draw-matches',
  'withdraw-team',
  'take-back-withdrawal',
  'release-feedback',
  'take-back-feedback',
  'advance',
  'undo-advance',
  'withdraw',
  'set-protest-deadline',
  'assign-guest',
  'accept-guests',
  'refuse-guests',
  'revoke-certificate',
  'reissue-certificate',
  'resend',
] as const
export type AuditAction = (typeof auditActions)[number]

type AuditEntityTraits = {
  /**
   * The records are about people, mostly minors: their entries have no names and no values that identify a
   * person.
   */
  isPersonal?: true
  /**
   * The records, or their events, have a name in both languages, which labels join
   * (server/platform/audit/entry-contents.ts).
   */
  hasLocalizedLabel?: true
  /**
   * Changes can be reverted, with this permission: those of content and configuration, never of people,
   * payments or scores.
   */
  revertPermission?: Permission
  /** The fields whose changes can be reverted; all of them without it. */
  revertibleFields?: readonly string[]
  /**
   * The records belong to regions. Users who are limited to regions read the entries about those of their own, with
   * this permission.
   */
  regionalPermission?: RequiredPermission
}

const auditEntityTable = {
  event: { hasLocalizedLabel: true, revertPermission: 'content', regionalPermission: ['content', 'results'] },
  'event-key': { regionalPermission: 'results' },
  judge: { isPersonal: true, regionalPermission: 'results' },
  'judge-person': { isPersonal: true },
  schedule: {
    hasLocalizedLabel: true,
    revertPermission: 'results',
    revertibleFields: ['slotsHash'],
    regionalPermission: 'results',
  },
  'schedule-slot': { revertPermission: 'results', regionalPermission: 'results' },
  screen: { regionalPermission: 'results' },
  score: { isPersonal: true, regionalPermission: 'results' },
  award: { hasLocalizedLabel: true, regionalPermission: 'results' },
  protest: { isPersonal: true, regionalPermission: 'results' },
  user: { isPersonal: true },
  faq: { hasLocalizedLabel: true, revertPermission: 'content' },
  partner: { revertPermission: 'content' },
  organizer: { hasLocalizedLabel: true, revertPermission: 'content' },
  continent: { hasLocalizedLabel: true, revertPermission: 'content' },
  region: { hasLocalizedLabel: true, revertPermission: 'content' },
  settings: { revertPermission: 'content' },
  'simulator-file': {},
  download: { isPersonal: true },
  downloads: { isPersonal: true },
  message: { isPersonal: true, regionalPermission: 'registration' },
  announcement: { hasLocalizedLabel: true, regionalPermission: 'registration' },
  competition: { hasLocalizedLabel: true, revertPermission: 'registration' },
  team: { isPersonal: true, regionalPermission: teamPeoplePermission },
  'team-person': { isPersonal: true, regionalPermission: teamPeoplePermission },
  season: { isPersonal: true, regionalPermission: teamPeoplePermission },
  'season-year': { hasLocalizedLabel: true, revertPermission: 'registration' },
  'season-move': {},
  payment: { isPersonal: true, regionalPermission: 'finance' },
  import: { regionalPermission: ['registration', 'results', 'content'] },
  'email-queue': {},
} as const satisfies Record<string, AuditEntityTraits>

/** The entities of the audit log. */
export const auditEntities = Object.keys(auditEntityTable) as AuditEntity[]
export type AuditEntity = keyof typeof auditEntityTable
/** The entities whose changes can be reverted. */
export type RevertibleEntity = {
  [E in AuditEntity]: (typeof auditEntityTable)[E] extends { revertPermission: Permission } ? E : never
}[AuditEntity]

/** Returns what the log stores and shows of the records of an entity. */
export const getAuditEntityTraits = (entity: AuditEntity): AuditEntityTraits => auditEntityTable[entity]

/**
 * What a user who is limited to regions needs to open the audit log. It has only the entries for which the user has the
 * permission (`regionalPermission`).
 */
export const regionalAuditPermission: RequiredPermission = [
  'content',
  'registration',
  'finance',
  'results',
  'privacy',
]

/** Lists the entities about which a user who is limited to regions reads entries of the audit log. */
export const listAuditEntitiesOfRegionalUser = (permissions: readonly Permission[]): AuditEntity[] =>
  auditEntities.filter((entity) => {
    const { regionalPermission } = getAuditEntityTraits(entity)
    return regionalPermission !== undefined && hasPermission(permissions, regionalPermission)
  })
export type { AuditReference } from './audit.schema.ts'

/** Filters of the audit log; `from` and `to` are days (`YYYY-MM-DD`, UTC), both included. */
export type AuditFilter = {
  search?: string | undefined
  entity?: AuditEntity | undefined
  action?: AuditAction | undefined
  from?: string | undefined
  to?: string | undefined
}
