import type { Db } from '#server/db/open.ts'
import { deleteOneTimeTokens, insertOneTimeToken } from './queries.ts'
import { lifetimes } from './rate-limiters.ts'
import { generateToken, hashToken } from './tokens.ts'

/**
 * Creates the link that confirms `email` for an account and revokes the account's older ones. It works once, within `emailConfirmationDays`. With an id that no
 * account has, the same work creates a link that does not work. `next` is a path of this site that the page leads to.
 */
export const replaceEmailConfirmationLink = async (
  tx: Db,
  siteUrl: string,
  { userId, email, next }: { userId: string; email: string; next?: string | undefined },
): Promise<string> => {
  const token = generateToken()
  await deleteOneTimeTokens(tx, userId, 'confirm-email')
  await insertOneTimeToken(tx, { tokenHash: hashToken(token), kind: 'confirm-email', userId, minutes: lifetimes.confirm, email })
  // browsers never send the part after # to a server, so no log has the token
  return `${siteUrl}/confirm-email/${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}#${token}`
}
