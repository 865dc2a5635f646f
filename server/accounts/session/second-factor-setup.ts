import { generateSecret, generateURI } from 'otplib'
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
import { createRateLimitedPasswordCheck } from './check-password.ts'
import { deleteSessionsOfUser, replaceSecondFactorOrDeleteAll } from './queries.ts'
import { lockOwnUserRow } from './queries-account.ts'
import { setLinksOfUserUnproven } from './queries-provider.ts'
import { lifetimes, type SessionRateLimiters } from './rate-limiters.ts'
import {
  findTimeStepOfCode,
  generateRecoveryCode,
  hashNormalizedRecoveryCode,
  normalizeCode,
} from './second-factor-codes.ts'
import { sendSecurityNotice } from './security-notice.ts'

const recoveryCodeCount = 10

/**
 * A secret that no code has proven yet, which the browser keeps encrypted. `until` is when it ends, in milliseconds
 * since 1970; `passwordChecked` allows it to replace an active second factor.
 */
type Enrolment = { userId: string; secret: string; until: number; passwordChecked: boolean }

/**
 * Enables or replaces the second factor of a user, ends the other sessions, and returns ten new recovery codes. A
 * second factor of the sign-in provider counts again after the own one was used. `step` is the time step of the first
 * code of the authenticator app; null for a secret that no app has, where passkeys are the only second factor beside the
 * recovery codes.
 */
export const enableSecondFactorAndEndSessions = async (
  tx: Db,
  { encryption }: Pick<Core, 'encryption'>,
  { userId, sessionId }: Pick<AuthenticatedUser, 'userId' | 'sessionId'>,
  { secret, step }: { secret: string; step: number | null },
  actor: Actor,
): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  const codeHashes = codes.map((code) => hashNormalizedRecoveryCode(secret, normalizeCode(code)))
  const encryptedSecret = encryption.encrypt(secret, 'users.totp_secret', userId)
  await replaceSecondFactorOrDeleteAll(tx, userId, { encryptedSecret, step, codeHashes })
  await setLinksOfUserUnproven(tx, userId)
  await deleteSessionsOfUser(tx, userId, sessionId)
  await writeAudit(tx, { actor, action: 'second-factor-on', entity: 'user', entityId: userId })
  return codes
}

/** Creates the service with which users set up, replace and disable their second factor. */
export const createSecondFactorSetupService = ({
  limits,
  ...core
}: Core & { limits: SessionRateLimiters }) => {
  const { config, database, encryption } = core
  const { db } = database
  const checkPassword = createRateLimitedPasswordCheck(core, limits)

  return {
    /**
     * Begins to enable the second factor; nothing is stored until a first code proves that the app has the
     * secret. Being signed in is not enough: whoever enables the second factor can confirm sessions with its codes.
     * Replacing an active one also needs the password. Throws `confirmation_required`, `wrong-password`, `too-many`.
     */
    start: async (user: AuthenticatedUser, password = '') => {
      assertSessionRecentlyConfirmed(user)
      const passwordChecked = user.hasSecondFactor
      if (passwordChecked) await checkPassword(user, password, 'password')
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
      const step = await findTimeStepOfCode(enrolment.secret, normalizeCode(typed), null)
      if (step === undefined) throw new AppError('second-factor-failed')
      const codes = await inTransaction(db, async (tx) => {
        // another second factor may have been enabled since this enrolment began
        const owner = await lockOwnUserRow(tx, user.userId)
        if (!owner) throw new AppError('not-found')
        const isReplaced = owner.totpSecret !== null
        if (!enrolment.passwordChecked && isReplaced) throw new AppError('ticket-spent')
        if (isReplaced) await sendSecurityNotice(tx, core, 'secondFactorReplaced', user.userId)
        return enableSecondFactorAndEndSessions(tx, core, user, { secret: enrolment.secret, step }, actor)
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
        await replaceSecondFactorOrDeleteAll(tx, user.userId, null)
        await sendSecurityNotice(tx, core, 'secondFactorDisabled', user.userId)
        await writeAudit(tx, { actor, action: 'second-factor-off', entity: 'user', entityId: user.userId })
      })
    },
  }
}
