import { Paper, Text, Title } from '@mantine/core'
import { useNavigate, useRevalidator } from 'react-router'
import { hasPermission } from '#contract/accounts/permissions.ts'
import type { SeasonRecordSummary } from '#contract/people/seasons/season-year.schema.ts'
import { TeamPaymentsAndMarkPaidSection } from '#web/admin/money/payments/team-payments.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/team-page.ts'
import { AdminTeamDetailsAndActions } from './admin-team-details.tsx'
import { CompetitionLeaveRequestDecisionList } from './leave-request-list.tsx'
import { PaidPendingOrFreeBadge } from './team-parts.tsx'

/** Shows the season records of a team, the newest first. `isFree` says that its competition has no fee. */
function SeasonRecords({ records, isFree }: { records: readonly SeasonRecordSummary[]; isFree: boolean }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const title = t('adminSeasons.records.title')
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {records.length === 0 ? (
        <Text c="dimmed">{t('adminSeasons.records.none')}</Text>
      ) : (
        <StackedTable
          label={title}
          minWidth={620}
          rows={records}
          getKey={({ id }) => id}
          columns={[
            {
              title: t('adminSeasons.records.season'),
              render: ({ season }) => <Bdi>{season.name[lang]}</Bdi>,
            },
            { title: t('adminSeasons.records.at'), render: ({ createdAt }) => formatDateTime(createdAt) },
            { title: t('adminSeasons.records.type'), render: ({ type }) => <Bdi>{type}</Bdi> },
            { title: t('adminSeasons.records.ref'), render: ({ ref }) => <Bdi>{ref || '–'}</Bdi> },
            {
              title: t('adminSeasons.records.stage'),
              render: ({ stage }) => formatTeamStage(t, stage) || '–',
            },
            {
              title: t('adminSeasons.records.payment'),
              render: ({ paid }) =>
                paid === null ? '–' : <PaidPendingOrFreeBadge paid={paid} isFree={isFree} />,
            },
            {
              title: t('adminSeasons.records.members'),
              render: ({ memberCount }) => (memberCount === null ? '–' : formatNumber(memberCount, lang)),
            },
          ]}
        />
      )}
    </Paper>
  )
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const team = await adminApi.teams.one(params.id)
  const readsPayments = hasPermission(session.getUser()?.permissions ?? [], 'finance')
  const ofTeam = { params: { teamId: team.id } }
  const [competition, { offer }, { records }, { confirmations }, { invitation }, { requests }] =
    await Promise.all([
      adminApi.competitions.one(team.competition.id),
      readsPayments
        ? callApi('GET /api/payments?teamId', { query: { teamId: team.id } })
        : { offer: undefined },
      callApi('GET /api/admin/teams/:teamId/season-records', ofTeam),
      callApi('GET /api/admin/teams/:teamId/guardian-confirmations', ofTeam),
      callApi('GET /api/admin/teams/:teamId/coach-invitation', ofTeam),
      callApi('GET /api/admin/teams/leave-requests', { query: { teamId: team.id } }),
    ])
  return { team, competition, offer, records, confirmations, invitation, leaveRequests: requests }
}

export default function AdminTeamPage({
  loaderData: { team, competition, offer, records, confirmations, invitation, leaveRequests },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${t('adminTeams.view')} · ${t('name')}`}</title>
      <AdminTeamDetailsAndActions
        key={team.id}
        team={team}
        competition={competition}
        confirmations={confirmations}
        invitation={invitation}
        leaveRequest={
          <CompetitionLeaveRequestDecisionList
            requests={leaveRequests}
            isOfOneTeam
            // a team that has left has no page
            onDecided={(approved) => void (approved ? navigate('/admin/teams') : revalidate())}
          />
        }
        payments={
          <>
            {offer ? (
              <TeamPaymentsAndMarkPaidSection offer={offer} onChanged={() => void revalidate()} />
            ) : null}
            <SeasonRecords records={records} isFree={competition.fee === 0} />
          </>
        }
        onChanged={() => void revalidate()}
      />
    </>
  )
}
