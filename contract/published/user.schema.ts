import { booleanFormField, formMetadataFields, imageFormField, nullableFormField, optionalFormField } from '#contract/crud.schema.ts'
import { missionTypes } from '#contract/event.ts'
import { textField } from '#contract/fields.schema.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { passwordLength } from '#contract/rules/password.ts'
import { leavingKinds, userLimits } from '#contract/user.ts'
import { z } from '#contract/z.ts'
import { newPassword } from './session.schema.ts'

/** A user as the back office lists and edits it. */
export const wireUser = z
  .object({
    _id: z.string(),
    info: z.object({
      name: z.object({ fname: z.string(), lname: z.string() }),
      gender: z.literal([0, 1]).nullable().describe('0 male, 1 female'),
      phone: z.string().nullable().describe('E.164'),
      avatar: z.string().nullable(),
      age: z.number().nullable(),
    }),
    email: z.object({ email: z.string() }),
    active: z.literal([0, 1]),
    type: z.literal([0, 1, 4]).describe('4 admin, 0 student, 1 coach'),
    missionType: z.literal(missionTypes),
    school: z.string(),
    birthDate: z.string().nullable().describe('YYYY-MM-DD'),
    nationalId: z.string().nullable().describe('masked'),
    emailConfirmedAt: z.string().nullable(),
    guardian: z.object({ name: z.string(), contact: z.string(), consentAt: z.string(), textVersion: z.string() }).nullable(),
    erasureRequestedAt: z.string().nullable(),
    unusedNoticeAt: z.string().nullable().describe('when the owner was told that the account, unused for years, will be erased'),
    secondFactor: z.boolean(),
    lastSignInAt: z.string().nullable(),
    version: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    deletedAt: z.string().nullable(),
  })
  .meta({ id: 'User' })
export type WireUser = z.infer<typeof wireUser>

/** What the list can be narrowed to. */
export const userFilters = {
  type: z.enum(['0', '1', '4']).optional(),
  active: z.enum(['0', '1']).optional(),
  leaving: z.enum(leavingKinds).optional(),
}

export const usersDownload = z.object({
  download: z.literal('true'),
  format: z.literal('csv').default('csv'),
  s: textField(200).trim().optional(),
  ...userFilters,
})

/** A number as forms send it, in Arabic digits too. */
const typed = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    const digits = typeof value === 'string' ? westernDigits(value.trim()) : ''
    return /^\d{1,9}$/.test(digits) ? Number(digits) : value
  }, schema)

/** The user form of `POST` and `PUT /api/admin/users`; with `id` it edits. What is required may be empty here: that has a message of its own. */
export const userForm = z.object({
  id: formMetadataFields.id,
  version: formMetadataFields.version,
  fname: textField(userLimits.name).trim().default(''),
  lname: textField(userLimits.name).trim().optional(),
  email: textField(userLimits.email)
    .trim()
    .pipe(z.union([z.literal(''), z.email()]))
    .default(''),
  phone: textField(userLimits.phone).trim().default(''),
  gender: nullableFormField(typed(z.literal([0, 1]))),
  age: nullableFormField(typed(z.number().int().min(0).max(userLimits.age))),
  password: optionalFormField(newPassword),
  confirm: optionalFormField(textField(passwordLength.max)),
  nationalId: optionalFormField(textField(userLimits.phone).trim()).meta({
    description: 'corrects the one that is kept; without it that stays',
  }),
  type: optionalFormField(typed(z.literal([0, 1, 4]))).meta({ description: '4 admin, 0 student, 1 coach' }),
  missionType: optionalFormField(typed(z.literal(missionTypes))).meta({ description: '0 Elementory, 1 Junior, 2 Senior, 3 Adult, 4 Pro' }),
  logo: imageFormField,
  removeLogo: booleanFormField,
})
export type WireUserForm = z.output<typeof userForm>
