import type { AccountScore } from '#contract/personal-data.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import cards from '#web/account/fact-cards.module.css'
import { formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useLang } from '#web/shared/language.ts'
import { RankExplanation } from '#web/shared/scores/rank-explanation.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Fact } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './account-scores.module.css'

/** Shows the score entries of the account with their ranks. */
export function AccountScores({ scores }: { scores: AccountScore[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  if (scores.length === 0)
    return (
      <div className={page.empty}>
        <p>{t('account.scoresPage.none')}</p>
        <SiteLink to="/events/" className={page.button ?? ''}>
          {t('account.scoresPage.toEvents')}
        </SiteLink>
      </div>
    )
  return (
    <ul className={cards.list}>
      {scores.map(({ event, score, totalScores, explanation }) => (
        <li key={score.id} className={cards.card}>
          <h2 className={cards.title}>
            <SiteLink
              to={`/events/${event.slug}/`}
              aria-label={`${getEventTitleWithFallback(event.title, lang)}: ${t('account.scoresPage.openEvent')}`}
            >
              <bdi>{getEventTitleWithFallback(event.title, lang)}</bdi>
            </SiteLink>
          </h2>
          <p className={styles.place} data-medal={score.rank <= 3 ? score.rank : undefined}>
            {t('account.scoresPage.place', { rank: formatNumber(score.rank, lang), of: formatNumber(totalScores, lang) })}
          </p>
          <dl className={`${facts.facts} ${cards.facts}`}>
            <Fact label={t('account.scoresPage.total')} dir="ltr">
              {formatNumber(score.totalScore, lang)}
            </Fact>
            <Fact label={t('account.scoresPage.time')} dir="ltr">
              {formatAttemptTime(score.totalTimeMs)}
            </Fact>
            <Fact label={t('account.scoresPage.last')} dir="ltr">
              {formatNumber(score.score, lang)}
            </Fact>
            <Fact label={t('account.scoresPage.attempts')} dir="ltr">
              {formatNumber(score.attemptCount, lang)}
            </Fact>
            {score.teamName ? (
              <Fact label={t('account.scoresPage.team')}>
                <bdi>{score.teamName}</bdi>
              </Fact>
            ) : null}
          </dl>
          <RankExplanation explanation={explanation} className={cards.note} showsNeeded />
          <p className={cards.note}>{t('account.scoresPage.reached', { day: formatDate(score.reachedAt) })}</p>
        </li>
      ))}
    </ul>
  )
}
