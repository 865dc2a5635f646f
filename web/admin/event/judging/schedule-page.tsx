import { Alert, Stack } from '@mantine/core'
import { EventTabHeadingAndDocumentTitle } from '#web/admin/event/events/event-tab-heading.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/schedule-page.ts'
import { EditScheduleAndCloseJudgingPanel } from './schedule-panel.tsx'
import { useScheduleStateWithReload } from './use-schedule.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  callApi('GET /api/admin/events/:eventId/schedule', { params: { eventId: params.id } })

/** Shows the schedule of an event. */
export default function ScheduleAndCloseJudgingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { schedule, reload } = useScheduleStateWithReload(loaderData)
  return (
    <Stack gap="lg">
      <EventTabHeadingAndDocumentTitle tab="schedule" />
      {schedule.isJudgingClosed ? <Alert color="yellow">{t('adminJudging.schedule.closed')}</Alert> : null}
      <EditScheduleAndCloseJudgingPanel schedule={schedule} onChanged={reload} />
    </Stack>
  )
}
