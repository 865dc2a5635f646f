import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { SignInArea } from '#contract/accounts/session.ts'
import type { Core } from '#server/deps.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { assertPasswordNotGuessable, hashPassword } from '#server/platform/lib/password.ts'
import { hashToken, unknownUserId } from '../../platform/lib/tokens.ts'
import {
  deleteSessionsOfUser,
  findSessionUserByEmail,
  markEmailConfirmed,
  setPasswordHash,
} from './queries.ts'
import { findOwnUserRow, lockOwnUserRow } from './queries-account.ts'
import {
  createEmailedLinkTokenAndDeleteEarlier,
  deleteAndReturnUsableOneTimeToken,
  deleteOneTimeTokensOfUser,
  findUsableOneTimeToken,
} from './queries-one-time-tokens.ts'
import { lifetimes, type SessionRateLimiters } from './rate-limiters.ts'
import { sendSecurityNotice } from './security-notice.ts'

type Options = Core & { limits: SessionRateLimiters }

/**
 * Creates the service for forgotten passwords: a link in an email, which works once and for an hour, sets a
 * new one.
 */
export const createPasswordResetService = ({ limits, ...core }: Options) => {
  const { config, database, encryption, emails } = core
  const { db } = database
  return {
    /**
     * Emails the link to the active user with this address, unless it is an account of before version 1.1 that never
     * confirmed it. Without such a user the same work ends in an email without a recipient, so that the reply does not
     * reveal whether there is one. Throws `no-mail` when the site cannot send emails, `too-many`.
     */
    sendLink: async (address: string, area: SignInArea, addressKey: string): Promise<void> => {
      if (!emails.isEnabled) throw new AppError('no-mail')
      const email = normalizeEmail(address)
      await limits.emailsFromAddress.count(addressKey)
      await limits.emailsToUser.count(encryption.keyedHash(`reset ${email}`))
      const user = await findSessionUserByEmail(db, email)
      const lang = user?.lang ?? 'en'
      await inTransaction(db, async (tx) => {
        const activeUser = user?.active && !user.isUnconfirmed ? user : undefined
        const userId = activeUser?.id ?? unknownUserId
        const minutes = lifetimes.reset
        const token = await createEmailedLinkTokenAndDeleteEarlier(tx, { kind: 'reset', userId, minutes })
        // browsers never send the part after # to a server, so no log has the token
        const link = `${config.SITE_URL}/reset-password/${area === 'admin' ? '?from=admin' : ''}#${token}`
        const values = { name: user?.firstName ?? '', link, minutes }
        await emails.send({ template: 'reset', to: activeUser?.email ?? null, language: lang, values }, tx)
      })
    },

    /**
     * Sets the new password, confirms the address of the user, ends all their sessions and links, and
     * notifies the owner. Throws `ticket-spent`, `bad-input` (`password`), `too-many`.
     */
    reset: async (token: string, password: string, addressKey: string): Promise<void> => {
      const tokenHash = hashToken(token)
      const found = await findUsableOneTimeToken(db, 'reset', tokenHash)
      const user = found && (await findOwnUserRow(db, found.userId))
      if (!user) {
        await limits.wrongLink.count(addressKey)
        throw new AppError('ticket-spent')
      }
      await assertPasswordNotGuessable(password, user)
      const passwordHash = await hashPassword(password)
      await inTransaction(db, async (tx) => {
        await lockOwnUserRow(tx, found.userId)
        const consumed = await deleteAndReturnUsableOneTimeToken(tx, 'reset', tokenHash)
        if (!consumed) throw new AppError('ticket-spent')
        await setPasswordHash(tx, consumed.userId, passwordHash)
        // the link was sent to that address
        await markEmailConfirmed(tx, consumed.userId)
        await deleteOneTimeTokensOfUser(tx, consumed.userId)
        await deleteSessionsOfUser(tx, consumed.userId)
        await sendSecurityNotice(tx, core, 'passwordChanged', consumed.userId)
      })
    },
  }
}
export type PasswordResetService = ReturnType<typeof createPasswordResetService>
