import { paths } from '#contract/paths.ts'
import { userImportResponse } from '#contract/user.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import { userImport } from './import.ts'

/** The back office's call to import accounts. */
export const usersAdminImport = (deps: Deps) =>
  createImportRoute(deps, {
    path: paths.adminUsersImport,
    summary: 'Look at a CSV file of users (`preview`), or import it: all or nothing',
    description:
      'Columns: first_name, last_name, email, phone, gender, age, role (student or coach), mission_type (0 to 4), active; those of the export that say no more are passed over. No passwords: who is imported asks for one by mail.',
    tag: 'users',
    response: userImportResponse,
    service: userImport(deps),
  })
