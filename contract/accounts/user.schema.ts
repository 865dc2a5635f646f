import { missionTypes } from '../event/event.ts'
import { nullableFormField } from '../platform/crud.schema.ts'
import { codeField, emailOrEmptyField, nameField, rawTextField } from '../platform/fields.schema.ts'
import { z } from '../platform/z.ts'
import { cleanNumberOrDateToWesternDigits, toWesternDigits } from './identity.ts'
import { roles } from './session.ts'
import { genders, passwordLength, userFields } from './user.ts'

/**
 * Returns the schema of a text of a user, without surrounding white space. Empty texts pass, because a
 * missing field has an error of its own.
 */
export const userTextField = (field: 'phone' | 'nationalId' | 'school') =>
  (field === 'school' ? nameField : codeField)(userFields[field].maxLength)

/** An email address, or an empty text. */
export const userEmailField = emailOrEmptyField(userFields.email.maxLength)

/**
 * Returns the schema of a first or last name of a user. Links are refused where the stored name is known
 * (`listLinkProblemsInChangedNames`).
 */
export const userNameField = (field: 'firstName' | 'lastName') => nameField(userFields[field].maxLength)

/** The gender in a reply. */
export const gender = z.literal(genders).nullable().describe('0 male, 1 female')

/** The gender in a form; an empty value is null. */
export const nullableGenderFormField = nullableFormField(
  z.preprocess(
    (value) => (typeof value === 'string' ? Number(cleanNumberOrDateToWesternDigits(value)) : value),
    z.literal(genders),
  ),
)

/** A date as `YYYY-MM-DD`, in any digits. Rules check whether it is a possible date of birth. */
export const birthDateField = codeField(40).transform(toWesternDigits)

/** A password that the user chooses. */
export const newPasswordField = rawTextField(passwordLength.max).min(passwordLength.min)
/** The second entry of a new password. */
export const confirmPasswordField = rawTextField(passwordLength.max).optional()
/** The current password, which the user enters to confirm a change. */
export const currentPasswordField = rawTextField(1000)

/** A row of a CSV file of users; invalid values are empty or null. */
export const userImportRow = z.object({
  line: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable().describe('E.164'),
  gender,
  age: z.number().nullable(),
  role: z.enum(roles),
  missionType: z.literal(missionTypes),
  active: z.boolean(),
})

export type UserImportRow = z.infer<typeof userImportRow>
