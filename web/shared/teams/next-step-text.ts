import type { TFunction } from 'i18next'
import { getTeamNextStep } from '#contract/rules/team-next-step.ts'
import type { AccountTeam } from '#contract/team.schema.ts'

/** Describes the next step of a team. `hasResults`: the team has a score in its competition or in an event. */
export const formatTeamNextStep = (
  t: TFunction,
  team: AccountTeam,
  hasResults: boolean,
  formatDateTime: (instant: string) => string,
): string =>
  t(`accountTeams.progress.steps.${getTeamNextStep(team, hasResults)}`, { date: team.payBy === null ? '' : formatDateTime(team.payBy) })
