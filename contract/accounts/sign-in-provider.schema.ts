import { defineCalls } from '../platform/define-calls.ts'
import { idField, rawTextField } from '../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { oneTimeTokenField } from './session.schema.ts'

/** 256 random bits that the browser keeps while its user is at the provider. */
const browserSecretField = rawTextField(200).min(20)

/** An account at the sign-in provider (OpenID Connect) with which a user signs in. Instants are ISO 8601. */
const providerLink = z.object({
  id: z.string(),
  issuer: z.string().describe('the address of the provider'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
/** An account at the sign-in provider with which a user signs in. */
export type ProviderLink = z.infer<typeof providerLink>

const providerLinksResponse = createSuccessResponseSchema({ links: z.array(providerLink) })

const startRequest = z.object({
  browserSecret: browserSecretField,
  invitation: oneTimeTokenField.optional().describe('the token of an emailed invitation'),
  isSignInForced: z
    .boolean()
    .optional()
    .describe('the provider asks for the sign-in also when it knows the browser, as after signing out here'),
})
/** How a sign-in with the provider begins. */
export type SignInStart = z.output<typeof startRequest>
const startOwnRequest = z.object({
  browserSecret: browserSecretField,
  purpose: z.enum(['link', 'confirm']).describe('`confirm` confirms this session'),
})
const startResponse = createSuccessResponseSchema({
  url: z.string().describe('the page of the provider, which leads back to the site'),
})

/** The secret of the browser, and what the provider has added to the address when it led the browser back. */
const finishRequest = z.object({
  browserSecret: browserSecretField,
  code: rawTextField(4000).min(1),
  state: oneTimeTokenField,
  iss: rawTextField(2000).optional(),
})
const userParams = z.object({ userId: idField })
const userLinkParams = userParams.extend({ linkId: idField })

/** The calls about signing in with OpenID Connect. */
export const signInProviderCalls = {
  ...defineCalls(
    { tag: 'session', audience: 'visitor' },
    {
      'POST /api/sign-in-provider/invitation': {
        changesData: false,
        summary: 'The user whom an invitation is for; the invitation can still be used',
        body: z.object({ invitation: oneTimeTokenField }),
        response: createSuccessResponseSchema({ name: z.string(), email: z.string() }),
      },
      'POST /api/sign-in-provider/start': {
        changesData: false,
        summary: 'Begin to sign in to the back office with the provider, or to accept an invitation',
        description: 'An invitation cannot be accepted while the site is read-only.',
        rateLimit: { max: 60, timeWindow: '1 minute' },
        body: startRequest,
        returnsSecret: true,
        response: startResponse,
      },
      'POST /api/sign-in-provider/finish': {
        changesData: false,
        summary: 'Sign in after the provider: the token comes in the Authorization header of the reply',
        description:
          'Without a second factor of the provider, the reply for an account with an own one is 401 `second-factor-required` with `details.challenge`, as for /api/adduser. While the site is read-only, an invitation is refused with 503 `read-only`.',
        rateLimit: { max: 60, timeWindow: '1 minute' },
        body: finishRequest,
        response: createMessageAndDataResponseSchema({}),
      },
    },
  ),
  ...defineCalls(
    { tag: 'account', audience: 'user' },
    {
      'GET /api/account/provider-links': {
        summary: 'The accounts at the sign-in provider that are linked to the own account',
        response: providerLinksResponse,
      },
      'POST /api/account/provider-links/start': {
        changesData: false,
        summary: 'Begin to link an account at the provider, or to confirm this session with it',
        description: 'No account can be linked while the site is read-only.',
        conditionalChecks: [{ when: 'to link', confirmation: true }],
        rateLimit: { max: 60, timeWindow: '1 minute' },
        body: startOwnRequest,
        returnsSecret: true,
        response: startResponse,
      },
      'POST /api/account/provider-links/finish': {
        changesData: false,
        summary: 'Link the account at the provider, or confirm this session, after the provider',
        description: 'While the site is read-only, a link is refused with 503 `read-only`.',
        rateLimit: { max: 60, timeWindow: '1 minute' },
        body: finishRequest,
        response: messageOnlyResponse,
      },
      'DELETE /api/account/provider-links/:linkId': {
        summary: 'Remove a link of the own account',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: z.object({ linkId: idField }),
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'users', audience: 'admin', permission: 'administration' },
    {
      'GET /api/admin/users/:userId/provider-links': {
        summary: 'The accounts at the sign-in provider that are linked to an account of the back office',
        params: userParams,
        response: providerLinksResponse,
      },
      'POST /api/admin/users/:userId/provider-links/invitation': {
        summary: 'Email the one-time link with which an account of the back office is linked',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: userParams,
        response: messageOnlyResponse,
      },
      'DELETE /api/admin/users/:userId/provider-links/:linkId': {
        summary: 'Remove a link of an account of the back office',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: userLinkParams,
        response: messageOnlyResponse,
      },
    },
  ),
}
