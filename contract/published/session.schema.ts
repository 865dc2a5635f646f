import { permissions } from '#contract/accounts/permissions.ts'
import { oneTimeTokenField } from '#contract/accounts/session.schema.ts'
import { signInIdentifierKinds } from '#contract/accounts/session.ts'
import { currentPasswordField } from '#contract/accounts/user.schema.ts'
import { userFields } from '#contract/accounts/user.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import { codeField, rawTextField } from '#contract/platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import { secondFactorSignInRequest, tokenSignInRequest } from '../accounts/session.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'

/**
 * `type` is 4 for the sign-in page of the back office and 0 for the other. Empty texts pass, because a
 * missing field has an error of its own.
 */
const signInRequest = z.object({
  national_id: codeField(userFields.email.maxLength).default(''),
  loginType: z
    .enum(signInIdentifierKinds)
    .default('email')
    .catch('email')
    .describe('an unknown one is `email`'),
  password: currentPasswordField.default(''),
  type: z.union([z.literal(0), z.literal(4), z.enum(['0', '4']).transform(Number)]).default(0),
})
signInRequest.register(fieldLabels, { catalogue: 'general', names: { national_id: 'identity' } })
const signInResponse = createMessageAndDataResponseSchema({})

const publishedSessionUser = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.number().describe('4 admin, 0 student, 1 coach'),
  steb_user_id: z.string(),
  info: z.object({ name: z.object({ fname: z.string() }) }),
  lang: z.enum(['en', 'ar']),
  permissions: z.array(z.enum(permissions)).optional().describe('of users of the back office'),
  regions: z
    .array(z.string())
    .optional()
    .describe('the ids of the regions to which a user of the back office is limited; absent without a limit'),
})
export type PublishedSessionUser = z.infer<typeof publishedSessionUser>

const sessionUserResponse = createSuccessResponseSchema({ user: publishedSessionUser })
export type SessionUserResponse = z.infer<typeof sessionUserResponse>
const confirmTokenQuery = z.object({
  token: oneTimeTokenField,
  type: rawTextField(40).describe('the site code'),
})
const confirmTokenResponse = createSuccessResponseSchema({
  user: z.object({ jwt: z.string(), user: z.array(publishedSessionUser) }),
})

/** The calls about session. */
export const publishedSessionCalls = {
  ...defineCalls(
    { tag: 'session', audience: 'visitor' },
    {
      'POST /api/adduser': {
        changesData: false,
        summary: 'Sign in: the token comes in the Authorization header of the reply',
        description:
          'With a second factor the reply is 401 `second-factor-required` with `details.challenge`, to be sent with a code to /api/adduser/second-factor.',
        body: signInRequest,
        response: signInResponse,
      },
      'POST /api/adduser/second-factor': {
        changesData: false,
        summary: 'The second step of signing in',
        body: secondFactorSignInRequest,
        response: signInResponse,
      },
      'POST /api/adduser/token': {
        changesData: false,
        summary:
          'Sign in once with the token of a sign-in link: that of a new session comes in the Authorization header of the reply',
        description:
          'The token of the link stays valid for other calls. With a second factor the reply is 401 `second-factor-required`, as for /api/adduser. Tokens of administrators work where a setting allows it.',
        body: tokenSignInRequest,
        response: signInResponse,
      },
      'POST /api/adduser/token/user': {
        changesData: false,
        summary: 'The user whom a sign-in link signs in; the link can still be used',
        body: tokenSignInRequest,
        response: sessionUserResponse,
      },
      'GET /api/loginseason': {
        summary: 'Whether a stored token is still valid',
        description:
          'Public: the token in the query is the proof. It is for programs that cannot read reply headers; use POST /api/getuser elsewhere, because logs of proxies contain URLs.',
        query: confirmTokenQuery,
        response: confirmTokenResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'session', audience: 'user' },
    {
      'POST /api/getuser': {
        changesData: false,
        summary: 'The signed-in user; the Authorization header of the reply has the confirmed token',
        response: sessionUserResponse,
      },
    },
  ),
}
