import { confirmationMinutes, hasAdministratorRole } from '#contract/accounts/session.ts'
import type { SignInStart } from '#contract/accounts/sign-in-provider.schema.ts'
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
import { generateToken, hashToken, type Origin } from '../../platform/lib/tokens.ts'
import type { SecondFactors } from './passkeys.ts'
import { findSessionUserById, markEmailConfirmed, setSessionConfirmed } from './queries.ts'
import { lockOwnUserRow } from './queries-account.ts'
import { deleteAndReturnUsableOneTimeToken, findUsableOneTimeToken } from './queries-one-time-tokens.ts'
import {
  deleteAndReturnRequest,
  findLinkWithUser,
  insertLinkIfNew,
  insertRequestAndDeleteExpired,
  setLinkUsedIfExists,
} from './queries-provider.ts'
import { lifetimes, type SessionRateLimiters } from './rate-limiters.ts'
import { sendSecurityNotice } from './security-notice.ts'
import type { SessionStore } from './sessions.ts'
import { createSignInProvider, type ProviderIdentity } from './sign-in-provider.ts'

/**
 * What the browser sends after the provider has led it back: its secret, and what the provider added to the address.
 */
type ReturnedRequest = { browserSecret: string; code: string; state: string; iss?: string | undefined }

/** Throws `read-only` while the site is read-only: it can be used to sign in, and no link is added. */
type AssertSiteWritable = () => Promise<void>

type StartedSecondFactor = { challenge: string } & SecondFactors
type Options = Core & {
  limits: SessionRateLimiters
  openSession: SessionStore['openSession']
  startSecondFactor: (userId: string, first: { providerLinkId: string }) => Promise<StartedSecondFactor>
}

/** The tolerated difference in milliseconds between the clocks of the provider and of this process. */
const clockTolerance = msPerMinute

/**
 * Creates the service for signing in to the back office with a provider (OpenID Connect). An account at the provider
 * signs in after it was linked to a user: with the invitation of an administrator, or by the user in the profile.
 */
export const createProviderSignInService = ({ limits, openSession, startSecondFactor, ...core }: Options) => {
  const { config, database } = core
  const { db } = database
  const provider = createSignInProvider(config)

  type Purpose =
    | { purpose: 'sign-in' }
    | { purpose: 'invitation'; invitationHash: string }
    | { purpose: 'link' | 'confirm'; sessionId: string }

  /** Stores a request to the provider, and returns the address of the provider's page for it. */
  const startRequest = async (
    browserSecret: string,
    purpose: Purpose,
    isSignInForced = false,
  ): Promise<string> => {
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

  /**
   * Deletes the stored request, so that it can be used only once, and asks the provider who has signed in. Throws
   * `provider-failed` when this browser has no such request, and the errors of `exchangeCode`.
   */
  const consumeRequestAndGetIdentity = async ({ browserSecret, code, state, iss }: ReturnedRequest) => {
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

  /**
   * Finds the link of an account at the provider, and whether its user needs a code of the own second factor. Throws
   * `provider-unlinked`, `account-inactive`, `provider-wrong-role`.
   */
  const findUsableLink = async (identity: ProviderIdentity) => {
    const link = await findLinkWithUser(db, identity.issuer, identity.subject)
    if (!link) throw new AppError('provider-unlinked')
    if (!link.active) throw new AppError('account-inactive')
    if (!hasAdministratorRole(link)) throw new AppError('provider-wrong-role')
    // somebody else could have made the link, with the emailed invitation or before there was a second factor, so the
    // own second factor is needed once
    const hasProviderSecondFactor = identity.hasSecondFactor && link.isProven
    return {
      ...link,
      hasProviderSecondFactor,
      needsCode: link.totpSecret !== null && !hasProviderSecondFactor,
    }
  }

  /**
   * Links an account at the provider to a user, with an entry in the audit log and an email to the user. Throws
   * `provider-linked`.
   */
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
      const found = await findUsableOneTimeToken(tx, 'link-provider', invitationHash)
      if (found) await lockOwnUserRow(tx, found.userId)
      const invitation = await deleteAndReturnUsableOneTimeToken(tx, 'link-provider', invitationHash)
      const user = invitation && (await findSessionUserById(tx, invitation.userId))
      if (!user?.active || !hasAdministratorRole(user)) throw new AppError('ticket-spent')
      const { id: userId, permissions } = user
      const actor = { userId, name: `${user.firstName} ${user.lastName}`.trim(), permissions, requestId }
      await addLink(tx, identity, { userId, isProven: user.totpSecret === null, actor })
      // the invitation was sent to that address
      await markEmailConfirmed(tx, userId)
    })

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
     * Returns the name and the email address of the user whom an invitation is for. Its page shows them, so that nobody
     * links an own account at the provider to the user of somebody else by mistake. Throws `ticket-spent`, `too-many`.
     */
    getInvitedUser: async (invitation: string, addressKey: string) => {
      const { user } = await findInvitedUser(invitation, addressKey)
      return { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }
    },

    /**
     * Starts a sign-in that, with `invitation`, accepts that invitation. Returns the address of the provider's page, to
     * which the browser goes. Throws `ticket-spent`, `too-many`, `read-only` (with an invitation), `provider-not-set-up`,
     * `provider-away`.
     */
    startSignIn: async (
      { browserSecret, invitation, isSignInForced }: SignInStart,
      { addressKey, assertSiteWritable }: { addressKey: string; assertSiteWritable: AssertSiteWritable },
    ): Promise<string> => {
      if (invitation === undefined) return startRequest(browserSecret, { purpose: 'sign-in' }, isSignInForced)
      await assertSiteWritable()
      const { invitationHash } = await findInvitedUser(invitation, addressKey)
      return startRequest(browserSecret, { purpose: 'invitation', invitationHash }, isSignInForced)
    },

    /**
     * Finishes a sign-in after the provider has led the browser back. Returns the token of a new session, or a challenge
     * where the user needs the own second factor. The session counts as confirmed when the provider asked for the password within
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
      const { request, identity } = await consumeRequestAndGetIdentity(returned)
      if (request.sessionId !== null) throw new AppError('provider-failed')
      if (request.invitationHash !== null) {
        await assertSiteWritable()
        await acceptInvitation(request.invitationHash, identity, requestId)
      }
      const { id, userId, role, totpSecret, needsCode, hasProviderSecondFactor } =
        await findUsableLink(identity)
      // the second step uncounts this sign-in
      if (needsCode) return startSecondFactor(userId, { providerLinkId: id })
      const age = Date.now() - (identity.authenticatedAt?.getTime() ?? 0)
      // a time in the future says nothing about when the user entered a password
      const isConfirmed = age > -clockTolerance && age < confirmationMinutes * msPerMinute
      const consumeProof = async (tx: Db) => {
        if (!(await setLinkUsedIfExists(tx, id))) throw new AppError('provider-unlinked')
        return undefined
      }
      const options = { isConfirmed, hasProviderSecondFactor, consumeProof }
      const token = await openSession({ id: userId, role, totpSecret }, origin, options)
      await limits.address.forgive(origin.addressKey)
      return { token }
    },

    /**
     * Starts to link an account at the provider to the signed-in user, or to confirm the session with the provider.
     * Returns the address of the provider's page. Throws `confirmation_required` and `read-only` (to link), `wrong-role`,
     * `provider-not-set-up`, `provider-away`.
     */
    startLinkOrConfirmation: async (
      user: AuthenticatedUser,
      { browserSecret, purpose }: { browserSecret: string; purpose: 'link' | 'confirm' },
      assertSiteWritable: AssertSiteWritable,
    ): Promise<string> => {
      if (!hasAdministratorRole(user)) throw new AppError('wrong-role')
      if (purpose === 'link') {
        assertSessionRecentlyConfirmed(user)
        await assertSiteWritable()
      }
      return startRequest(browserSecret, { purpose, sessionId: user.sessionId })
    },

    /**
     * Links the account at the provider to the signed-in user, or confirms the session, as it was started. Throws
     * `provider-failed`, `provider-linked`, `provider-unlinked`, `provider-no-second-factor` (the account has a
     * second factor, and that of the provider is missing or does not count yet), `read-only` (to link), `provider-away`.
     */
    finishLinkOrConfirmation: async (
      user: AuthenticatedUser,
      returned: ReturnedRequest,
      { actor, assertSiteWritable }: { actor: Actor; assertSiteWritable: AssertSiteWritable },
    ): Promise<void> => {
      const { request, identity } = await consumeRequestAndGetIdentity(returned)
      const { userId, sessionId } = user
      if (request.sessionId !== sessionId) throw new AppError('provider-failed')
      if (request.purpose === 'link') {
        await assertSiteWritable()
        return inTransaction(db, (tx) => addLink(tx, identity, { userId, isProven: true, actor }))
      }
      const link = await findUsableLink(identity)
      if (link.userId !== userId) throw new AppError('provider-unlinked')
      const signedInAt = identity.authenticatedAt?.getTime() ?? 0
      const [earliest, latest] = [request.createdAt.getTime() - clockTolerance, Date.now() + clockTolerance]
      if (signedInAt < earliest || signedInAt > latest) throw new AppError('provider-failed')
      if (link.needsCode) throw new AppError('provider-no-second-factor')
      await setSessionConfirmed(db, sessionId)
    },
  }
}
export type ProviderSignInService = ReturnType<typeof createProviderSignInService>
