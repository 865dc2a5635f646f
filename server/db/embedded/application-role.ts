import type pg from 'pg'
import { findDatabaseErrorCode } from '#server/db/errors.ts'

/** The role of the running site in the embedded database. */
export const applicationRole = 'botola_app'

/** Creates the application role of the embedded database if it does not exist. Migrations grant it the rights on the tables. */
export const ensureApplicationRole = async (superuser: pg.ClientBase): Promise<void> => {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [applicationRole])
  if (rowCount) return
  try {
    await superuser.query(`create role ${applicationRole} login`)
  } catch (error) {
    // Another process created it at the same time.
    if (!['42710', '23505'].includes(findDatabaseErrorCode(error) ?? '')) throw error
  }
}
