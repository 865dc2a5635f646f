import type { Role, SessionUser, SignInArea } from '#contract/accounts/session.ts'
import type { PublishedSessionUser } from './session.schema.ts'

/** Returns the published number of a role: 4 is admin, 1 coach, 0 student. */
export const toPublishedRoleNumber = (role: Role): 0 | 1 | 4 =>
  role === 'admin' ? 4 : role === 'coach' ? 1 : 0

/** Returns the role of a published number; unknown numbers are students. */
export const fromPublishedRoleOrDefaultStudent = (type: number): Role =>
  type === 4 ? 'admin' : type === 1 ? 'coach' : 'student'

/** Returns the published number of a sign-in page: 4 for the back office, 0 for the other. */
export const toPublishedSignInArea = (area: SignInArea): 0 | 4 => (area === 'admin' ? 4 : 0)

export const fromPublishedSignInArea = (type: number): SignInArea => (type === 4 ? 'admin' : 'account')

export const toPublishedSessionUser = (user: SessionUser): PublishedSessionUser => ({
  _id: user.id,
  name: user.name,
  type: toPublishedRoleNumber(user.role),
  steb_user_id: user.id,
  info: { name: { fname: user.firstName } },
  lang: user.lang,
  ...(user.permissions.length > 0 ? { permissions: [...user.permissions] } : {}),
  ...(user.regionLimit ? { regions: [...user.regionLimit] } : {}),
})

export const fromPublishedSessionUser = (json: PublishedSessionUser): SessionUser => ({
  id: json._id,
  name: json.name,
  firstName: json.info.name.fname,
  role: fromPublishedRoleOrDefaultStudent(json.type),
  permissions: json.permissions ?? [],
  regionLimit: json.regions ?? null,
  lang: json.lang,
})
