import type { UserImportPreview, UserImportRow } from '#contract/user.ts'
import { roleOfType, typeOfRole } from './session.ts'
import type { WireUserImport } from './user-import.schema.ts'

export const userImportRowToWire = (row: UserImportRow): WireUserImport['rows'][number] => ({
  line: row.line,
  fname: row.firstName,
  lname: row.lastName,
  email: row.email,
  phone: row.phone,
  gender: row.gender,
  age: row.age,
  type: typeOfRole(row.role),
  missionType: row.missionType,
  active: row.active ? 1 : 0,
})

export const userImportFromWire = (wire: WireUserImport): UserImportPreview => ({
  rows: wire.rows.map((row) => ({
    line: row.line,
    firstName: row.fname,
    lastName: row.lname,
    email: row.email,
    phone: row.phone,
    gender: row.gender,
    age: row.age,
    role: roleOfType(row.type),
    missionType: row.missionType,
    active: row.active === 1,
  })),
  problems: wire.problems.map(({ line, field, msg }) => ({ line, field, message: msg })),
  count: wire.count,
})
