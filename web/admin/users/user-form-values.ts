import type { MissionType } from '#contract/event.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import type { Permission } from '#contract/rules/permissions.ts'
import type { Role } from '#contract/session.ts'
import { type Gender, type UserRecord, type UserSubmission, userFields } from '#contract/user.ts'
import type { PictureChange } from '#web/admin/shared/picture-field.tsx'

/** The values of the user form. Empty `gender` and `age` mean no answer; an empty `password` keeps the stored one. */
export type UserFormValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  gender: string
  age: string
  role: Role
  permissions: readonly Permission[]
  missionType: MissionType
  /** Empty to keep the stored one. */
  nationalId: string
  password: string
  confirm: string
  avatar: PictureChange
}

/** The initial values of a new user: a student of the first mission type (specification, section 9). */
export const emptyUserFormValues: UserFormValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  gender: '',
  age: '',
  role: 'student',
  permissions: [],
  missionType: 0,
  nationalId: '',
  password: '',
  confirm: '',
  avatar: undefined,
}

/** Maps a user to the values of the form. */
export const toUserFormValues = (user: UserRecord): UserFormValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone ?? '',
  gender: String(user.gender ?? ''),
  age: String(user.age ?? ''),
  role: user.role,
  permissions: user.permissions,
  missionType: user.missionType,
  nationalId: '',
  password: '',
  confirm: '',
  avatar: undefined,
})

/** Parses an age in years; Arabic digits are allowed. Null for empty text, undefined for an invalid age. */
export const parseAge = (typed: string): number | null | undefined => {
  const digits = toWesternDigits(typed.trim())
  if (digits === '') return null
  return /^\d{1,3}$/.test(digits) && Number(digits) <= userFields.age.max ? Number(digits) : undefined
}

/** Maps the form to the request, without the picture. */
export const toUserSubmission = (values: UserFormValues, edited?: { id: string; version: number }): UserSubmission => ({
  ...edited,
  firstName: values.firstName,
  lastName: values.lastName,
  email: values.email,
  phone: values.phone,
  gender: values.gender === '' ? null : (Number(values.gender) as Gender),
  age: parseAge(values.age) ?? null,
  role: values.role,
  ...(values.role === 'admin' ? { permissions: values.permissions } : {}),
  missionType: values.missionType,
  ...(values.nationalId.trim() ? { nationalId: values.nationalId.trim() } : {}),
  ...(values.password ? { password: values.password } : {}),
})
