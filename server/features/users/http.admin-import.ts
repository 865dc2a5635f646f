import { paths } from '#contract/paths.ts'
import { userImportResponse } from '#contract/user.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import { userImportColumns } from './http.import-columns.ts'
import { createUserImportService } from './import.ts'

/** Administrators import users from a CSV file. */
export const usersImportRoutes = (deps: Deps) =>
  createImportRoute(deps, {
    path: paths.adminUsersImport,
    summary: 'Preview a CSV file of users (`preview`), or import it: all or nothing',
    description:
      'Columns: first_name, last_name, email, phone, gender, age, role (student or coach), mission_type (0 to 4), active; further columns of the export are ignored. No passwords: imported users request one by e-mail.',
    tag: 'users',
    permission: 'registration',
    getScope: () => ({ kind: 'users' }),
    columns: userImportColumns.columns,
    response: userImportResponse,
    service: createUserImportService(deps, userImportColumns),
  })
