import type { Role, SessionUser } from '#contract/session.ts'
import type { WireSessionUser } from './session.schema.ts'

/** The published number of a role: 4 is admin, 0 student; anything else counts as student, and a coach is 1. */
export const typeOfRole = (role: Role): 0 | 1 | 4 => (role === 'admin' ? 4 : role === 'coach' ? 1 : 0)

export const roleOfType = (type: number): Role => (type === 4 ? 'admin' : type === 1 ? 'coach' : 'student')

export const sessionUserToWire = (user: SessionUser): WireSessionUser => ({
  _id: user.id,
  name: user.name,
  type: typeOfRole(user.role),
  steb_user_id: user.id,
  info: { name: { fname: user.firstName } },
  lang: user.lang,
})

export const sessionUserFromWire = (wire: WireSessionUser): SessionUser => ({
  id: wire._id,
  name: wire.name,
  firstName: wire.info.name.fname,
  role: roleOfType(wire.type),
  lang: wire.lang,
})
