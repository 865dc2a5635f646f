import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { TeamDraft } from '#contract/people/teams/team.schema.ts'
import { accountTeamsPerPage } from '#contract/people/teams/team.ts'
import type { TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import { draftImages } from '#web/account/people/teams/form/draft-images.ts'
import { requireStoredUserOrRedirect } from '#web/shared/accounts/session/guards.ts'
import { storedDrafts } from '#web/shared/accounts/session/stored-drafts.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { InlineCompetitionConditions } from '#web/shared/event/competitions/competition-details.tsx'
import {
  canRegisterTeam,
  formatRegistrationClosedReason,
} from '#web/shared/event/competitions/format-competition.ts'
import { formatNumber } from '#web/shared/format.ts'
import { ConfirmDialog } from '#web/shared/forms/dialog.tsx'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconPlus } from '#web/shared/ui/icons.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageLinks } from '#web/shared/ui/page-links.tsx'
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

type TeamsQuery = { page: number; search: string }
type FoundTeams = Awaited<ReturnType<typeof accountTeamApi.list>>

/**
 * Loads a page of the teams, and drafts and open competitions of the account. Each part is shown when another fails to
 * load.
 */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  requireStoredUserOrRedirect(request.url)
  const { searchParams } = new URL(request.url)
  const query: TeamsQuery = {
    page: Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1),
    search: searchParams.get('s')?.trim() ?? '',
  }
  const found = accountTeamApi.list(query)
  const [texts, teams, drafts, competitions, ranks] = await Promise.all([
    loadAccountTeamTexts(),
    toCallResultOrSignOutAndRedirect(found, request.url),
    toCallResultOrSignOutAndRedirect(accountTeamApi.drafts(), request.url),
    toCallResultOrSignOutAndRedirect(accountTeamApi.competitions(), request.url),
    // the page works without the rankings
    found.then(({ teams: shown }) => accountTeamApi.ranks(shown.map(({ id }) => id))).catch(() => []),
  ])
  return { texts, query, teams, drafts, competitions, ranks }
}

/** Returns the path of a page of the teams that match a search. */
const getTeamsPath = ({ page: number, search }: TeamsQuery): string => {
  const query = new URLSearchParams({
    ...(search ? { s: search } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  })
  return `/account/?${query}`
}

/** Shows the search of the teams and how many match. */
function TeamSearch({ search, total }: { search: string; total: number }) {
  const { t } = useTranslation()
  const lang = useLang()
  const navigate = useNavigate()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers do not know the element `search`
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = String(new FormData(event.currentTarget).get('s')).trim()
        void navigate(localizePath(getTeamsPath({ page: 1, search: typed }), lang))
      }}
    >
      <label htmlFor={id}>{t('accountTeams.search.label')}</label>
      <input id={id} key={search} name="s" type="search" dir="auto" maxLength={200} defaultValue={search} />
      <button type="submit" className={`${page.ghost} ${page.small}`}>
        {t('accountTeams.search.submit')}
      </button>
      <output>
        {t('accountTeams.search.count', { count: total, formatted: formatNumber(total, lang) })}
      </output>
    </form>
  )
}

/** Shows a page of the teams of the account, with a search where there are more. */
function TeamPages({
  query,
  found,
  ranks,
}: {
  query: TeamsQuery
  found: FoundTeams
  ranks: readonly TeamRank[]
}) {
  const { t } = useTranslation()
  const { teams, total } = found
  return (
    <>
      {query.search || total > accountTeamsPerPage ? (
        <TeamSearch search={query.search} total={total} />
      ) : null}
      {teams.length === 0 ? (
        <p>
          <LocalizedLink to="/account/">{t('accountTeams.search.clear')}</LocalizedLink>
        </p>
      ) : (
        <TeamCards teams={teams} ranks={ranks} />
      )}
      <PageLinks
        label={t('accountTeams.title')}
        page={query.page}
        perPage={accountTeamsPerPage}
        total={total}
        getPath={(to) => getTeamsPath({ ...query, page: to })}
      />
    </>
  )
}

export default function AccountTeamsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useAddAccountTeamTexts(loaderData.texts)
  useRevalidateOnFocus()
  const { query, teams, drafts, competitions, ranks } = loaderData
  const [dropped, setDropped] = useState<readonly string[]>([])
  const begun = getCallValueOrDefault(drafts, []).filter(({ id }) => !dropped.includes(id))
  const { isRegistrationEnabled } = useRootData()
  const register = isRegistrationEnabled ? (
    <LocalizedLink to="/account/teams/new" className={page.button ?? ''}>
      <IconPlus size={20} stroke={2} aria-hidden />
      {t('accountTeams.register')}
    </LocalizedLink>
  ) : null
  const none = 'value' in teams && teams.value.total === 0 && query.search === ''
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
        <TeamPages query={query} found={teams.value} ranks={ranks} />
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
