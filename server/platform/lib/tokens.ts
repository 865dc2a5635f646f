import { createHash, randomBytes } from 'node:crypto'

/** An id that no account has. */
export const unknownUserId = '00000000-0000-0000-0000-000000000000'

/** Generates the secret of a session or a link: 256 random bits. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

/** Returns whether a text has the form of a token of `generateToken`. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Hashes a token for the database. A token is random, so one round of SHA-256 is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Builds the address of the page that confirms an email address and then leads to the path `next`. */
export const buildEmailConfirmationLink = (siteUrl: string, token: string, next?: string): string =>
  // browsers never send the part after # to a server, so no log has the token
  `${siteUrl}/confirm-email/${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}#${token}`

/**
 * Where a sign-in comes from: the address, which the list of sessions shows, and its key in the rate limiter.
 */
export type Origin = { address: string; addressKey: string; userAgent: string | undefined }
