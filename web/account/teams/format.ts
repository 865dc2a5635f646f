import type { TFunction } from 'i18next'
import type { AccountTeam } from '#contract/team.ts'

/** Formats a duration in milliseconds: `1:15.50`. */
export const formatScoreTime = (ms: number): string => {
  const seconds = ms / 1000
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`
}

/** Formats who registered a team, for a coach of it. */
export const formatTeamOwnerText = (t: TFunction, { user }: Pick<AccountTeam, 'user'>, place: 'card' | 'view'): string => {
  // the name may be written in the other direction
  const owner = user?.name ? `\u2068${user.name}\u2069` : undefined
  if (place === 'card') return owner ? t('accountTeams.card.coached', { owner }) : t('accountTeams.card.coachedWithoutOwner')
  return owner ? t('accountTeams.view.coachText', { owner }) : t('accountTeams.view.coachTextWithoutOwner')
}
