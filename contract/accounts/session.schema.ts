import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import { codeField, rawTextField } from '../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { signInAreas } from './session.ts'
import { confirmPasswordField, currentPasswordField, newPasswordField } from './user.schema.ts'
import { userFields } from './user.ts'

/** A one-time token in links and replies. */
export const oneTimeTokenField = rawTextField(200).min(1)
const secondFactorCodeField = codeField(40)

/** The second step of signing in: the challenge of the first step and a code. */
export const secondFactorSignInRequest = z.object({
  challenge: oneTimeTokenField,
  code: secondFactorCodeField.min(1),
})

/**
 * Users with a second factor send a code, others the password. Empty texts pass, because a missing field has
 * an error of its own.
 */
const confirmIdentityRequest = z.object({
  password: currentPasswordField.default(''),
  code: secondFactorCodeField.default(''),
})

/** The session token of a sign-in link. */
export const tokenSignInRequest = z.object({ token: oneTimeTokenField })

const forgotPasswordRequest = z.object({
  email: codeField(userFields.email.maxLength).min(1),
  area: z.enum(signInAreas).default('account').describe('the sign-in page that the link leads back to'),
})
const resetPasswordRequest = z.object({
  token: oneTimeTokenField,
  password: newPasswordField,
  confirm: confirmPasswordField,
})
resetPasswordRequest.register(fieldLabels, { catalogue: 'general', names: { confirm: 'repeatedPassword' } })

/** Replacing an active second factor needs the password. */
const startSecondFactorRequest = z.object({ password: currentPasswordField.optional() })
/** What an authenticator app needs. */
const secondFactorSetup = z.object({
  secret: z.string().describe('to type into an authenticator app'),
  uri: z.string().describe('otpauth address, to show as a QR code'),
  enrolment: z.string().describe('to send back with the first code'),
})

/** What an authenticator app needs, and the `enrolment` that is sent back with its first code. */
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

const startSecondFactorResponse = createSuccessResponseSchema(secondFactorSetup.shape)
const confirmSecondFactorRequest = z.object({
  enrolment: rawTextField(2000).min(1),
  code: secondFactorCodeField.min(1),
})
const confirmSecondFactorResponse = createMessageAndDataResponseSchema({ recoveryCodes: z.array(z.string()) })
const disableSecondFactorRequest = z.object({ password: currentPasswordField.min(1) })

/** The calls about session. */
export const sessionCalls = {
  ...defineCalls(
    { tag: 'session', audience: 'user' },
    {
      'POST /api/signout': {
        changesData: false,
        summary: 'End this session',
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'session', audience: 'visitor' },
    {
      'POST /api/password/forgot': {
        summary: 'Email a one-time link for a new password',
        description: 'The reply is the same whether or not there is an account with that address.',
        body: forgotPasswordRequest,
        response: messageOnlyResponse,
      },
      'POST /api/password/reset': {
        summary: 'Set a new password with the token of the link',
        body: resetPasswordRequest,
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'account', audience: 'user' },
    {
      'POST /api/account/second-factor/start': {
        summary: 'Begin to switch the second factor on; replacing one asks for the password',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        body: startSecondFactorRequest,
        returnsSecret: true,
        response: startSecondFactorResponse,
      },
      'POST /api/account/second-factor/confirm': {
        summary: 'Switch the second factor on with a first code; replies the recovery codes, once',
        body: confirmSecondFactorRequest,
        returnsSecret: true,
        response: confirmSecondFactorResponse,
      },
      'POST /api/account/confirm': {
        changesData: false,
        summary:
          'Confirm this session with a code of the second factor, or with the password where there is none',
        description:
          'Calls that reply 403 `confirmation_required` succeed for 10 minutes afterwards. `details.method` of that reply is `code` or `password`.',
        body: confirmIdentityRequest,
        response: messageOnlyResponse,
      },
      'POST /api/account/second-factor/disable': {
        summary: 'Switch the second factor off',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        body: disableSecondFactorRequest,
        response: messageOnlyResponse,
      },
    },
  ),
}
