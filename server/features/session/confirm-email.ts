import { emailConfirmationDays } from '#contract/rules/retention.ts'
import type { SignInIdentifierKind } from '#contract/session.ts'
import { findDatabaseErrorCode, getViolatedConstraint } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { moveNewsPreference } from '#server/features/announcements/service.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import {
  deleteAndReturnOneTimeToken,
  deleteOneTimeTokensOfUser,
  findBrowserHashOfConfirmationLink,
  findSessionUser,
  insertOrReplaceOneTimeToken,
  listUsersByIdentifier,
  markEmailConfirmed,
  type SessionUserRow,
  setConfirmedEmail,
} from './queries.ts'
import { lifetimes, type SessionRateLimiters } from './rate-limiters.ts'
import { generateToken, hashToken, type Origin, unknownUserId } from './tokens.ts'

/**
 * Creates the link that confirms `email` for a user and revokes the user's older ones. It works once,
 * within `emailConfirmationDays`. With an id that no account has, the same work creates a link that does not
 * work. `next` is a path of this site that the page leads to. In the browser whose secret has the hash
 * `browserHash` the link signs in.
 */
export const replaceEmailConfirmationLink = async (
  tx: Db,
  siteUrl: string,
  {
    userId,
    email,
    next,
    browserHash,
  }: { userId: string; email: string; next?: string | undefined; browserHash?: string | undefined },
): Promise<string> => {
  const token = generateToken()
  await deleteOneTimeTokensOfUser(tx, userId, 'confirm-email')
  await insertOrReplaceOneTimeToken(tx, {
    tokenHash: hashToken(token),
    kind: 'confirm-email',
    userId,
    minutes: lifetimes.confirm,
    email,
    browserHash,
  })
  // browsers never send the part after # to a server, so no log has the token
  return `${siteUrl}/confirm-email/${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}#${token}`
}

type Options = Core & {
  limits: SessionRateLimiters
  toLookupValue: (kind: SignInIdentifierKind, text: string) => string | null
  openSession: (
    user: Pick<SessionUserRow, 'id' | 'role'>,
    origin: Origin,
    options: { isConfirmed: boolean },
  ) => Promise<string>
}

/**
 * Creates the service that confirms email addresses, of new users and changed ones, by links that work
 * once.
 */
export const createEmailConfirmationService = ({
  config,
  database,
  encryption,
  emails,
  limits,
  toLookupValue,
  openSession,
}: Options) => {
  const { db } = database
  return {
    /**
     * Confirms an address by the token of its link; when it replaces another one, that one gets a notice. In
     * the browser that registered the user, which sends the secret it had sent then, the first link also
     * signs in: returns the token of a new session. It does so never for administrators, nor past a second
     * factor. Throws `ticket-spent`, `conflict` (`email`) when another user has the address now,
     * `too-many`.
     */
    confirm: async (
      { token, browserSecret }: { token: string; browserSecret?: string | undefined },
      origin: Origin,
    ): Promise<{ sessionToken: string | undefined }> => {
      try {
        const signedIn = await inTransaction(db, async (tx) => {
          const consumed = await deleteAndReturnOneTimeToken(tx, 'confirm-email', hashToken(token))
          const user = consumed && (await findSessionUser(tx, consumed.userId))
          if (!consumed?.email || !user) throw new AppError('ticket-spent')
          const isNewAddress = consumed.email !== user.email
          if (isNewAddress) {
            await setConfirmedEmail(tx, user.id, consumed.email)
            await moveNewsPreference(tx, user.email, consumed.email)
            const { email: oldEmail, lang, firstName: name } = user
            await emails.send(
              { template: 'addressChanged', to: oldEmail, language: lang, values: { name } },
              tx,
            )
            // links for a new password were sent to the old address
            await deleteOneTimeTokensOfUser(tx, user.id, 'reset')
          } else await markEmailConfirmed(tx, user.id)
          const { firstName, lastName } = user
          await writeAudit(tx, {
            actor: { userId: user.id, name: `${firstName} ${lastName}`.trim() },
            action: 'confirm-email',
            entity: 'user',
            entityId: user.id,
            ...(isNewAddress ? { before: { email: user.email }, after: { email: consumed.email } } : {}),
          })
          const isSameBrowser =
            browserSecret !== undefined && consumed.browserHash === hashToken(browserSecret)
          const canSignIn = user.active && user.role !== 'admin' && user.totpSecret === null && !isNewAddress
          return isSameBrowser && canSignIn ? user : undefined
        })
        return { sessionToken: signedIn && (await openSession(signedIn, origin, { isConfirmed: false })) }
      } catch (error) {
        if (error instanceof AppError && error.code === 'ticket-spent')
          await limits.wrongLink.count(origin.addressKey)
        if (findDatabaseErrorCode(error) !== '23505' || !getViolatedConstraint(error).includes('email'))
          throw error
        throw new AppError('conflict', [{ field: 'email', code: 'taken' }], undefined, { cause: error })
      }
    },

    /**
     * Sends the link of a new user again; it leads on to the path `next`, and signs in where the first one
     * did. Without an unconfirmed user the same work ends in an email without a recipient, so that the
     * reply does not reveal whether there is one. Throws `no-mail`, `too-many`.
     */
    resend: async (
      { kind, identity, next }: { kind: SignInIdentifierKind; identity: string; next: string | undefined },
      addressKey: string,
    ): Promise<void> => {
      if (!emails.isEnabled) throw new AppError('no-mail')
      const value = toLookupValue(kind, identity)
      await limits.emailsFromAddress.count(addressKey)
      await limits.emailsToUser.count(encryption.keyedHash(`confirm ${value ?? identity}`))
      // of several users with a phone number the newest unconfirmed one gets the link
      const unconfirmed = (await listUsersByIdentifier(db, kind, value ?? '')).find(
        ({ active, confirmUntil }) => active && confirmUntil,
      )
      await inTransaction(db, async (tx) => {
        const link = await replaceEmailConfirmationLink(tx, config.SITE_URL, {
          userId: unconfirmed?.id ?? unknownUserId,
          email: unconfirmed?.email ?? '',
          next,
          browserHash: await findBrowserHashOfConfirmationLink(tx, unconfirmed?.id ?? unknownUserId),
        })
        const values = { name: unconfirmed?.firstName ?? '', link, days: emailConfirmationDays }
        await emails.send(
          {
            template: 'confirm',
            to: unconfirmed?.email ?? null,
            language: unconfirmed?.lang ?? 'en',
            values,
          },
          tx,
        )
      })
    },
  }
}
export type EmailConfirmationService = ReturnType<typeof createEmailConfirmationService>
