import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ScoreOrJudgingEventList } from '../scores/score-event-list.tsx'
import type { Route } from './+types/judging-events-page.ts'

export const clientLoader = () => adminApi.events.list({ perPage: 25 })

export default function JudgingEventsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminJudging.open')} · ${t('name')}`}</title>
      <ScoreOrJudgingEventList initial={loaderData} target="judging" />
    </>
  )
}
