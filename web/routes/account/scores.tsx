import { OwnScores } from '#web/features/scores/own-scores.tsx'
import { asPerson } from '#web/lib/guard.ts'
import { personApi } from '#web/lib/person-api.ts'
import type { Route } from './+types/scores.ts'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({ scores: await asPerson(request.url, personApi.own.scores) })
clientLoader.hydrate = true as const

export default function MyScoresPage({ loaderData }: Route.ComponentProps) {
  return <OwnScores scores={loaderData.scores} />
}
