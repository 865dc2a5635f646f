import { randomInt } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'

/** argon2id (the package's default) at OWASP's recommended cost: 19 MiB, 2 passes, 1 lane; about 20 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same password typed on two systems is one password (RFC 8265). */
const normalizePassword = (password: string) => password.normalize('NFC')

/** The hash to keep of a password. */
export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), cost)

let decoyHash: Promise<string> | undefined

/**
 * Whether a password fits a kept hash. Without a hash (no such account, or one without a password) the same work is done on a decoy and the answer is
 * false, so that time tells nothing.
 */
export const verifyPassword = async (password: string, kept: string | null | undefined): Promise<boolean> => {
  decoyHash ??= hashPassword('no account has this password')
  const fits = await verify(kept ?? (await decoyHash), normalizePassword(password))
  return fits && Boolean(kept)
}

/** Whether a kept hash was made at a lower cost than today's. */
export const needsRehash = (kept: string): boolean => {
  const made = parseOptions(kept)
  return made.memoryCost < cost.memoryCost || made.timeCost < cost.timeCost
}

/** Letters and digits that nobody mistakes for another. */
const unambiguousCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Sixteen characters in four groups: about 79 bits, and readable aloud. */
export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]).join(''),
  ).join('-')
