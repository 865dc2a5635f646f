import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/teams-page.ts'
import { loadTeamFieldChoices } from './team-field-choices.ts'
import { AdminTeamListWithActions } from './team-list.tsx'

export const clientLoader = async () => {
  const [choices, { requests }] = await Promise.all([
    loadTeamFieldChoices(),
    callApi('GET /api/admin/teams/leave-requests'),
  ])
  return { ...choices, leaveRequests: requests }
}

/**
 * Prevents reloading the requests to leave and the competitions, regions and stages of the filters when only
 * the query of the page changes.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.href === nextUrl.href

export default function TeamsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.team.many')} · ${t('name')}`}</title>
      <AdminTeamListWithActions {...loaderData} />
    </>
  )
}
