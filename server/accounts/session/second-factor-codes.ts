import { createHmac, randomBytes } from 'node:crypto'
import { verify } from 'otplib'
import { cleanCodeOrPhoneToWesternDigits } from '#contract/accounts/identity.ts'
import { recoveryCodeHashPrefix } from '#server/platform/db/schema/users.ts'

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
/** Returns a typed code in lower case, without what people type between its characters. */
export const normalizeCode = (code: string) =>
  cleanCodeOrPhoneToWesternDigits(code)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/**
 * Hashes a recovery code with the secret of the second factor, so that codes remain valid when `SECRET_KEY`
 * changes.
 */
export const hashNormalizedRecoveryCode = (secret: string, code: string) =>
  `${recoveryCodeHashPrefix}${createHmac('sha256', secret).update(`recovery ${code}`).digest('base64url')}`

/**
 * Returns the time step (30 s) in which an authenticator app shows a code; undefined for a wrong code. One step before
 * and after the present one are accepted, and none up to `after`, the last step that was used.
 */
export const findTimeStepOfCode = async (
  secret: string,
  code: string,
  after: number | null,
): Promise<number | undefined> => {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = await verify({
    secret,
    token: code,
    epochTolerance: 30,
    ...(after === null ? {} : { afterTimeStep: after }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
