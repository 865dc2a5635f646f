import { scoreRow } from '../event/scores/score.schema.ts'
import { rankExplanations } from '../event/scoring/rank-explanation.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import { idField, localizedText, multilineTextField } from '../platform/fields.schema.ts'
import { langs } from '../platform/localized.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { erasureGrounds, erasureReasonMaxLength } from './personal-data.ts'
import { guardianConsent, guardianConsentInput } from './registration.schema.ts'
import { roles } from './session.ts'
import {
  birthDateField,
  confirmPasswordField,
  currentPasswordField,
  gender,
  newPasswordField,
  nullableGenderFormField,
  userEmailField,
  userNameField,
  userTextField,
} from './user.schema.ts'

/** An account as its owner sees it. */
export type Account = z.infer<typeof account>
/** The values that owners update in their account; a field that is undefined stays as it is. */
export type AccountUpdate = Omit<z.output<typeof updateAccountRequest>, 'version'>
/** A device that is signed in. */
export type ActiveSession = z.infer<typeof activeSession>

/** An account as its owner sees it. Instants are ISO 8601; `version` counts the updates. */
const account = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable().describe('E.164'),
  lang: z.enum(langs).describe('the language of emails'),
  role: z.enum(roles),
  school: z.string(),
  birthDate: z.string().nullable().describe('YYYY-MM-DD'),
  gender,
  nationalId: z.string().nullable().describe('masked'),
  guardian: guardianConsent.nullable(),
  emailConfirmed: z.boolean(),
  newEmail: z.string().nullable().describe('a new address whose confirmation link has not been opened yet'),
  erasureRequestedAt: z.string().nullable(),
  receivesNews: z.boolean().describe('gets news by email, which does not concern the own registration'),
  secondFactor: z.boolean(),
  hasAuthenticatorApp: z
    .boolean()
    .describe('the second factor is an authenticator app, with or without passkeys'),
  recoveryCodesLeft: z.number(),
  version: z.number(),
})
const accountResponse = createSuccessResponseSchema({ account })
const updateAccountResponse = createMessageAndDataResponseSchema({ account })

/**
 * The values that owners update in their account; a field that is undefined stays as it is. Empty texts pass,
 * because a missing field has an error of its own.
 */
const updateAccountRequest = z.object({
  firstName: userNameField('firstName'),
  lastName: userNameField('lastName').default(''),
  email: userEmailField,
  phone: userTextField('phone').default(''),
  lang: z.enum(langs),
  password: currentPasswordField.default('').describe('the current password, for a new email address'),
  school: userTextField('school').optional(),
  birthDate: birthDateField.optional().describe('YYYY-MM-DD'),
  gender: nullableGenderFormField.describe('0 male, 1 female'),
  nationalId: userTextField('nationalId').optional().describe('can be set once'),
  guardian: guardianConsentInput.optional().describe("a guardian's consent to this update"),
  version: z.number().int().min(1).max(2_000_000_000).optional(),
})
updateAccountRequest.register(fieldLabels, { catalogue: 'users' })

const changePasswordRequest = z.object({
  current: currentPasswordField,
  password: newPasswordField,
  confirm: confirmPasswordField,
})
changePasswordRequest.register(fieldLabels, {
  catalogue: 'general',
  names: { current: 'currentPassword', confirm: 'repeatedPassword' },
})

/** A device that is signed in. Instants are ISO 8601. */
const activeSession = z.object({
  id: z.string(),
  current: z.boolean().describe('the session of this request'),
  device: z.string().describe("the browser's user agent"),
  address: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
})
const activeSessionsResponse = createSuccessResponseSchema({ sessions: z.array(activeSession) })
const sessionParams = z.object({ sessionId: idField })

/** A user's score entry with its event. */
const accountScore = z.object({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  score: scoreRow,
  totalScores: z.number().describe('entries of the ranking, each alliance counted once'),
  explanation: rankExplanations.optional().describe('why the entry has its rank'),
})

/** A user's score entry with its event. */
export type AccountScore = z.infer<typeof accountScore>

const accountScoresResponse = createSuccessResponseSchema({ scores: z.array(accountScore) })

const requestErasureRequest = z.object({ password: currentPasswordField.min(1) })
/** The state of a request for erasure; both instants are null when none is open. */
const erasureResponse = createMessageAndDataResponseSchema({
  erasureRequestedAt: z.string().nullable(),
  erasureDueAt: z.string().nullable().describe('until then the request can be withdrawn'),
})

/** An administrator's decision to erase an account, or to refuse the open request of its owner. */
const erasureDecisionRequest = z.discriminatedUnion('decision', [
  z.object({ id: idField, decision: z.literal('erase'), ground: z.enum(erasureGrounds) }),
  z.object({
    id: idField,
    decision: z.literal('refuse'),
    reason: multilineTextField(erasureReasonMaxLength).min(1),
  }),
])

/** The calls about account. */
export const accountCalls = {
  ...defineCalls(
    { tag: 'account', audience: 'user' },
    {
      'GET /api/account': { summary: 'The own account', response: accountResponse },
      'PUT /api/account': {
        summary: 'Change the own account',
        conditionalChecks: [{ when: 'to change the phone', confirmation: true }],
        body: updateAccountRequest,
        response: updateAccountResponse,
      },
      'POST /api/account/email-confirmation': {
        summary: 'Send the link that confirms the own address again',
        response: messageOnlyResponse,
      },
      'POST /api/account/password': {
        summary: 'Change the own password; other sessions end',
        body: changePasswordRequest,
        response: messageOnlyResponse,
      },
      'GET /api/account/sessions': {
        summary: 'Where the own account is signed in',
        response: activeSessionsResponse,
      },
      'DELETE /api/account/sessions': {
        summary: 'Sign out everywhere else',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        response: messageOnlyResponse,
      },
      'DELETE /api/account/sessions/:sessionId': {
        summary: 'End one session',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: sessionParams,
        response: messageOnlyResponse,
      },
      'GET /api/account/scores': {
        summary: 'The own places in the rankings',
        response: accountScoresResponse,
      },
      'GET /api/account/export': {
        summary: 'Everything that is stored about oneself, as a JSON file',
        rateLimit: { max: 20, timeWindow: '15 minutes' },
      },
      'POST /api/account/erasure': {
        summary: 'Request the erasure of the own account; it can be withdrawn for a week',
        body: requestErasureRequest,
        response: erasureResponse,
      },
      'DELETE /api/account/erasure': {
        summary: 'Withdraw the request for erasure',
        response: erasureResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'users', audience: 'admin', permission: 'privacy' },
    {
      'POST /api/admin/users/erasure': {
        summary: 'Erase an account immediately, or refuse the open request with a reason',
        conditionalChecks: [{ when: 'to erase immediately', confirmation: true }],
        body: erasureDecisionRequest,
        response: messageOnlyResponse,
      },
    },
  ),
}
