import { useNavigate, useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-competition-page.ts'
import { CompetitionForm } from './competition-form.tsx'

/** Loads the competition in the path, none for a new one. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  return { competition: id ? await adminApi.competitions.one(id) : undefined }
}

export default function EditCompetitionPage({ loaderData: { competition } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(competition ? 'adminEntities.competition.edit' : 'adminEntities.competition.new')} · ${t('name')}`}</title>
      <CompetitionForm
        key={competition ? competition.id : 'new'}
        {...(competition ? { competition } : {})}
        onSaved={() => void (competition ? revalidate() : navigate('/admin/competitions'))}
      />
    </>
  )
}
