import { useNavigate } from 'react-router'
import { readChoices } from '#web/features/teams-admin/choices.ts'
import { TeamForm } from '#web/features/teams-admin/team-form.tsx'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/new.ts'

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
