import { useRevalidator } from 'react-router'
import { TeamView } from '#web/features/teams-admin/team-view.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/view.ts'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const team = await adminApi.teams.one(params.id)
  return { team, competition: await adminApi.competitions.one(team.competition.id) }
}

export default function ViewTeam({ loaderData: { team, competition } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminTeams.view')} · ${t('name')}`}</title>
      <TeamView key={team.id} team={team} competition={competition} onChanged={() => void revalidate()} />
    </>
  )
}
