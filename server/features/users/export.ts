import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'
import { type UserCsvField, type UserRecord, userCsvFields, userFields } from '#contract/user.ts'

const toCell = (user: UserRecord, field: UserCsvField): string | number | boolean | null => {
  // spreadsheets read a leading plus as a formula
  if (field === 'phone') return user.phone?.replace(/^\+/, '') ?? null
  if (field === 'gender') return user.gender === null ? null : user.gender === 0 ? 'male' : 'female'
  return user[field]
}

const header = ['id', ...userCsvFields.map((field) => userFields[field].column), 'last_sign_in_at', 'created_at']

/** Converts users to a CSV file for spreadsheets, in parts, without passwords and national IDs. Times have the offset of `timeZone`. */
export const formatUsersCsv = async function* (batches: AsyncIterable<UserRecord[]>, timeZone: string): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(header)
  for await (const users of batches)
    yield users
      .map((user) =>
        formatCsvRow([
          user.id,
          ...userCsvFields.map((field) => toCell(user, field)),
          user.lastSignInAt && formatWithOffset(user.lastSignInAt, timeZone),
          formatWithOffset(user.createdAt, timeZone),
        ]),
      )
      .join('')
}
