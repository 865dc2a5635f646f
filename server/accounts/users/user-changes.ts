import type { Role } from '#contract/accounts/session.ts'
import { userCsvFields } from '#contract/accounts/user.ts'
import { pickFields } from '#contract/people/teams/team.fields.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { assertPermission } from '#server/platform/lib/authenticated-user.ts'
import type { UserRow } from './queries.ts'

/** Converts a user for the audit log, which masks the password hash: it shows only that it changed. */
export const toUserAuditBeforeMasking = (row: UserRow) =>
  pickFields(row, [
    ...userCsvFields,
    'permissions',
    'regionIds',
    'avatar',
    'nationalId',
    'passwordHash',
    'version',
    'deletedAt',
  ])

/** The table of users for the soft-delete functions. */
export const userSoftDeleteConfig = {
  table: users,
  entity: 'user',
  toAudit: toUserAuditBeforeMasking,
} as const

/**
 * Throws unless the actor may change a user. Only administrators change users of the back office, because
 * a new address or password lets them sign in as the owner, and an administrator has no limit of regions.
 */
export const assertMayChangeOrMakeBackOfficeUser = (
  before: UserRow | undefined,
  role: Role | undefined,
  actor: Actor,
) => {
  if (before?.role === 'admin' || role === 'admin') assertPermission(actor, 'administration')
}
