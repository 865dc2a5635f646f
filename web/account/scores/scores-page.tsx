import { accountApi } from '#web/shared/api/account-api.ts'
import { readAsUser } from '#web/shared/session/guard.ts'
import type { Route } from './+types/scores-page.ts'
import { AccountScores } from './account-scores.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  scores: await readAsUser(request.url, accountApi.ownData.listScores),
})
clientLoader.hydrate = true as const

export default function AccountScoresPage({ loaderData }: Route.ComponentProps) {
  return <AccountScores scores={loaderData.scores} />
}
