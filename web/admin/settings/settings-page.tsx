import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/settings-page.ts'
import { SettingsForm } from './settings-form.tsx'

export const clientLoader = async () => {
  const [saved, regions] = await Promise.all([adminApi.settings.read(), getBrowserApi().content.regions()])
  return { saved, regions }
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminEntities.settings.many')} · ${t('name')}`}</title>
      <SettingsForm
        record={loaderData.saved}
        regions={loaderData.regions}
        onSaved={() => void revalidate()}
      />
    </>
  )
}
