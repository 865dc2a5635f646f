import type { ReactNode } from 'react'
import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { listLevelsWithAgeRanges } from '#contract/people/teams/age-level.ts'
import { isWithinRegistrationPeriod } from '#contract/people/teams/team-places.ts'
import {
  canRegisterTeam,
  formatAgeRange,
  formatPeopleCountRange,
  formatRegistrationClosedReason,
  formatTeamFee,
} from '#web/shared/event/competitions/format-competition.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import facts from '#web/shared/ui/facts.module.css'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './competitions.module.css'

type Props = {
  competition: CompetitionWithPlaces
  /** Decides what is closed (ISO 8601). */
  now: string
}

/** Shows whether a team can be registered for a competition, or why not. */
export function CompetitionRegistrationState({ competition, now }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const canRegister = canRegisterTeam(competition)
  return (
    <span className={styles.state} data-open={canRegister}>
      {canRegister
        ? t('competitions.page.open')
        : formatRegistrationClosedReason(t, competition, formatDateTime, now)}
    </span>
  )
}

/** Shows the ages, people, fee, dates and places of a competition, and the note about its waiting list. */
export function CompetitionConditionsList({ competition, now }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { minMembers, maxMembers, minCoaches, maxCoaches, opensAt, closesAt, placesLeft } = competition
  // the state or the note about the waiting list says that there are no places
  const isShownAsFull =
    placesLeft === 0 && (competition.waitingListOpen || isWithinRegistrationPeriod(competition, now))
  const formatPlaces = () => {
    if (placesLeft === null) return t('competitions.noLimit')
    return placesLeft === 0 ? t('competitions.full') : t('competitions.placesLeft', { count: placesLeft })
  }
  const details: [string, ReactNode][] = [
    [
      t('competitions.ages'),
      <ul key="ages" className={styles.ages}>
        {listLevelsWithAgeRanges(competition).map(({ level, ...ages }) => (
          <li key={level}>
            {t(`teamFields.options.ageLevel.${level}`)}: {formatAgeRange(t, ages)}
          </li>
        ))}
      </ul>,
    ],
    [t('competitions.members'), formatPeopleCountRange(t, minMembers, maxMembers)],
    [t('competitions.coaches'), formatPeopleCountRange(t, minCoaches, maxCoaches)],
    [t('competitions.fee'), <bdi key="fee">{formatTeamFee(t, competition, lang)}</bdi>],
    ...(opensAt === null
      ? []
      : [[t('competitions.page.opensAt'), formatDateTime(opensAt)] as [string, ReactNode]]),
    [t('competitions.page.closesAt'), closesAt === null ? t('competitions.noEnd') : formatDateTime(closesAt)],
    ...(isShownAsFull ? [] : [[t('competitions.page.places'), formatPlaces()] as [string, ReactNode]]),
  ]
  return (
    <>
      <dl className={`${facts.facts} ${styles.details}`}>
        {details.map(([label, value]) => (
          <DescriptionListEntry key={label} label={label}>
            {value}
          </DescriptionListEntry>
        ))}
      </dl>
      {competition.waitingListOpen ? <p>{t('competitions.waitingList')}</p> : null}
    </>
  )
}

/**
 * Shows the link to the form of a new team, while one can be registered, and the link to the rules. `nameId`
 * is the id of the name of the competition.
 */
export function CompetitionRegisterAndRulesLinks({
  competition,
  nameId,
}: {
  competition: CompetitionWithPlaces
  nameId: string
}) {
  const { t } = useTranslation()
  const { slug, rulesLink } = competition
  return (
    <div className={styles.actions}>
      {canRegisterTeam(competition) ? (
        <LocalizedLink
          to={`/account/teams/new?competition=${encodeURIComponent(slug)}`}
          className={page.button ?? ''}
          aria-describedby={nameId}
        >
          {t(
            competition.waitingListOpen ? 'competitions.page.joinWaitingList' : 'competitions.page.register',
          )}
        </LocalizedLink>
      ) : null}
      {rulesLink ? (
        <a href={rulesLink} className={page.ghost} target="_blank" rel="noreferrer" aria-describedby={nameId}>
          {t('competitions.page.rules')} <span className={styles.newTab}>({t('pages.events.newTab')})</span>
        </a>
      ) : null}
    </div>
  )
}
