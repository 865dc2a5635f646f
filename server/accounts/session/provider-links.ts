import { hasAdministratorRole } from '#contract/accounts/session.ts'
import type { ProviderLink } from '#contract/accounts/sign-in-provider.schema.ts'
import { minutesPerDay } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type AuthenticatedUser,
  assertSessionRecentlyConfirmed,
} from '#server/platform/lib/authenticated-user.ts'
import { deleteSessionsOfUser, findSessionUserById } from './queries.ts'
import { lockOwnUserRow } from './queries-account.ts'
import { createEmailedLinkTokenAndDeleteEarlier } from './queries-one-time-tokens.ts'
import { deleteAndReturnLinkOfUser, listLinksOfUser } from './queries-provider.ts'
import { lifetimes, type SessionRateLimiters } from './rate-limiters.ts'
import { sendSecurityNotice } from './security-notice.ts'

/**
 * Creates the service with which users and administrators list and remove links with the sign-in provider, and
 * administrators send invitations.
 */
export const createProviderLinkService = ({ limits, ...core }: Core & { limits: SessionRateLimiters }) => {
  const { config, database, emails } = core
  const { db } = database

  /** Removes a link, and ends the sessions of the user except one: the account at the provider may be somebody else's. */
  const removeLinkAndEndSessions = (
    userId: string,
    linkId: string,
    { exceptSessionId, actor }: { exceptSessionId: string; actor: Actor },
  ) =>
    inTransaction(db, async (tx) => {
      await lockOwnUserRow(tx, userId)
      if (!(await deleteAndReturnLinkOfUser(tx, userId, linkId))) throw new AppError('not-found')
      await deleteSessionsOfUser(tx, userId, exceptSessionId)
      await sendSecurityNotice(tx, core, 'providerUnlinked', userId)
      await writeAudit(tx, { actor, action: 'unlink-provider', entity: 'user', entityId: userId })
    })

  const listLinks = async (userId: string): Promise<ProviderLink[]> =>
    (await listLinksOfUser(db, userId)).map(({ id, issuer, createdAt, lastUsedAt }) => ({
      id,
      issuer,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))

  /** Finds the user of the back office whose links an administrator manages. Throws `not-found`. */
  const findBackOfficeUser = async (userId: string) => {
    const user = await findSessionUserById(db, userId)
    if (!user || !hasAdministratorRole(user)) throw new AppError('not-found')
    return user
  }

  return {
    /** Lists the links of the signed-in user, the oldest first. */
    listOwn: ({ userId }: AuthenticatedUser): Promise<ProviderLink[]> => listLinks(userId),

    /** Removes a link of the signed-in user, and ends the other sessions. Throws `not-found`, `confirmation_required`. */
    removeOwn: async (user: AuthenticatedUser, linkId: string, actor: Actor): Promise<void> => {
      assertSessionRecentlyConfirmed(user)
      await removeLinkAndEndSessions(user.userId, linkId, { exceptSessionId: user.sessionId, actor })
    },

    /** Lists the links of a user of the back office. Throws `not-found`. */
    listOfUser: async (userId: string): Promise<ProviderLink[]> =>
      listLinks((await findBackOfficeUser(userId)).id),

    /**
     * Removes a link of a user of the back office, and ends the sessions of that user, except the one of this request.
     * Throws `not-found`, `confirmation_required`.
     */
    removeOfUser: async (
      administrator: AuthenticatedUser,
      { userId, linkId }: { userId: string; linkId: string },
      actor: Actor,
    ): Promise<void> => {
      assertSessionRecentlyConfirmed(administrator)
      const user = await findBackOfficeUser(userId)
      await removeLinkAndEndSessions(user.id, linkId, { exceptSessionId: administrator.sessionId, actor })
    },

    /**
     * Emails a user of the back office an invitation to link an account at the provider. It ends an earlier one. Throws `not-found`, `confirmation_required`, `account-inactive`, `no-mail`, `provider-not-set-up`, `too-many`.
     */
    invite: async (userId: string, actor: Actor): Promise<void> => {
      assertSessionRecentlyConfirmed(actor)
      const { active, email, lang, firstName } = await findBackOfficeUser(userId)
      if (!config.OIDC_ISSUER) throw new AppError('provider-not-set-up')
      if (!emails.isEnabled) throw new AppError('no-mail')
      if (!active) throw new AppError('account-inactive')
      await limits.emailsToUser.count(`provider invitation ${userId}`)
      await inTransaction(db, async (tx) => {
        const token = await createEmailedLinkTokenAndDeleteEarlier(tx, {
          kind: 'link-provider',
          userId,
          minutes: lifetimes.invitation,
        })
        const values = {
          name: firstName,
          // browsers never send the part after # to a server, so no log has the token
          link: `${config.SITE_URL}/admin/auth/invitation/#${token}`,
          provider: config.OIDC_NAME,
          days: lifetimes.invitation / minutesPerDay,
        }
        await emails.send({ template: 'providerInvitation', to: email, language: lang, values }, tx)
        await writeAudit(tx, { actor, action: 'invite-provider', entity: 'user', entityId: userId })
      })
    },
  }
}
export type ProviderLinkService = ReturnType<typeof createProviderLinkService>
