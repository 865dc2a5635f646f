import { paths } from '#contract/paths.ts'
import { teamImportReply } from '#contract/published/team-import.schema.ts'
import { teamImportRowToWire } from '#contract/published/team-import.ts'
import type { Deps } from '#server/deps.ts'
import { importRoute } from '#server/http/import-route.ts'
import { teamImport } from './import-service.ts'

/** The back office's call to import teams. */
export const teamsAdminImport = (deps: Deps) => {
  const service = teamImport(deps)
  const toPublished = <R extends { rows: Parameters<typeof teamImportRowToWire>[0][] }>(result: R) => ({
    ...result,
    rows: result.rows.map(teamImportRowToWire),
  })
  return importRoute(deps, {
    path: paths.adminTeamsImport,
    summary: 'Look at a CSV file of teams with their people (`preview`), or import it: all or nothing',
    description:
      'Columns: team_name, school, region, competition (its short name), age_level, stage, coach_name, coach_email, coach_phone, coach_national_id (more coaches: coach2_name …), member1_name, member1_national_id, member1_dob, member1_gender, member1_email, member1_phone, member1_guardian, member1_guardian_contact, member2_name ….',
    tag: 'teams',
    response: teamImportReply,
    service: {
      preview: async (bytes) => toPublished(await service.preview(bytes)),
      run: async (bytes, actor) => toPublished(await service.run(bytes, actor)),
    },
  })
}
