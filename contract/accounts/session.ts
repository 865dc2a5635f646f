import type { Lang } from '../platform/localized.ts'
import type { Permission, RegionLimit } from './permissions.ts'

export const roles = ['student', 'coach', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * Tells whether a user belongs to the back office. It decides about the kind of a user, never about
 * access, which needs a permission.
 */
export const hasAdministratorRole = ({ role }: { role: Role }): boolean => role === 'admin'

/** The roles that visitors can register with. */
export const registrationRoles = ['student', 'coach'] as const

/** The kinds of identity that a user can sign in with. */
export const signInIdentifierKinds = ['email', 'national_id', 'phone'] as const
export type SignInIdentifierKind = (typeof signInIdentifierKinds)[number]

/**
 * The two sign-in pages: the one of the back office, which only administrators pass, and the one of the
 * account pages.
 */
export const signInAreas = ['admin', 'account'] as const
export type SignInArea = (typeof signInAreas)[number]

/**
 * How long a confirmation with a password or code lasts, and what confirms: a code for users with a second
 * factor, otherwise the password.
 */
export const confirmationMinutes = 10
const confirmationMethods = ['password', 'code'] as const
export type ConfirmationMethod = (typeof confirmationMethods)[number]

/** Limits of passkeys: of an account, and of the name of one in characters. */
export const maxPasskeysOfUser = 20
export const passkeyNameMaxLength = 60

/** The signed-in user as the browser stores it. Only users of the back office have `permissions`. */
export type SessionUser = {
  id: string
  name: string
  firstName: string
  role: Role
  permissions: readonly Permission[]
  regionLimit: RegionLimit
  lang: Lang
}
