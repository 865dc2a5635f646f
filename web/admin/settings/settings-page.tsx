import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/settings-page.ts'
import { JobsTable } from './jobs-table.tsx'
import { SettingsForm } from './settings-form.tsx'

export const clientLoader = async () => {
  const [saved, jobs] = await Promise.all([adminApi.settings.read(), adminApi.jobs.list()])
  return { saved, jobs }
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminContent.settings.title')} · ${t('name')}`}</title>
      <SettingsForm record={loaderData.saved} onSaved={() => void revalidate()} />
      <JobsTable jobs={loaderData.jobs} />
    </>
  )
}
