import type { SignedChallenge } from '#contract/accounts/passkey.schema.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { hashToken, type Origin } from '../../platform/lib/tokens.ts'
import { createRateLimitedPasswordCheck } from './check-password.ts'
import type { PasskeyService } from './passkeys.ts'
import {
  findSessionUserById,
  markRecoveryCodeUsedIfUnused,
  markSignInLinkUsedAndGetExpiry,
  type SessionUserRow,
  setSessionConfirmed,
  updateTotpStepIfNewer,
} from './queries.ts'
import {
  decrementSecondFactorFailures,
  hasAuthenticatorApp,
  incrementCodeFailuresOrGetRetryAfter,
} from './queries-account.ts'
import {
  deleteAndReturnUsableOneTimeToken,
  findUsableOneTimeToken,
  incrementAttemptsAndReturnUsableToken,
} from './queries-one-time-tokens.ts'
import { setLinkUsedIfExists } from './queries-provider.ts'
import { codeFailureLimit, maxCodesPerChallenge, type SessionRateLimiters } from './rate-limiters.ts'
import { findTimeStepOfCode, hashNormalizedRecoveryCode, normalizeCode } from './second-factor-codes.ts'
import type { SessionStore } from './sessions.ts'

type Options = Core & {
  passkeys: PasskeyService
  limits: SessionRateLimiters
  forgiveSignIn: (user: SessionUserRow, origin: Origin) => Promise<void>
  openSession: SessionStore['openSession']
}
/** A code, or the challenge that a passkey has signed. */
export type SecondFactorProof = { code: string } | { passkey: SignedChallenge }

/**
 * Creates the service that checks the second factor, at the sign-in and to confirm a session: a time-based code
 * (RFC 6238; 30 s, one step of tolerance), one of ten recovery codes, or a passkey. Without an app no time-based code is
 * right.
 */
export const createSecondFactorService = ({
  passkeys,
  limits,
  forgiveSignIn,
  openSession,
  ...core
}: Options) => {
  const { config, database, emails, encryption } = core
  const { db } = database
  const decryptSecret = (user: SessionUserRow & { totpSecret: string }) =>
    encryption.decrypt(user.totpSecret, 'users.totp_secret', user.id)

  const checkPassword = createRateLimitedPasswordCheck(core, limits)

  /** Warns the owner that someone who knows the password enters wrong codes. */
  const warnOwner = ({ email, lang, firstName, role }: SessionUserRow) => {
    const link = `${config.SITE_URL}/forgot-password/${role === 'admin' ? '?from=admin' : ''}`
    const values = { name: firstName, link, count: codeFailureLimit.noticeAt, max: codeFailureLimit.max }
    return emails.send({ template: 'wrongCodes', to: email, language: lang, values })
  }
  /** Checks a code and marks it as used; false for a code that is wrong or was used. */
  const consumeCode = async (
    user: SessionUserRow & { totpSecret: string },
    typed: string,
  ): Promise<boolean> => {
    const code = normalizeCode(typed)
    const secret = decryptSecret(user)
    const step = hasAuthenticatorApp(user) ? await findTimeStepOfCode(secret, code, user.totpStep) : undefined
    return step === undefined
      ? markRecoveryCodeUsedIfUnused(db, user.id, [
          hashNormalizedRecoveryCode(secret, code),
          // earlier versions hashed with SECRET_KEY
          ...encryption.listKeyedHashes(`recovery ${user.id} ${code}`),
        ])
      : updateTotpStepIfNewer(db, user.id, step)
  }

  /**
   * Checks a code or passkey of the second factor. A code and the challenge of a passkey work once; ten wrong ones
   * an hour lock the user's second factor, over all sessions and challenges. `boundTo` is the session, or the
   * second step of a sign-in, for which the challenge of a passkey was made. Throws `second-factor-failed`, `passkey-failed`, `too-many`.
   */
  const checkProof = async (
    user: SessionUserRow & { totpSecret: string },
    proof: SecondFactorProof,
    boundTo: string,
  ) => {
    const counted = await incrementCodeFailuresOrGetRetryAfter(db, user.id, codeFailureLimit)
    if ('retryAfter' in counted) throw new AppError('too-many', [], counted)
    const isValid =
      'code' in proof
        ? await consumeCode(user, proof.code)
        : await passkeys.consumeSignature(user.id, proof.passkey, boundTo)
    if (!isValid) {
      if (counted.failures === codeFailureLimit.noticeAt) await warnOwner(user)
      throw new AppError('code' in proof ? 'second-factor-failed' : 'passkey-failed')
    }
    await decrementSecondFactorFailures(db, user.id)
  }
  const hasSecret = (user: SessionUserRow): user is SessionUserRow & { totpSecret: string } =>
    user.totpSecret !== null

  return {
    /**
     * Returns the options with which the browser asks for a passkey in the second step of a sign-in. `challenge` is
     * that of the second step. Throws `ticket-spent`, `not-found` for a user without passkeys.
     */
    startSignInWithPasskey: async (challenge: string) => {
      const tokenHash = hashToken(challenge)
      const started = await findUsableOneTimeToken(db, 'second-factor', tokenHash)
      if (!started) throw new AppError('ticket-spent')
      return passkeys.startUsing(started.userId, tokenHash)
    },

    /**
     * Finishes a sign-in with a code or a passkey, and returns the token of a new session. `challenge` is what the first
     * step returned. A code works once, a challenge accepts five codes, a user ten wrong codes an hour. After a sign-in
     * link, this marks the link as used, and the session is not confirmed and ends with that of the link at the latest.
     * After the sign-in provider, this marks the link to the account there as proven. Throws `ticket-spent` (the
     * password is needed again, another sign-in used the link, or the link to the account at the provider was
     * removed), `second-factor-failed`, `too-many`.
     */
    signIn: async (
      challenge: string,
      proof: SecondFactorProof,
      origin: Origin,
    ): Promise<{ token: string }> => {
      const tokenHash = hashToken(challenge)
      const attempt = await incrementAttemptsAndReturnUsableToken(
        db,
        'second-factor',
        tokenHash,
        maxCodesPerChallenge,
      )
      const user = attempt && (await findSessionUserById(db, attempt.userId))
      if (!attempt || !user?.active || !hasSecret(user)) throw new AppError('ticket-spent')
      await checkProof(user, proof, tokenHash)
      const { linkHash, providerLinkId } = attempt
      const consumeProof = async (tx: Db) => {
        if (!(await deleteAndReturnUsableOneTimeToken(tx, 'second-factor', tokenHash)))
          throw new AppError('ticket-spent')
        if (providerLinkId !== null && !(await setLinkUsedIfExists(tx, providerLinkId, { isProven: true })))
          throw new AppError('ticket-spent')
        if (linkHash === null) return undefined
        const linkEndsAt = await markSignInLinkUsedAndGetExpiry(tx, linkHash)
        if (!linkEndsAt) throw new AppError('ticket-spent')
        return linkEndsAt
      }
      const token = await openSession(user, origin, { isConfirmed: linkHash === null, consumeProof })
      await forgiveSignIn(user, origin)
      return { token }
    },

    /**
     * Marks the session as confirmed: users with a second factor send a code, others the password. Throws
     * `wrong-password` (`password`), `bad-input` (`code` or `password` is missing), `second-factor-failed`,
     * `too-many`.
     */
    confirmIdentity: async (
      user: AuthenticatedUser,
      proof: { password: string; code: string },
    ): Promise<void> => {
      const userRow = await findSessionUserById(db, user.userId)
      if (!userRow) throw new AppError('not-found')
      const field = hasSecret(userRow) ? 'code' : 'password'
      if (!proof[field]) throw new AppError('bad-input', [{ field, code: 'required' }])
      if (!hasSecret(userRow)) await checkPassword(user, proof.password, 'password')
      else await checkProof(userRow, { code: proof.code }, user.sessionId)
      await setSessionConfirmed(db, user.sessionId)
    },

    /** Returns the options with which the browser asks for a passkey to confirm the session. Throws `not-found`. */
    startConfirmingWithPasskey: ({ userId, sessionId }: AuthenticatedUser) =>
      passkeys.startUsing(userId, sessionId),

    /** Marks the session as confirmed by a passkey. Throws `passkey-failed`, `too-many`. */
    confirmWithPasskey: async (
      { userId, sessionId }: AuthenticatedUser,
      passkey: SignedChallenge,
    ): Promise<void> => {
      const userRow = await findSessionUserById(db, userId)
      if (!userRow || !hasSecret(userRow)) throw new AppError('passkey-failed')
      await checkProof(userRow, { passkey }, sessionId)
      await setSessionConfirmed(db, sessionId)
    },
  }
}
