import type { MissionType } from '#contract/event.ts'
import { isEmailAddress } from '#contract/rules/email.ts'
import { cleanNumber, normalizeEmail } from '#contract/rules/identity.ts'
import type { UserImportRow } from '#contract/user.schema.ts'
import {
  maxUserImportRows,
  requiredUserFields,
  type UserCsvField,
  type UserText,
  userFields,
} from '#contract/user.ts'
import { findDatabaseErrorCode } from '#server/db/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudits } from '#server/features/audit/service.ts'
import {
  assertImportUndoable,
  type ImportFile,
  insertImportAssertingNotRepeated,
  markImportUndoneAndListRecordIds,
  type UndoImport,
} from '#server/features/imports/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { findCellNameProblem, findCellTextProblem, parsePhoneCell } from '#server/lib/csv-text.ts'
import { createOptionReader, type ImportColumns, type ReadImportOption } from '#server/lib/import-columns.ts'
import {
  type CsvFile,
  type CsvRowProblem,
  parseCsvFile,
  transformItemsInSlices,
} from '#server/lib/parse-csv.ts'
import {
  insertUsers,
  lockUsersForImportUndo,
  type NewUser,
  readTakenEmailSet,
  softDeleteUsers,
} from './queries.ts'
import { toUserAudit } from './user-changes.ts'

/** How many rows and problems a preview has; all of them are counted. */
const previewLimit = 200
const required = requiredUserFields.map((field) => userFields[field].column)
export type UserColumn = (typeof userFields)[UserCsvField]['column']
export type UserImportColumns = ImportColumns<UserColumn>

/** Converts one line; reports each problem. */
const parseRow = (
  line: number,
  cell: (column: UserColumn) => string,
  readOption: ReadImportOption<UserColumn>,
  report: (problem: FieldProblem) => void,
): UserImportRow => {
  const readText = (name: Exclude<UserText, 'school' | 'nationalId'>) => {
    const { column: field, maxLength: limit } = userFields[name]
    const value = cell(field)
    if (value === '' && required.some((one) => one === field)) report({ field, code: 'required' })
    const problem = findCellTextProblem(value, { maxLength: limit })
    if (problem) report({ field, ...problem })
    return value
  }
  /** Returns the option of a cell; reports an unknown one. Undefined for an empty or unknown cell. */
  const readValue = (field: UserColumn): string | undefined => {
    if (cell(field) === '') return undefined
    const value = readOption(field, cell(field))
    if (value === undefined) report({ field, code: 'unknown-value' })
    return value
  }
  for (const name of ['firstName', 'lastName'] as const) {
    const problem = findCellNameProblem(cell(userFields[name].column))
    if (problem) report({ field: userFields[name].column, ...problem })
  }
  const email = readText('email')
  if (email !== '' && email.length <= userFields.email.maxLength && !isEmailAddress(email))
    report({ field: 'email', code: 'bad-format' })
  const typed = readText('phone')
  const phone = parsePhoneCell(typed) ?? null
  if (typed !== '' && typed.length <= userFields.phone.maxLength && phone === null)
    report({ field: 'phone', code: 'bad-format' })
  const age = cleanNumber(cell('age'))
  if (!/^\d{0,9}$/.test(age)) report({ field: 'age', code: 'bad-number' })
  else if (Number(age) > userFields.age.max)
    report({ field: 'age', code: 'too-large', values: { limit: userFields.age.max } })
  const missionType = Number(readValue('mission_type') ?? 0) as MissionType
  const role = (readValue('role') ?? 'student') as UserImportRow['role']
  const gender = readValue('gender')
  // administrators are created by hand only
  if (role === 'admin') report({ field: 'role', code: 'not-imported' })
  return {
    line,
    firstName: readText('firstName'),
    lastName: readText('lastName'),
    email: normalizeEmail(email),
    phone,
    gender: gender === undefined ? null : gender === 'female' ? 1 : 0,
    age: /^\d{1,3}$/.test(age) ? Number(age) : null,
    role,
    missionType,
    active: readValue('active') !== 'false',
  }
}

/**
 * Finds addresses that are in the file twice or that users have, so that a repeated import does nothing.
 * Several users may share a phone number.
 */
const findTakenProblems = (
  rows: readonly UserImportRow[],
  takenEmails: ReadonlySet<string>,
): CsvRowProblem[] => {
  const seen = new Set(takenEmails)
  return rows.flatMap(({ line, email }) => {
    const isTaken = seen.has(email)
    if (email) seen.add(email)
    return isTaken ? [{ line, problem: { field: 'email', code: 'taken' as const }, value: email }] : []
  })
}

/**
 * Creates the import of users from a CSV file as the export writes it (ids and instants are ignored). First
 * name, email and phone are required, as in the form (specification, section 5); administrators are
 * rejected. Imported users have no password and request one under 'forgot password'.
 */
export const createUserImportService = ({ database }: Core, importColumns: UserImportColumns) => {
  const parseFile = async (db: Core['database']['db'], csvFile: CsvFile) => {
    const file = await parseCsvFile(csvFile, { ...importColumns, maxRows: maxUserImportRows })
    const readOption = createOptionReader(importColumns.columns)
    const problems = [...file.problems]
    const rows = await transformItemsInSlices(file.rows, ({ line, cell }) =>
      parseRow(line, cell, readOption, (problem) =>
        problems.push({ line, problem, value: cell(problem.field as UserColumn) }),
      ),
    )
    const takenEmails = await readTakenEmailSet(
      db,
      rows.map(({ email }) => email),
    )
    problems.push(...findTakenProblems(rows, takenEmails))
    return {
      result: {
        rows: rows.slice(0, previewLimit),
        problems: problems.toSorted((a, b) => a.line - b.line).slice(0, previewLimit),
        problemCount: problems.length,
        count: rows.length,
        fileColumns: file.fileColumns,
      },
      users: rows.map(({ line: _, ...user }): NewUser => user),
    }
  }

  return {
    preview: async (file: ImportFile) => (await parseFile(database.db, file)).result,

    /** Imports all rows, or none: a file with problems is `refused`. */
    run: async (file: ImportFile, actor: Actor) => {
      const importOnce = () =>
        inTransaction(database.db, async (tx) => {
          const { result, users } = await parseFile(tx, file)
          if (result.problems.length > 0) return { ...result, refused: true }
          const rows = await insertUsers(tx, users)
          await writeAudits(
            tx,
            rows.map((row) => ({
              actor,
              action: 'import',
              entity: 'user',
              entityId: row.id,
              after: toUserAudit(row),
            })),
          )
          const recordIds = rows.map(({ id }) => id)
          await insertImportAssertingNotRepeated(tx, {
            kind: 'users',
            file,
            lineCount: result.count,
            recordIds,
            actor,
          })
          return { ...result, refused: false }
        })
      try {
        return await importOnce()
      } catch (error) {
        // a concurrent request took an address, which the second attempt reports
        if (findDatabaseErrorCode(error) !== '23505') throw error
        return importOnce()
      }
    },
  }
}

const batchSize = 500

/** Creates the function that deletes the users of an import. They can be restored for 30 days. */
export const createUserImportUndo =
  ({ database }: Core): UndoImport =>
  async ({ importId, actor }) => {
    await inTransaction(database.db, async (tx) => {
      const ids = await markImportUndoneAndListRecordIds(tx, importId, actor)
      assertImportUndoable(await lockUsersForImportUndo(tx, ids), ids.length)
      const deletedAt = new Date()
      for (let from = 0; from < ids.length; from += batchSize) {
        const before = await softDeleteUsers(tx, ids.slice(from, from + batchSize), deletedAt)
        await writeAudits(
          tx,
          before.map((row) => ({
            actor,
            action: 'delete',
            entity: 'user',
            entityId: row.id,
            before: toUserAudit(row),
          })),
        )
      }
    })
  }
