import { nullableFormField } from '#contract/crud.schema.ts'
import { textField } from '#contract/fields.schema.ts'
import { langs } from '#contract/localized.ts'
import { registrationLimits as limits } from '#contract/registration.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { passwordLength } from '#contract/rules/password.ts'
import { identityKinds } from '#contract/session.ts'
import { z } from '#contract/z.ts'

const line = (max: number) => textField(max).trim().default('')

/** A guardian's consent. What is missing has a message of its own, so empty texts pass here. */
export const guardianForm = z.object({
  name: line(limits.guardianName),
  contact: line(limits.guardianContact),
  textVersion: textField(40).default('').describe('the version of the text that was agreed to; empty for no consent'),
})
/** A day as forms send it, in Arabic digits too; whether it is one the rule says. */
export const birthDay = textField(40).trim().transform(westernDigits)
export const genderField = nullableFormField(
  z.preprocess((value) => (typeof value === 'string' ? Number(westernDigits(value)) : value), z.literal([0, 1])),
)

/** The registration of a student or coach. Required fields may be empty here: they are named all at once, with 'Please fill form carefully!'. */
export const registrationForm = z.object({
  role: z.enum(['student', 'coach']).default('student'),
  firstName: line(limits.name),
  lastName: line(limits.name),
  email: line(limits.email),
  phone: line(limits.phone),
  nationalId: line(limits.nationalId),
  birthDate: birthDay.default('').describe('YYYY-MM-DD'),
  gender: genderField.describe('0 male, 1 female'),
  school: line(limits.school),
  password: textField(passwordLength.max).default(''),
  confirm: textField(passwordLength.max).optional(),
  guardian: guardianForm.nullish().describe('for a minor'),
  lang: z.enum(langs).optional().describe('the language of mails; the one of the request where it is not given'),
  website: textField(1000).optional().describe('leave empty'),
})
export type WireRegistration = z.input<typeof registrationForm>
export const registeredReply = z.object({
  success: z.literal(true),
  msg: z.string(),
  confirm: z.boolean().describe('whether a link was mailed that has to be opened before signing in'),
})

export const confirmEmailBody = z.object({ token: textField(200).min(1) })
export const confirmEmailAgainBody = z.object({
  national_id: textField(limits.email).trim().min(1),
  loginType: z.enum(identityKinds).default('email'),
})
