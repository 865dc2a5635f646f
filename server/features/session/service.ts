import { randomUUIDv7 } from 'node:crypto'
import parsePhone from 'libphonenumber-js/max'
import { normalEmail, normalNationalId, westernDigits } from '#contract/rules/identity.ts'
import type { IdentityKind, SessionUser } from '#contract/session.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { hashPassword, needsRehash, verifyPassword } from '#server/lib/password.ts'
import { accountService } from './account.ts'
import { createAttempts } from './attempts.ts'
import { passwordCheck } from './check-password.ts'
import { createLimits, lifetimes, seenEvery } from './limits.ts'
import { newConfirmation } from './new-confirmation.ts'
import {
  type Account,
  accountBy,
  deleteExpired,
  deleteSession,
  deleteSessionsOf,
  deleteTicketsOf,
  insertSession,
  insertTicket,
  sessionBy,
  setPasswordHash,
  touchSession,
} from './queries.ts'
import { secondFactorService } from './second-factor.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Where a request comes from. */
/** Where a sign-in comes from: the address, which the list of sessions shows, and the key under which it is counted. */
export type Origin = { address: string; addressKey: string; userAgent: string | undefined }
export type Entrance = 'admin' | 'person'
export type SignIn = { identity: string; kind: IdentityKind; password: string; entrance: Entrance }

const longestToken = 200
const phoneCountries = ['SA', 'EG'] as const

/** A phone number as it is kept (E.164), when it is one; numbers without a country code are tried as Saudi and Egyptian ones. */
export const normalPhone = (text: string): string | undefined => {
  for (const country of phoneCountries) {
    const phone = parsePhone(westernDigits(text), country)
    if (phone?.isValid()) return phone.number
  }
  return undefined
}

/** Ends every session and open link of an account. */
export const signOutEverywhere = async (tx: Db, userId: string): Promise<void> => {
  await deleteSessionsOf(tx, userId)
  await deleteTicketsOf(tx, userId)
}

/** See `newConfirmation`; for the features that make or change accounts. */
export const confirmationLink = newConfirmation

/** See `createAttempts`; for the features beside that are limited, too. */
export const limitAttempts = createAttempts

/** Asks somebody who is signed in for the password once more; throws `wrong-password` on `field` for a wrong one, `too-many`. */
export const askPassword = (db: Db) => passwordCheck({ db, limits: createLimits() })

/** Links for a new password that are on their way are good for nothing any more. */
export const dropResetLinks = (tx: Db, userId: string): Promise<void> => deleteTicketsOf(tx, userId, 'reset')

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()

/** Signing in and out, and who is signed in. */
export const sessionService = ({ config, database, mailer }: Pick<Core, 'config' | 'database' | 'mailer'>) => {
  const { db } = database
  const encryption = createFieldEncryption(config.SECRET_KEY ?? '')
  const limits = createLimits()

  /** The identity as the database keeps it; null looks nothing up. */
  const lookupValue = (kind: IdentityKind, text: string): string | null =>
    kind === 'email' ? normalEmail(text) : kind === 'phone' ? (normalPhone(text) ?? null) : encryption.keyedHash(normalNationalId(text))

  const identityKey = (kind: IdentityKind, value: string) => encryption.keyedHash(`${kind} ${value}`)
  const countSignIn = (identity: string, { addressKey }: Origin) => {
    limits.address.count(addressKey)
    limits.accountFromAddress.count(`${identity} ${addressKey}`)
    limits.account.count(identity)
  }
  /** Takes back what was counted, after a sign-in that succeeded; whoever took two steps may have given any identity of the account at the first. */
  const forgiveSignIn = (identities: readonly string[], { addressKey }: Origin) => {
    limits.address.forgive(addressKey)
    for (const identity of identities) {
      limits.accountFromAddress.clear(`${identity} ${addressKey}`)
      limits.account.forgive(identity)
    }
  }
  const identitiesOf = ({ email, phone, nationalIdIndex }: Account) => [
    identityKey('email', email),
    ...(phone ? [identityKey('phone', phone)] : []),
    ...(nationalIdIndex ? [identityKey('national_id', nationalIdIndex)] : []),
  ]

  const openSession = async (account: Pick<Account, 'id' | 'role'>, from: Origin) => {
    const token = newToken()
    await deleteExpired(db)
    await insertSession(db, {
      id: randomUUIDv7(),
      tokenHash: tokenHash(token),
      userId: account.id,
      userAgent: from.userAgent?.slice(0, 300).toWellFormed().replaceAll('\0', '') ?? null,
      address: from.address,
      expiresAt: new Date(Date.now() + lifetimes[account.role] * 60_000),
    })
    return token
  }

  const find = async (token: string) => (token && token.length <= longestToken ? sessionBy(db, tokenHash(token)) : undefined)
  const secondFactor = secondFactorService({
    ...{ config, database, mailer, encryption, limits, openSession },
    forgiveSignIn: (account, from) => forgiveSignIn(identitiesOf(account), from),
  })

  return {
    secondFactor,
    account: accountService({ config, database, mailer, encryption, limits, normalPhone }),
    lookupValue,
    limits,
    encryption,

    /**
     * Checks who somebody says to be: the token of a new session, or a challenge for the second factor. An unknown account, a wrong password, a
     * switched-off account and, at the admin entrance, an account that is no administrator's take the same work and end as `sign-in-failed`.
     * Throws `login-incomplete`, `sign-in-failed`, `email-unconfirmed` (only with the right password, and only where mail can be sent), `too-many`.
     */
    signIn: async ({ identity, kind, password, entrance }: SignIn, from: Origin): Promise<{ token: string } | { challenge: string }> => {
      if (!identity.trim() || !password) throw new AppError('login-incomplete')
      const value = lookupValue(kind, identity)
      const account = identityKey(kind, value ?? identity)
      countSignIn(account, from)

      // no stored value is empty: an identity that cannot be one is looked up all the same
      const found = await accountBy(db, kind, value ?? '')
      const fits = await verifyPassword(password, found?.passwordHash)
      if (!found || !fits || !found.active || (entrance === 'admin' && found.role !== 'admin')) throw new AppError('sign-in-failed')

      // with a second factor the sign-in has not succeeded yet
      if (!found.totpSecret) forgiveSignIn([account], from)
      if (found.confirmUntil && mailer.isEnabled) throw new AppError('email-unconfirmed')
      if (found.passwordHash && needsRehash(found.passwordHash)) await setPasswordHash(db, found.id, await hashPassword(password))
      if (!found.totpSecret) return { token: await openSession(found, from) }
      const challenge = newToken()
      await insertTicket(db, { tokenHash: tokenHash(challenge), kind: 'second-factor', userId: found.id, minutes: lifetimes.challenge })
      return { challenge }
    },

    /** Who a token belongs to; undefined for one that is unknown, ran out or was revoked. */
    findAuthenticatedUser: async (token: string): Promise<AuthenticatedUser | undefined> => {
      const session = await find(token)
      if (!session) return undefined
      if (Date.now() - session.lastSeenAt.getTime() > seenEvery) await touchSession(db, session.sessionId)
      return {
        sessionId: session.sessionId,
        userId: session.userId,
        role: session.role,
        name: fullName(session),
        email: session.email,
      }
    },

    /** The user of a token, as the browser keeps it. Throws `bad-token`. */
    userOf: async (token: string): Promise<SessionUser> => {
      const session = await find(token)
      if (!session) throw new AppError('bad-token')
      const { userId, firstName, role, lang } = session
      return { id: userId, name: fullName(session), firstName, role, lang }
    },

    /** Ends the session of a token. */
    signOut: (token: string) => deleteSession(db, tokenHash(token)),
  }
}
export type SessionService = ReturnType<typeof sessionService>
