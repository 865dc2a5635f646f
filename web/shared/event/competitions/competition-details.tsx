import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './competition-details.module.css'
import { formatAgeRange, formatPeopleCountRange, formatTeamFee } from './format-competition.ts'

/**
 * Shows the limits, fee, deadline and free places of a competition. Consists of spans because labels contain
 * it.
 */
export function InlineCompetitionConditions({ competition }: { competition: CompetitionWithPlaces }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const { minMembers, maxMembers, minCoaches, maxCoaches, closesAt, placesLeft, waitingListOpen } =
    competition
  const facts = [
    ['members', formatPeopleCountRange(t, minMembers, maxMembers)],
    ['coaches', formatPeopleCountRange(t, minCoaches, maxCoaches)],
    ['ages', formatAgeRange(t, { min: competition.minAge, max: competition.maxAge })],
    ['fee', formatTeamFee(t, competition, lang)],
    ['closes', closesAt === null ? t('competitions.noEnd') : formatDateTime(closesAt)],
  ] as const
  return (
    <span className={styles.facts}>
      {facts.map(([key, value]) => (
        <span key={key} className={styles.fact}>
          <span className={styles.name}>{t(`competitions.${key}`)}</span>{' '}
          <bdi className={styles.value}>{value}</bdi>
        </span>
      ))}
      {waitingListOpen ? <span className={styles.few}>{t('competitions.waitingList')}</span> : null}
      {placesLeft === null || placesLeft === 0 ? null : (
        <span className={placesLeft <= 10 ? styles.few : styles.places}>
          {t('competitions.placesLeft', { count: placesLeft })}
        </span>
      )}
    </span>
  )
}
