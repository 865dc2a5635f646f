import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/teams-page.ts'
import { loadTeamFieldChoices } from './team-field-choices.ts'
import { TeamList } from './team-list.tsx'

export const clientLoader = () => loadTeamFieldChoices(false)

/**
 * Prevents reloading the competitions, regions and stages of the filters when only the query of the page
 * changes.
 */
export const shouldRevalidate = () => false

export default function TeamsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.team.many')} · ${t('name')}`}</title>
      <TeamList {...loaderData} />
    </>
  )
}
