import type { MissionType } from './event.ts'
import type { ImportProblem } from './import.ts'
import type { Guardian } from './registration.ts'
import type { Role } from './session.ts'

/** 0 male, 1 female. */
export type Gender = 0 | 1

/** Somebody with an account, as administrators see it. `phone` is E.164; `avatar` a path on this site; `version` counts the saves; instants are ISO 8601. */
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
  missionType: MissionType
  active: boolean
  school: string
  /** `YYYY-MM-DD` */
  birthDate: string | null
  /** Masked. */
  nationalId: string | null
  emailConfirmedAt: string | null
  guardian: Guardian | null
  erasureRequestedAt: string | null
  /** When the owner of an account that nobody used for years was told that it will be erased. */
  unusedNoticeAt: string | null
  secondFactor: boolean
  lastSignInAt: string | null
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** What the user form sends. Without a `password` an old one stays, and a new account has none until its owner asks for one by mail. */
export type UserDraft = Pick<UserRecord, 'firstName' | 'lastName' | 'email' | 'gender' | 'age' | 'role' | 'missionType'> & {
  id?: string
  version?: number
  phone: string
  password?: string
  /** Corrects the one that is kept; without it that stays. */
  nationalId?: string
}

/** An edit as it arrives: what was not sent stays as it is. */
export type UserEdit = Pick<UserDraft, 'id' | 'version' | 'firstName' | 'email' | 'phone' | 'password' | 'nationalId'> &
  Partial<Pick<UserDraft, 'lastName' | 'gender' | 'age' | 'role' | 'missionType'>>

/** Which of the accounts that go: those whose owner asked for erasure, or whose owner was told that nobody used them for years. */
export const leavingKinds = ['asked', 'unused'] as const
export type LeavingKind = (typeof leavingKinds)[number]

/** Which users are asked for. */
export type UserFilter = {
  search?: string | undefined
  role?: Role | undefined
  active?: boolean | undefined
  leaving?: LeavingKind | undefined
}

/** A line of a CSV file of users as it was understood; what was no good is empty or null. */
export type UserImportRow = { line: number } & Pick<
  UserRecord,
  'firstName' | 'lastName' | 'email' | 'phone' | 'gender' | 'age' | 'role' | 'missionType' | 'active'
>
/** What a file would do, or did; `rows` and `problems` are the first 200 of each. */
export type UserImportPreview = { rows: UserImportRow[]; problems: ImportProblem[]; count: number }

/** Limits of a user's texts, in characters, of the age, in years, and of the lines of a file of users. */
export const userLimits = { name: 100, email: 320, phone: 40, age: 120, lines: 5000 } as const
