import { Dashboard } from '#web/features/dashboard/dashboard.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/dashboard.ts'

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
