import { hasPermission, type RequiredPermission } from '#contract/accounts/permissions.ts'
import { useSessionUser } from '#web/shared/session.ts'

/** Returns true when the signed-in user has a permission. It only hides what the server would reject. */
export const useHasPermission = (required: RequiredPermission): boolean =>
  hasPermission(useSessionUser()?.permissions ?? [], required)
