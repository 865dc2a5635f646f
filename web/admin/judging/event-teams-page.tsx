import { Stack } from '@mantine/core'
import { EventTabHeading } from '#web/admin/events/event-tab-heading.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import type { Route } from './+types/event-teams-page.ts'
import { CheckInPanel } from './check-in-panel.tsx'
import { useSchedule } from './use-schedule.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.schedule.get(params.id)

/** Shows the teams of an event and their check-in. */
export default function EventTeamsPage({ loaderData }: Route.ComponentProps) {
  const { schedule, reload } = useSchedule(loaderData)
  return (
    <Stack gap="lg">
      <EventTabHeading tab="teams" />
      <CheckInPanel schedule={schedule} onChanged={reload} />
    </Stack>
  )
}
