import type { MissionType } from '../event/event.ts'
import type { Permission, RegionLimit } from './permissions.ts'
import type { GuardianConsent } from './registration.schema.ts'
import type { Role } from './session.ts'

/** 0 male, 1 female. */
export const genders = [0, 1] as const
export type Gender = (typeof genders)[number]

/**
 * The fields of a user: the limit of each text in characters, the column in CSV files, and whether it is
 * required. Limits, checks, CSV columns, the audit log, differences between versions and the copy of own data
 * derive from this list. Labels: i18n/en/user-fields.ts.
 */
export const userFields = {
  firstName: { column: 'first_name', maxLength: 100, required: true },
  lastName: { column: 'last_name', maxLength: 100 },
  email: { column: 'email', maxLength: 320, required: true },
  phone: { column: 'phone', maxLength: 40, required: true },
  gender: { column: 'gender' },
  age: { column: 'age', min: 0, max: 120 },
  role: { column: 'role' },
  permissions: {},
  regionIds: {},
  missionType: { column: 'mission_type' },
  active: { column: 'active' },
  birthDate: {},
  school: { maxLength: 200 },
  nationalId: { maxLength: 40 },
  lang: {},
} as const
export type UserField = keyof typeof userFields
type FieldsWith<Description> = {
  [F in UserField]: (typeof userFields)[F] extends Description ? F : never
}[UserField]
/** The fields of a user that are texts. */
export type UserText = FieldsWith<{ maxLength: number }>
export type RequiredUserField = FieldsWith<{ required: true }>
/** The fields that CSV files of users have. */
export type UserCsvField = FieldsWith<{ column: string }>

export const userFieldNames = Object.keys(userFields) as UserField[]
export const requiredUserFields = userFieldNames.filter(
  (field): field is RequiredUserField => 'required' in userFields[field],
)
export const userCsvFields = userFieldNames.filter(
  (field): field is UserCsvField => 'column' in userFields[field],
)
/** The fields that a user updates. */
export const ownerEditableUserFields = [
  ...(['firstName', 'lastName', 'email', 'phone', 'lang'] as const),
  ...(['school', 'birthDate', 'gender', 'nationalId'] as const),
] satisfies UserField[]

/** Maximum number of rows in a CSV file of users. */
export const maxUserImportRows = 5000

/**
 * A user as administrators see it. `phone` is E.164; `avatar` is a path on this site; `version` counts the
 * updates; instants are ISO 8601.
 */
export type UserRecord = {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string | null
  gender: Gender | null
  age: number | null
  avatar: string | null
  role: Role
  /** Of a user of the back office; others have none. */
  permissions: readonly Permission[]
  /** The regions to which a user of the back office is limited; null without a limit. */
  regionIds: RegionLimit
  missionType: MissionType
  active: boolean
  school: string
  /** `YYYY-MM-DD` */
  birthDate: string | null
  /** Masked. */
  nationalId: string | null
  emailConfirmedAt: string | null
  guardian: GuardianConsent | null
  erasureRequestedAt: string | null
  /** When the user, who has not signed in for years, was notified of the erasure. */
  unusedNoticeAt: string | null
  secondFactor: boolean
  lastSignInAt: string | null
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/**
 * The values of the user form. Without a `password` the current one stays; a new user has none until its
 * owner requests one by email.
 */
export type UserSubmission = Pick<
  UserRecord,
  'firstName' | 'lastName' | 'email' | 'gender' | 'age' | 'role' | 'missionType'
> & {
  id?: string
  version?: number
  phone: string
  permissions?: readonly Permission[]
  regionIds?: RegionLimit
  password?: string
  /** Replaces the stored one; without it that stays. */
  nationalId?: string
}

/** The update of a user as the server receives it; a field that is undefined stays as it is. */
export type UserEdit = Pick<
  UserSubmission,
  'id' | 'version' | 'firstName' | 'email' | 'phone' | 'password' | 'nationalId' | 'permissions' | 'regionIds'
> &
  Partial<Pick<UserSubmission, 'lastName' | 'gender' | 'age' | 'role' | 'missionType'>>

/** Why a user is due for erasure: the user requested it, or did not use the account for years. */
export const erasureReasons = ['asked', 'unused'] as const
export type ErasureReason = (typeof erasureReasons)[number]

export type UserFilter = {
  search?: string | undefined
  role?: Role | undefined
  active?: boolean | undefined
  erasureReason?: ErasureReason | undefined
}

/** Limits of a guardian's texts in characters. */
export const guardianFields = { name: { maxLength: 200 }, contact: { maxLength: 200 } } as const

/**
 * The length of a password in characters: at least eight (NIST SP 800-63B, with other protections), without
 * rules about kinds of characters.
 */
export const passwordLength = { min: 8, max: 200 } as const
