import { v7 as randomUUIDv7 } from 'uuid'
import type { SessionUser } from '#contract/accounts/session.ts'
import { defaultSessionSettings } from '#contract/platform/settings.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { generateToken, hashToken, isToken, type Origin } from '../../platform/lib/tokens.ts'
import {
  deleteExpiredSessionsAndTokens,
  deleteSessionByTokenHash,
  findUnexpiredSessionWithActiveUser,
  insertSession,
  type SignedInUser,
  setLastSignInIfUnchanged,
  setSessionLastSeen,
} from './queries.ts'
import { saveSignInAddressAndDeleteOldest } from './queries-account.ts'
import { isSessionIdle, lastSeenInterval, lifetimes } from './rate-limiters.ts'

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/**
 * How a session is opened. `isConfirmed`: the user has just entered a password or a code. `hasProviderSecondFactor`: the
 * sign-in provider has checked a second factor. `consumeProof` marks what the user signs in with as used, in the
 * transaction that opens the session; it throws when that was used or removed meanwhile, and may return the latest end
 * of the session.
 */
type SessionOptions = {
  isConfirmed?: boolean
  hasProviderSecondFactor?: boolean
  consumeProof?: (tx: Db) => Promise<Date | undefined>
}

type SessionUserColumns = Omit<SessionUser, 'id' | 'name'> & { userId: string; lastName: string }
/** Returns the user of a session as the browser stores it. */
export const toSessionUser = (session: SessionUserColumns): SessionUser => {
  const { userId, firstName, role, permissions, regionLimit, lang } = session
  return { id: userId, name: fullName(session), firstName, role, permissions, regionLimit, lang }
}

/** Returns the text whose keyed hash is stored for a network address from which a user has signed in. */
export const toSignInAddressHashInput = (addressKey: string) => `address ${addressKey}`

const toStoredUserAgent = ({ userAgent }: Origin) =>
  userAgent?.slice(0, 300).toWellFormed().replaceAll('\0', '') ?? null

/** Creates the functions that open, find and end the sessions of users. */
export const createSessionStore = ({ config, database, encryption }: Core) => {
  const { db } = database

  /**
   * Opens a session and returns its token. Stores the time and the network address of the sign-in, and deletes expired
   * sessions. Throws `sign-in-failed` when the user has changed since the sign-in was checked, and the errors of
   * `consumeProof`.
   */
  const openSession = async (
    user: SignedInUser,
    origin: Origin,
    { isConfirmed = true, hasProviderSecondFactor = false, consumeProof }: SessionOptions = {},
  ): Promise<string> => {
    const token = generateToken()
    await deleteExpiredSessionsAndTokens(db)
    await inTransaction(db, async (tx) => {
      // this locks the user: a change that ends the sessions comes either before it, and is noticed, or after the commit
      if (!(await setLastSignInIfUnchanged(tx, user))) throw new AppError('sign-in-failed')
      const endsBy = await consumeProof?.(tx)
      await insertSession(tx, {
        id: randomUUIDv7(),
        tokenHash: hashToken(token),
        userId: user.id,
        userAgent: toStoredUserAgent(origin),
        address: origin.address,
        confirmedAt: isConfirmed ? new Date() : null,
        hasProviderSecondFactor,
        expiresAt: new Date(
          Math.min(
            Date.now() + lifetimes[user.role] * msPerMinute,
            endsBy?.getTime() ?? Number.POSITIVE_INFINITY,
          ),
        ),
      })
    })
    await saveSignInAddressAndDeleteOldest(
      db,
      user.id,
      encryption.keyedHash(toSignInAddressHashInput(origin.addressKey)),
    )
    return token
  }

  /** Finds the session of a token. Deletes one that was not used for longer than the settings allow. */
  const findSessionOrDeleteIdle = async (token: string) => {
    if (!isToken(token)) return undefined
    const tokenHash = hashToken(token)
    const found = await findUnexpiredSessionWithActiveUser(db, tokenHash, config.SITE_NAME)
    if (!found) return undefined
    const settings = { ...defaultSessionSettings, ...found.settings }
    if (isSessionIdle(found, settings)) {
      await deleteSessionByTokenHash(db, tokenHash)
      return undefined
    }
    const isAdmin = found.role === 'admin'
    return {
      ...found,
      needsSecondFactorSetup:
        settings.requireSecondFactor && isAdmin && !found.hasSecondFactor && !found.hasProviderSecondFactor,
      canOpenByLink: !isAdmin || settings.allowAdminSignInLinks,
    }
  }

  return {
    openSession,
    findSessionOrDeleteIdle,

    /**
     * Finds the user of a token; undefined for one that is unknown, expired or revoked. Stores when the session was
     * used, at most every `lastSeenInterval`.
     */
    findAuthenticatedUser: async (token: string): Promise<AuthenticatedUser | undefined> => {
      const session = await findSessionOrDeleteIdle(token)
      if (!session) return undefined
      if (Date.now() - session.lastSeenAt.getTime() > lastSeenInterval)
        await setSessionLastSeen(db, session.sessionId)
      return {
        sessionId: session.sessionId,
        userId: session.userId,
        role: session.role,
        permissions: session.permissions,
        regionLimit: session.regionLimit,
        name: fullName(session),
        firstName: session.firstName,
        lang: session.lang,
        email: session.email,
        hasSecondFactor: session.hasSecondFactor,
        confirmedAt: session.confirmedAt,
        needsSecondFactorSetup: session.needsSecondFactorSetup,
      }
    },

    /** Returns the user of a token as the browser stores it. Throws `bad-token`. */
    getUser: async (token: string): Promise<SessionUser> => {
      const session = await findSessionOrDeleteIdle(token)
      if (!session) throw new AppError('bad-token')
      return toSessionUser(session)
    },

    /** Ends the session of a token. */
    signOut: (token: string) => deleteSessionByTokenHash(db, hashToken(token)),
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>
