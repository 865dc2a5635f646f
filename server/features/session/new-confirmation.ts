import type { Db } from '#server/db/open.ts'
import { lifetimes } from './limits.ts'
import { deleteTicketsOf, insertTicket } from './queries.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * Makes the link that proves that mail to `email` arrives, for an account or, with an id that is nobody's, none that works. Older ones are good for nothing any more.
 * It works once, for a week (`confirmDays`).
 */
export const newConfirmation = async (tx: Db, siteUrl: string, { userId, email }: { userId: string; email: string }): Promise<string> => {
  const token = newToken()
  await deleteTicketsOf(tx, userId, 'confirm-email')
  await insertTicket(tx, { tokenHash: tokenHash(token), kind: 'confirm-email', userId, minutes: lifetimes.confirm, email })
  // after the # : what stands there is never sent to a server, so no log has it
  return `${siteUrl}/confirm-email/#${token}`
}
