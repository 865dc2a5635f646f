import { useNavigate } from 'react-router'
import { EventForm } from '#web/features/events-admin/event-form.tsx'
import { browserApi } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/new.ts'

export const clientLoader = async () => ({ regions: await browserApi().content.regions() })

export default function NewEvent({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminEvents.new')} · ${t('name')}`}</title>
      <EventForm regions={loaderData.regions} onSaved={({ id }) => void navigate(`/admin/events/${id}/edit`, { replace: true })} />
    </>
  )
}
