import { readChoices } from '#web/features/teams-admin/choices.ts'
import { TeamList } from '#web/features/teams-admin/team-list.tsx'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/index.ts'

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
