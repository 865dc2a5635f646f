import { signInProvider } from './ar/sign-in-provider.ts'

/** Arabic of the pages of the sign-in provider, loaded with them. */
export const arSignInProvider = { signInProvider } as const
