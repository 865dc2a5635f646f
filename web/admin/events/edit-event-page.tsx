import { Stack } from '@mantine/core'
import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import type { Route } from './+types/edit-event-page.ts'
import { EventForm } from './event-form.tsx'
import { EventTabHeadingAndTitle } from './event-tab-heading.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [event, regions, { eventListRegion }, { records: seasons }] = await Promise.all([
    adminApi.events.one(params.id),
    getBrowserApi().content.regions(),
    adminApi.settings.read(),
    adminApi.seasons.list({ perPage: 100 }),
  ])
  return { event, regions, seasons, eventListRegion }
}

export default function EditEventPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <Stack>
      <EventTabHeadingAndTitle tab="details" />
      <EventForm key={loaderData.event.id} {...loaderData} onSaved={revalidate} />
    </Stack>
  )
}
