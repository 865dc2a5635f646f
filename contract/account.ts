import type { account, activeSession, updateAccountRequest } from './account.schema.ts'
import type { z } from './z.ts'

/** An account as its owner sees it. */
export type Account = z.infer<typeof account>
/** The values that owners update in their account; a field that is undefined stays as it is. */
export type AccountUpdate = Omit<z.output<typeof updateAccountRequest>, 'version'>
/** A device that is signed in. */
export type ActiveSession = z.infer<typeof activeSession>
