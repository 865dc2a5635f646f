import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/scores-page.ts'
import { EventChooser } from './event-chooser.tsx'

export const clientLoader = () => adminApi.events.list({ perPage: 25 })

export default function ScoresPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminScores.title')} · ${t('name')}`}</title>
      <EventChooser initial={loaderData} />
    </>
  )
}
