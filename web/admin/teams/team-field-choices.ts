import type { ActiveCompetition } from '#contract/competition.schema.ts'
import type { Region } from '#contract/contents.schema.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'

/** The options for the fields of a team: competitions, regions, and the stages of all teams. */
export type TeamFieldChoices = { competitions: ActiveCompetition[]; regions: Region[]; stages: string[] }

const maxCompetitions = 100

/** Loads the options for the fields of a team. Competitions that visitors do not see are among them. */
export const loadTeamFieldChoices = async (): Promise<TeamFieldChoices> => {
  const [competitions, regions, figures] = await Promise.all([
    adminApi.competitions.list({ perPage: maxCompetitions }).then(({ records }) => records),
    getBrowserApi().content.regions(),
    adminApi.dashboard.read(),
  ])
  return { competitions, regions, stages: figures.teams.byStage.map(({ key }) => key).filter(Boolean) }
}
