import type { TFunction } from 'i18next'
import type { OpenCompetition } from '#contract/competition.ts'
import { isRegistrationOpen } from '#contract/rules/team.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './competition-details.module.css'
import { formatAgeRange, formatPeopleCountRange, formatTeamFee } from './format.ts'

/** Formats why registration is not possible now. */
export const formatClosedReason = (t: TFunction, competition: OpenCompetition, formatDateTime: (iso: string) => string): string => {
  const now = new Date().toISOString()
  if (isRegistrationOpen(competition, now)) return t('accountTeams.competitions.full')
  const { opensAt } = competition
  return opensAt !== null && opensAt > now
    ? t('accountTeams.competitions.opens', { date: formatDateTime(opensAt) })
    : t('accountTeams.competitions.closed')
}

/** The limits, fee, deadline and free places of a competition. Consists of spans because labels contain it. */
export function CompetitionDetails({ competition }: { competition: OpenCompetition }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { minMembers, maxMembers, minCoaches, maxCoaches, closesAt, placesLeft, waitingListOpen } = competition
  const facts = [
    ['members', formatPeopleCountRange(t, minMembers, maxMembers)],
    ['coaches', formatPeopleCountRange(t, minCoaches, maxCoaches)],
    ['ages', formatAgeRange(t, competition)],
    ['fee', formatTeamFee(t, competition, lang)],
    ['closes', closesAt === null ? t('accountTeams.competitions.noEnd') : formatDateTime(closesAt)],
  ] as const
  return (
    <span className={styles.facts}>
      {facts.map(([key, value]) => (
        <span key={key} className={styles.fact}>
          <span className={styles.name}>{t(`accountTeams.competitions.${key}`)}</span> <bdi className={styles.value}>{value}</bdi>
        </span>
      ))}
      {waitingListOpen ? <span className={styles.few}>{t('accountTeams.competitions.waitingList')}</span> : null}
      {placesLeft === null || placesLeft === 0 ? null : (
        <span className={placesLeft <= 10 ? styles.few : styles.places}>
          {t('accountTeams.competitions.placesLeft', { count: placesLeft })}
        </span>
      )}
    </span>
  )
}
