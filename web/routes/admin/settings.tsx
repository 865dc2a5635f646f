import { useRevalidator } from 'react-router'
import { SettingsForm } from '#web/features/content-admin/settings-form.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/settings.ts'

export const clientLoader = () => adminApi.settings.read()

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminContent.settings.title')} · ${t('name')}`}</title>
      <SettingsForm {...loaderData} onSaved={() => void revalidate()} />
    </>
  )
}
