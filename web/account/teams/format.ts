import type { TFunction } from 'i18next'
import type { Competition } from '#contract/competition.ts'
import type { AccountTeam } from '#contract/team.ts'
import type { Language } from '#i18n/languages.ts'
import { formatMoney } from '#web/shared/format.ts'

/** Formats a duration in milliseconds: `1:15.50`. */
export const formatScoreTime = (ms: number): string => {
  const seconds = ms / 1000
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`
}

/** Formats how many people a team has: `2 to 3`, `1`. */
export const formatPeopleCountRange = (t: TFunction, min: number, max: number): string =>
  min === max ? t('accountTeams.competitions.exactly', { min }) : t('accountTeams.competitions.range', { min, max })

/** Formats the ages of a competition. */
export const formatAgeRange = (t: TFunction, { minAge, maxAge }: Pick<Competition, 'minAge' | 'maxAge'>): string => {
  if (minAge !== null && maxAge !== null) return t('accountTeams.competitions.ageRange', { min: minAge, max: maxAge })
  if (minAge !== null) return t('accountTeams.competitions.ageFrom', { min: minAge })
  if (maxAge !== null) return t('accountTeams.competitions.ageTo', { max: maxAge })
  return t('accountTeams.competitions.anyAge')
}

/** Formats the fee for a team. */
export const formatTeamFee = (t: TFunction, { fee, currency }: Pick<Competition, 'fee' | 'currency'>, lang: Language): string =>
  fee === 0 ? t('accountTeams.competitions.noFee') : formatMoney({ amount: fee, currency }, lang)

/** Formats who registered a team, for a coach of it. */
export const formatCoachText = (t: TFunction, { user }: Pick<AccountTeam, 'user'>, place: 'card' | 'view'): string => {
  // the name may be written in the other direction
  const owner = user?.name ? `\u2068${user.name}\u2069` : undefined
  if (place === 'card') return owner ? t('accountTeams.card.coached', { owner }) : t('accountTeams.card.coachedWithoutOwner')
  return owner ? t('accountTeams.view.coachText', { owner }) : t('accountTeams.view.coachTextWithoutOwner')
}
