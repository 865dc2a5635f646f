import { paths } from '#contract/paths.ts'
import { teamImportResponse } from '#contract/team.schema.ts'
import { listTeamImportColumns } from '#contract/team-import.ts'
import type { Deps } from '#server/deps.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import { teamImportColumns } from './http.import-columns.ts'
import { createTeamImportService } from './import-service.ts'

/** Registers the call of the back office that imports teams. */
export const teamsImportRoutes = (deps: Deps) =>
  createImportRoute(deps, {
    path: paths.adminTeamsImport,
    summary: 'Look at a CSV file of teams with their people (`preview`), or import it: all or nothing',
    description: `Columns: ${listTeamImportColumns(2, 2).join(', ')} …. Titles may also be those of the pages in either language.`,
    tag: 'teams',
    permission: 'registration',
    getScope: () => ({ kind: 'teams' }),
    columns: teamImportColumns.columns,
    response: teamImportResponse,
    service: createTeamImportService(deps, teamImportColumns),
  })
