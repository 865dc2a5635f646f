import type {
  guardianDecisionRequest,
  guardianRequest,
  memberGuardianConfirmation,
  recordedGuardianConfirmation,
} from './guardian-confirmation.schema.ts'
import type { z } from './z.ts'

/** Whether a guardian agrees that a minor takes part. A guardian who withdraws an agreement refuses. */
export const guardianConfirmationStates = ['missing', 'confirmed', 'refused'] as const

/** How a guardian answered: by a link that was mailed to the guardian, by a link that a coach passed on, or on paper. */
export const guardianConfirmationMethods = ['mailed-link', 'copied-link', 'paper'] as const
export type GuardianConfirmationMethod = (typeof guardianConfirmationMethods)[number]

/** The confirmation of the guardian of a member, for the account of the team. */
export type MemberGuardianConfirmation = z.infer<typeof memberGuardianConfirmation>
/** The same for the back office, with who recorded the paper. */
export type RecordedGuardianConfirmation = z.infer<typeof recordedGuardianConfirmation>
/** What a guardian sees of a link. */
export type GuardianRequest = z.infer<typeof guardianRequest>
export type GuardianDecision = Omit<z.output<typeof guardianDecisionRequest>, 'token'>
