import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/score-event-list-page.ts'
import { ScoreOrJudgingEventList } from './score-event-list.tsx'

export const clientLoader = () => adminApi.events.list({ perPage: 25 })

export default function ScoreEventListPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.score.many')} · ${t('name')}`}</title>
      <ScoreOrJudgingEventList initial={loaderData} />
    </>
  )
}
