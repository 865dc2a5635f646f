import { Title } from '@mantine/core'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/status-page.ts'
import { JobsTable } from './jobs-table.tsx'
import { StatusCards } from './status-cards.tsx'

export const clientLoader = () => adminApi.status.read()

export default function StatusPage({ loaderData: { status, jobs } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminStatus.title')} · ${t('name')}`}</title>
      <Title order={1} size="h2" mb="md">
        {t('adminStatus.title')}
      </Title>
      <StatusCards status={status} />
      <JobsTable jobs={jobs} />
    </>
  )
}
