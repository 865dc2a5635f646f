import type { Language } from '#i18n/languages.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/event-scores-page.ts'
import { EventScoreEditor } from './event-score-editor.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [initial, { ruleSet }] = await Promise.all([
    adminApi.scores.getPage(params.id, { per_page: 100 }),
    adminApi.ruleSets.get(params.id),
  ])
  return { initial, ruleSet }
}

export default function EventScoresPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const title = loaderData.initial.event.title[i18n.language as Language]
  return (
    <>
      <title>{`${t('adminScores.of', { event: title })} · ${t('name')}`}</title>
      <EventScoreEditor key={loaderData.initial.event.id} {...loaderData} />
    </>
  )
}
