import { guardian } from './ar/guardian.ts'

/** Arabic of the page for guardians, loaded with it. */
export const arGuardian = { guardian } as const
