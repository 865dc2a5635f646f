import { idField, localizedText, rawTextField } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'

/** Whether a guardian agrees that a minor takes part. A guardian who withdraws an agreement refuses. */
const guardianConfirmationStates = ['missing', 'confirmed', 'refused'] as const

/**
 * How a guardian answered: by a link that was emailed to the guardian, by a link that a coach passed on, or on
 * paper.
 */
const guardianConfirmationMethods = ['mailed-link', 'copied-link', 'paper'] as const
export type GuardianConfirmationMethod = (typeof guardianConfirmationMethods)[number]

/** The confirmation of the guardian of a member, for the account of the team. */
export type MemberGuardianConfirmation = z.infer<typeof memberGuardianConfirmation>
/** The same for the back office, with who recorded the paper. */
export type RecordedGuardianConfirmation = z.infer<typeof recordedGuardianConfirmation>
/** What a guardian sees of a link. */
export type GuardianRequest = z.infer<typeof guardianRequest>
export type GuardianDecision = Omit<z.output<typeof guardianDecisionRequest>, 'token'>

const confirmationFields = {
  personId: z.string(),
  state: z.enum(guardianConfirmationStates).describe('`refused` too when an agreement was withdrawn'),
  method: z.enum(guardianConfirmationMethods).nullable().describe('null while it is missing'),
  at: z.string().nullable().describe('when the guardian answered, or the paper was recorded'),
  textVersion: z.string().nullable().describe('the version of the text that the guardian agreed to'),
  mailedAt: z.string().nullable().describe('when a link was last emailed to the guardian'),
  hasEmail: z.boolean().describe('whether the contact of the guardian is an email address'),
}
/** The confirmation of the guardian of a member who is a minor. */
export const memberGuardianConfirmation = z
  .object(confirmationFields)
  .meta({ id: 'MemberGuardianConfirmation' })
/** The same with the organizer who recorded the paper; null for other answers and a deleted user. */
const recordedGuardianConfirmation = z
  .object({ ...confirmationFields, recordedBy: z.string().nullable() })
  .meta({ id: 'RecordedGuardianConfirmation' })

const token = rawTextField(100).min(1)
/** What a link shows to a guardian: of the child only the first name. */
const guardianRequest = z
  .object({
    personId: z.string(),
    state: z.enum(guardianConfirmationStates),
    at: z.string().nullable(),
    textVersion: z
      .string()
      .describe('the version of the text that the guardian agreed to, else the current one'),
    publish: z.boolean().describe('whether the photo may be shown'),
    firstName: z.string(),
    teamName: z.string(),
    competition: localizedText,
    validUntil: z.string().describe('until when the link works'),
  })
  .meta({ id: 'GuardianRequest' })
export const guardianRequestQuery = z.object({ token })
export const guardianDecisionRequest = z.object({
  token,
  agrees: z.boolean(),
  publish: z.boolean().default(false).describe('whether the photo may be shown'),
  textVersion: rawTextField(40).default('').describe('the version of the text that the guardian agrees to'),
  personId: idField
    .optional()
    .describe('the child that the answer is about; it may be missing where the link opens one child'),
})
export const guardianRequestResponse = createSuccessResponseSchema({
  request: guardianRequest,
  others: z
    .array(guardianRequest)
    .describe('the other children of the same guardian that an emailed link opens'),
})
export const guardianDecisionResponse = createMessageAndDataResponseSchema({ request: guardianRequest })

export const guardianLinkResponse = createSuccessResponseSchema({ link: z.string() })
export const guardianEmailResponse = createMessageAndDataResponseSchema({})
export const guardianConfirmationsResponse = createSuccessResponseSchema({
  confirmations: z.array(recordedGuardianConfirmation),
})
export const recordGuardianPaperRequest = z.object({
  publish: z.boolean().describe('whether the photo may be shown'),
})
export const savedGuardianConfirmationsResponse = createMessageAndDataResponseSchema({
  confirmations: z.array(recordedGuardianConfirmation),
})
