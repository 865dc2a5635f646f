import { useNavigate } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-event-page.ts'
import { EventForm } from './event-form.tsx'

export const clientLoader = async () => {
  const [regions, { eventListRegion }] = await Promise.all([getBrowserApi().content.regions(), adminApi.settings.read()])
  return { regions, eventListRegion }
}

export default function NewEventPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminEntities.event.new')} · ${t('name')}`}</title>
      <EventForm {...loaderData} onSaved={async ({ id }) => navigate(`/admin/events/${id}/edit`, { replace: true })} />
    </>
  )
}
