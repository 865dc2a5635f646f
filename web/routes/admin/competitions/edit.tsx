import { useNavigate, useRevalidator } from 'react-router'
import { CompetitionForm } from '#web/features/competitions-admin/competition-form.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/edit.ts'

/** The form of a new competition, or of the one that the path names. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  return { competition: id ? await adminApi.competitions.one(id) : undefined }
}

export default function EditCompetition({ loaderData: { competition } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(competition ? 'adminCompetitions.edit' : 'adminCompetitions.new')} · ${t('name')}`}</title>
      <CompetitionForm
        key={competition ? competition.id : 'new'}
        {...(competition ? { competition } : {})}
        onSaved={() => void (competition ? revalidate() : navigate('/admin/competitions'))}
      />
    </>
  )
}
