import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/dashboard-page.ts'
import { Dashboard } from './dashboard.tsx'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => adminApi.dashboard.read(request.signal)

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminDashboard.title')} · ${t('name')}`}</title>
      <Dashboard figures={loaderData} />
    </>
  )
}
