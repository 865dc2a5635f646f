import { randomInt } from 'node:crypto'
import { passwordLength } from '#contract/accounts/user.ts'
import { AppError } from './app-error.ts'

/** argon2id (the package's default) at OWASP's recommended cost: 19 MiB, 2 passes, 1 lane; about 20 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Loads the library of hashes with the first password, so that an idle process does not need its memory. */
const loadArgon2 = () => import('@node-rs/argon2')

/** Normalizes a password, because systems encode the same characters differently (RFC 8265). */
const normalizePassword = (password: string) => password.normalize('NFC')

/** Hashes a password for storage. */
export const hashPassword = async (password: string): Promise<string> => {
  const { hash } = await loadArgon2()
  return hash(normalizePassword(password), cost)
}

let decoyHash: Promise<string> | undefined

/**
 * Verifies a password against a stored hash. Without a hash (no such account, or a user without a
 * password) it verifies against a decoy and returns false, so that the response time reveals nothing.
 */
export const verifyPassword = async (
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> => {
  decoyHash ??= hashPassword('no account has this password')
  const { verify } = await loadArgon2()
  const isValid = await verify(storedHash ?? (await decoyHash), normalizePassword(password))
  return isValid && Boolean(storedHash)
}

/** Returns true when a stored hash has a lower cost than new ones. */
export const isPasswordHashOutdated = async (storedHash: string): Promise<boolean> => {
  const { parseOptions } = await loadArgon2()
  const options = parseOptions(storedHash)
  return options.memoryCost < cost.memoryCost || options.timeCost < cost.timeCost
}

/** Letters and digits that look different from each other. */
const unambiguousCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Generates a password of sixteen characters in four groups (about 79 bits). */
export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]).join(''),
  ).join('-')

/** The owner of a password, as far as the owner is known. */
type PasswordOwner = {
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | null | undefined
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loads the list of common passwords; only those long enough to be accepted, about 18,000. */
const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min))
}

/**
 * Returns why a new password cannot be used, or undefined: it is one of the most common ones, or the name or
 * address of its owner. Upper and lower case are the same.
 */
export const findGuessablePasswordProblem = async (
  password: string,
  { email = '', firstName = '', lastName }: PasswordOwner,
): Promise<'common-password' | 'personal-password' | undefined> => {
  // a list that could not be loaded is loaded again for the next password
  commonPasswords ??= loadCommonPasswords().catch((error: unknown) => {
    commonPasswords = undefined
    throw error
  })
  const normalized = password.normalize('NFC').trim().toLowerCase()
  if ((await commonPasswords).has(normalized)) return 'common-password'
  const ownValues = [
    email,
    email.split('@')[0],
    firstName,
    lastName,
    `${firstName} ${lastName ?? ''}`,
    `${firstName}${lastName ?? ''}`,
  ]
  return ownValues.some((value) => value?.normalize('NFC').trim().toLowerCase() === normalized)
    ? 'personal-password'
    : undefined
}

/** Throws `bad-input` (`password`) for a new password that cannot be used. */
export const assertPasswordNotGuessable = async (password: string, owner: PasswordOwner): Promise<void> => {
  const code = await findGuessablePasswordProblem(password, owner)
  if (code) throw new AppError('bad-input', [{ field: 'password', code }])
}
