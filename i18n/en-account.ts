import { account } from './en/account.ts'
import { accountForms } from './en/account-forms.ts'
import { fieldErrors } from './en/errors.ts'
import { registration } from './en/registration.ts'
import { userFields } from './en/user-fields.ts'

/** English of registration and of the account pages, loaded with them. */
export const enAccount = { account, accountForms, fieldErrors, registration, userFields } as const
