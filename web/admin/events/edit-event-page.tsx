import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-event-page.ts'
import { EventForm } from './event-form.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [event, regions, { eventListRegion }] = await Promise.all([
    adminApi.events.one(params.id),
    getBrowserApi().content.regions(),
    adminApi.settings.read(),
  ])
  return { event, regions, eventListRegion }
}

export default function EditEventPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminEntities.event.edit')} · ${t('name')}`}</title>
      <EventForm key={loaderData.event.id} {...loaderData} onSaved={revalidate} />
    </>
  )
}
