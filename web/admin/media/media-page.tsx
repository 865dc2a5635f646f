import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/media-page.ts'
import { MediaManager } from './media-manager.tsx'

export const clientLoader = () => adminApi.media.read()

export default function MediaPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminMedia.title')} · ${t('name')}`}</title>
      <MediaManager initial={loaderData} />
    </>
  )
}
