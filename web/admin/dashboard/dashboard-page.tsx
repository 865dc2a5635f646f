import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/dashboard-page.ts'
import { Dashboard } from './dashboard.tsx'

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [figures, checklist] = await Promise.all([adminApi.dashboard.read(signal), adminApi.dashboard.readSetupChecklist(signal)])
  return { figures, checklist }
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminDashboard.title')} · ${t('name')}`}</title>
      <Dashboard figures={loaderData.figures} checklist={loaderData.checklist} />
    </>
  )
}
