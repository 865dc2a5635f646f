import { accountLimits } from '#contract/account.ts'
import { textField } from '#contract/fields.schema.ts'
import { langs } from '#contract/localized.ts'
import { registrationLimits } from '#contract/registration.ts'
import { passwordLength } from '#contract/rules/password.ts'
import { z } from '#contract/z.ts'
import { birthDay, genderField, guardianForm } from './registration.schema.ts'
import { newPassword } from './session.schema.ts'

export const wireAccount = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable().describe('E.164'),
  lang: z.enum(langs),
  type: z.literal([0, 1, 4]).describe('4 admin, 0 student, 1 coach'),
  school: z.string(),
  birthDate: z.string().nullable().describe('YYYY-MM-DD'),
  gender: z.literal([0, 1]).nullable().describe('0 male, 1 female'),
  nationalId: z.string().nullable().describe('masked'),
  guardian: z.object({ name: z.string(), contact: z.string(), consentAt: z.string(), textVersion: z.string() }).nullable(),
  emailConfirmed: z.boolean(),
  newEmail: z.string().nullable().describe('waits for the link that was mailed to it'),
  erasureRequestedAt: z.string().nullable(),
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
  version: z.number(),
})
export type WireAccount = z.infer<typeof wireAccount>

/** Empty texts pass here: what is missing has a message of its own. */
export const accountForm = z.object({
  firstName: textField(accountLimits.name).trim(),
  lastName: textField(accountLimits.name).trim().default(''),
  email: textField(accountLimits.email)
    .trim()
    .pipe(z.union([z.literal(''), z.email()])),
  phone: textField(accountLimits.phone).trim().default(''),
  lang: z.enum(langs),
  password: textField(1000).default('').describe('the password of now, for a new e-mail'),
  school: textField(registrationLimits.school).trim().optional(),
  birthDate: birthDay.optional().describe('YYYY-MM-DD'),
  gender: genderField.describe('0 male, 1 female'),
  nationalId: textField(registrationLimits.nationalId).trim().optional().describe('can be set once'),
  guardian: guardianForm.optional().describe('a consent that is given now'),
  version: z.number().int().min(1).max(2_000_000_000).optional(),
})
export type WireAccountForm = z.input<typeof accountForm>
export const accountReply = z.object({ success: z.literal(true), account: wireAccount })
export const accountSavedReply = z.object({ success: z.literal(true), msg: z.string(), account: wireAccount })

export const passwordChangeBody = z.object({
  current: textField(1000),
  password: newPassword,
  confirm: textField(passwordLength.max).optional(),
})

export const wireOpenSession = z.object({
  _id: z.string(),
  current: z.boolean(),
  device: z.string(),
  address: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
})
export type WireOpenSession = z.infer<typeof wireOpenSession>
export const openSessionsReply = z.object({ success: z.literal(true), sessions: z.array(wireOpenSession) })
