import { normalizeEmail, normalizeNationalId } from '#contract/accounts/identity.ts'
import type { SessionUser, SignInArea, SignInIdentifierKind } from '#contract/accounts/session.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { createConcurrencyLimiter } from '#server/platform/lib/limiters.ts'
import { hashPassword, isPasswordHashOutdated, verifyPassword } from '#server/platform/lib/password.ts'
import { generateToken, hashToken, type Origin } from '../../platform/lib/tokens.ts'
import {
  maxRegistrationsPerSignIn,
  type PendingRegistrationService,
} from '../registration/pending-registrations.ts'
import { createAccountService } from './account.ts'
import { createPasskeyService, type SecondFactors } from './passkeys.ts'
import { createProviderLinkService } from './provider-links.ts'
import { createProviderSignInService } from './provider-sign-in.ts'
import {
  deleteSessionsOfUser,
  listUsersByIdentifier,
  markSignInLinkUsedAndGetExpiry,
  maxUsersOfPhone,
  replacePasswordHashIfUnchanged,
  type SessionUserRow,
} from './queries.ts'
import { hasSignedInFromAddress } from './queries-account.ts'
import { deleteOneTimeTokensOfUser, insertTokenOrReplaceChallenge } from './queries-one-time-tokens.ts'
import { createSessionRateLimiters, lifetimes, maxSignInsAtOnce } from './rate-limiters.ts'
import { createSecondFactorService } from './second-factor.ts'
import { createSecondFactorSetupService } from './second-factor-setup.ts'
import { createSessionStore, toSessionUser, toSignInAddressHashInput } from './sessions.ts'

export { generateToken, hashToken } from '../../platform/lib/tokens.ts'
export { assertPasswordsMatch, type CheckPassword, createRateLimitedPasswordCheck } from './check-password.ts'
export { sendEmailChangeNoticeAndLink } from './email-confirmation-links.ts'
export { deleteResetAndProviderLinkTokens } from './queries-one-time-tokens.ts'
export { deleteLinksOfUser as deleteProviderLinksOfUser } from './queries-provider.ts'
export { sendSecurityNotice } from './security-notice.ts'

/**
 * The token of a new session, or the challenge of the second step of the sign-in, with the second factors that the user
 * can take in that step.
 */
export type SignInResult = { token: string } | ({ challenge: string } & SecondFactors)

type Credentials = { identity: string; kind: SignInIdentifierKind; password: string; area: SignInArea }

/** Ends all sessions of a user and revokes their links. */
export const endSessionsAndRevokeLinks = async (tx: Db, userId: string): Promise<void> => {
  await deleteSessionsOfUser(tx, userId)
  await deleteOneTimeTokensOfUser(tx, userId)
}

/** Creates the service of signing in, with the services of what belongs to an account and its sessions. */
export const createSessionService = (
  core: Core,
  registrations: Pick<PendingRegistrationService, 'findByPassword'>,
) => {
  const { database, encryption, emails } = core
  const { db } = database
  const sessions = createSessionStore(core)
  const { openSession, findSessionOrDeleteIdle } = sessions
  const limits = createSessionRateLimiters(core)
  const limitSignIns = createConcurrencyLimiter({ running: maxSignInsAtOnce })

  /** Converts an identity to its form in the database; null when it cannot be one. */
  const toLookupValue = (kind: SignInIdentifierKind, text: string): string | null =>
    kind === 'email'
      ? normalizeEmail(text)
      : kind === 'phone'
        ? (parsePhoneIfValid(text) ?? null)
        : encryption.keyedHash(normalizeNationalId(text))

  const hashIdentity = (kind: SignInIdentifierKind, value: string) => encryption.keyedHash(`${kind} ${value}`)
  /**
   * Counts an attempt to sign in. When only a limit is reached that strangers can use up, that of a network or
   * of the user, an address from which the user signed in before is let through, so that a stranger cannot lock
   * the owner out.
   */
  const countSignIn = async (
    identity: string,
    { addressKey }: Origin,
    listUsers: () => Promise<readonly Pick<SessionUserRow, 'id'>[]>,
  ) => {
    await limits.address.countAddress(addressKey)
    await limits.identityFromAddress.countAddress(addressKey, identity)
    try {
      await limits.address.countNetwork(addressKey)
      await limits.identityFromAddress.countNetwork(addressKey, identity)
      await limits.identity.count(identity)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too-many') throw error
      const userIds = (await listUsers()).map(({ id }) => id)
      if (
        !(await hasSignedInFromAddress(
          db,
          userIds,
          encryption.listKeyedHashes(toSignInAddressHashInput(addressKey)),
        ))
      )
        throw error
    }
  }
  /**
   * Uncounts a successful sign-in, and no earlier attempt: others may have the same phone number, and failed
   * attempts to guess their passwords stay counted.
   */
  const forgiveSignIn = async (identities: readonly string[], { addressKey }: Origin) => {
    await limits.address.forgive(addressKey)
    for (const identity of identities) {
      await limits.identityFromAddress.forgive(addressKey, identity)
      await limits.identity.forgive(identity)
    }
  }
  /**
   * Returns the hashes of the identities that nobody shares with the user, unlike a phone number. The first step of a
   * sign-in with a second factor may have used any of them.
   */
  const hashOwnIdentities = ({ email, nationalIdIndex }: SessionUserRow) => [
    hashIdentity('email', email),
    ...(nationalIdIndex ? [hashIdentity('national_id', nationalIdIndex)] : []),
  ]

  /** Finds the session of the token of a sign-in link. Throws `bad-token`, `wrong-role`. */
  const findSessionOfLink = async (token: string) => {
    const found = await findSessionOrDeleteIdle(token)
    if (!found || found.linkUsedAt) throw new AppError('bad-token')
    if (!found.canOpenByLink) throw new AppError('wrong-role')
    return found
  }
  const passkeys = createPasskeyService(core)
  const secondFactor = createSecondFactorService({
    ...core,
    passkeys,
    limits,
    openSession,
    forgiveSignIn: (user, origin) => forgiveSignIn(hashOwnIdentities(user), origin),
  })

  /**
   * Finds the user that the password and the area allow; by phone it decides among several. Among more
   * than `maxUsersOfPhone` usable ones it finds none, so that the reply is that of an unknown number.
   * Every sign-in of a kind makes the same number of password checks. Throws `phone-shared` when the password
   * fits several.
   */
  const findUserOfPassword = async (
    users: readonly SessionUserRow[],
    kind: SignInIdentifierKind,
    password: string,
    area: SignInArea,
  ) => {
    const isUndecidable =
      users.filter(({ active, confirmUntil }) => active && !confirmUntil).length > maxUsersOfPhone
    const found: SessionUserRow[] = []
    for (let at = 0; at < (kind === 'phone' ? maxUsersOfPhone : 1); at++) {
      const user = isUndecidable ? undefined : users[at]
      const isPasswordRight = await verifyPassword(password, user?.passwordHash)
      if (user?.active && isPasswordRight && (area !== 'admin' || user.role === 'admin')) found.push(user)
    }
    if (found.length > 1) throw new AppError('phone-shared')
    return found[0]
  }

  /**
   * Starts the second step of a sign-in, and returns its challenge. `first` says what the first step was: a sign-in link,
   * the hash of whose token is `linkHash`, the sign-in provider with the link `providerLinkId`, or else the password.
   */
  const startSecondFactor = async (
    userId: string,
    first: { linkHash?: string; providerLinkId?: string } = {},
  ) => {
    const challenge = generateToken()
    await insertTokenOrReplaceChallenge(db, {
      tokenHash: hashToken(challenge),
      kind: 'second-factor',
      userId,
      minutes: lifetimes.challenge,
      ...first,
    })
    return { challenge, ...(await passkeys.readSecondFactors(userId)) }
  }

  /**
   * Counts an attempt to sign in, and finds the user that the password and the area allow, and the value by
   * which the identity is looked up. Throws `phone-shared`, `too-many`.
   */
  const countAndFindUserOfPassword = async (
    { identity, kind, password, area }: Credentials,
    origin: Origin,
  ) => {
    const known = toLookupValue(kind, identity)
    const identityHash = hashIdentity(kind, known ?? identity)
    // no stored value is empty, so an impossible identity takes the same work
    const value = known ?? ''
    const listUsers = () => listUsersByIdentifier(db, kind, value)
    await countSignIn(identityHash, origin, listUsers)
    return { value, identityHash, user: await findUserOfPassword(await listUsers(), kind, password, area) }
  }

  const signIn = async (credentials: Credentials, origin: Origin): Promise<SignInResult> => {
    const { identity, kind, password, area } = credentials
    if (!identity.trim() || !password) throw new AppError('login-incomplete')
    const { value, identityHash, user } = await countAndFindUserOfPassword(credentials, origin)
    // a sign-in with a registration stays counted: strangers can register with the identity of somebody else
    if (!user) {
      const canBeRegistration = emails.isEnabled && area !== 'admin'
      if (
        canBeRegistration &&
        (await registrations.findByPassword(kind, value, password, maxRegistrationsPerSignIn))
      )
        throw new AppError('email-unconfirmed')
      throw new AppError('sign-in-failed')
    }
    if (user.confirmUntil && emails.isEnabled) throw new AppError('email-unconfirmed')

    const outdatedHash =
      user.passwordHash && (await isPasswordHashOutdated(user.passwordHash)) ? user.passwordHash : undefined
    let result: SignInResult
    try {
      result = user.totpSecret ? await startSecondFactor(user.id) : { token: await openSession(user, origin) }
    } catch (error) {
      // another sign-in may have replaced the outdated hash
      if (outdatedHash && error instanceof AppError && error.code === 'sign-in-failed')
        return signIn(credentials, origin)
      throw error
    }
    // with a second factor the sign-in has not succeeded yet
    if (!user.totpSecret) await forgiveSignIn([identityHash], origin)
    if (outdatedHash)
      await replacePasswordHashIfUnchanged(db, user.id, outdatedHash, await hashPassword(password))
    return result
  }

  return {
    sessions,
    secondFactor,
    secondFactorSetup: createSecondFactorSetupService({ ...core, limits }),
    passkeys,
    account: createAccountService({ ...core, limits }),
    providerSignIn: createProviderSignInService({ ...core, limits, openSession, startSecondFactor }),
    providerLinks: createProviderLinkService({ ...core, limits }),
    toLookupValue,
    limits,
    openSession,
    countAndFindUserOfPassword,

    /**
     * Signs in: returns the token of a new session, or a challenge for the second factor. An unknown account,
     * a wrong password, an inactive user and, in the area of administrators, any other user take the
     * same work and fail as `sign-in-failed`. With the password of a registration that is not confirmed it
     * fails as `email-unconfirmed`. Throws `login-incomplete`, `sign-in-failed`, `phone-shared`
     * (only with the right password), `email-unconfirmed` (only with the right password, and only where
     * emails can be sent), `too-many`.
     */
    signIn: (credentials: Credentials, origin: Origin): Promise<SignInResult> =>
      limitSignIns(() => signIn(credentials, origin), origin.addressKey),

    /**
     * Signs in with the token of a sign-in link, which is that of a session. Returns the token of a new session, or a
     * challenge where the user has a second factor. A link works once, and is used when the sign-in has succeeded. The
     * session of the link stays as it is, for the program that made it. The new session is not confirmed, and ends with
     * that of the link at the latest. Throws `bad-token`, and `wrong-role` for an administrator unless the settings allow it.
     */
    signInWithLink: async (token: string, origin: Origin): Promise<SignInResult> => {
      const { userId, role, hasSecondFactor } = await findSessionOfLink(token)
      const linkHash = hashToken(token)
      if (hasSecondFactor) return startSecondFactor(userId, { linkHash })
      const consumeProof = async (tx: Db) => {
        // of concurrent requests only one opens a session
        const expiresAt = await markSignInLinkUsedAndGetExpiry(tx, linkHash)
        if (!expiresAt) throw new AppError('bad-token')
        return expiresAt
      }
      const options = { isConfirmed: false, consumeProof }
      return { token: await openSession({ id: userId, role }, origin, options) }
    },

    /** Returns the user whom a sign-in link signs in. Throws the errors of `signInWithLink`. */
    getUserOfLink: async (token: string): Promise<SessionUser> =>
      toSessionUser(await findSessionOfLink(token)),
  }
}
export type SessionService = ReturnType<typeof createSessionService>
