import type { Lang } from '#contract/localized.ts'
import type { Permission } from '#contract/rules/permissions.ts'
import type { Role } from '#contract/session.ts'

/** The signed-in user of a request. Only users of the back office have `permissions`. */
export type AuthenticatedUser = {
  sessionId: string
  userId: string
  role: Role
  permissions: readonly Permission[]
  name: string
  firstName: string
  lang: Lang
  email: string
  hasSecondFactor: boolean
  /** The settings require a second factor, and the user has none yet. */
  needsSecondFactorSetup: boolean
  /** When the user last proved with a password or code to be the owner of the account; null if never in this session. */
  confirmedAt: Date | null
}
