import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import { idField, nameField, rawTextField } from '../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { oneTimeTokenField } from './session.schema.ts'
import { passkeyNameMaxLength } from './session.ts'

/** A passkey of a user. Instants are ISO 8601. */
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
/** A passkey of a user. */
export type Passkey = z.infer<typeof passkey>

/** What the browser passes to the authenticator (WebAuthn, in JSON). */
const webAuthnOptions = z.record(z.string(), z.unknown())
const optionsResponse = createSuccessResponseSchema({ options: webAuthnOptions })

/** Bytes in base64url. */
const bytesField = rawTextField(20_000).regex(/^[\w-]*$/)
const credentialFields = {
  id: bytesField.min(1),
  rawId: bytesField,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
}
/** What the authenticator returns for a new passkey (WebAuthn `RegistrationResponseJSON`). */
const newCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytesField,
    attestationObject: bytesField,
    transports: z.array(rawTextField(40)).max(20).optional(),
    authenticatorData: bytesField.optional(),
    publicKey: bytesField.optional(),
    publicKeyAlgorithm: z.number().optional(),
  }),
})
/** What the authenticator returns for a challenge (WebAuthn `AuthenticationResponseJSON`). */
const signedChallenge = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytesField,
    authenticatorData: bytesField,
    signature: bytesField,
    userHandle: bytesField.optional(),
  }),
})
/** What the authenticator returns for a new passkey. */
export type NewCredential = z.output<typeof newCredential>
/** What the authenticator returns for a challenge. */
export type SignedChallenge = z.output<typeof signedChallenge>

const addPasskeyRequest = z.object({
  name: nameField(passkeyNameMaxLength).min(1),
  credential: newCredential,
})
addPasskeyRequest.register(fieldLabels, { catalogue: 'general', names: { name: 'name' } })

/** The calls about passkeys as a second factor. */
export const passkeyCalls = {
  ...defineCalls(
    { tag: 'session', audience: 'visitor' },
    {
      'POST /api/passkeys/options': {
        changesData: false,
        summary: 'What the browser needs for the second step of signing in with a passkey',
        body: z.object({ challenge: oneTimeTokenField }),
        returnsSecret: true,
        response: optionsResponse,
      },
      'POST /api/passkeys/sign-in': {
        changesData: false,
        summary:
          'The second step of signing in, with a passkey: the token comes in the Authorization header of the reply',
        body: z.object({ challenge: oneTimeTokenField, credential: signedChallenge }),
        response: createMessageAndDataResponseSchema({}),
      },
    },
  ),
  ...defineCalls(
    { tag: 'account', audience: 'user' },
    {
      'GET /api/account/passkeys': {
        summary: 'The own passkeys',
        response: createSuccessResponseSchema({ passkeys: z.array(passkey) }),
      },
      'POST /api/account/passkeys/options': {
        summary: 'What the browser needs to make a passkey',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        returnsSecret: true,
        response: optionsResponse,
      },
      'POST /api/account/passkeys': {
        summary: 'Add a passkey to the own second factor; the first one of an account without one enables it',
        body: addPasskeyRequest,
        returnsSecret: true,
        response: createMessageAndDataResponseSchema({
          recoveryCodes: z
            .array(z.string())
            .describe('new ones when the passkey has enabled the second factor, once; else none'),
        }),
      },
      'DELETE /api/account/passkeys/:passkeyId': {
        summary: 'Remove a passkey, unless it is the only second factor beside the recovery codes',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: z.object({ passkeyId: idField }),
        response: messageOnlyResponse,
      },
      'POST /api/account/confirm/passkey-options': {
        changesData: false,
        summary: 'What the browser needs to confirm this session with a passkey',
        returnsSecret: true,
        response: optionsResponse,
      },
      'POST /api/account/confirm/passkey': {
        changesData: false,
        summary: 'Confirm this session with a passkey in place of a code',
        body: z.object({ credential: signedChallenge }),
        response: messageOnlyResponse,
      },
    },
  ),
}
