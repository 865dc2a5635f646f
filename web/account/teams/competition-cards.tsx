import type { CompetitionWithPlaces } from '#contract/competition.ts'
import { CompetitionDetails } from '#web/shared/competitions/competition-details.tsx'
import { canRegisterTeam, formatClosedReason } from '#web/shared/competitions/format-competition.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './page.module.css'

/** Shows the competitions of the season: open ones with a link to register, closed ones with the reason. */
export function CompetitionCards({ competitions }: { competitions: CompetitionWithPlaces[] }) {
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
                <bdi>{competition.name[lang]}</bdi>
              </h3>
              <CompetitionDetails competition={competition} />
              {canRegisterTeam(competition) ? (
                <div className={styles.actions}>
                  <SiteLink
                    to={`/account/teams/new?competition=${encodeURIComponent(competition.slug)}`}
                    className={`${page.ghost} ${page.small}`}
                    aria-describedby={`competition-${competition.id}`}
                  >
                    {t('accountTeams.register')}
                  </SiteLink>
                </div>
              ) : (
                <p className={styles.quiet}>{formatClosedReason(t, competition, formatDateTime)}</p>
              )}
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
