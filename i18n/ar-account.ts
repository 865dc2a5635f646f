import { account, registration } from './ar/account.ts'
import { dateField } from './ar/date-field.ts'
import { fieldErrors } from './ar/errors.ts'
import { accountForms, userFields } from './ar/user-fields.ts'

export const arAccount = { account, accountForms, dateField, fieldErrors, registration, userFields }
