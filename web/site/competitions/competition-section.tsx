import type { ReactNode } from 'react'
import type { CompetitionWithPlaces } from '#contract/competition.ts'
import { listLevelAges } from '#contract/rules/age-level.ts'
import { isRegistrationOpen } from '#contract/rules/team.ts'
import {
  canRegisterTeam,
  formatAgeRange,
  formatClosedReason,
  formatPeopleCountRange,
  formatTeamFee,
} from '#web/shared/competitions/format-competition.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Fact } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './competitions.module.css'

/** Shows what a team needs to know of a competition, with a link to the form. `now` (ISO 8601) decides what is closed. */
export function CompetitionSection({ competition, now }: { competition: CompetitionWithPlaces; now: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { slug, description, rulesLink, minMembers, maxMembers, minCoaches, maxCoaches, opensAt, closesAt, placesLeft } = competition
  const canRegister = canRegisterTeam(competition)
  // the state or the note about the waiting list says that there are no places
  const isShownAsFull = placesLeft === 0 && (competition.waitingListOpen || isRegistrationOpen(competition, now))
  const formatPlaces = () => {
    if (placesLeft === null) return t('competitions.noLimit')
    return placesLeft === 0 ? t('competitions.full') : t('competitions.placesLeft', { count: placesLeft })
  }
  const details: [string, ReactNode][] = [
    [
      t('competitions.ages'),
      <ul key="ages" className={styles.ages}>
        {listLevelAges(competition).map(({ level, ...ages }) => (
          <li key={level}>
            {t(`teamFields.options.ageLevel.${level}`)}: {formatAgeRange(t, ages)}
          </li>
        ))}
      </ul>,
    ],
    [t('competitions.members'), formatPeopleCountRange(t, minMembers, maxMembers)],
    [t('competitions.coaches'), formatPeopleCountRange(t, minCoaches, maxCoaches)],
    [t('competitions.fee'), <bdi key="fee">{formatTeamFee(t, competition, lang)}</bdi>],
    ...(opensAt === null ? [] : [[t('competitions.page.opensAt'), formatDateTime(opensAt)] as [string, ReactNode]]),
    [t('competitions.page.closesAt'), closesAt === null ? t('competitions.noEnd') : formatDateTime(closesAt)],
    ...(isShownAsFull ? [] : [[t('competitions.page.places'), formatPlaces()] as [string, ReactNode]]),
  ]
  return (
    <section id={slug} className={styles.competition} aria-labelledby={`${slug}-name`}>
      <div className={styles.head}>
        <h2 id={`${slug}-name`} className={styles.name}>
          <bdi>{competition.name[lang]}</bdi>
        </h2>
        <span className={styles.state} data-open={canRegister}>
          {canRegister ? t('competitions.page.open') : formatClosedReason(t, competition, formatDateTime, now)}
        </span>
      </div>
      {description[lang] ? <p className={styles.description}>{description[lang]}</p> : null}
      <dl className={`${facts.facts} ${styles.details}`}>
        {details.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
      {competition.waitingListOpen ? <p>{t('competitions.waitingList')}</p> : null}
      <div className={styles.actions}>
        {canRegister ? (
          <SiteLink
            to={`/account/teams/new?competition=${encodeURIComponent(slug)}`}
            className={page.button ?? ''}
            aria-describedby={`${slug}-name`}
          >
            {t(competition.waitingListOpen ? 'competitions.page.joinWaitingList' : 'competitions.page.register')}
          </SiteLink>
        ) : null}
        {rulesLink ? (
          <a href={rulesLink} className={page.ghost} target="_blank" rel="noreferrer" aria-describedby={`${slug}-name`}>
            {t('competitions.page.rules')} <span className={styles.newTab}>({t('pages.events.newTab')})</span>
          </a>
        ) : null}
      </div>
    </section>
  )
}
