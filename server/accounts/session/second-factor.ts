import { generateSecret, generateURI, verify } from 'otplib'
import type { SignedChallenge } from '#contract/accounts/passkey.schema.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type AuthenticatedUser,
  assertSessionRecentlyConfirmed,
} from '#server/platform/lib/authenticated-user.ts'
import { hashToken, type Origin } from '../../platform/lib/tokens.ts'
import { createRateLimitedPasswordCheck } from './check-password.ts'
import type { PasskeyService } from './passkeys.ts'
import {
  deleteAndReturnUsableOneTimeToken,
  findSessionUserById,
  findUsableOneTimeToken,
  incrementAttemptsUpToMaxAndGetUserId,
  markRecoveryCodeUsedIfUnused,
  markSignInLinkUsedAndGetExpiry,
  type SessionUserRow,
  setOrDisableSecondFactorWithCodes,
  setSessionConfirmed,
  updateTotpStepIfNewer,
} from './queries.ts'
import { decrementSecondFactorFailures, incrementCodeFailuresOrGetRetryAfter } from './queries-account.ts'
import { setLinkUsedIfExists } from './queries-provider.ts'
import {
  codeFailureLimit,
  lifetimes,
  maxCodesPerChallenge,
  type SessionRateLimiters,
} from './rate-limiters.ts'
import { enableSecondFactorWithNewCodes, hashRecoveryCode, normalizeCode } from './recovery-codes.ts'
import { sendSecurityNotice } from './security-notice.ts'

type Options = Core & {
  passkeys: PasskeyService
  limits: SessionRateLimiters
  forgiveSignIn: (user: SessionUserRow, origin: Origin) => Promise<void>
  openSession: (
    user: { id: string; role: AuthenticatedUser['role'] },
    origin: Origin,
    options?: { isConfirmed: boolean; endsBy: number },
  ) => Promise<string>
}
/** A code, or the challenge that a passkey has signed. */
export type SecondFactorProof = { code: string } | { passkey: SignedChallenge }
/** `passwordChecked` allows it to replace an active second factor; `until` is in milliseconds since 1970. */
type Enrolment = { userId: string; secret: string; until: number; passwordChecked: boolean }

/**
 * Creates the service of the second factor: a time-based code (RFC 6238; 30 s, one step of tolerance), one of ten
 * recovery codes, or a passkey, after the password. Without an app nobody has the secret, so no time-based code is right.
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

  /** Returns the time step of a valid code, or undefined. `after` is the last used step. */
  const findTimeStep = async (
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

  const checkPassword = createRateLimitedPasswordCheck(core, limits)

  /** Warns the owner that someone who knows the password enters wrong codes. */
  const warnOwner = ({ email, lang, firstName, role }: SessionUserRow) => {
    const link = `${config.SITE_URL}/forgot-password/${role === 'admin' ? '?from=admin' : ''}`
    const values = { name: firstName, link, count: codeFailureLimit.noticeAt, max: codeFailureLimit.max }
    return emails.send({ template: 'wrongCodes', to: email, language: lang, values })
  }
  const isEnabled = async (tx: Db, userId: string) =>
    Boolean((await findSessionUserById(tx, userId))?.totpSecret)

  /** Uses up a code; false for a wrong one. */
  const consumeCode = async (
    user: SessionUserRow & { totpSecret: string },
    typed: string,
  ): Promise<boolean> => {
    const code = normalizeCode(typed)
    const secret = decryptSecret(user)
    const step = await findTimeStep(secret, code, user.totpStep)
    return step === undefined
      ? markRecoveryCodeUsedIfUnused(db, user.id, [
          hashRecoveryCode(secret, code),
          // earlier versions hashed with SECRET_KEY
          ...encryption.listKeyedHashes(`recovery ${user.id} ${code}`),
        ])
      : updateTotpStepIfNewer(db, user.id, step)
  }

  /**
   * Checks a code or passkey of the second factor. A code and the challenge of a passkey work once; ten wrong ones
   * an hour lock the user's second factor, over all sessions and challenges. `boundTo` is what the challenge of a
   * passkey was made for. Throws `second-factor-failed`, `passkey-failed`, `too-many`.
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
        : await passkeys.isSignedByPasskey(user.id, proof.passkey, boundTo)
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
     * Returns what the browser needs for the second step with a passkey. Throws `ticket-spent`, `not-found` for a
     * user without passkeys.
     */
    startSignInWithPasskey: async (challenge: string) => {
      const tokenHash = hashToken(challenge)
      const started = await findUsableOneTimeToken(db, 'second-factor', tokenHash)
      if (!started) throw new AppError('ticket-spent')
      return passkeys.startUsing(started.userId, tokenHash)
    },

    /**
     * Signs in with the challenge of the first step and a code or passkey. A code works once, a challenge accepts five
     * codes, a user ten wrong codes an hour. After a sign-in link the code uses the link, and the session is
     * not confirmed and ends with that of the link at the latest. Throws `ticket-spent` (the password is needed
     * again, another sign-in used the link, or the link with the provider was removed), `second-factor-failed`, `too-many`.
     */
    signIn: async (
      challenge: string,
      proof: SecondFactorProof,
      origin: Origin,
    ): Promise<{ token: string }> => {
      const tokenHash = hashToken(challenge)
      const attempt = await incrementAttemptsUpToMaxAndGetUserId(
        db,
        'second-factor',
        tokenHash,
        maxCodesPerChallenge,
      )
      const user = attempt && (await findSessionUserById(db, attempt.userId))
      if (!user?.active || !hasSecret(user)) throw new AppError('ticket-spent')
      await checkProof(user, proof, tokenHash)
      const used = await deleteAndReturnUsableOneTimeToken(db, 'second-factor', tokenHash)
      if (!used) throw new AppError('ticket-spent')
      const linkEndsAt =
        used.linkHash === null ? undefined : await markSignInLinkUsedAndGetExpiry(db, used.linkHash)
      if (used.linkHash !== null && !linkEndsAt) throw new AppError('ticket-spent')
      const { providerLinkId } = used
      if (providerLinkId !== null && !(await setLinkUsedIfExists(db, providerLinkId, { isProven: true })))
        throw new AppError('ticket-spent')
      await forgiveSignIn(user, origin)
      const options = linkEndsAt && { isConfirmed: false, endsBy: linkEndsAt.getTime() }
      return { token: await openSession(user, origin, options) }
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

    /** Returns what the browser needs to confirm the session with a passkey. Throws `not-found`. */
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

    /**
     * Begins to enable the second factor; nothing is stored until a first code proves that the app has the
     * secret. Replacing an active one needs the password, because being signed in must not be enough. Throws
     * `wrong-password`, `too-many`.
     */
    start: async (user: AuthenticatedUser, password = '') => {
      const passwordChecked = await isEnabled(db, user.userId)
      if (passwordChecked) {
        assertSessionRecentlyConfirmed(user)
        await checkPassword(user, password, 'password')
      }
      const secret = generateSecret()
      const enrolment: Enrolment = {
        userId: user.userId,
        secret,
        until: Date.now() + lifetimes.challenge * msPerMinute,
        passwordChecked,
      }
      return {
        secret,
        uri: generateURI({ issuer: config.SITE_NAME, label: user.email, secret }),
        enrolment: encryption.encrypt(JSON.stringify(enrolment), 'second-factor-enrolment', user.userId),
      }
    },

    /**
     * Enables the second factor with an app, ends other sessions and returns the recovery codes, which are shown once.
     * Notifies the owner when it replaces another one. Throws `ticket-spent`, `second-factor-failed`.
     */
    confirm: async (
      user: AuthenticatedUser,
      encryptedEnrolment: string,
      typed: string,
      actor: Actor,
    ): Promise<string[]> => {
      await limits.enrolment.count(user.userId)
      let enrolment: Enrolment
      try {
        enrolment = JSON.parse(
          encryption.decrypt(encryptedEnrolment, 'second-factor-enrolment', user.userId),
        ) as Enrolment
      } catch (error) {
        throw new AppError('ticket-spent', [], undefined, { cause: error })
      }
      if (enrolment.userId !== user.userId || enrolment.until < Date.now()) throw new AppError('ticket-spent')
      const step = await findTimeStep(enrolment.secret, normalizeCode(typed), null)
      if (step === undefined) throw new AppError('second-factor-failed')
      const codes = await inTransaction(db, async (tx) => {
        // another enrolment may have been confirmed since this one began
        const isReplaced = await isEnabled(tx, user.userId)
        if (!enrolment.passwordChecked && isReplaced) throw new AppError('ticket-spent')
        if (isReplaced) await sendSecurityNotice(tx, core, 'secondFactorReplaced', user.userId)
        return enableSecondFactorWithNewCodes(tx, core, user, { secret: enrolment.secret, step }, actor)
      })
      await limits.enrolment.forgive(user.userId)
      return codes
    },

    /**
     * Disables the second factor with its passkeys, and notifies the owner. Throws `confirmation_required`, `wrong-password`,
     * `too-many`.
     */
    disable: async (user: AuthenticatedUser, password: string, actor: Actor) => {
      assertSessionRecentlyConfirmed(user)
      await checkPassword(user, password, 'password')
      await inTransaction(db, async (tx) => {
        await setOrDisableSecondFactorWithCodes(tx, user.userId, null)
        await sendSecurityNotice(tx, core, 'secondFactorDisabled', user.userId)
        await writeAudit(tx, { actor, action: 'second-factor-off', entity: 'user', entityId: user.userId })
      })
    },
  }
}
