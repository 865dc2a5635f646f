import { useRevalidator } from 'react-router'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/settings-page.ts'
import { SettingsForm } from './settings-form.tsx'

export const clientLoader = async () => {
  const [{ settings }, regions] = await Promise.all([
    callApi('GET /api/admin/settings'),
    getBrowserApi().content.regions(),
  ])
  return { settings, regions }
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminEntities.settings.many')} · ${t('name')}`}</title>
      <SettingsForm
        record={loaderData.settings}
        regions={loaderData.regions}
        onSaved={() => void revalidate()}
      />
    </>
  )
}
