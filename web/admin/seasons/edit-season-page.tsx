import { useNavigate, useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-season-page.ts'
import { SeasonForm } from './season-form.tsx'

/** Loads the season in the path, none for a new one. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  return { season: id ? await adminApi.seasons.one(id) : undefined }
}

export default function EditSeasonPage({ loaderData: { season } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(season ? 'adminSeasons.edit' : 'adminSeasons.new')} · ${t('name')}`}</title>
      <SeasonForm
        key={season ? season.id : 'new'}
        {...(season ? { season } : {})}
        onSaved={() => void (season ? revalidate() : navigate('/admin/seasons'))}
      />
    </>
  )
}
