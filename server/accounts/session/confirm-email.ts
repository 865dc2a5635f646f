import type { SignInArea, SignInIdentifierKind } from '#contract/accounts/session.ts'
import type { Core } from '#server/deps.ts'
import { writeAudit } from '#server/platform/audit/service.ts'
import { findSqlStateOrSystemCode, getViolatedConstraint } from '#server/platform/db/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { transferNewsPreferenceToAddress } from '#server/site/announcements/service.ts'
import { hashToken, type Origin, unknownUserId } from '../../platform/lib/tokens.ts'
import {
  maxRegistrationsOfAddress,
  type PendingRegistrationRow,
  type PendingRegistrationService,
} from '../registration/pending-registrations.ts'
import { assertPasswordWithRateLimit } from './check-password.ts'
import { createEmailConfirmationLinkAndRevokeOlder } from './email-confirmation-links.ts'
import {
  findSessionUserById,
  listUsersByIdentifier,
  markEmailConfirmed,
  replaceUserEmailWithConfirmed,
  type SessionUserRow,
} from './queries.ts'
import { lockOwnUserRow } from './queries-account.ts'
import {
  deleteAndReturnUsableOneTimeToken,
  deleteResetAndProviderLinkTokens,
  findUsableOneTimeToken,
} from './queries-one-time-tokens.ts'
import type { SessionRateLimiters } from './rate-limiters.ts'
import type { SessionStore } from './sessions.ts'

/** What proves that whoever opens a link also chose the password, or may use the account. */
export type ConfirmationProof = {
  browserSecret?: string | undefined
  password?: string | undefined
  /** The user who is signed in where the link was opened. */
  signedInUserId?: string | undefined
}

type ResendRequest = {
  kind: SignInIdentifierKind
  identity: string
  next: string | undefined
  password?: string | undefined
  browserSecret?: string | undefined
}

type Options = Core & {
  limits: SessionRateLimiters
  registrations: PendingRegistrationService
  countAndFindUserOfPassword: (
    credentials: { identity: string; kind: SignInIdentifierKind; password: string; area: SignInArea },
    origin: Origin,
  ) => Promise<{ value: string; user: SessionUserRow | undefined }>
  toLookupValue: (kind: SignInIdentifierKind, text: string) => string | null
  openSession: SessionStore['openSession']
}

/**
 * Creates the service that confirms email addresses, of registrations and of accounts, by links that work
 * once. A link proves who owns the address, and not who chose the password, so it confirms only with a second
 * proof (`ConfirmationProof`).
 */
export const createEmailConfirmationService = ({
  limits,
  registrations,
  toLookupValue,
  openSession,
  countAndFindUserOfPassword,
  ...core
}: Options) => {
  const { config, database, encryption, emails } = core
  const { db } = database

  /**
   * Throws `password-required` without a password, `wrong-password`, and `too-many`. `linkOf` tells the page whether it
   * asks for the password of a registration or of an account.
   */
  const assertPassword = async (
    owner: { id: string; passwordHash: string | null },
    password: string | undefined,
    linkOf: 'registration' | 'account',
  ) => {
    if (!password)
      throw new AppError('password-required', [{ field: 'password', code: 'required' }], { linkOf })
    await assertPasswordWithRateLimit(limits, owner, password, 'password')
  }

  const confirmAddressOfUser = async (token: string, { password, signedInUserId }: ConfirmationProof) => {
    const found = await findUsableOneTimeToken(db, 'confirm-email', hashToken(token))
    const owner = found && (await findSessionUserById(db, found.userId))
    if (!owner) throw new AppError('ticket-spent')
    if (signedInUserId !== owner.id) await assertPassword(owner, password, 'account')
    await inTransaction(db, async (tx) => {
      await lockOwnUserRow(tx, owner.id)
      const consumed = await deleteAndReturnUsableOneTimeToken(tx, 'confirm-email', hashToken(token))
      const user = consumed && (await findSessionUserById(tx, consumed.userId))
      if (!consumed?.email || !user) throw new AppError('ticket-spent')
      const isNewAddress = consumed.email !== user.email
      if (isNewAddress) {
        await replaceUserEmailWithConfirmed(tx, user.id, consumed.email)
        await transferNewsPreferenceToAddress(tx, user.email, consumed.email)
        const { email: oldEmail, lang, firstName: name } = user
        await emails.send({ template: 'addressChanged', to: oldEmail, language: lang, values: { name } }, tx)
        // these links were sent to the old address
        await deleteResetAndProviderLinkTokens(tx, user.id)
      } else await markEmailConfirmed(tx, user.id)
      const { firstName, lastName } = user
      await writeAudit(tx, {
        actor: { userId: user.id, name: `${firstName} ${lastName}`.trim() },
        action: 'confirm-email',
        entity: 'user',
        entityId: user.id,
        ...(isNewAddress ? { before: { email: user.email }, after: { email: consumed.email } } : {}),
      })
    })
  }

  /** Counts a link that does not work, and throws the error that the caller gets. */
  const throwAfterCounting = async (error: unknown, addressKey: string): Promise<never> => {
    if (error instanceof AppError && error.code === 'ticket-spent') await limits.wrongLink.count(addressKey)
    if (findSqlStateOrSystemCode(error) !== '23505' || !getViolatedConstraint(error).includes('email'))
      throw error
    throw new AppError('conflict', [{ field: 'email', code: 'taken' }], undefined, { cause: error })
  }

  /**
   * Finds the registrations that wait for their confirmation under an identity: the one that a password or the secret of
   * a browser proves or, without such a proof, the newest ones. `user` is an unconfirmed account of before version 1.1.
   * Several of these may have one phone number, so without a proof it is not looked for by phone number.
   */
  const findWaiting = async (
    { kind, identity, password, browserSecret }: ResendRequest,
    origin: Origin,
  ): Promise<{ rows: (PendingRegistrationRow | undefined)[]; user: SessionUserRow | undefined }> => {
    const onlyWaiting = (user: SessionUserRow | undefined) =>
      user?.active && user.confirmUntil ? user : undefined
    if (password !== undefined) {
      const { value, user } = await countAndFindUserOfPassword(
        { identity, kind, password, area: 'account' },
        origin,
      )
      const row = await registrations.findByPassword(kind, value, password, maxRegistrationsOfAddress)
      return { rows: [row], user: onlyWaiting(user) }
    }
    const value = toLookupValue(kind, identity) ?? ''
    if (browserSecret !== undefined)
      return { rows: [await registrations.findByBrowserSecret(kind, value, browserSecret)], user: undefined }
    const rows = await registrations.list(kind, value)
    const [user] = await listUsersByIdentifier(db, kind, value)
    return { rows, user: kind === 'phone' ? undefined : onlyWaiting(user) }
  }

  /** Emails the link of an account of before version 1.1. Without one the email has no recipient. */
  const sendLinkToUser = async (
    tx: Db,
    user: SessionUserRow | undefined,
    next: string | undefined,
  ): Promise<void> => {
    const { id: userId = unknownUserId, email = '', firstName: name = '', lang: language = 'en' } = user ?? {}
    const link = await createEmailConfirmationLinkAndRevokeOlder(tx, config.SITE_URL, { userId, email, next })
    const day = await getSiteDate(
      { config: core.config, database: { readDb: tx } },
      user?.confirmUntil ?? undefined,
    )
    await emails.send(
      { template: 'confirm', to: user ? email : null, language, values: { name, link, day } },
      tx,
    )
  }

  return {
    /**
     * Confirms an address by the token of its link.
     * - Of a registration: creates the user and returns the token of a session. The proof is the secret of the
     *   browser that registered, or the password of this registration.
     * - Of an account: when the address replaces another one, that one gets a notice. The proof is a session of
     *   the account, or its password. It signs nobody in.
     * Without a proof nothing changes, and the link can be used again. Throws `password-required` (`linkOf`),
     * `wrong-password` (`password`), `ticket-spent`, `account-exists` (`email` or `nationalId`), `conflict`
     * (`email`) when another user has the address now, `too-many`.
     */
    confirm: async (
      token: string,
      proof: ConfirmationProof,
      origin: Origin,
      requestId: string,
    ): Promise<{ sessionToken: string | undefined }> => {
      try {
        const pending = await registrations.find(token)
        if (!pending) {
          await confirmAddressOfUser(token, proof)
          return { sessionToken: undefined }
        }
        const { browserSecret, password } = proof
        const isSameBrowser = browserSecret !== undefined && pending.browserHash === hashToken(browserSecret)
        if (!isSameBrowser) await assertPassword(pending, password, 'registration')
        const user = await inTransaction(db, (tx) =>
          registrations.confirm(tx, { token, email: pending.email }, requestId),
        )
        return { sessionToken: await openSession(user, origin, { isConfirmed: !isSameBrowser }) }
      } catch (error) {
        return throwAfterCounting(error, origin.addressKey)
      }
    },

    /**
     * Ends a link for an owner of an address who did not ask for it. Deletes the registration that the link
     * belongs to, and no other one; an account stays as it is. Throws `ticket-spent`, `too-many`.
     */
    decline: async (token: string, addressKey: string): Promise<{ isRegistrationDeleted: boolean }> => {
      try {
        return await inTransaction(db, async (tx) => {
          const isRegistrationDeleted = await registrations.decline(tx, token)
          if (
            !isRegistrationDeleted &&
            !(await deleteAndReturnUsableOneTimeToken(tx, 'confirm-email', hashToken(token)))
          )
            throw new AppError('ticket-spent')
          return { isRegistrationDeleted }
        })
      } catch (error) {
        return throwAfterCounting(error, addressKey)
      }
    },

    /**
     * Sends the link of a registration again; it leads on to the path `next`. The proof, the password or the
     * secret of the browser that registered, chooses among the registrations with an identity, so that those of
     * strangers do not displace it; a password counts as an attempt to sign in. Without a proof each of the
     * newest registrations gets a link. The reply does not reveal whether there is one. Throws `no-mail`,
     * `phone-shared`, `too-many`.
     */
    resend: async (request: ResendRequest, origin: Origin): Promise<void> => {
      if (!emails.isEnabled) throw new AppError('no-mail')
      const { kind, identity, next, password, browserSecret } = request
      await limits.emailsFromAddress.count(origin.addressKey)
      const { rows, user } = await findWaiting(request, origin)
      const hasProof = password !== undefined || browserSecret !== undefined
      const proved = hasProof ? (rows[0] ?? user) : undefined
      // strangers cannot use up the limit of a registration that is not theirs, nor flood its address
      const subject = proved?.id ?? toLookupValue(kind, identity) ?? identity
      await limits.emailsToUser.count(encryption.keyedHash(`confirm ${subject}`))
      if (proved) await limits.emailsToAddress.count(encryption.keyedHash(`confirm ${proved.email}`))
      await inTransaction(db, async (tx) => {
        await registrations.resendLinks(tx, rows, { next, count: hasProof ? 1 : maxRegistrationsOfAddress })
        await sendLinkToUser(tx, user, next)
      })
    },
  }
}
export type EmailConfirmationService = ReturnType<typeof createEmailConfirmationService>
