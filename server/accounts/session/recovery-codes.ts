import { createHmac, randomBytes } from 'node:crypto'
import { cleanCodeToWesternDigits } from '#contract/accounts/identity.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { recoveryCodeHashPrefix } from '#server/platform/db/schema/users.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { deleteSessionsOfUser, setOrDisableSecondFactorWithCodes } from './queries.ts'

const recoveryCodeCount = 10
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Generates ten characters of 31: about 50 bits, enough with five attempts a challenge. */
const generateRecoveryCode = () => {
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

/**
 * Enables or replaces the second factor of a user, ends the other sessions, and returns ten new recovery codes. `step`
 * is the time step of the first code of the authenticator app; null for a secret that no app has, where passkeys are
 * the only second factor beside the recovery codes.
 */
export const enableSecondFactorWithNewCodes = async (
  tx: Db,
  { encryption }: Pick<Core, 'encryption'>,
  { userId, sessionId }: Pick<AuthenticatedUser, 'userId' | 'sessionId'>,
  { secret, step }: { secret: string; step: number | null },
  actor: Actor,
): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  const codeHashes = codes.map((code) => hashRecoveryCode(secret, normalizeCode(code)))
  const encryptedSecret = encryption.encrypt(secret, 'users.totp_secret', userId)
  await setOrDisableSecondFactorWithCodes(tx, userId, { encryptedSecret, step, codeHashes })
  await deleteSessionsOfUser(tx, userId, sessionId)
  await writeAudit(tx, { actor, action: 'second-factor-on', entity: 'user', entityId: userId })
  return codes
}
