import { useRevalidator } from 'react-router'
import { TeamPayments } from '#web/admin/payments/team-payments.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/team-page.ts'
import { AdminTeamDetails } from './admin-team-details.tsx'
import { SeasonRecords } from './season-records.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const team = await adminApi.teams.one(params.id)
  const [competition, offer, records, confirmations] = await Promise.all([
    adminApi.competitions.one(team.competition.id),
    adminApi.payments.ofTeam(team.id),
    adminApi.seasons.recordsOfTeam(team.id),
    adminApi.teams.guardianConfirmations(team.id),
  ])
  return { team, competition, offer, records, confirmations }
}

export default function TeamPage({ loaderData: { team, competition, offer, records, confirmations } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t('adminTeams.view')} · ${t('name')}`}</title>
      <AdminTeamDetails
        key={team.id}
        team={team}
        competition={competition}
        confirmations={confirmations}
        payments={
          <>
            <TeamPayments offer={offer} onChanged={() => void revalidate()} />
            <SeasonRecords records={records} isFree={competition.fee === 0} />
          </>
        }
        onChanged={() => void revalidate()}
      />
    </>
  )
}
