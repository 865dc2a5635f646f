import { account } from './ar/account.ts'
import { accountForms } from './ar/account-forms.ts'
import { fieldErrors } from './ar/errors.ts'
import { registration } from './ar/registration.ts'
import { userFields } from './ar/user-fields.ts'

export const arAccount = { account, accountForms, fieldErrors, registration, userFields }
