import { useRevalidator } from 'react-router'
import { TeamPayments } from '#web/features/payments-admin/team-payments.tsx'
import { TeamView } from '#web/features/teams-admin/team-view.tsx'
import { adminApi } from '#web/lib/api/admin.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/view.ts'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const team = await adminApi.teams.one(params.id)
  const [competition, offer] = await Promise.all([adminApi.competitions.one(team.competition.id), adminApi.payments.ofTeam(team.id)])
  return { team, competition, offer }
}

export default function ViewTeam({ loaderData: { team, competition, offer } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminTeams.view')} · ${t('name')}`}</title>
      <TeamView
        key={team.id}
        team={team}
        competition={competition}
        payments={<TeamPayments offer={offer} onChanged={() => void revalidate()} />}
        onChanged={() => void revalidate()}
      />
    </>
  )
}
