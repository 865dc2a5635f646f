import { useNavigate } from 'react-router'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-event-page.ts'
import { EventForm } from './event-form.tsx'

export const clientLoader = async () => ({ regions: await getBrowserApi().content.regions() })

export default function NewEventPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminEvents.new')} · ${t('name')}`}</title>
      <EventForm regions={loaderData.regions} onSaved={({ id }) => void navigate(`/admin/events/${id}/edit`, { replace: true })} />
    </>
  )
}
