import type { AccountTeam } from '#contract/team.ts'

/** What the account of a team does or waits for next. */
export type TeamNextStep =
  | 'register-again'
  | 'wait-for-place'
  | 'complete'
  | 'pay-until'
  | 'pay'
  | 'see-results'
  | 'wait-for-event'
  | 'none'

/** Returns the next step of a team. `hasResults`: the team has a score in its competition or in an event. */
export const getTeamNextStep = (
  { status, editable, complete, paid, fee, payBy }: Pick<AccountTeam, 'status' | 'editable' | 'complete' | 'paid' | 'fee' | 'payBy'>,
  hasResults: boolean,
): TeamNextStep => {
  if (status === 'lapsed') return editable ? 'register-again' : 'none'
  if (status === 'waiting') return 'wait-for-place'
  if (!complete && editable) return 'complete'
  if (!paid && fee > 0) return payBy === null ? 'pay' : 'pay-until'
  return hasResults ? 'see-results' : 'wait-for-event'
}

/** The steps that only the account can take, the most urgent first. */
export const urgentNextSteps: readonly TeamNextStep[] = ['pay-until', 'complete', 'pay', 'register-again']
