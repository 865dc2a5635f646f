import { account } from './ar/account.ts'
import { registration } from './ar/registration.ts'

export const arAccount = { account, registration }
