import { useRevalidator } from 'react-router'
import type { AccountScore } from '#contract/accounts/account.schema.ts'
import type { AccountTeamSummary } from '#contract/people/teams/team.schema.ts'
import type { TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { ResultsWithProtestFormsSection } from '#web/account/event/protests/protest-section.tsx'
import cards from '#web/account/fact-cards.module.css'
import { useAddAccountTeamTexts } from '#web/account/people/teams/page-data.ts'
import { TeamRanks } from '#web/account/people/teams/team/team-ranks.tsx'
import { readDataOrClearSessionAndRedirect } from '#web/shared/accounts/session/guards.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { NeighborRanksExplanation } from '#web/shared/event/scores/rank-explanation.tsx'
import { formatAttemptTime, formatNumber, hasAnyMeasuredTime } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/scores-page.ts'
import styles from './account-scores.module.css'

/** Shows the score entries of the account with their ranks. */
function AccountScores({ scores }: { scores: AccountScore[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  if (scores.length === 0)
    return (
      <div className={page.empty}>
        <p>{t('account.scoresPage.none')}</p>
        <LocalizedLink to="/events/" className={page.button ?? ''}>
          {t('account.scoresPage.toEvents')}
        </LocalizedLink>
      </div>
    )
  return (
    <ul className={cards.list}>
      {scores.map(({ event, score, totalScores, explanation }) => (
        <li key={score.id} className={cards.card}>
          <h2 className={cards.title}>
            <LocalizedLink
              to={`/events/${event.slug}/`}
              aria-label={`${getEventTitleWithFallback(event.title, lang)}: ${t('account.scoresPage.openEvent')}`}
            >
              <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
            </LocalizedLink>
          </h2>
          <p
            className={styles.place}
            data-medal={score.rank <= 3 && !score.isProvisional ? score.rank : undefined}
          >
            {t('account.scoresPage.place', {
              rank: formatNumber(score.rank, lang),
              of: formatNumber(totalScores, lang),
            })}
          </p>
          {score.isProvisional ? <p>{t('scores.provisional')}</p> : null}
          <dl className={`${facts.facts} ${cards.facts}`}>
            <DescriptionListEntry label={t('account.scoresPage.total')} dir="ltr">
              {formatNumber(score.totalScore, lang)}
            </DescriptionListEntry>
            {hasAnyMeasuredTime([score.totalTimeMs]) ? (
              <DescriptionListEntry label={t('account.scoresPage.time')} dir="ltr">
                {formatAttemptTime(score.totalTimeMs)}
              </DescriptionListEntry>
            ) : null}
            <DescriptionListEntry label={t('account.scoresPage.last')} dir="ltr">
              {formatNumber(score.score, lang)}
            </DescriptionListEntry>
            <DescriptionListEntry label={t('account.scoresPage.attempts')} dir="ltr">
              {formatNumber(score.attemptCount, lang)}
            </DescriptionListEntry>
            {score.teamName ? (
              <DescriptionListEntry label={t('account.scoresPage.team')}>
                <Bdi>{score.teamName}</Bdi>
              </DescriptionListEntry>
            ) : null}
          </dl>
          <NeighborRanksExplanation explanation={explanation} className={cards.note} showsNeeded />
          <p className={cards.note}>
            {t('account.scoresPage.reached', { day: formatDate(score.reachedAt) })}
          </p>
        </li>
      ))}
    </ul>
  )
}

/**
 * Shows the results of the teams of the account: their ranks in events and their totals in the competition.
 */
function TeamScores({ teams, ranks }: { teams: readonly AccountTeamSummary[]; ranks: readonly TeamRank[] }) {
  return (
    <ul className={cards.list}>
      {teams.map((team) => (
        <li key={team.id} className={cards.card}>
          <h2 className={cards.title}>
            <LocalizedLink to={`/account/teams/${team.id}`}>
              <Bdi>{team.name}</Bdi>
            </LocalizedLink>
          </h2>
          <TeamRanks team={team} ranks={ranks} />
        </li>
      ))}
    </ul>
  )
}

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [texts, scores, teams, ranks, { certificates }, protests] = await Promise.all([
    loadAccountTeamTexts(),
    readDataOrClearSessionAndRedirect(request.url, accountApi.ownData.listScores),
    readDataOrClearSessionAndRedirect(request.url, accountTeamApi.summaries),
    readDataOrClearSessionAndRedirect(request.url, () => accountTeamApi.ranks()),
    readDataOrClearSessionAndRedirect(request.url, accountApi.certificates.listOfAccount),
    readDataOrClearSessionAndRedirect(request.url, accountApi.protests.list),
  ])
  return { texts, scores, teams, ranks, hasCertificates: certificates.length > 0, protests }
}
clientLoader.hydrate = true as const

export default function AccountScoresAndProtestsPage({ loaderData }: Route.ComponentProps) {
  useAddAccountTeamTexts(loaderData.texts)
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { scores, teams, ranks, hasCertificates, protests } = loaderData
  const scoredTeams = teams.filter(
    ({ id, scores: sheet }) => sheet.length > 0 || ranks.some(({ teamId }) => teamId === id),
  )
  return (
    <>
      {hasCertificates ? (
        <p>
          <LocalizedLink to="/account/certificates/" className={page.ghost ?? ''}>
            {t('account.printCertificates')}
          </LocalizedLink>
        </p>
      ) : null}
      {scoredTeams.length > 0 ? <TeamScores teams={scoredTeams} ranks={ranks} /> : null}
      {scores.length > 0 || scoredTeams.length === 0 ? <AccountScores scores={scores} /> : null}
      <ResultsWithProtestFormsSection entries={protests} showsTeam onChanged={() => void revalidate()} />
    </>
  )
}
