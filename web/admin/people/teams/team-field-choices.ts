import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'

/** The options for the fields of a team: competitions, regions, and the stages of all teams. */
export type TeamFieldChoices = { competitions: ActiveCompetition[]; regions: Region[]; stages: string[] }

const maxCompetitions = 100

/** Loads the options for the fields of a team. Competitions that visitors do not see are among them. */
export const loadTeamFieldChoices = async (): Promise<TeamFieldChoices> => {
  const [competitions, regions, { stages }] = await Promise.all([
    adminApi.competitions.list({ perPage: maxCompetitions }).then(({ records }) => records),
    getBrowserApi().content.regions(),
    callApi('GET /api/admin/teams/stages'),
  ])
  return { competitions, regions, stages }
}
