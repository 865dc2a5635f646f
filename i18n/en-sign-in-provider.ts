import { signInProvider } from './en/sign-in-provider.ts'

/** English of the pages of the sign-in provider, loaded with them. */
export const enSignInProvider = { signInProvider } as const
