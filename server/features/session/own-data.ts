import type { AccountDraft } from '#contract/account.ts'
import { isMinor, toIsoDate } from '#contract/rules/age.ts'
import { normalNationalId } from '#contract/rules/identity.ts'
import { findNationalIdProblem } from '#contract/rules/national-id.ts'
import { birthDateProblem, guardianProblems, type PersonProblems } from '#contract/rules/registration.ts'
import type { Gender } from '#contract/user.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import type { OwnRow } from './queries-account.ts'

type Columns = {
  school?: string | null
  birthDate?: string
  gender?: Gender | null
  nationalId?: string
  nationalIdIndex?: string
  guardian?: NonNullable<OwnRow['guardian']>
}

const openedOr = (encryption: FieldEncryption, sealed: string | null): string => {
  if (sealed === null) return ''
  try {
    return encryption.decrypt(sealed)
  } catch {
    // sealed under a key that is gone: it cannot be compared with anything
    return ''
  }
}

/**
 * What an owner changes of themselves beside name and addresses; what the draft does not have stays. A date of birth, once there, can be corrected but not taken
 * away; it and the gender must fit an Egyptian ID. The national ID can be set once. Who is a minor by the new date needs a guardian's consent, kept or given now.
 * Throws `bad-input` with every refused field.
 */
export const ownDataChange = (before: OwnRow, draft: AccountDraft, encryption: FieldEncryption, now: Date): Columns => {
  const today = toIsoDate(now)
  const problems: PersonProblems = {}
  const columns: Columns = {}
  const birthDate = draft.birthDate === undefined || (draft.birthDate === '' && before.birthDate === null) ? undefined : draft.birthDate
  if (draft.school !== undefined) columns.school = draft.school || null
  if (birthDate !== undefined && birthDate !== before.birthDate) {
    const problem = birthDateProblem(birthDate, today)
    if (problem) problems.birthDate = problem
    else columns.birthDate = birthDate
  }
  if (draft.gender !== undefined) columns.gender = draft.gender
  const said = { birthDate: columns.birthDate ?? before.birthDate, gender: columns.gender ?? (before.gender as Gender | null) }

  const typed = normalNationalId(draft.nationalId ?? '')
  const kept = openedOr(encryption, before.nationalId)
  const setsId = typed !== '' && typed !== kept
  const refuseId = setsId && before.nationalId !== null
  if (setsId && !refuseId) {
    const problem = findNationalIdProblem(typed, said)
    if (problem) problems.nationalId = problem
    else Object.assign(columns, { nationalId: encryption.encrypt(typed), nationalIdIndex: encryption.keyedHash(typed) })
  } else if (kept !== '' && (columns.birthDate !== undefined || columns.gender !== undefined)) {
    // only what is changed now is told not to fit
    if (columns.birthDate !== undefined && findNationalIdProblem(kept, { birthDate: columns.birthDate }) === 'other-birth-date')
      problems.birthDate = 'other-birth-date'
    if (columns.gender !== before.gender && findNationalIdProblem(kept, { gender: columns.gender }) === 'other-gender')
      problems.gender = 'other-gender'
  }

  if (draft.guardian) {
    Object.assign(problems, guardianProblems(draft.guardian))
    columns.guardian = { ...draft.guardian, consentAt: now.toISOString() }
  } else if (before.role !== 'admin' && columns.birthDate && isMinor(columns.birthDate, today) && !before.guardian)
    Object.assign(problems, guardianProblems(null))

  const fields = [
    ...(refuseId ? [{ field: 'nationalId', code: 'set-already' as const }] : []),
    ...Object.entries(problems).map(([field, code]) => ({ field, code })),
  ]
  if (fields.length > 0) throw new AppError('bad-input', fields)
  return columns
}
