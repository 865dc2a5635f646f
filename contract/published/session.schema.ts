import { textField } from '#contract/fields.schema.ts'
import { passwordLength } from '#contract/rules/password.ts'
import { identityKinds } from '#contract/session.ts'
import { z } from '#contract/z.ts'

/** A one-use secret as links and replies carry it. */
const ticket = textField(200).min(1)
const code = textField(40).trim().min(1)

/** `type` 4 is the admin screen, 0 the one of students and coaches. Empty fields have a message of their own, so they pass here. */
export const signInBody = z.object({
  national_id: textField(320).default(''),
  loginType: z.enum(identityKinds).default('email'),
  password: textField(1000).default(''),
  type: z.union([z.literal(0), z.literal(4), z.enum(['0', '4']).transform(Number)]).default(0),
})
export const signedInReply = z.object({ success: z.literal(true), msg: z.string() })

export const wireSessionUser = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.number().describe('4 admin, 0 student, 1 coach'),
  steb_user_id: z.string(),
  info: z.object({ name: z.object({ fname: z.string() }) }),
  lang: z.enum(['en', 'ar']),
})
export type WireSessionUser = z.infer<typeof wireSessionUser>

export const userReply = z.object({ success: z.literal(true), user: wireSessionUser })
export const loginSeasonQuery = z.object({ token: ticket, type: textField(40).describe('the site code') })
export const loginSeasonReply = z.object({ success: z.literal(true), user: z.object({ jwt: z.string(), user: z.array(wireSessionUser) }) })

export const secondFactorBody = z.object({ challenge: ticket, code })
export const forgotBody = z.object({ email: textField(320).trim().min(1), type: signInBody.shape.type })
export const newPassword = textField(passwordLength.max).min(passwordLength.min)
export const resetBody = z.object({ token: ticket, password: newPassword, confirm: textField(passwordLength.max).optional() })
export const doneReply = z.object({ success: z.literal(true), msg: z.string() })

/** The password is needed to replace a second factor that is on. */
export const enrolStartBody = z.object({ password: textField(1000).optional() })
export const enrolStartReply = z.object({
  success: z.literal(true),
  secret: z.string().describe('to type into an authenticator app'),
  uri: z.string().describe('otpauth address, to show as a QR code'),
  enrolment: z.string().describe('to send back with the first code'),
})
export const enrolConfirmBody = z.object({ enrolment: textField(2000).min(1), code })
export const enrolConfirmReply = z.object({ success: z.literal(true), msg: z.string(), recoveryCodes: z.array(z.string()) })
export const passwordBody = z.object({ password: textField(1000).min(1) })
