import type { TFunction } from 'i18next'
import type { Competition, CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { AgeRange } from '#contract/people/teams/age-level.ts'
import { isWithinRegistrationPeriod } from '#contract/people/teams/team-places.ts'
import type { Language } from '#i18n/languages.ts'
import { formatMoney } from '#web/shared/format.ts'

/** Formats how many people a team has: `2 to 3`, `1`. */
export const formatPeopleCountRange = (t: TFunction, min: number, max: number): string =>
  min === max ? t('competitions.exactly', { min }) : t('competitions.range', { min, max })

/** Formats ages: `8–12 years`. */
export const formatAgeRange = (t: TFunction, { min, max }: AgeRange): string => {
  if (min !== null && min === max) return t('competitions.oneAge', { min })
  if (min !== null && max !== null) return t('competitions.ageRange', { min, max })
  if (min !== null) return t('competitions.ageFrom', { min })
  if (max !== null) return t('competitions.ageTo', { max })
  return t('competitions.anyAge')
}

/** Formats the fee for a team. */
export const formatTeamFee = (
  t: TFunction,
  { fee, currency }: Pick<Competition, 'fee' | 'currency'>,
  lang: Language,
): string => (fee === 0 ? t('competitions.noFee') : formatMoney({ amount: fee, currency }, lang))

/** Formats why registration is not possible now. */
export const formatRegistrationClosedReason = (
  t: TFunction,
  competition: CompetitionWithPlaces,
  formatDateTime: (iso: string) => string,
  now = new Date().toISOString(),
): string => {
  // within its dates a competition is full, or the site takes no registrations
  if (isWithinRegistrationPeriod(competition, now))
    return t(competition.placesLeft === 0 ? 'competitions.full' : 'competitions.closed')
  const { opensAt } = competition
  return opensAt !== null && opensAt > now
    ? t('competitions.opens', { date: formatDateTime(opensAt) })
    : t('competitions.closed')
}

/** Returns whether a team can be registered now, for a free place or for the waiting list. */
export const canRegisterTeam = ({ open, placesLeft, waitingListOpen }: CompetitionWithPlaces): boolean =>
  (open && placesLeft !== 0) || waitingListOpen
