import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/teams-page.ts'
import { loadTeamFieldChoices } from './team-field-choices.ts'
import { TeamList } from './team-list.tsx'

export const clientLoader = async () => {
  const [choices, leaveRequests] = await Promise.all([loadTeamFieldChoices(), adminApi.teams.leaveRequests()])
  return { ...choices, leaveRequests }
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
      <TeamList {...loaderData} />
    </>
  )
}
