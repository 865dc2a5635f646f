import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/teams-page.ts'
import { readChoices } from './choices.ts'
import { TeamList } from './team-list.tsx'

export const clientLoader = () => readChoices(false)

/** Search, page and filters stand in the address; what is chosen from stays. */
export const shouldRevalidate = () => false

export default function Teams({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminTeams.title')} · ${t('name')}`}</title>
      <TeamList {...loaderData} />
    </>
  )
}
