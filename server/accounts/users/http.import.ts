import { cleanNumberOrDateToWesternDigits, normalizeEmail } from '#contract/accounts/identity.ts'
import type { UserImportRow } from '#contract/accounts/user.schema.ts'
import {
  maxUserImportRows,
  requiredUserFields,
  type UserCsvField,
  type UserText,
  userCsvFields,
  userFields,
} from '#contract/accounts/user.ts'
import type { MissionType } from '#contract/event/event.ts'
import { isEmailAddress } from '#contract/platform/email.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { userFields as arLabels } from '#i18n/ar/user-fields.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { userFields as enLabels } from '#i18n/en/user-fields.ts'
import { writeAudits } from '#server/platform/audit/service.ts'
import { findSqlStateOrSystemCode } from '#server/platform/db/errors.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  buildGenderImportOptions,
  buildImportColumnValueOptions,
  buildTitleAndOtherTitlesOfColumn,
  importColumnTexts,
  missionTypeSpellings,
  yesNoOptions,
} from '#server/platform/http/import-column-texts.ts'
import { createCsvImport } from '#server/platform/imports/define-import.ts'
import { createSoftDeleteUndo } from '#server/platform/imports/service.ts'
import type { LineComparison } from '#server/platform/imports/skip-invalid-rows.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import {
  findCellTextProblem,
  findWebLinkProblemInNameCell,
  parsePhoneCell,
} from '#server/platform/lib/csv-text.ts'
import type { ImportColumn, ImportColumns, ReadImportOption } from '#server/platform/lib/import-columns.ts'
import {
  insertUsers,
  lockUsersAndListChangeStates,
  type NewUser,
  readTakenEmailSet,
  softDeleteUsers,
} from './queries.ts'
import { toUserAuditBeforeMasking } from './user-changes.ts'

type UserColumn = (typeof userFields)[UserCsvField]['column']

const { en, ar } = importColumnTexts
const columnDetails: Partial<Record<UserCsvField, Partial<ImportColumn>>> = {
  firstName: { text: 'name' },
  lastName: { text: 'name' },
  email: { format: 'email' },
  phone: { format: 'phone' },
  gender: { options: buildGenderImportOptions({ en: enLabels.options.gender, ar: arLabels.options.gender }) },
  role: {
    options: buildImportColumnValueOptions(
      { en: enLabels.options.role, ar: arLabels.options.role },
      { student: 'طالبة', coach: 'مدربة' },
    ),
  },
  missionType: {
    options: buildImportColumnValueOptions(
      { en: enCommon.missionType, ar: arCommon.missionType },
      missionTypeSpellings,
    ),
  },
  active: { options: yesNoOptions },
}
/** The columns of our own file that an import does not set. */
const ignoredColumns = new Set(['id', 'last_sign_in_at', 'created_at'])

/** The columns of a file of users. */
export const userImportColumns: ImportColumns<UserColumn> = {
  columns: userCsvFields.map(
    (field): ImportColumn<UserColumn> => ({
      ...buildTitleAndOtherTitlesOfColumn(
        { en: enLabels.labels[field], ar: arLabels.labels[field] },
        { en: en.user[field], ar: ar.user[field] },
      ),
      ...columnDetails[field],
      name: userFields[field].column,
      required: requiredUserFields.some((each) => each === field),
    }),
  ),
  isIgnored: (header) => ignoredColumns.has(header),
}

const required = requiredUserFields.map((field) => userFields[field].column)

/** Converts one line; reports each problem. */
const parseLine = (
  cell: (column: UserColumn) => string,
  readOption: ReadImportOption<UserColumn>,
  report: (problem: FieldProblem) => void,
): Omit<UserImportRow, 'line'> => {
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
    const problem = findWebLinkProblemInNameCell(cell(userFields[name].column))
    if (problem) report({ field: userFields[name].column, ...problem })
  }
  const email = readText('email')
  if (email !== '' && email.length <= userFields.email.maxLength && !isEmailAddress(email))
    report({ field: 'email', code: 'bad-format' })
  const typed = readText('phone')
  const phone = parsePhoneCell(typed) ?? null
  if (typed !== '' && typed.length <= userFields.phone.maxLength && phone === null)
    report({ field: 'phone', code: 'bad-format' })
  const age = cleanNumberOrDateToWesternDigits(cell('age'))
  if (!/^\d{0,9}$/.test(age)) report({ field: 'age', code: 'bad-number' })
  else if (Number(age) > userFields.age.max)
    report({ field: 'age', code: 'too-large', values: { limit: userFields.age.max } })
  const missionType = Number(readValue('mission_type') ?? 0) as MissionType
  const role = (readValue('role') ?? 'student') as UserImportRow['role']
  const gender = readValue('gender')
  // administrators are created by hand only
  if (role === 'admin') report({ field: 'role', code: 'not-imported' })
  return {
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
 * Compares the addresses of lines: one that is in the file twice or that a user has is taken, so that a repeated
 * import does nothing. Several users may share a phone number.
 */
const createEmailComparison = (takenEmails: ReadonlySet<string>): LineComparison<UserImportRow> => {
  const taken = new Set(takenEmails)
  return {
    listProblems: ({ line, email }) =>
      taken.has(email) ? [{ line, problem: { field: 'email', code: 'taken' }, value: email }] : [],
    add: ({ email }) => {
      if (email !== '') taken.add(email)
    },
  }
}

/**
 * The import of users from a CSV file as the export writes it (ids and instants are ignored). First name, email
 * and phone are required, as in the form (specification, section 5); administrators are rejected. Imported users
 * have no password and request one under 'forgot password'. They can be restored for 30 days after an undo.
 */
export const userImport = createCsvImport('users', {
  columns: userImportColumns,
  maxRows: maxUserImportRows,
  parse: async (file, { db }) => {
    const lines = await file.parseLines((cell, report) => parseLine(cell, file.readOption, report))
    const emails = await readTakenEmailSet(
      db,
      lines.map(({ email }) => email),
    )
    return { lines, startComparison: () => createEmailComparison(emails) }
  },
  toRow: (line) => line,
  runInTransaction: async (core, _eventId, work) => {
    const importOnce = () => inTransaction(core.database.db, (tx) => work(tx, undefined))
    try {
      return await importOnce()
    } catch (error) {
      // a concurrent request took an address, which the second attempt reports
      if (findSqlStateOrSystemCode(error) !== '23505') throw error
      return importOnce()
    }
  },
  insert: async (tx, lines, { actor, reportInserted }) => {
    const rows = await insertUsers(
      tx,
      lines.map(({ line: _, ...user }): NewUser => user),
      reportInserted,
    )
    await writeAudits(
      tx,
      rows.map((row) => ({
        actor,
        action: 'import',
        entity: 'user',
        entityId: row.id,
        after: toUserAuditBeforeMasking(row),
      })),
    )
    return rows.map(({ id }) => id)
  },
  undo: createSoftDeleteUndo({
    entity: 'user',
    lock: lockUsersAndListChangeStates,
    softDelete: softDeleteUsers,
    toAudit: toUserAuditBeforeMasking,
  }),
})
