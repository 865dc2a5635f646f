import { type MissionType, missionTypes } from '#contract/event.ts'
import { normalEmail, westernDigits } from '#contract/rules/identity.ts'
import { type Gender, type UserImportRow, userLimits } from '#contract/user.ts'
import { z } from '#contract/z.ts'
import { getSqlState } from '#server/db/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudits } from '#server/features/audit/service.ts'
import { normalPhone } from '#server/features/session/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type CsvRowProblem, parseCsv } from '#server/lib/parse-csv.ts'
import { insertUsers, type NewUser, usersThere } from './queries.ts'
import { userToAudit } from './service.ts'

/** How many rows and problems are shown of a file; all count. */
const shown = 200
const required = ['first_name', 'email', 'phone'] as const
// the last three are the export's: what they say is not somebody else's to set
const columns = [
  ...required,
  'last_name',
  'gender',
  'age',
  'role',
  'mission_type',
  'active',
  'id',
  'last_sign_in_at',
  'created_at',
] as const
type Column = (typeof columns)[number]

/** What may stand in a cell, in the spelling of the export and in those that people use. */
const genders: Record<string, Gender | null> = { '': null, male: 0, m: 0, '0': 0, ذكر: 0, female: 1, f: 1, '1': 1, أنثى: 1, انثى: 1 }
const roles: Record<string, 'student' | 'coach' | 'admin'> = {
  ...{ '': 'student', student: 'student', طالب: 'student', طالبة: 'student' },
  ...{ coach: 'coach', مدرب: 'coach', مدربة: 'coach' },
  ...{ admin: 'admin', مدير: 'admin' },
}
const switches: Record<string, boolean> = {
  ...{ '': true, true: true, yes: true, '1': true, نعم: true },
  ...{ false: false, no: false, '0': false, لا: false },
}
const known = <T>(words: Record<string, T>, word: string): T | undefined => (Object.hasOwn(words, word) ? words[word] : undefined)

const isEmail = (text: string) => z.email().safeParse(text).success

/** A number as the export writes it, E.164 without its plus, or as people type it; undefined for what is none. */
const phoneOf = (cell: string): string | undefined => {
  const digits = westernDigits(cell)
  // a number that begins with its country has one reading; a national one is read only when there is no other
  return (/^[1-9]\d{9,14}$/.test(digits) ? normalPhone(`+${digits}`) : undefined) ?? normalPhone(cell)
}

/** Reads one line; what cannot be used is told to `refuse`. */
const readLine = (line: number, cell: (column: Column) => string, refuse: (problem: FieldProblem) => void): UserImportRow => {
  const text = (field: Column, limit: number) => {
    const value = cell(field)
    if (value === '' && required.some((one) => one === field)) refuse({ field, code: 'required' })
    else if (value.length > limit) refuse({ field, code: 'too-long', values: { limit } })
    return value
  }
  /** The meaning of a word; an unknown one is told, and `fallback` stands in. */
  const word = <T>(field: Column, words: Record<string, T>, fallback: T): T => {
    const meaning = known(words, westernDigits(cell(field).toLowerCase()))
    if (meaning === undefined) refuse({ field, code: 'unknown-value' })
    return meaning ?? fallback
  }
  const email = text('email', userLimits.email)
  if (email !== '' && email.length <= userLimits.email && !isEmail(email)) refuse({ field: 'email', code: 'bad-format' })
  const typed = text('phone', userLimits.phone)
  const phone = phoneOf(typed) ?? null
  if (typed !== '' && typed.length <= userLimits.phone && phone === null) refuse({ field: 'phone', code: 'bad-format' })
  const age = westernDigits(cell('age'))
  if (!/^\d{0,9}$/.test(age)) refuse({ field: 'age', code: 'bad-number' })
  else if (Number(age) > userLimits.age) refuse({ field: 'age', code: 'too-large', values: { limit: userLimits.age } })
  const mission = westernDigits(cell('mission_type'))
  const missionType = missionTypes.find((type) => String(type) === (mission || '0'))
  if (missionType === undefined) refuse({ field: 'mission_type', code: 'unknown-value' })
  const role = word('role', roles, 'student')
  // whoever may run the back office is named by hand, one at a time
  if (role === 'admin') refuse({ field: 'role', code: 'not-imported' })
  return {
    line,
    firstName: text('first_name', userLimits.name),
    lastName: text('last_name', userLimits.name),
    email: normalEmail(email),
    phone,
    gender: word('gender', genders, null),
    age: /^\d{1,3}$/.test(age) ? Number(age) : null,
    role,
    missionType: (missionType ?? 0) as MissionType,
    active: word('active', switches, true),
  }
}

/** Refuses an address and a number that stand in the file twice or are somebody's already: so a repeat of an import does nothing. */
const refuseTaken = (rows: readonly UserImportRow[], there: ReadonlySet<string>): CsvRowProblem[] => {
  const seen = new Set(there)
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
 * A CSV file of users, such as the export writes (its ids and instants are passed over): looked at, or imported, all or nothing. First name, e-mail and phone
 * must be there, as in the form (specification, section 5); administrators are refused. Nobody gets a password: it is asked for under 'forgot password'.
 */
export const userImport = ({ database }: Pick<Core, 'database'>) => {
  const look = async (db: Core['database']['db'], bytes: Uint8Array) => {
    const file = parseCsv(bytes, { columns, required, maxRows: userLimits.lines })
    const problems = [...file.problems]
    const rows = file.rows.map(({ line, cell }) => readLine(line, cell, (problem) => problems.push({ line, problem })))
    const there = await usersThere(
      db,
      rows.map(({ email }) => email),
      rows.flatMap(({ phone }) => phone ?? []),
    )
    problems.push(...refuseTaken(rows, there))
    return {
      imported: {
        rows: rows.slice(0, shown),
        problems: problems.toSorted((a, b) => a.line - b.line).slice(0, shown),
        count: rows.length,
      },
      users: rows.map(({ line: _, ...user }): NewUser => user),
    }
  }

  return {
    preview: async (bytes: Uint8Array) => (await look(database.db, bytes)).imported,

    /** Imports all lines, or none: with problems it is `refused`. */
    run: async (bytes: Uint8Array, actor: Actor) => {
      const work = () =>
        inTransaction(database.db, async (tx) => {
          const { imported, users } = await look(tx, bytes)
          if (imported.problems.length > 0) return { ...imported, refused: true }
          const rows = await insertUsers(tx, users)
          await writeAudits(
            tx,
            rows.map((row) => ({ actor, action: 'import', entity: 'user', entityId: row.id, after: userToAudit(row) })),
          )
          return { ...imported, refused: false }
        })
      try {
        return await work()
      } catch (error) {
        // somebody else took an address in the same moment: a second look finds it
        if (getSqlState(error) !== '23505') throw error
        return work()
      }
    },
  }
}
