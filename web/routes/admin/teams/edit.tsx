import { useRevalidator } from 'react-router'
import { readChoices } from '#web/features/teams-admin/choices.ts'
import { TeamForm } from '#web/features/teams-admin/team-form.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/edit.ts'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [team, choices] = await Promise.all([adminApi.teams.one(params.id), readChoices(true)])
  return { team, choices }
}

export default function EditTeam({ loaderData: { team, choices } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminTeams.edit')} · ${t('name')}`}</title>
      <TeamForm key={team.id} team={team} {...choices} onSaved={() => void revalidate()} />
    </>
  )
}
