import { useRevalidator } from 'react-router'
import { EventForm } from '#web/features/events-admin/event-form.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { browserApi } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/edit.ts'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [event, regions] = await Promise.all([adminApi.events.one(params.id), browserApi().content.regions()])
  return { event, regions }
}

export default function EditEvent({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { event, regions } = loaderData
  return (
    <>
      <title>{`${t('adminEvents.edit')} · ${t('name')}`}</title>
      <EventForm key={event.id} event={event} regions={regions} onSaved={() => void revalidate()} />
    </>
  )
}
