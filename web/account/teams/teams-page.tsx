import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRevalidateOnFocus } from '#web/account/use-revalidate-on-focus.ts'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { useRootData } from '#web/shared/language.ts'
import { requireStoredUser } from '#web/shared/session/guards.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import type { Route } from './+types/teams-page.ts'
import { awaitResultOrRedirectToSignIn, getResultValueOr } from './await-result.ts'
import { CompetitionCards } from './competition-cards.tsx'
import { DraftCards } from './draft-cards.tsx'
import { LoaderErrorAlert } from './loader-error-alert.tsx'
import styles from './page.module.css'
import { TeamPageHeader } from './page-header.tsx'
import { TeamCards } from './team-cards.tsx'
import { loadAccountTeamTexts, useAddAccountTeamTexts } from './texts.ts'

/** Loads the teams, drafts and open competitions of the account. Each part is shown when another fails to load. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  requireStoredUser(request.url)
  const [texts, teams, drafts, competitions, ranks] = await Promise.all([
    loadAccountTeamTexts(),
    awaitResultOrRedirectToSignIn(accountTeamApi.list(), request.url),
    awaitResultOrRedirectToSignIn(accountTeamApi.drafts(), request.url),
    awaitResultOrRedirectToSignIn(accountTeamApi.competitions(), request.url),
    // the page works without the rankings
    accountTeamApi.ranks().catch(() => []),
  ])
  return { texts, teams, drafts, competitions, ranks }
}

export default function AccountTeamsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useAddAccountTeamTexts(loaderData.texts)
  useRevalidateOnFocus()
  const { teams, drafts, competitions, ranks } = loaderData
  const [dropped, setDropped] = useState<readonly string[]>([])
  const begun = getResultValueOr(drafts, []).filter(({ id }) => !dropped.includes(id))
  const { isRegistrationEnabled } = useRootData()
  const register = isRegistrationEnabled ? (
    <SiteLink to="/account/teams/new" className={page.button ?? ''}>
      <IconPlus size={20} stroke={2} aria-hidden />
      {t('accountTeams.register')}
    </SiteLink>
  ) : null
  const none = 'value' in teams && teams.value.length === 0
  return (
    <div className={styles.page}>
      <TeamPageHeader part title={t('accountTeams.title')} intro={t('accountTeams.intro')}>
        {none ? null : register}
      </TeamPageHeader>
      {'problem' in teams ? (
        <LoaderErrorAlert title={t('accountTeams.failed')} problem={teams.problem} />
      ) : none ? (
        <div className={`${page.empty} ${styles.empty}`}>
          <h2>{t('accountTeams.emptyTitle')}</h2>
          {register ? (
            <>
              <p>{t('accountTeams.emptyText')}</p>
              <p>{register}</p>
            </>
          ) : null}
        </div>
      ) : (
        <TeamCards teams={teams.value} ranks={ranks} />
      )}
      {'problem' in drafts ? (
        <p role="alert" className={styles.part}>
          {t('accountTeams.drafts.failed')}
        </p>
      ) : begun.length > 0 ? (
        <DraftCards
          drafts={begun}
          competitions={getResultValueOr(competitions, [])}
          onDropped={(id) => setDropped((all) => [...all, id])}
        />
      ) : null}
      {'problem' in competitions ? (
        <p role="alert" className={styles.part}>
          {t('competitions.failed')}
        </p>
      ) : (
        <CompetitionCards competitions={competitions.value} />
      )}
    </div>
  )
}
