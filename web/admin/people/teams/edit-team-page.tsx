import { useRevalidator } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-team-page.ts'
import { loadTeamFieldChoices } from './team-field-choices.ts'
import { TeamForm } from './team-form.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [team, choices] = await Promise.all([adminApi.teams.one(params.id), loadTeamFieldChoices()])
  return { team, choices }
}

export default function AdminEditTeamPage({ loaderData: { team, choices } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminEntities.team.edit')} · ${t('name')}`}</title>
      <TeamForm key={team.id} team={team} {...choices} onSaved={() => void revalidate()} />
    </>
  )
}
