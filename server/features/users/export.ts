import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { type UserRecord, userFields } from '#contract/user.ts'

type UserColumn = [header: string, toCell: (user: UserRecord) => string | number | boolean | null]

const columns: readonly UserColumn[] = [
  ['id', (user) => user.id],
  [userFields.firstName.column, (user) => user.firstName],
  [userFields.lastName.column, (user) => user.lastName],
  [userFields.email.column, (user) => user.email],
  // spreadsheets read a leading plus as a formula
  [userFields.phone.column, (user) => user.phone?.replace(/^\+/, '') ?? null],
  [userFields.gender.column, (user) => (user.gender === null ? null : user.gender === 0 ? 'male' : 'female')],
  [userFields.age.column, (user) => user.age],
  [userFields.role.column, (user) => user.role],
  [userFields.missionType.column, (user) => user.missionType],
  [userFields.active.column, (user) => user.active],
  ['last_sign_in_at', (user) => user.lastSignInAt],
  ['created_at', (user) => user.createdAt],
]

/** Converts users to a CSV file for spreadsheets, in parts, without passwords and national IDs. */
export const usersToCsv = async function* (batches: AsyncIterable<UserRecord[]>): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(columns.map(([name]) => name))
  for await (const users of batches) yield users.map((user) => formatCsvRow(columns.map(([, cell]) => cell(user)))).join('')
}
