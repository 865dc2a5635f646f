import {
  hasPermission,
  type Permission,
  type RegionLimit,
  type RequiredPermission,
} from '#contract/accounts/permissions.ts'
import { confirmationMinutes, type Role } from '#contract/accounts/session.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import { AppError } from './app-error.ts'

/** The signed-in user of a request. Only users of the back office have `permissions`. */
export type AuthenticatedUser = {
  sessionId: string
  userId: string
  role: Role
  permissions: readonly Permission[]
  /** A limited user may make only calls that declare how they limit their records (`CallAccess.regions`). */
  regionLimit: RegionLimit
  name: string
  firstName: string
  lang: Lang
  email: string
  hasSecondFactor: boolean
  /** The settings require a second factor, and the user has none yet. */
  needsSecondFactorSetup: boolean
  /**
   * When the user last proved their identity with a password or a code; null if never in this
   * session.
   */
  confirmedAt: Date | null
}

/**
 * Returns true when a user of the back office may read and change the records of everyone that `permission`
 * covers. A user who must set up a second factor first may not, nor one who is limited to regions. Use it in calls outside `/api/admin`, where
 * no guard checks a permission.
 */
export const canActForEveryone = (
  {
    permissions,
    regionLimit,
    needsSecondFactorSetup,
  }: Pick<AuthenticatedUser, 'permissions' | 'regionLimit' | 'needsSecondFactorSetup'>,
  permission: Permission,
): boolean => !needsSecondFactorSetup && regionLimit === null && hasPermission(permissions, permission)

/**
 * Throws `no-permission` when a user lacks a permission. For rules that depend on the data; routes name what
 * they always need.
 */
export const assertPermission = (
  user: { permissions?: readonly Permission[] },
  required: RequiredPermission,
): void => {
  if (!hasPermission(user.permissions ?? [], required)) throw new AppError('no-permission')
}

type Confirmation = Partial<Pick<AuthenticatedUser, 'confirmedAt' | 'hasSecondFactor'>>

/**
 * Throws `confirmation_required` unless the user has entered the password or a code of the second factor in
 * this session within the last `confirmationMinutes`. `details.method` is what `POST /api/account/confirm`
 * needs.
 */
export const assertSessionRecentlyConfirmed = ({ confirmedAt, hasSecondFactor }: Confirmation): void => {
  const isConfirmed = confirmedAt && Date.now() - confirmedAt.getTime() < confirmationMinutes * msPerMinute
  if (!isConfirmed)
    throw new AppError('confirmation_required', [], { method: hasSecondFactor ? 'code' : 'password' })
}
