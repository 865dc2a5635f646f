import type { AccountTeam } from '#contract/people/teams/team.schema.ts'

/** What the account of a team does or waits for next. */
type TeamNextStep =
  | 'register-again'
  | 'wait-for-place'
  | 'replace-member'
  | 'complete'
  | 'pay-until'
  | 'pay'
  | 'wait-for-payment'
  | 'guardian-confirmations'
  | 'see-results'
  | 'wait-for-event'
  | 'none'

/** Returns the next step of a team. `hasResults`: the team has a score in its competition or in an event. */
export const getTeamNextStep = (
  {
    status,
    editable,
    complete,
    paid,
    fee,
    payBy,
    isPaymentInDecision,
    canReplaceMembers,
    guardianConfirmations,
  }: Pick<
    AccountTeam,
    | 'status'
    | 'editable'
    | 'complete'
    | 'paid'
    | 'fee'
    | 'payBy'
    | 'isPaymentInDecision'
    | 'canReplaceMembers'
  > & {
    guardianConfirmations: readonly Pick<AccountTeam['guardianConfirmations'][number], 'state'>[]
  },
  hasResults: boolean,
): TeamNextStep => {
  if (status === 'lapsed') return editable ? 'register-again' : 'none'
  if (status === 'waiting') return 'wait-for-place'
  const hasRefusal = guardianConfirmations.some(({ state }) => state === 'refused')
  if (hasRefusal && canReplaceMembers) return 'replace-member'
  if (!complete && editable) return 'complete'
  if (!paid && isPaymentInDecision) return 'wait-for-payment'
  // the server accepts no payment while a guardian refuses
  if (!paid && fee > 0 && !hasRefusal) return payBy === null ? 'pay' : 'pay-until'
  if (hasResults) return 'see-results'
  return guardianConfirmations.some(({ state }) => state !== 'confirmed')
    ? 'guardian-confirmations'
    : 'wait-for-event'
}

/** What a team can lack: a place while it waits for one, the other parts once it has one. */
export type MissingPart = 'place' | 'refused' | 'people' | 'payment' | 'guardians'

/**
 * Lists what a team lacks. A team on the waiting list is asked for nothing but a place, and a team that lost
 * its place for nothing. While a guardian refuses, the payment waits. `unconfirmed` are the members whose
 * guardian has not confirmed.
 */
export const listMissingTeamParts = (
  {
    status,
    complete,
    paid,
    fee,
    isPaymentInDecision,
  }: Pick<AccountTeam, 'status' | 'complete' | 'paid' | 'fee' | 'isPaymentInDecision'>,
  unconfirmed: readonly { isRefused: boolean }[],
): MissingPart[] => {
  if (status !== 'registered') return status === 'waiting' ? ['place'] : []
  const hasRefusal = unconfirmed.some(({ isRefused }) => isRefused)
  const missing: [MissingPart, boolean][] = [
    ['refused', hasRefusal],
    ['people', !complete],
    ['payment', !paid && fee > 0 && !isPaymentInDecision && !hasRefusal],
    ['guardians', unconfirmed.some(({ isRefused }) => !isRefused)],
  ]
  return missing.flatMap(([part, isMissing]) => (isMissing ? [part] : []))
}

/** The steps that only the user can take, the most urgent first. */
export const urgentNextSteps: readonly TeamNextStep[] = [
  'replace-member',
  'pay-until',
  'complete',
  'pay',
  'guardian-confirmations',
  'register-again',
]
