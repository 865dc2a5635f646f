import { replace, useRevalidator } from 'react-router'
import { accountApi } from '#web/shared/api/account-api.ts'
import { useLang } from '#web/shared/language.ts'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { requireLocalUser } from '#web/shared/session/guard.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/new-team-page.ts'
import { formatInstant } from './format.ts'
import { load, valueOr } from './load.ts'
import { Failed } from './load-error.tsx'
import styles from './page.module.css'
import { PageTop } from './page-top.tsx'
import { startOfNew } from './start.ts'
import { TeamFormPage } from './team-form.tsx'
import { loadAccountTeamTexts, useAccountTeamTexts } from './texts.ts'
import { newId } from './values.ts'

/** A new registration, or one that was begun: its draft stands in the address, so that a reload finds it again. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const user = requireLocalUser(request.url)
  const url = new URL(request.url)
  const draftId = url.searchParams.get('draft')
  if (!draftId || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(draftId)) {
    url.searchParams.set('draft', newId())
    throw replace(`${url.pathname}${url.search}`)
  }
  const [texts, competitions, regions, drafts] = await Promise.all([
    loadAccountTeamTexts(),
    load(accountApi.teams.competitions(), request.url),
    load(getBrowserApi().content.regions(), request.url),
    load(accountApi.teams.drafts(), request.url),
  ])
  const record = valueOr(drafts, []).find(({ id }) => id === draftId)
  const begun = startOfNew({
    draftId,
    record,
    userId: user.id,
    slug: url.searchParams.get('competition'),
    competitions: valueOr(competitions, []),
  })
  return { texts, user, draftId, competitions, regions: valueOr(regions, []), begun }
}

export default function NewTeam({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  useAccountTeamTexts(loaderData.texts)
  const { user, draftId, competitions, regions, begun } = loaderData
  const { revalidate } = useRevalidator()
  const { restored } = begun
  const notice = restored
    ? [
        restored.at ? t('accountTeams.draft.restoredTime', { date: formatInstant(restored.at, lang) }) : t('accountTeams.draft.restored'),
        restored.pictures ? t('accountTeams.draft.pictures') : '',
      ]
        .filter(Boolean)
        .join(' ')
    : undefined
  return (
    <div className={`${page.wide} ${styles.page}`}>
      <PageTop title={t('accountTeams.form.newTitle')} back />
      {'problem' in competitions ? (
        <Failed title={t('accountTeams.competitions.failed')} problem={competitions.problem} />
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
