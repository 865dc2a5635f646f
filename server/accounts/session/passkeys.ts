import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { generateSecret } from 'otplib'
import type { NewCredential, Passkey, SignedChallenge } from '#contract/accounts/passkey.schema.ts'
import { maxPasskeysOfUser } from '#contract/accounts/session.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type AuthenticatedUser,
  assertSessionRecentlyConfirmed,
} from '#server/platform/lib/authenticated-user.ts'
import { generateToken, hashToken } from '../../platform/lib/tokens.ts'
import { findOwnUserRow, hasAuthenticatorApp, lockOwnUserRow } from './queries-account.ts'
import {
  countPasskeysOfUser,
  deleteChallengeIfUsable,
  deletePasskeyOfUserIfExists,
  insertChallengeAndDeleteExpired,
  insertPasskeyIfNew,
  listPasskeysOfUser,
  type PasskeyRow,
  recordPasskeyUseIfCounterNewer,
} from './queries-passkeys.ts'
import { lifetimes } from './rate-limiters.ts'
import { enableSecondFactorAndEndSessions } from './second-factor-setup.ts'
import { sendSecurityNotice } from './security-notice.ts'

export type SecondFactors = { hasPasskey: boolean; hasAuthenticatorApp: boolean }

/** Loads the library at its first use: it takes 30 MB of memory, and most processes never check a passkey. */
const loadLibrary = () => import('@simplewebauthn/server')

/**
 * The signature algorithms that are accepted, by their numbers in COSE: EdDSA (-8), ES256 (-7) and RS256 (-257). Every
 * authenticator has one of them.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

const toDescriptors = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** Returns the challenge in the signed data of an authenticator (base64url); undefined for other data. */
const readChallenge = (clientData: string): string | undefined => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * Creates the service of passkeys (WebAuthn), which take the place of the code of the second factor. The authenticator
 * need not check a PIN or a fingerprint, because the user has entered the password before.
 */
export const createPasskeyService = (core: Core) => {
  const { config, database } = core
  const { db } = database
  const { hostname: rpID, origin } = new URL(config.SITE_URL)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: false }

  const createChallenge = async (purpose: 'add' | 'use', userId: string, boundTo: string) => {
    const challenge = generateToken()
    await insertChallengeAndDeleteExpired(db, {
      challengeHash: hashToken(challenge),
      purpose,
      userId,
      boundTo,
      minutes: lifetimes.challenge,
    })
    return Buffer.from(challenge, 'base64url')
  }

  /**
   * Deletes the challenge that a reply of a browser answers, so that it works once, and returns it. Returns undefined
   * when this site did not make that challenge for this purpose, this user and `boundTo`, or when it has expired.
   */
  const consumeChallenge = async (
    clientData: string,
    purpose: 'add' | 'use',
    userId: string,
    boundTo: string,
  ): Promise<string | undefined> => {
    const challenge = readChallenge(clientData)
    if (challenge === undefined) return undefined
    const challengeHash = hashToken(challenge)
    return (await deleteChallengeIfUsable(db, { challengeHash, purpose, userId, boundTo }))
      ? challenge
      : undefined
  }

  return {
    /** Lists the passkeys of the signed-in user, the oldest first. */
    list: async ({ userId }: AuthenticatedUser): Promise<Passkey[]> =>
      (await listPasskeysOfUser(db, userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),

    /** Returns the options with which the browser makes a passkey. Throws `confirmation_required`, `passkey-limit`. */
    startAdding: async (user: AuthenticatedUser) => {
      assertSessionRecentlyConfirmed(user)
      const { userId, sessionId, email, name } = user
      const rows = await listPasskeysOfUser(db, userId)
      if (rows.length >= maxPasskeysOfUser)
        throw new AppError('passkey-limit', [], { limit: maxPasskeysOfUser })
      const { generateRegistrationOptions } = await loadLibrary()
      return generateRegistrationOptions({
        rpName: config.SITE_NAME,
        rpID,
        userID: new TextEncoder().encode(userId),
        userName: email,
        userDisplayName: name,
        challenge: await createChallenge('add', userId, sessionId),
        excludeCredentials: toDescriptors(rows),
        supportedAlgorithmIDs,
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
      })
    },

    /**
     * Adds a passkey and notifies the owner. The first passkey of an account without a second factor enables it as
     * `enableSecondFactorAndEndSessions` does, and its recovery codes are returned; else none. Throws `passkey-failed`,
     * `passkey-limit`.
     */
    add: async (
      session: AuthenticatedUser,
      { name, credential }: { name: string; credential: NewCredential },
      actor: Actor,
    ): Promise<string[]> => {
      const { userId, sessionId } = session
      const expectedChallenge = await consumeChallenge(
        credential.response.clientDataJSON,
        'add',
        userId,
        sessionId,
      )
      if (expectedChallenge === undefined) throw new AppError('passkey-failed')
      const { verifyRegistrationResponse } = await loadLibrary()
      const { registrationInfo } = await verifyRegistrationResponse({
        response: credential as RegistrationResponseJSON,
        expectedChallenge,
        supportedAlgorithmIDs,
        ...expected,
      }).catch((error) => {
        throw new AppError('passkey-failed', [], undefined, { cause: error })
      })
      if (!registrationInfo) throw new AppError('passkey-failed')
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      return inTransaction(db, async (tx) => {
        const user = await lockOwnUserRow(tx, userId)
        if (!user) throw new AppError('not-found')
        if ((await countPasskeysOfUser(tx, userId)) >= maxPasskeysOfUser)
          throw new AppError('passkey-limit', [], { limit: maxPasskeysOfUser })
        const isAdded = await insertPasskeyIfNew(tx, {
          userId,
          name,
          credentialId,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: credential.response.transports ?? [],
        })
        if (!isAdded) throw new AppError('passkey-failed')
        await sendSecurityNotice(tx, core, 'passkeyAdded', userId)
        await writeAudit(tx, { actor, action: 'add-passkey', entity: 'user', entityId: userId })
        const newFactor = { secret: generateSecret(), step: null }
        return user.totpSecret === null
          ? enableSecondFactorAndEndSessions(tx, core, session, newFactor, actor)
          : []
      })
    },

    /**
     * Removes a passkey and notifies the owner. Throws `not-found`, `confirmation_required`, `passkey-last` (no passkey
     * and no authenticator app would be left, and disabling the second factor needs the password).
     */
    remove: async (user: AuthenticatedUser, passkeyId: string, actor: Actor): Promise<void> => {
      assertSessionRecentlyConfirmed(user)
      const { userId } = user
      await inTransaction(db, async (tx) => {
        const owner = await lockOwnUserRow(tx, userId)
        if (!owner || !(await deletePasskeyOfUserIfExists(tx, userId, passkeyId)))
          throw new AppError('not-found')
        const isOnlyPasskeys = owner.totpSecret !== null && !hasAuthenticatorApp(owner)
        if (isOnlyPasskeys && (await countPasskeysOfUser(tx, userId)) === 0)
          throw new AppError('passkey-last')
        await sendSecurityNotice(tx, core, 'passkeyRemoved', userId)
        await writeAudit(tx, { actor, action: 'remove-passkey', entity: 'user', entityId: userId })
      })
    },

    /** Tells which second factors a user can enter beside recovery codes. */
    readSecondFactors: async (userId: string): Promise<SecondFactors> => {
      const owner = await findOwnUserRow(db, userId)
      return {
        hasPasskey: (await countPasskeysOfUser(db, userId)) > 0,
        hasAuthenticatorApp: owner !== undefined && hasAuthenticatorApp(owner),
      }
    },

    /**
     * Returns the options with which the browser signs a challenge. The signature counts only for `boundTo`: the id of
     * a session to confirm, or the hash of the token of the second step of a sign-in. Throws `not-found` for a user
     * without passkeys.
     */
    startUsing: async (userId: string, boundTo: string) => {
      const rows = await listPasskeysOfUser(db, userId)
      if (rows.length === 0) throw new AppError('not-found')
      const { generateAuthenticationOptions } = await loadLibrary()
      return generateAuthenticationOptions({
        rpID,
        challenge: await createChallenge('use', userId, boundTo),
        allowCredentials: toDescriptors(rows),
        userVerification: 'discouraged',
      })
    },

    /**
     * Checks a challenge that a passkey of the user has signed, deletes the challenge and stores the counter of the
     * passkey; false for a wrong signature, and for a challenge that was not made for `boundTo` or was used.
     */
    consumeSignature: async (
      userId: string,
      credential: SignedChallenge,
      boundTo: string,
    ): Promise<boolean> => {
      const { clientDataJSON } = credential.response
      const expectedChallenge = await consumeChallenge(clientDataJSON, 'use', userId, boundTo)
      const rows = await listPasskeysOfUser(db, userId)
      const passkey = rows.find(({ credentialId }) => credentialId === credential.id)
      if (expectedChallenge === undefined || !passkey) return false
      const { credentialId: id, publicKey, counter } = passkey
      const { verifyAuthenticationResponse } = await loadLibrary()
      // the library throws for another origin, and for a counter that is not higher than the stored one
      const result = await verifyAuthenticationResponse({
        response: credential as AuthenticationResponseJSON,
        expectedChallenge,
        ...expected,
        credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      }).catch(() => undefined)
      return (
        result?.verified === true &&
        (await recordPasskeyUseIfCounterNewer(db, passkey.id, result.authenticationInfo.newCounter))
      )
    },
  }
}
export type PasskeyService = ReturnType<typeof createPasskeyService>
