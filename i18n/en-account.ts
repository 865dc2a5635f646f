import { account } from './en/account.ts'
import { registration } from './en/registration.ts'

/** English of registration and of the account pages, loaded with them. */
export const enAccount = { account, registration } as const
