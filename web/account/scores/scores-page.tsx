import { accountApi } from '#web/shared/api/account-api.ts'
import { readOrRedirectToSignIn } from '#web/shared/session/guards.ts'
import type { Route } from './+types/scores-page.ts'
import { AccountScores } from './account-scores.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  scores: await readOrRedirectToSignIn(request.url, accountApi.ownData.listScores),
})
clientLoader.hydrate = true as const

export default function AccountScoresPage({ loaderData }: Route.ComponentProps) {
  return <AccountScores scores={loaderData.scores} />
}
