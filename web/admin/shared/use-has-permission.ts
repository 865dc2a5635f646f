import { hasPermission, type RequiredPermission } from '#contract/accounts/permissions.ts'
import { useSessionUser } from '#web/shared/session.ts'

/** Returns true when the signed-in user has a permission. It only hides what the server would reject. */
export const useHasPermission = (required: RequiredPermission): boolean =>
  hasPermission(useSessionUser()?.permissions ?? [], required)

/** Returns true when the signed-in user is limited to regions. It only hides what the server would reject. */
export const useIsLimitedToRegions = (): boolean => Boolean(useSessionUser()?.regionLimit)

/** Returns the regions that the signed-in user may choose: those to which the user is limited, or all. */
export const useRegionsWithinUserLimit = <R extends { id: string }>(regions: readonly R[]): readonly R[] => {
  const limit = useSessionUser()?.regionLimit
  return limit ? regions.filter(({ id }) => limit.includes(id)) : regions
}
