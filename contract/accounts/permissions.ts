/**
 * The permissions of users of the back office. `administration` includes all others, and is the only one that
 * gives permissions. `privacy` covers national IDs, exports with personal data and erasures. Their labels are
 * in i18n/en/user-fields.ts.
 */
export const permissions = [
  'content',
  'registration',
  'finance',
  'results',
  'privacy',
  'administration',
] as const
export type Permission = (typeof permissions)[number]

/** The ids of the regions to which a user of the back office is limited; null without a limit. */
export type RegionLimit = readonly string[] | null

/** What a call or page of the back office needs: a permission, one of several, or none besides the role. */
export type RequiredPermission = Permission | readonly Permission[] | 'none'

/** What reading the people of teams needs, who are children for the most part. */
export const teamPeoplePermission = ['registration', 'privacy'] as const

/** Returns true when a user with the permissions `owned` may use what needs `required`. */
export const hasPermission = (owned: readonly Permission[], required: RequiredPermission): boolean => {
  if (required === 'none' || owned.includes('administration')) return true
  const accepted: readonly Permission[] = typeof required === 'string' ? [required] : required
  return accepted.some((permission) => owned.includes(permission))
}
