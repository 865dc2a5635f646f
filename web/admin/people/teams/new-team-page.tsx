import { useNavigate } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-team-page.ts'
import { loadTeamFieldChoices } from './team-field-choices.ts'
import { TeamForm } from './team-form.tsx'

export const clientLoader = () => loadTeamFieldChoices()

export default function AdminNewTeamPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminEntities.team.new')} · ${t('name')}`}</title>
      <TeamForm
        {...loaderData}
        onSaved={({ id }) => void navigate(`/admin/team/${id}/view`, { replace: true })}
      />
    </>
  )
}
