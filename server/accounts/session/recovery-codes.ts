import { createHmac, randomBytes } from 'node:crypto'
import { cleanCodeToWesternDigits } from '#contract/accounts/identity.ts'
import { recoveryCodeHashPrefix } from '#server/platform/db/schema/users.ts'

export const recoveryCodeCount = 10
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Generates ten characters of 31: about 50 bits, enough with five attempts a challenge. */
export const generateRecoveryCode = () => {
  const text = Array.from(randomBytes(40))
    .filter((byte) => byte < 248)
    .slice(0, 10)
    .map((byte) => codeAlphabet[byte % 31])
    .join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}
/** Removes what people type between the characters of a code, and the difference of cases. */
export const normalizeCode = (code: string) =>
  cleanCodeToWesternDigits(code)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/**
 * Hashes a recovery code with the secret of the second factor, so that codes remain valid when `SECRET_KEY`
 * changes.
 */
export const hashRecoveryCode = (secret: string, code: string) =>
  `${recoveryCodeHashPrefix}${createHmac('sha256', secret).update(`recovery ${code}`).digest('base64url')}`
