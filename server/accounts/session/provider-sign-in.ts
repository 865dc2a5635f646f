import { confirmationMinutes, hasAdministratorRole } from '#contract/accounts/session.ts'
import type { ProviderLink, SignInStart } from '#contract/accounts/sign-in-provider.schema.ts'
import { minutesPerDay, msPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type AuthenticatedUser,
  assertSessionRecentlyConfirmed,
} from '#server/platform/lib/authenticated-user.ts'
import { generateToken, hashToken, type Origin } from '../../platform/lib/tokens.ts'
import type { SecondFactors } from './passkeys.ts'
import {
  deleteAndReturnUsableOneTimeToken,
  deleteOneTimeTokensOfUser,
  findSessionUserById,
  findUsableOneTimeToken,
  insertTokenOrReplaceChallenge,
  markEmailConfirmed,
  setSessionConfirmed,
} from './queries.ts'
import {
  deleteAndReturnRequest,
  deleteLinkOfUser,
  findLinkWithUser,
  insertLinkIfNew,
  insertRequestAndDeleteExpired,
  listLinksOfUser,
  setLinkUsedIfExists,
} from './queries-provider.ts'
import { lifetimes, type SessionRateLimiters } from './rate-limiters.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { createSignInProvider, type ProviderIdentity } from './sign-in-provider.ts'

/** What the browser sends back after the provider. */
type ReturnedRequest = { browserSecret: string; code: string; state: string; iss?: string | undefined }

/** Throws `read-only` while the site is read-only: it can be used to sign in, and no link is added. */
type AssertSiteWritable = () => Promise<void>

type StartedSecondFactor = { challenge: string } & SecondFactors
type Options = Core & {
  limits: SessionRateLimiters
  openSession: (
    user: { id: string; role: AuthenticatedUser['role'] },
    origin: Origin,
    options: { isConfirmed: boolean; hasProviderSecondFactor: boolean },
  ) => Promise<string>
  startSecondFactor: (userId: string, first: { providerLinkId: string }) => Promise<StartedSecondFactor>
}

/** The tolerated difference in milliseconds between the clocks of the provider and of this process. */
const clockTolerance = msPerMinute

/**
 * Creates the service of signing in to the back office with a provider (OpenID Connect). Only an account at the
 * provider that was linked to an account here signs in: by the invitation of an administrator, or by its owner.
 */
export const createProviderSignInService = ({ limits, openSession, startSecondFactor, ...core }: Options) => {
  const { config, database, emails } = core
  const { db } = database
  const provider = createSignInProvider(config)

  type Purpose =
    | { purpose: 'sign-in' }
    | { purpose: 'invitation'; invitationHash: string }
    | { purpose: 'link' | 'confirm'; sessionId: string }

  const begin = async (browserSecret: string, purpose: Purpose, isSignInForced = false): Promise<string> => {
    const secrets = { state: generateToken(), nonce: generateToken(), codeVerifier: generateToken() }
    const isFreshSignInRequired = purpose.purpose === 'confirm'
    const url = await provider.buildUrl(secrets, { isSignInForced, isFreshSignInRequired })
    await insertRequestAndDeleteExpired(db, {
      ...purpose,
      stateHash: hashToken(secrets.state),
      browserHash: hashToken(browserSecret),
      nonce: secrets.nonce,
      codeVerifier: secrets.codeVerifier,
      minutes: lifetimes.challenge,
    })
    return url
  }

  /** Uses up the request of this browser and asks the provider who signed in. */
  const takeRequestAndIdentity = async ({ browserSecret, code, state, iss }: ReturnedRequest) => {
    const request = await deleteAndReturnRequest(db, hashToken(state), hashToken(browserSecret))
    if (!request) throw new AppError('provider-failed')
    const { nonce, codeVerifier, purpose } = request
    const identity = await provider.exchangeCode(
      { code, iss },
      { state, nonce, codeVerifier },
      { isFreshSignInRequired: purpose === 'confirm' },
    )
    return { request, identity }
  }

  /** Returns the link of an identity. Throws `provider-unlinked`, `account-inactive`, `provider-wrong-role`. */
  const findUsableLink = async (identity: ProviderIdentity) => {
    const link = await findLinkWithUser(db, identity.issuer, identity.subject)
    if (!link) throw new AppError('provider-unlinked')
    if (!link.active) throw new AppError('account-inactive')
    if (!hasAdministratorRole(link)) throw new AppError('provider-wrong-role')
    // an emailed invitation does not replace the own second factor of an account
    const hasProviderSecondFactor = identity.hasSecondFactor && link.isProven
    return { ...link, hasProviderSecondFactor, needsCode: link.hasSecondFactor && !hasProviderSecondFactor }
  }

  /** Links an identity to a user, with an entry in the audit log and an email. Throws `provider-linked`. */
  const addLink = async (
    tx: Db,
    { issuer, subject }: ProviderIdentity,
    { userId, isProven, actor }: { userId: string; isProven: boolean; actor: Actor },
  ) => {
    if (!(await insertLinkIfNew(tx, { userId, issuer, subject, isProven })))
      throw new AppError('provider-linked')
    await sendSecurityNotice(tx, core, 'providerLinked', userId)
    await writeAudit(tx, { actor, action: 'link-provider', entity: 'user', entityId: userId })
  }

  const acceptInvitation = (invitationHash: string, identity: ProviderIdentity, requestId: string) =>
    inTransaction(db, async (tx) => {
      const invitation = await deleteAndReturnUsableOneTimeToken(tx, 'link-provider', invitationHash)
      const user = invitation && (await findSessionUserById(tx, invitation.userId))
      if (!user?.active || !hasAdministratorRole(user)) throw new AppError('ticket-spent')
      const { id: userId, permissions } = user
      const actor = { userId, name: `${user.firstName} ${user.lastName}`.trim(), permissions, requestId }
      await addLink(tx, identity, { userId, isProven: user.totpSecret === null, actor })
      // the invitation was sent to that address
      await markEmailConfirmed(tx, userId)
    })

  const removeLink = (userId: string, linkId: string, actor: Actor) =>
    inTransaction(db, async (tx) => {
      if (!(await deleteLinkOfUser(tx, userId, linkId))) throw new AppError('not-found')
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

  /** Finds the user of an invitation that can still be used. Throws `ticket-spent`, `too-many`. */
  const findInvitedUser = async (invitation: string, addressKey: string) => {
    const invitationHash = hashToken(invitation)
    const found = await findUsableOneTimeToken(db, 'link-provider', invitationHash)
    const user = found && (await findSessionUserById(db, found.userId))
    if (user) return { user, invitationHash }
    await limits.wrongLink.count(addressKey)
    throw new AppError('ticket-spent')
  }

  return {
    /**
     * Returns whose account an invitation links, so that nobody links an own account at the provider to that of
     * somebody else unnoticed. Throws `ticket-spent`, `too-many`.
     */
    getInvitedUser: async (invitation: string, addressKey: string) => {
      const { user } = await findInvitedUser(invitation, addressKey)
      return { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }
    },

    /**
     * Returns the address of the provider to which the browser goes, to sign in or to accept an invitation.
     * Throws `ticket-spent`, `too-many`, `read-only` (with an invitation), `provider-not-set-up`, `provider-away`.
     */
    startSignIn: async (
      { browserSecret, invitation, isSignInForced }: SignInStart,
      { addressKey, assertSiteWritable }: { addressKey: string; assertSiteWritable: AssertSiteWritable },
    ): Promise<string> => {
      if (invitation === undefined) return begin(browserSecret, { purpose: 'sign-in' }, isSignInForced)
      await assertSiteWritable()
      const { invitationHash } = await findInvitedUser(invitation, addressKey)
      return begin(browserSecret, { purpose: 'invitation', invitationHash }, isSignInForced)
    },

    /**
     * Signs in after the provider: returns the token of a new session, or a challenge where the own second factor
     * of the account is needed. The session counts as confirmed when the provider asked for the password within
     * `confirmationMinutes`. Throws `provider-failed`, `provider-unlinked`, `provider-linked`, `account-inactive`,
     * `provider-wrong-role`, `ticket-spent`, `too-many`, `read-only` (with an invitation, which stays usable),
     * `provider-away`.
     */
    finishSignIn: async (
      returned: ReturnedRequest,
      origin: Origin,
      { requestId, assertSiteWritable }: { requestId: string; assertSiteWritable: AssertSiteWritable },
    ): Promise<{ token: string } | StartedSecondFactor> => {
      await limits.address.countAddress(origin.addressKey)
      await limits.address.countNetwork(origin.addressKey)
      const { request, identity } = await takeRequestAndIdentity(returned)
      if (request.sessionId !== null) throw new AppError('provider-failed')
      if (request.invitationHash !== null) {
        await assertSiteWritable()
        await acceptInvitation(request.invitationHash, identity, requestId)
      }
      const { id, userId, role, needsCode, hasProviderSecondFactor } = await findUsableLink(identity)
      // the second step uncounts this sign-in
      if (needsCode) return startSecondFactor(userId, { providerLinkId: id })
      if (!(await setLinkUsedIfExists(db, id))) throw new AppError('provider-unlinked')
      await limits.address.forgive(origin.addressKey)
      const isConfirmed =
        identity.authenticatedAt !== undefined &&
        Date.now() - identity.authenticatedAt.getTime() < confirmationMinutes * msPerMinute
      return {
        token: await openSession({ id: userId, role }, origin, { isConfirmed, hasProviderSecondFactor }),
      }
    },

    /**
     * Returns the address of the provider, to link the own account or to confirm the session. Throws
     * `confirmation_required` and `read-only` (to link), `wrong-role`, `provider-not-set-up`, `provider-away`.
     */
    startOwn: async (
      user: AuthenticatedUser,
      { browserSecret, purpose }: { browserSecret: string; purpose: 'link' | 'confirm' },
      assertSiteWritable: AssertSiteWritable,
    ): Promise<string> => {
      if (!hasAdministratorRole(user)) throw new AppError('wrong-role')
      if (purpose === 'link') {
        assertSessionRecentlyConfirmed(user)
        await assertSiteWritable()
      }
      return begin(browserSecret, { purpose, sessionId: user.sessionId })
    },

    /**
     * Links the account at the provider, or confirms the session with it, as its request says. Throws
     * `provider-failed`, `provider-linked`, `provider-unlinked`, `provider-no-second-factor` (the account has a
     * second factor, and the provider checked none), `read-only` (to link), `provider-away`.
     */
    finishOwn: async (
      user: AuthenticatedUser,
      returned: ReturnedRequest,
      { actor, assertSiteWritable }: { actor: Actor; assertSiteWritable: AssertSiteWritable },
    ): Promise<void> => {
      const { request, identity } = await takeRequestAndIdentity(returned)
      const { userId, sessionId } = user
      if (request.sessionId !== sessionId) throw new AppError('provider-failed')
      if (request.purpose === 'link') {
        await assertSiteWritable()
        return inTransaction(db, (tx) => addLink(tx, identity, { userId, isProven: true, actor }))
      }
      const link = await findUsableLink(identity)
      if (link.userId !== userId) throw new AppError('provider-unlinked')
      const signedInAt = identity.authenticatedAt?.getTime() ?? 0
      if (signedInAt < request.createdAt.getTime() - clockTolerance) throw new AppError('provider-failed')
      if (link.needsCode) throw new AppError('provider-no-second-factor')
      await setSessionConfirmed(db, sessionId)
    },

    /** Lists the links of the signed-in user, the oldest first. */
    listOwn: ({ userId }: AuthenticatedUser): Promise<ProviderLink[]> => listLinks(userId),

    /** Removes a link of the signed-in user. Throws `not-found`, `confirmation_required`. */
    removeOwn: async (user: AuthenticatedUser, linkId: string, actor: Actor): Promise<void> => {
      assertSessionRecentlyConfirmed(user)
      await removeLink(user.userId, linkId, actor)
    },

    /** Lists the links of a user of the back office. Throws `not-found`. */
    listOfUser: async (userId: string): Promise<ProviderLink[]> =>
      listLinks((await findBackOfficeUser(userId)).id),

    /** Removes a link of a user of the back office. Throws `not-found`, `confirmation_required`. */
    removeOfUser: async (userId: string, linkId: string, actor: Actor): Promise<void> => {
      assertSessionRecentlyConfirmed(actor)
      await removeLink((await findBackOfficeUser(userId)).id, linkId, actor)
    },

    /**
     * Emails a user of the back office the link that links an account at the provider, in place of an earlier one.
     * Throws `not-found`, `confirmation_required`, `account-inactive`, `no-mail`, `provider-not-set-up`, `too-many`.
     */
    invite: async (userId: string, actor: Actor): Promise<void> => {
      assertSessionRecentlyConfirmed(actor)
      const { active, email, lang, firstName } = await findBackOfficeUser(userId)
      if (!config.OIDC_ISSUER) throw new AppError('provider-not-set-up')
      if (!emails.isEnabled) throw new AppError('no-mail')
      if (!active) throw new AppError('account-inactive')
      await limits.emailsToUser.count(`provider invitation ${userId}`)
      const token = generateToken()
      // browsers never send the part after # to a server, so no log has the token
      const link = `${config.SITE_URL}/admin/auth/invitation/#${token}`
      await inTransaction(db, async (tx) => {
        await deleteOneTimeTokensOfUser(tx, userId, 'link-provider')
        await insertTokenOrReplaceChallenge(tx, {
          tokenHash: hashToken(token),
          kind: 'link-provider',
          userId,
          minutes: lifetimes.invitation,
        })
        const values = {
          name: firstName,
          link,
          provider: config.OIDC_NAME,
          days: lifetimes.invitation / minutesPerDay,
        }
        await emails.send({ template: 'providerInvitation', to: email, language: lang, values }, tx)
        await writeAudit(tx, { actor, action: 'invite-provider', entity: 'user', entityId: userId })
      })
    },
  }
}
export type ProviderSignInService = ReturnType<typeof createProviderSignInService>
