import { Anchor, Group, Stack, Title } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-event-page.ts'
import { EventForm } from './event-form.tsx'
import { DraftOrPublishedBadge } from './published-badge.tsx'

export const clientLoader = async () => {
  const [regions, { settings }, { records: seasons }] = await Promise.all([
    getBrowserApi().content.regions(),
    callApi('GET /api/admin/settings'),
    adminApi.seasons.list({ perPage: 100 }),
  ])
  return { regions, seasons, eventListRegion: settings.eventListRegion }
}

export default function NewEventPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Stack gap="lg" maw={1100}>
      <title>{`${t('adminEntities.event.new')} · ${t('name')}`}</title>
      <Group justify="space-between" align="flex-end">
        <div>
          <Anchor component={Link} to="/admin/events" size="sm">
            {t('admin.form.back')}
          </Anchor>
          <Title order={1} size="h2">
            {t('adminEntities.event.new')}
          </Title>
        </div>
        <DraftOrPublishedBadge isPublished={false} />
      </Group>
      <EventForm
        {...loaderData}
        onSaved={async ({ id }) => navigate(`/admin/events/${id}/edit`, { replace: true })}
      />
    </Stack>
  )
}
