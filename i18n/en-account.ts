import { account, registration } from './en/account.ts'
import { dateField } from './en/date-field.ts'
import { fieldErrors } from './en/errors.ts'
import { accountForms, userFields } from './en/user-fields.ts'

/** English of registration and of the account pages, loaded with them. */
export const enAccount = { account, accountForms, dateField, fieldErrors, registration, userFields } as const
