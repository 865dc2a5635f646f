import { createHash, randomBytes } from 'node:crypto'

/** A new secret for a session or a link: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of it. A token is random, so one round of SHA-256 is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
