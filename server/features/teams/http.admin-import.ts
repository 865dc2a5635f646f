import { paths } from '#contract/paths.ts'
import { teamImportResponse } from '#contract/team.schema.ts'
import { listTeamImportColumns } from '#contract/team-import.ts'
import { teamFields as ar } from '#i18n/ar/team-fields.ts'
import { teamFields as en } from '#i18n/en/team-fields.ts'
import type { Deps } from '#server/deps.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import { createTeamImportService } from './import-service.ts'

/** The call of the back office that imports teams. */
export const teamsImportRoutes = (deps: Deps) =>
  createImportRoute(deps, {
    path: paths.adminTeamsImport,
    summary: 'Look at a CSV file of teams with their people (`preview`), or import it: all or nothing',
    description: `Columns: ${listTeamImportColumns(2, 2).join(', ')} …. \`competition\` is its short name.`,
    tag: 'teams',
    permission: 'registration',
    response: teamImportResponse,
    service: createTeamImportService(deps, [en.options, ar.options]),
  })
