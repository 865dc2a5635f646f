import { guardian } from './en/guardian.ts'

/** English of the page for guardians, loaded with it. */
export const enGuardian = { guardian } as const
