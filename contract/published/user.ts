import {
  erasureReasons,
  type UserEdit,
  type UserFilter,
  type UserRecord,
  type UserSubmission,
} from '#contract/accounts/user.ts'
import { createFieldNameTranslators } from './record.ts'
import { fromPublishedRoleOrDefaultStudent, toPublishedRoleNumber } from './session.ts'
import type { PublishedUser, PublishedUserFilter, SaveUserRequest } from './user.schema.ts'

export const toPublishedUser = (user: UserRecord): PublishedUser => ({
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
  type: toPublishedRoleNumber(user.role),
  ...(user.permissions.length > 0 ? { permissions: [...user.permissions] } : {}),
  ...(user.regionIds ? { regions: [...user.regionIds] } : {}),
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

export const fromPublishedUser = (json: PublishedUser): UserRecord => ({
  id: json._id,
  firstName: json.info.name.fname,
  lastName: json.info.name.lname,
  email: json.email.email,
  phone: json.info.phone,
  gender: json.info.gender,
  age: json.info.age,
  avatar: json.info.avatar,
  role: fromPublishedRoleOrDefaultStudent(json.type),
  permissions: json.permissions ?? [],
  regionIds: json.regions ?? null,
  missionType: json.missionType,
  active: json.active === 1,
  school: json.school,
  birthDate: json.birthDate,
  nationalId: json.nationalId,
  emailConfirmedAt: json.emailConfirmedAt,
  guardian: json.guardian,
  erasureRequestedAt: json.erasureRequestedAt,
  unusedNoticeAt: json.unusedNoticeAt,
  secondFactor: json.secondFactor,
  lastSignInAt: json.lastSignInAt,
  version: json.version,
  createdAt: json.createdAt,
  updatedAt: json.updatedAt,
  deletedAt: json.deletedAt,
})

/** Convert the name of a field to the published name, and back. */
export const [toPublishedUserField, fromPublishedUserField] = createFieldNameTranslators({
  firstName: 'fname',
  lastName: 'lname',
  role: 'type',
  avatar: 'logo',
  regionIds: 'regions',
  active: 'status',
})

/** Returns the user of a form; fields that the form lacks are undefined. */
export const fromPublishedUserForm = (form: SaveUserRequest): UserEdit => {
  const edit: UserEdit = { firstName: form.fname, email: form.email, phone: form.phone }
  if (form.id !== undefined) edit.id = form.id
  if (form.version !== undefined) edit.version = form.version
  if (form.password !== undefined) edit.password = form.password
  if (form.nationalId !== undefined) edit.nationalId = form.nationalId
  if (form.lname !== undefined) edit.lastName = form.lname
  if (form.gender !== undefined) edit.gender = form.gender
  if (form.age !== undefined) edit.age = form.age
  if (form.type !== undefined) edit.role = fromPublishedRoleOrDefaultStudent(form.type)
  if (form.permissions !== undefined) edit.permissions = form.permissions
  if (form.regions !== undefined) edit.regionIds = form.regions.length > 0 ? form.regions : null
  if (form.missionType !== undefined) edit.missionType = form.missionType
  return edit
}

/** Builds the user form. A null avatar removes the image; an undefined one does not change it. */
export const toPublishedUserFormData = (user: UserSubmission, avatar?: Blob | null): FormData => {
  const form = new FormData()
  const fields: Record<string, string | Blob | undefined> = {
    id: user.id,
    version: user.version === undefined ? undefined : String(user.version),
    fname: user.firstName,
    lname: user.lastName,
    email: user.email,
    phone: user.phone,
    gender: String(user.gender ?? ''),
    age: String(user.age ?? ''),
    password: user.password,
    nationalId: user.nationalId,
    type: String(toPublishedRoleNumber(user.role)),
    permissions: user.permissions?.join(','),
    regions: user.regionIds === undefined ? undefined : (user.regionIds ?? []).join(','),
    missionType: String(user.missionType),
    logo: avatar ?? undefined,
    removeLogo: avatar === null ? 'true' : undefined,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  return form
}

export const toPublishedUserFilter = ({
  search,
  role,
  active,
  erasureReason,
}: UserFilter): PublishedUserFilter => ({
  s: search,
  type: role && String(toPublishedRoleNumber(role)),
  active: active === undefined ? undefined : active ? '1' : '0',
  leaving: erasureReason,
})

export const fromPublishedUserFilter = ({ s, type, active, leaving }: PublishedUserFilter): UserFilter => ({
  search: s,
  role: type === undefined ? undefined : fromPublishedRoleOrDefaultStudent(Number(type)),
  active: active === undefined ? undefined : active === '1',
  erasureReason: erasureReasons.find((reason) => reason === leaving),
})
