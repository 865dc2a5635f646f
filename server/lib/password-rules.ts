import { passwordLength } from '#contract/rules/password.ts'
import { AppError } from './app-error.ts'

/** The owner of a password, as far as the owner is known. */
type PasswordOwner = { email?: string | undefined; firstName?: string | undefined; lastName?: string | null | undefined }

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loads the list of common passwords once; only those long enough to be accepted, about 18,000. */
const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min))
}

/** Returns why a new password cannot be used, or undefined: it is one of the most common ones, or the name or address of its owner. Upper and lower case are the same. */
export const findPasswordProblem = async (
  password: string,
  { email = '', firstName = '', lastName }: PasswordOwner,
): Promise<'common-password' | 'personal-password' | undefined> => {
  commonPasswords ??= loadCommonPasswords()
  const normalized = password.normalize('NFC').trim().toLowerCase()
  if ((await commonPasswords).has(normalized)) return 'common-password'
  const ownValues = [email, email.split('@')[0], firstName, lastName, `${firstName} ${lastName ?? ''}`, `${firstName}${lastName ?? ''}`]
  return ownValues.some((value) => value?.normalize('NFC').trim().toLowerCase() === normalized) ? 'personal-password' : undefined
}

/** Throws `bad-input` (`password`) for a new password that cannot be used. */
export const assertAllowedPassword = async (password: string, owner: PasswordOwner): Promise<void> => {
  const code = await findPasswordProblem(password, owner)
  if (code) throw new AppError('bad-input', [{ field: 'password', code }])
}
