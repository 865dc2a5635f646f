import { hasPermission, type Permission, type RequiredPermission } from '#contract/rules/permissions.ts'
import { AppError } from './app-error.ts'
import type { AuthenticatedUser } from './authenticated-user.ts'

/**
 * Returns true when a user of the back office may read and change the records of everyone that `permission` covers. A user who must set up a second factor first may
 * not. Use it in calls outside `/api/admin`, where no guard checks a permission.
 */
export const canActForEveryTeam = (
  { permissions, needsSecondFactorSetup }: Pick<AuthenticatedUser, 'permissions' | 'needsSecondFactorSetup'>,
  permission: Permission,
): boolean => !needsSecondFactorSetup && hasPermission(permissions, permission)

/** Throws `no-permission` when a user lacks a permission. For rules that depend on the data; routes name what they always need. */
export const assertPermission = (user: { permissions?: readonly Permission[] }, required: RequiredPermission): void => {
  if (!hasPermission(user.permissions ?? [], required)) throw new AppError('no-permission')
}
