import { loadAccountTeamTexts, useAccountTeamTexts } from '#web/account/teams/texts.ts'
import { accountApi } from '#web/shared/api/account-api.ts'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { readOrRedirectToSignIn } from '#web/shared/session/guards.ts'
import type { Route } from './+types/scores-page.ts'
import { AccountScores } from './account-scores.tsx'
import { TeamScores } from './team-scores.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [texts, scores, teams, ranks] = await Promise.all([
    loadAccountTeamTexts(),
    readOrRedirectToSignIn(request.url, accountApi.ownData.listScores),
    readOrRedirectToSignIn(request.url, accountTeamApi.list),
    readOrRedirectToSignIn(request.url, accountTeamApi.ranks),
  ])
  return { texts, scores, teams, ranks }
}
clientLoader.hydrate = true as const

export default function AccountScoresPage({ loaderData }: Route.ComponentProps) {
  useAccountTeamTexts(loaderData.texts)
  const { scores, teams, ranks } = loaderData
  const scoredTeams = teams.filter(({ id, scores: sheet }) => sheet.length > 0 || ranks.some(({ teamId }) => teamId === id))
  return (
    <>
      {scoredTeams.length > 0 ? <TeamScores teams={scoredTeams} ranks={ranks} /> : null}
      {scores.length > 0 || scoredTeams.length === 0 ? <AccountScores scores={scores} /> : null}
    </>
  )
}
