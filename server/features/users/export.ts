import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import type { UserRecord } from '#contract/user.ts'

const columns: readonly [string, (user: UserRecord) => string | number | boolean | null][] = [
  ['id', (user) => user.id],
  ['first_name', (user) => user.firstName],
  ['last_name', (user) => user.lastName],
  ['email', (user) => user.email],
  // a spreadsheet takes a plus for a formula
  ['phone', (user) => user.phone?.replace(/^\+/, '') ?? null],
  ['gender', (user) => (user.gender === null ? null : user.gender === 0 ? 'male' : 'female')],
  ['age', (user) => user.age],
  ['role', (user) => user.role],
  ['mission_type', (user) => user.missionType],
  ['active', (user) => user.active],
  ['last_sign_in_at', (user) => user.lastSignInAt],
  ['created_at', (user) => user.createdAt],
]

/** Users as a CSV file for spreadsheets, a part at a time; no passwords, no national IDs. */
export const csvOfUsers = async function* (parts: AsyncIterable<UserRecord[]>): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(columns.map(([name]) => name))
  for await (const users of parts) yield users.map((user) => formatCsvRow(columns.map(([, cell]) => cell(user)))).join('')
}
