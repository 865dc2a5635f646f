import { useNavigate } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/new-team-page.ts'
import { readChoices } from './choices.ts'
import { TeamForm } from './team-form.tsx'

export const clientLoader = () => readChoices(true)

export default function NewTeam({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminTeams.new')} · ${t('name')}`}</title>
      <TeamForm {...loaderData} onSaved={({ id }) => void navigate(`/admin/team/${id}/view`, { replace: true })} />
    </>
  )
}
