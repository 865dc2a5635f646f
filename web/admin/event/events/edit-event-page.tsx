import { Stack } from '@mantine/core'
import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import type { Route } from './+types/edit-event-page.ts'
import { EventForm } from './event-form.tsx'
import { EventTabHeadingAndDocumentTitle } from './event-tab-heading.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [event, regions, { settings }, { records: seasons }] = await Promise.all([
    adminApi.events.one(params.id),
    getBrowserApi().content.regions(),
    callApi('GET /api/admin/settings'),
    adminApi.seasons.list({ perPage: 100 }),
  ])
  return { event, regions, seasons, eventListRegion: settings.eventListRegion }
}

export default function EditEventPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <Stack>
      <EventTabHeadingAndDocumentTitle tab="details" />
      <EventForm key={loaderData.event.id} {...loaderData} onSaved={revalidate} />
    </Stack>
  )
}
