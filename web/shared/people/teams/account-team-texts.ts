import type { TFunction } from 'i18next'
import type { AccountTeamSummary } from '#contract/people/teams/team.schema.ts'
import { getTeamNextStep } from '#contract/people/teams/team-next-step.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'

/** Loads the texts of the team pages in the language of the page. */
export const loadAccountTeamTexts = async (): Promise<object> =>
  getPageLanguage() === 'ar'
    ? (await import('#i18n/ar-teams.ts')).arTeams
    : (await import('#i18n/en-teams.ts')).enTeams

/**
 * Describes the next step of a team. `hasResults`: the team has a score in its competition or in an event.
 */
export const formatTeamNextStep = (
  t: TFunction,
  team: AccountTeamSummary,
  hasResults: boolean,
  formatDateTime: (instant: string) => string,
): string =>
  t(`accountTeams.progress.steps.${getTeamNextStep(team, hasResults)}`, {
    date: team.payBy === null ? '' : formatDateTime(team.payBy),
  })
