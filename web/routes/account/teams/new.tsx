import { replace, useRevalidator } from 'react-router'
import { Failed } from '#web/features/own-teams/failed.tsx'
import { formatInstant } from '#web/features/own-teams/format.ts'
import { ask, orElse, signedIn } from '#web/features/own-teams/load.ts'
import styles from '#web/features/own-teams/page.module.css'
import { PageTop } from '#web/features/own-teams/page-top.tsx'
import { startOfNew } from '#web/features/own-teams/start.ts'
import { TeamFormPage } from '#web/features/own-teams/team-form.tsx'
import { ownTeamTexts, useOwnTeamTexts } from '#web/features/own-teams/texts.ts'
import { newId } from '#web/features/own-teams/values.ts'
import { ownTeams } from '#web/lib/api/teams.ts'
import { browserApi } from '#web/lib/api.ts'
import { useLang } from '#web/lib/language.ts'
import { useTranslation } from '#web/lib/texts.ts'
import page from '#web/ui/page.module.css'
import type { Route } from './+types/new.ts'

/** A new registration, or one that was begun: its draft stands in the address, so that a reload finds it again. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const user = signedIn(request.url)
  const url = new URL(request.url)
  const draftId = url.searchParams.get('draft')
  if (!draftId || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(draftId)) {
    url.searchParams.set('draft', newId())
    throw replace(`${url.pathname}${url.search}`)
  }
  const [texts, competitions, regions, drafts] = await Promise.all([
    ownTeamTexts(),
    ask(ownTeams.competitions(), request.url),
    ask(browserApi().content.regions(), request.url),
    ask(ownTeams.drafts(), request.url),
  ])
  const record = orElse(drafts, []).find(({ id }) => id === draftId)
  const begun = startOfNew({
    draftId,
    record,
    userId: user.id,
    slug: url.searchParams.get('competition'),
    competitions: orElse(competitions, []),
  })
  return { texts, user, draftId, competitions, regions: orElse(regions, []), begun }
}

export default function NewTeam({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  useOwnTeamTexts(loaderData.texts)
  const { user, draftId, competitions, regions, begun } = loaderData
  const { revalidate } = useRevalidator()
  const { restored } = begun
  const notice = restored
    ? [
        restored.at ? t('ownTeams.draft.restoredTime', { date: formatInstant(restored.at, lang) }) : t('ownTeams.draft.restored'),
        restored.pictures ? t('ownTeams.draft.pictures') : '',
      ]
        .filter(Boolean)
        .join(' ')
    : undefined
  return (
    <div className={`${page.wide} ${styles.page}`}>
      <PageTop title={t('ownTeams.form.newTitle')} back />
      {'problem' in competitions ? (
        <Failed title={t('ownTeams.competitions.failed')} problem={competitions.problem} />
      ) : (
        <TeamFormPage
          key={draftId}
          start={begun.values}
          unsent={begun.unsent}
          competitions={competitions.value}
          regions={regions}
          user={user}
          draftId={draftId}
          notice={notice}
          onOutdated={() => void revalidate()}
        />
      )}
    </div>
  )
}
