import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import {
  codeField,
  honeypotField,
  langQuery,
  nameField,
  personNameField,
  rawTextField,
} from '../platform/fields.schema.ts'
import { type Lang, langs } from '../platform/localized.ts'
import { createMessageAndDataResponseSchema, messageOnlyResponse } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { registrationRoles, signInIdentifierKinds } from './session.ts'
import {
  birthDateField,
  confirmPasswordField,
  currentPasswordField,
  nullableGenderFormField,
  userEmailField,
  userTextField,
} from './user.schema.ts'
import { type Gender, guardianFields, passwordLength, userFields } from './user.ts'

/** A guardian's consent in a form. Empty texts pass, because a missing field has an error of its own. */
export const guardianConsentInput = z.object({
  name: personNameField(guardianFields.name.maxLength).default(''),
  contact: nameField(guardianFields.contact.maxLength).default(''),
  textVersion: rawTextField(40)
    .default('')
    .describe('the version of the text that was agreed to; empty for no consent'),
})
guardianConsentInput.register(fieldLabels, {
  catalogue: 'users',
  names: { name: 'guardianName', contact: 'guardianContact' },
})

/**
 * A guardian's consent as a form sends it; `textVersion` is the version of the text
 * (contract/people/guardians/guardian-consent.ts).
 */
export type GuardianConsentInput = z.output<typeof guardianConsentInput>

/** A guardian's consent in a reply. */
export const guardianConsent = z.object({
  name: z.string(),
  contact: z.string(),
  consentAt: z.string(),
  textVersion: z.string(),
})

/** A guardian's consent as it is stored; `consentAt` is ISO 8601. */
export type GuardianConsent = z.infer<typeof guardianConsent>

const nextPathField = rawTextField(300)
  // browsers drop tabs and line feeds, so that `/\t/host` becomes `//host`
  .regex(/^\/(?![/\\])\P{Cc}*$/u)
  .describe('the path on this site to which the confirmation link leads')

const browserSecretField = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe(
    '256 random bits (base64url) that the browser keeps: the confirmation link needs no password where they are sent again',
  )

/**
 * The registration of a student or coach. Required fields may be empty here: the server names all of them
 * with 'Please fill form carefully!'.
 */
const registerRequest = z.object({
  role: z.enum(registrationRoles).default('student'),
  firstName: personNameField(userFields.firstName.maxLength).default(''),
  lastName: personNameField(userFields.lastName.maxLength).default(''),
  email: userEmailField.default(''),
  phone: userTextField('phone').default(''),
  nationalId: userTextField('nationalId').default(''),
  birthDate: birthDateField.default('').describe('YYYY-MM-DD'),
  gender: nullableGenderFormField.describe('0 male, 1 female'),
  school: userTextField('school').default(''),
  password: rawTextField(passwordLength.max).default(''),
  confirm: confirmPasswordField,
  guardian: guardianConsentInput.nullish().describe('for a minor'),
  lang: z.enum(langs).optional().describe('the language of emails; by default the language of the request'),
  receivesNews: z.boolean().default(false).describe('asks for news by email'),
  next: nextPathField.optional(),
  browserSecret: browserSecretField.optional(),
  website: honeypotField,
})
registerRequest.register(fieldLabels, { catalogue: 'users', names: { confirm: 'repeatedPassword' } })
type RegisterRequest = z.output<typeof registerRequest>

/**
 * The registration of a student or coach. `birthDate` is `YYYY-MM-DD`; `gender` is null when nothing is
 * chosen; `lang` is the language of emails.
 */
export type Registration = Omit<
  RegisterRequest,
  'confirm' | 'website' | 'next' | 'browserSecret' | 'gender' | 'guardian' | 'lang'
> & {
  gender: Gender | null
  guardian: GuardianConsentInput | null
  lang: Lang
}

const registerResponse = createMessageAndDataResponseSchema({
  confirm: z.boolean().describe('whether the link in an email has to be opened before the first sign-in'),
})

const confirmEmailRequest = z.object({
  token: rawTextField(200).min(1),
  browserSecret: browserSecretField.optional(),
  password: currentPasswordField.optional().describe('of the registration or the account'),
})
const declineConfirmationRequest = z.object({ token: rawTextField(200).min(1) })
const confirmEmailResponse = createMessageAndDataResponseSchema({
  isSignedIn: z
    .literal(true)
    .optional()
    .describe('the link was that of a registration, and has also signed in'),
})
const resendConfirmationRequest = z.object({
  identity: codeField(userFields.email.maxLength).min(1),
  identityKind: z.enum(signInIdentifierKinds).default('email'),
  next: nextPathField.optional(),
  password: currentPasswordField.min(1).optional().describe('of the registration'),
  browserSecret: browserSecretField.optional(),
})

/** The calls about registration. */
export const registrationCalls = {
  ...defineCalls(
    { tag: 'session', audience: 'visitor' },
    {
      'POST /api/confirm-email': {
        summary: 'Confirm an email address with the token of the link',
        description:
          'The link of a registration also needs the secret that the browser sent when it registered, or the password of that registration, and signs in: the token comes in the Authorization header. The link of an account needs its session or its password. Otherwise the reply is 422 `password-required`, whose `details.linkOf` is `registration` or `account`, and the link can be used again.',
        body: confirmEmailRequest,
        response: confirmEmailResponse,
      },
      'POST /api/confirm-email/decline': {
        summary: 'End a confirmation link that somebody else asked for',
        description: 'Deletes the registration that the link belongs to, and no other one.',
        body: declineConfirmationRequest,
        response: messageOnlyResponse,
      },
      'POST /api/confirm-email/again': {
        summary: 'Email the link that confirms the address of a new account once more',
        description:
          'The password, or the secret that the browser sent when it registered, chooses among the registrations of the address; without both each of the newest gets an email. A password counts as an attempt to sign in. The reply is the same whether or not there is such a registration. The link expires when it did before.',
        body: resendConfirmationRequest,
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'registration', audience: 'visitor' },
    {
      'POST /api/register': {
        summary: 'Register an account as a student or coach',
        description:
          'Where the site can send email, the reply is the same whether or not there is an account with this address or national ID: an email to the address says how to go on.',
        rateLimit: { max: 300, timeWindow: '15 minutes' },
        query: langQuery,
        body: registerRequest,
        response: registerResponse,
      },
    },
  ),
}
