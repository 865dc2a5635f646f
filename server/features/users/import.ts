import { type MissionType, missionTypes } from '#contract/event.ts'
import { isEmailAddress } from '#contract/rules/email.ts'
import { normalizeEmail, toWesternDigits } from '#contract/rules/identity.ts'
import { findPersonNameProblem } from '#contract/rules/person-name.ts'
import {
  type Gender,
  maxUserImportRows,
  requiredUserFields,
  type UserImportRow,
  type UserText,
  userCsvFields,
  userFields,
} from '#contract/user.ts'
import { getSqlState } from '#server/db/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudits } from '#server/features/audit/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type CsvRowProblem, mapInBatches, parseCsv } from '#server/lib/parse-csv.ts'
import { parsePhone } from '#server/lib/phone.ts'
import { findTakenIdentities, insertUsers, type NewUser } from './queries.ts'
import { toUserAudit } from './service.ts'

/** How many rows and problems a preview has; all of them are counted. */
const previewLimit = 200
const required = requiredUserFields.map((field) => userFields[field].column)
// the last three are columns of the export that an import does not set
const columns = [...userCsvFields.map((field) => userFields[field].column), 'id', 'last_sign_in_at', 'created_at'] as const
type Column = (typeof columns)[number]

/** The accepted texts of cells, as the export writes them and as people write them. */
const genderTexts: Record<string, Gender | null> = { '': null, male: 0, m: 0, '0': 0, ذكر: 0, female: 1, f: 1, '1': 1, أنثى: 1, انثى: 1 }
const roleTexts: Record<string, 'student' | 'coach' | 'admin'> = {
  ...{ '': 'student', student: 'student', طالب: 'student', طالبة: 'student' },
  ...{ coach: 'coach', مدرب: 'coach', مدربة: 'coach' },
  ...{ admin: 'admin', مدير: 'admin' },
}
const activeTexts: Record<string, boolean> = {
  ...{ '': true, true: true, yes: true, '1': true, نعم: true },
  ...{ false: false, no: false, '0': false, لا: false },
}
const findValue = <T>(values: Record<string, T>, text: string): T | undefined => (Object.hasOwn(values, text) ? values[text] : undefined)

/** Converts a cell to E.164: a number as the export writes it, without the plus, or as people type it. Undefined for an invalid one. */
const parsePhoneCell = (cell: string): string | undefined => {
  const digits = toWesternDigits(cell)
  // a number with a country code is unambiguous, so it comes first
  return (/^[1-9]\d{9,14}$/.test(digits) ? parsePhone(`+${digits}`) : undefined) ?? parsePhone(cell)
}

/** Converts one line; reports each problem. */
const parseRow = (line: number, cell: (column: Column) => string, report: (problem: FieldProblem) => void): UserImportRow => {
  const readText = (name: Exclude<UserText, 'school' | 'nationalId'>) => {
    const { column: field, maxLength: limit } = userFields[name]
    const value = cell(field)
    if (value === '' && required.some((one) => one === field)) report({ field, code: 'required' })
    else if (value.length > limit) report({ field, code: 'too-long', values: { limit } })
    return value
  }
  /** Converts a cell by a table of texts; reports an unknown one and returns `fallback`. */
  const readValue = <T>(field: Column, values: Record<string, T>, fallback: T): T => {
    const value = findValue(values, toWesternDigits(cell(field).toLowerCase()))
    if (value === undefined) report({ field, code: 'unknown-value' })
    return value ?? fallback
  }
  for (const name of ['firstName', 'lastName'] as const) {
    const problem = findPersonNameProblem(cell(userFields[name].column))
    if (problem) report({ field: userFields[name].column, code: problem })
  }
  const email = readText('email')
  if (email !== '' && email.length <= userFields.email.maxLength && !isEmailAddress(email)) report({ field: 'email', code: 'bad-format' })
  const typed = readText('phone')
  const phone = parsePhoneCell(typed) ?? null
  if (typed !== '' && typed.length <= userFields.phone.maxLength && phone === null) report({ field: 'phone', code: 'bad-format' })
  const age = toWesternDigits(cell('age'))
  if (!/^\d{0,9}$/.test(age)) report({ field: 'age', code: 'bad-number' })
  else if (Number(age) > userFields.age.max) report({ field: 'age', code: 'too-large', values: { limit: userFields.age.max } })
  const mission = toWesternDigits(cell('mission_type'))
  const missionType = missionTypes.find((type) => String(type) === (mission || '0'))
  if (missionType === undefined) report({ field: 'mission_type', code: 'unknown-value' })
  const role = readValue('role', roleTexts, 'student')
  // administrators are created by hand only
  if (role === 'admin') report({ field: 'role', code: 'not-imported' })
  return {
    line,
    firstName: readText('firstName'),
    lastName: readText('lastName'),
    email: normalizeEmail(email),
    phone,
    gender: readValue('gender', genderTexts, null),
    age: /^\d{1,3}$/.test(age) ? Number(age) : null,
    role,
    missionType: (missionType ?? 0) as MissionType,
    active: readValue('active', activeTexts, true),
  }
}

/** Finds addresses and phone numbers that are in the file twice or that users have, so that a repeated import does nothing. */
const findTakenProblems = (rows: readonly UserImportRow[], takenIdentities: ReadonlySet<string>): CsvRowProblem[] => {
  const seen = new Set(takenIdentities)
  return rows.flatMap(({ line, email, phone }) => {
    const fields = [
      ['email', email],
      ['phone', phone],
    ] as const
    const taken = fields.filter(([, value]) => value && seen.has(value))
    for (const [, value] of fields) if (value) seen.add(value)
    return taken.map(([field]) => ({ line, problem: { field, code: 'taken' as const } }))
  })
}

/**
 * Creates the import of users from a CSV file as the export writes it (ids and instants are ignored). First name, e-mail and phone are required, as in the
 * form (specification, section 5); administrators are rejected. Imported users have no password and request one under 'forgot password'.
 */
export const createUserImportService = ({ database }: Pick<Core, 'database'>) => {
  const parseFile = async (db: Core['database']['db'], path: string) => {
    const file = await parseCsv(path, { columns, required, maxRows: maxUserImportRows })
    const problems = [...file.problems]
    const rows = await mapInBatches(file.rows, ({ line, cell }) => parseRow(line, cell, (problem) => problems.push({ line, problem })))
    const takenIdentities = await findTakenIdentities(
      db,
      rows.map(({ email }) => email),
      rows.flatMap(({ phone }) => phone ?? []),
    )
    problems.push(...findTakenProblems(rows, takenIdentities))
    return {
      result: {
        rows: rows.slice(0, previewLimit),
        problems: problems.toSorted((a, b) => a.line - b.line).slice(0, previewLimit),
        count: rows.length,
      },
      users: rows.map(({ line: _, ...user }): NewUser => user),
    }
  }

  return {
    preview: async (path: string) => (await parseFile(database.db, path)).result,

    /** Imports all rows, or none: a file with problems is `refused`. */
    run: async (path: string, actor: Actor) => {
      const importOnce = () =>
        inTransaction(database.db, async (tx) => {
          const { result, users } = await parseFile(tx, path)
          if (result.problems.length > 0) return { ...result, refused: true }
          const rows = await insertUsers(tx, users)
          await writeAudits(
            tx,
            rows.map((row) => ({ actor, action: 'import', entity: 'user', entityId: row.id, after: toUserAudit(row) })),
          )
          return { ...result, refused: false }
        })
      try {
        return await importOnce()
      } catch (error) {
        // a concurrent request took an address, which the second attempt reports
        if (getSqlState(error) !== '23505') throw error
        return importOnce()
      }
    },
  }
}
