import { hasPermission, type Permission, type RequiredPermission } from '#contract/rules/permissions.ts'
import { AppError } from './app-error.ts'

/** Throws `no-permission` when a user lacks a permission. For rules that depend on the data; routes name what they always need. */
export const assertPermission = (user: { permissions?: readonly Permission[] }, required: RequiredPermission): void => {
  if (!hasPermission(user.permissions ?? [], required)) throw new AppError('no-permission')
}
