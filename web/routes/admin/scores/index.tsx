import { EventChooser } from '#web/features/scores/admin/event-chooser.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/index.ts'

export const clientLoader = () => adminApi.events.list({ perPage: 25 })

export default function Scores({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminScores.title')} · ${t('name')}`}</title>
      <EventChooser initial={loaderData} />
    </>
  )
}
