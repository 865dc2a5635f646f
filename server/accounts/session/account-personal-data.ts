import type { AccountUpdate } from '#contract/accounts/account.schema.ts'
import { normalizeNationalId } from '#contract/accounts/identity.ts'
import {
  findBirthDateProblem,
  getGuardianProblemsByField,
  type RegistrationProblems,
} from '#contract/accounts/registration.ts'
import type { Gender } from '#contract/accounts/user.ts'
import { isMinor } from '#contract/people/teams/age.ts'
import { findNationalIdProblem } from '#contract/people/teams/national-id.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import { buildNoticeTextForOrganizers } from '#server/platform/emails/messages.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import { createNationalIdConflictRunner } from '#server/platform/lib/limiters.ts'
import { insertMessageAndGetNumber } from '#server/site/messages/service.ts'
import { findOwnUserRow, type OwnUserRow } from './queries-account.ts'

type Columns = {
  school?: string | null
  birthDate?: string
  gender?: Gender | null
  nationalId?: string
  nationalIdIndex?: string
  guardian?: NonNullable<OwnUserRow['guardian']>
}

const decryptOrEmpty = (encryption: FieldEncryption, { id, nationalId }: OwnUserRow): string => {
  if (nationalId === null) return ''
  try {
    return encryption.decrypt(nationalId, 'users.national_id', id)
  } catch {
    // it was encrypted with a key that is lost
    return ''
  }
}

/**
 * Returns the columns that a user update sets besides names and addresses; undefined fields set none. A
 * stored date of birth can be corrected but not removed; it and the gender must match an Egyptian ID. The
 * national ID can be set once. A minor needs a guardian's consent, stored or in this update. `today` is the
 * calendar date on which ages are counted. Throws `bad-input` with every invalid field.
 */
export const validateAndEncryptPersonalData = (
  before: OwnUserRow,
  update: AccountUpdate,
  encryption: FieldEncryption,
  { now, today }: { now: Date; today: string },
): Columns => {
  const problems: RegistrationProblems = {}
  const columns: Columns = {}
  const birthDate =
    update.birthDate === undefined || (update.birthDate === '' && before.birthDate === null)
      ? undefined
      : update.birthDate
  if (update.school !== undefined) columns.school = update.school || null
  if (birthDate !== undefined && birthDate !== before.birthDate) {
    const problem = findBirthDateProblem(birthDate, today)
    if (problem) problems.birthDate = problem
    else columns.birthDate = birthDate
  }
  if (update.gender !== undefined) columns.gender = update.gender
  const birthDateAndGender = {
    birthDate: columns.birthDate ?? before.birthDate,
    gender: columns.gender ?? (before.gender as Gender | null),
  }

  const typed = normalizeNationalId(update.nationalId ?? '')
  const stored = decryptOrEmpty(encryption, before)
  const isNewId = typed !== '' && typed !== stored
  const isAlreadySet = isNewId && before.nationalId !== null
  if (isNewId && !isAlreadySet) {
    const problem = findNationalIdProblem(typed, birthDateAndGender)
    if (problem) problems.nationalId = problem
    else
      Object.assign(columns, {
        nationalId: encryption.encrypt(typed, 'users.national_id', before.id),
        nationalIdIndex: encryption.keyedHash(typed),
      })
  } else if (stored !== '' && (columns.birthDate !== undefined || columns.gender !== undefined)) {
    // only a changed field is reported as not matching
    if (
      columns.birthDate !== undefined &&
      findNationalIdProblem(stored, { birthDate: columns.birthDate }) === 'other-birth-date'
    )
      problems.birthDate = 'other-birth-date'
    if (
      columns.gender !== before.gender &&
      findNationalIdProblem(stored, { gender: columns.gender }) === 'other-gender'
    )
      problems.gender = 'other-gender'
  }

  if (update.guardian) {
    Object.assign(problems, getGuardianProblemsByField(update.guardian))
    columns.guardian = { ...update.guardian, consentAt: now.toISOString() }
  } else if (
    before.role !== 'admin' &&
    columns.birthDate &&
    isMinor(columns.birthDate, today) &&
    !before.guardian
  )
    Object.assign(problems, getGuardianProblemsByField(null))

  const fields = [
    ...(isAlreadySet ? [{ field: 'nationalId', code: 'set-already' as const }] : []),
    ...Object.entries(problems).map(([field, code]) => ({ field, code })),
  ]
  if (fields.length > 0) throw new AppError('bad-input', fields)
  return columns
}

const isNationalIdConflict = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code === 'conflict' &&
  error.fields.some(({ field }) => field === 'nationalId')

/**
 * Creates the guard of account updates: a national ID of another user is refused without saying that an
 * account has it. The organizers get a message, and the limit of national ID conflicts counts it.
 */
export const createNationalIdReportingRunner = (core: Core) => {
  const { db } = core.database
  const limitConflicts = createNationalIdConflictRunner(core)

  /**
   * Runs `update`. Throws `conflict` (`nationalId`: `id-not-accepted`), and `too-many` after ten conflicts in
   * a day.
   */
  return <T>({ userId, lang }: { userId: string; lang: Lang }, update: () => Promise<T>): Promise<T> =>
    limitConflicts(userId, update, {
      isConflict: isNationalIdConflict,
      refuse: async (cause) => {
        const row = await findOwnUserRow(db, userId)
        if (row) {
          const { firstName, lastName, email } = row
          await insertMessageAndGetNumber(db, {
            kind: 'issue',
            firstName,
            lastName,
            email,
            body: buildNoticeTextForOrganizers('nationalIdConflict', lang),
            lang,
          })
        }
        return new AppError('conflict', [{ field: 'nationalId', code: 'id-not-accepted' }], undefined, {
          cause,
        })
      },
    })
}
