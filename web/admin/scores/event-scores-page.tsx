import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/event-scores-page.ts'
import { EventScoreEditor } from './event-score-editor.tsx'

/** The parameter `s` of the URL is the first search of the ranking. */
export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const search = new URL(request.url).searchParams.get('s') ?? ''
  const [initial, { ruleSet }, initialResults] = await Promise.all([
    adminApi.scores.getPage(params.id, { per_page: 100, ...(search ? { s: search } : {}) }),
    adminApi.ruleSets.get(params.id),
    adminApi.publishedResults.get(params.id),
  ])
  return { initial, initialResults, ruleSet, search }
}

export default function EventScoresPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const title = getEventTitleWithFallback(loaderData.initial.event.title, i18n.language)
  return (
    <>
      <title>{`${t('adminScores.of', { event: title })} · ${t('name')}`}</title>
      <EventScoreEditor key={loaderData.initial.event.id} {...loaderData} />
    </>
  )
}
