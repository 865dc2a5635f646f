import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { TeamDraft } from '#contract/people/teams/team.schema.ts'
import { draftImages } from '#web/account/people/teams/form/draft-images.ts'
import { requireStoredUserOrRedirect } from '#web/shared/accounts/session/guards.ts'
import { storedDrafts } from '#web/shared/accounts/session/stored-drafts.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { InlineCompetitionConditions } from '#web/shared/event/competitions/competition-details.tsx'
import {
  canRegisterTeam,
  formatRegistrationClosedReason,
} from '#web/shared/event/competitions/format-competition.ts'
import { ConfirmDialog } from '#web/shared/forms/dialog.tsx'
import { useLang, useRootData } from '#web/shared/language.ts'
import { loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/teams-page.ts'
import { parseAndRepairTeamDraft } from './form/form-values.ts'
import styles from './page.module.css'
import {
  getCallValueOrDefault,
  toCallResultOrSignOutAndRedirect,
  useAddAccountTeamTexts,
  useRevalidateOnFocus,
} from './page-data.ts'
import { LoaderErrorAlert, TeamPageHeader } from './page-parts.tsx'
import { TeamCards } from './team-cards.tsx'

type Props = { drafts: TeamDraft[]; competitions: CompetitionWithPlaces[]; onDropped: (id: string) => void }

/** Shows the drafts of registrations, to continue while registration is on, or to delete. */
function DraftCards({ drafts, competitions, onDropped }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { isRegistrationEnabled } = useRootData()
  const { formatDateTime } = useDateFormat()
  const [asked, setAsked] = useState<string>()
  const drop = async (id: string) => {
    await accountTeamApi.removeDraft(id)
    storedDrafts.remove(id)
    await draftImages.remove(id)
    setAsked(undefined)
    toast.success(t('accountTeams.drafts.dropped'))
    onDropped(id)
  }
  return (
    <section className={styles.part} aria-labelledby="drafts">
      <h2 id="drafts" tabIndex={-1} className={styles.partTitle}>
        {t('accountTeams.drafts.title')}
      </h2>
      <ul className={styles.cards}>
        {drafts.map(({ id, data, updatedAt }) => {
          const values = parseAndRepairTeamDraft(data)?.values
          const competition = competitions.find((each) => each.id === values?.competitionId)
          const name = values?.name.trim() || t('accountTeams.drafts.unnamed')
          return (
            <li key={id}>
              <article className={styles.card} aria-labelledby={`draft-${id}`}>
                <div>
                  <h3 className={styles.cardName} id={`draft-${id}`}>
                    <Bdi>{name}</Bdi>
                  </h3>
                  <p className={styles.quiet}>
                    {competition ? <Bdi>{competition.name[lang]} · </Bdi> : null}
                    {t('accountTeams.drafts.changed', { date: formatDateTime(updatedAt) })}
                  </p>
                </div>
                <div className={styles.actions}>
                  {isRegistrationEnabled ? (
                    <LocalizedLink
                      to={`/account/teams/new?draft=${id}`}
                      className={`${page.button} ${page.small}`}
                      aria-describedby={`draft-${id}`}
                    >
                      {t('accountTeams.drafts.go')}
                    </LocalizedLink>
                  ) : null}
                  <button
                    type="button"
                    className={`${page.ghost} ${page.small}`}
                    aria-describedby={`draft-${id}`}
                    onClick={() => setAsked(id)}
                  >
                    {t('accountTeams.drafts.drop')}
                  </button>
                </div>
              </article>
            </li>
          )
        })}
      </ul>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={t('accountTeams.drafts.dropQuestion')}
          text={t('accountTeams.drafts.dropText')}
          action={t('accountTeams.drafts.drop')}
          onConfirm={() => drop(asked)}
          onClose={() => setAsked(undefined)}
          cancel={t('accountTeams.view.cancel')}
          offline={t('accountTeams.offline')}
        />
      )}
    </section>
  )
}

/** Shows the competitions of the season: open ones with a link to register, closed ones with the reason. */
function CompetitionCards({ competitions }: { competitions: CompetitionWithPlaces[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const open = competitions.filter(canRegisterTeam)
  const sorted = [...open, ...competitions.filter((each) => !canRegisterTeam(each))]
  return (
    <section className={styles.part} aria-labelledby="competitions">
      <h2 id="competitions" className={styles.partTitle}>
        {t('competitions.title')}
      </h2>
      <p className={styles.partIntro}>{t(open.length > 0 ? 'competitions.intro' : 'competitions.none')}</p>
      <ul className={styles.cards}>
        {sorted.map((competition) => (
          <li key={competition.id}>
            <article className={styles.card} aria-labelledby={`competition-${competition.id}`}>
              <h3 className={styles.cardName} id={`competition-${competition.id}`}>
                <Bdi>{competition.name[lang]}</Bdi>
              </h3>
              <InlineCompetitionConditions competition={competition} />
              {canRegisterTeam(competition) ? (
                <div className={styles.actions}>
                  <LocalizedLink
                    to={`/account/teams/new?competition=${encodeURIComponent(competition.slug)}`}
                    className={`${page.ghost} ${page.small}`}
                    aria-describedby={`competition-${competition.id}`}
                  >
                    {t('accountTeams.register')}
                  </LocalizedLink>
                </div>
              ) : (
                <p className={styles.quiet}>
                  {formatRegistrationClosedReason(t, competition, formatDateTime)}
                </p>
              )}
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Loads the teams, drafts and open competitions of the account. Each part is shown when another fails to
 * load.
 */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  requireStoredUserOrRedirect(request.url)
  const [texts, teams, drafts, competitions, ranks] = await Promise.all([
    loadAccountTeamTexts(),
    toCallResultOrSignOutAndRedirect(accountTeamApi.list(), request.url),
    toCallResultOrSignOutAndRedirect(accountTeamApi.drafts(), request.url),
    toCallResultOrSignOutAndRedirect(accountTeamApi.competitions(), request.url),
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
  const begun = getCallValueOrDefault(drafts, []).filter(({ id }) => !dropped.includes(id))
  const { isRegistrationEnabled } = useRootData()
  const register = isRegistrationEnabled ? (
    <LocalizedLink to="/account/teams/new" className={page.button ?? ''}>
      <IconPlus size={20} stroke={2} aria-hidden />
      {t('accountTeams.register')}
    </LocalizedLink>
  ) : null
  const none = 'value' in teams && teams.value.length === 0
  return (
    <div>
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
          competitions={getCallValueOrDefault(competitions, [])}
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
