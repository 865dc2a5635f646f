import { leavingKinds, type UserDraft, type UserEdit, type UserFilter, type UserRecord } from '#contract/user.ts'
import { roleOfType, typeOfRole } from './session.ts'
import type { WireUser, WireUserForm } from './user.schema.ts'

export const userToWire = (user: UserRecord): WireUser => ({
  _id: user.id,
  info: {
    name: { fname: user.firstName, lname: user.lastName },
    gender: user.gender,
    phone: user.phone,
    avatar: user.avatar,
    age: user.age,
  },
  email: { email: user.email },
  active: user.active ? 1 : 0,
  type: typeOfRole(user.role),
  missionType: user.missionType,
  school: user.school,
  birthDate: user.birthDate,
  nationalId: user.nationalId,
  emailConfirmedAt: user.emailConfirmedAt,
  guardian: user.guardian,
  erasureRequestedAt: user.erasureRequestedAt,
  unusedNoticeAt: user.unusedNoticeAt,
  secondFactor: user.secondFactor,
  lastSignInAt: user.lastSignInAt,
  version: user.version,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  deletedAt: user.deletedAt,
})

export const userFromWire = (wire: WireUser): UserRecord => ({
  id: wire._id,
  firstName: wire.info.name.fname,
  lastName: wire.info.name.lname,
  email: wire.email.email,
  phone: wire.info.phone,
  gender: wire.info.gender,
  age: wire.info.age,
  avatar: wire.info.avatar,
  role: roleOfType(wire.type),
  missionType: wire.missionType,
  active: wire.active === 1,
  school: wire.school,
  birthDate: wire.birthDate,
  nationalId: wire.nationalId,
  emailConfirmedAt: wire.emailConfirmedAt,
  guardian: wire.guardian,
  erasureRequestedAt: wire.erasureRequestedAt,
  unusedNoticeAt: wire.unusedNoticeAt,
  secondFactor: wire.secondFactor,
  lastSignInAt: wire.lastSignInAt,
  version: wire.version,
  createdAt: wire.createdAt,
  updatedAt: wire.updatedAt,
  deletedAt: wire.deletedAt,
})

const wireNames: Record<string, string> = { firstName: 'fname', lastName: 'lname', role: 'type', avatar: 'logo', active: 'status' }
const ownNames = Object.fromEntries(Object.entries(wireNames).map(([own, wire]) => [wire, own]))

/** The published name of a refused field, and our own of a published one. */
export const userFieldToWire = (field: string): string => wireNames[field] ?? field
export const userFieldFromWire = (field: string): string => ownNames[field] ?? field

/** The edit that a form means; what the form does not have is not in it. */
export const userEditFromForm = (form: WireUserForm): UserEdit => {
  const edit: UserEdit = { firstName: form.fname, email: form.email, phone: form.phone }
  if (form.id !== undefined) edit.id = form.id
  if (form.version !== undefined) edit.version = form.version
  if (form.password !== undefined) edit.password = form.password
  if (form.nationalId !== undefined) edit.nationalId = form.nationalId
  if (form.lname !== undefined) edit.lastName = form.lname
  if (form.gender !== undefined) edit.gender = form.gender
  if (form.age !== undefined) edit.age = form.age
  if (form.type !== undefined) edit.role = roleOfType(form.type)
  if (form.missionType !== undefined) edit.missionType = form.missionType
  return edit
}

/** The form as it goes over the wire. A picture that is null is taken away, one that is undefined stays as it is. */
export const userToForm = (draft: UserDraft, avatar?: Blob | null): FormData => {
  const form = new FormData()
  const fields: Record<string, string | Blob | undefined> = {
    id: draft.id,
    version: draft.version === undefined ? undefined : String(draft.version),
    fname: draft.firstName,
    lname: draft.lastName,
    email: draft.email,
    phone: draft.phone,
    gender: String(draft.gender ?? ''),
    age: String(draft.age ?? ''),
    password: draft.password,
    nationalId: draft.nationalId,
    type: String(typeOfRole(draft.role)),
    missionType: String(draft.missionType),
    logo: avatar ?? undefined,
    removeLogo: avatar === null ? 'true' : undefined,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  return form
}

export const userFilterToQuery = ({ search, role, active, leaving }: UserFilter) => ({
  s: search,
  type: role && String(typeOfRole(role)),
  active: active === undefined ? undefined : active ? '1' : '0',
  leaving,
})

type UserQuery = { s?: unknown; type?: unknown; active?: unknown; leaving?: unknown }
export const userFilterFromQuery = ({ s, type, active, leaving }: UserQuery): UserFilter => ({
  search: typeof s === 'string' ? s : undefined,
  role: type === undefined ? undefined : roleOfType(Number(type)),
  active: active === undefined ? undefined : active === '1',
  leaving: leavingKinds.find((kind) => kind === leaving),
})
