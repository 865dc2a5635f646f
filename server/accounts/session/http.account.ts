import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { Deps } from '#server/deps.ts'
import {
  assertRequestSessionRecentlyConfirmed,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createNationalIdReportingRunner } from './account-personal-data.ts'
import { assertPasswordsMatch } from './check-password.ts'
import type { SessionService } from './service.ts'

/** Registers the calls with which users read and update their account, change the password and end sessions. */
export const createOwnAccountRoutes = (deps: Deps, { account }: SessionService) =>
  createCallsPlugin(deps, (implement) => {
    const refuseNationalIdConflicts = createNationalIdReportingRunner(deps)
    implement('GET /api/account', async (request) =>
      buildSuccessReply({ account: await account.read(getAuthenticatedUser(request)) }),
    )

    implement('PUT /api/account', async (request) => {
      const { version, ...update } = request.body
      const user = getAuthenticatedUser(request)
      const save = () => account.update(user, update, version, getAuditActor(request))
      const saved = update.nationalId
        ? await refuseNationalIdConflicts({ userId: user.userId, lang: getRequestLanguage(request) }, save)
        : await save()
      const isEmailPending = saved.newEmail !== null && saved.newEmail === normalizeEmail(update.email)
      return buildMessageReply(request, isEmailPending ? 'emailChanging' : 'updated', { account: saved })
    })

    implement('POST /api/account/email-confirmation', async (request) => {
      await account.sendEmailConfirmation(getAuthenticatedUser(request))
      return buildMessageReply(request, 'confirmationEmailed')
    })

    implement('POST /api/account/password', async (request) => {
      assertPasswordsMatch(request.body)
      const { current, password } = request.body
      await account.changePassword(getAuthenticatedUser(request), current, password, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })

    implement('GET /api/account/sessions', async (request) =>
      buildSuccessReply({ sessions: await account.listSessions(getAuthenticatedUser(request)) }),
    )

    implement('DELETE /api/account/sessions', async (request) => {
      assertRequestSessionRecentlyConfirmed(request)
      await account.endOtherSessions(getAuthenticatedUser(request), getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })

    implement('DELETE /api/account/sessions/:sessionId', async (request) => {
      assertRequestSessionRecentlyConfirmed(request)
      await account.endSession(getAuthenticatedUser(request), request.params.sessionId)
      return buildMessageReply(request, 'updated')
    })
  })

/**
 * Registers the calls with which users set up, replace and disable their second factor, add and remove passkeys, and
 * confirm a session.
 */
export const createSecondFactorAndSessionConfirmRoutes = (
  deps: Deps,
  { secondFactor, secondFactorSetup, passkeys }: SessionService,
) =>
  createCallsPlugin(deps, (implement) => {
    implement('POST /api/account/second-factor/start', async (request) =>
      buildSuccessReply(await secondFactorSetup.start(getAuthenticatedUser(request), request.body.password)),
    )

    implement('POST /api/account/second-factor/confirm', async (request) => {
      const { enrolment, code } = request.body
      const recoveryCodes = await secondFactorSetup.confirm(
        getAuthenticatedUser(request),
        enrolment,
        code,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'updated', { recoveryCodes })
    })

    implement('POST /api/account/confirm', async (request) => {
      await secondFactor.confirmIdentity(getAuthenticatedUser(request), request.body)
      return buildMessageReply(request, 'updated')
    })

    implement('POST /api/account/confirm/passkey-options', async (request) =>
      buildSuccessReply({
        options: { ...(await secondFactor.startConfirmingWithPasskey(getAuthenticatedUser(request))) },
      }),
    )

    implement('POST /api/account/confirm/passkey', async (request) => {
      await secondFactor.confirmWithPasskey(getAuthenticatedUser(request), request.body.credential)
      return buildMessageReply(request, 'updated')
    })

    implement('GET /api/account/passkeys', async (request) =>
      buildSuccessReply({ passkeys: await passkeys.list(getAuthenticatedUser(request)) }),
    )

    implement('POST /api/account/passkeys/options', async (request) =>
      buildSuccessReply({ options: { ...(await passkeys.startAdding(getAuthenticatedUser(request))) } }),
    )

    implement('POST /api/account/passkeys', async (request) => {
      const recoveryCodes = await passkeys.add(
        getAuthenticatedUser(request),
        request.body,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'saved', { recoveryCodes })
    })

    implement('DELETE /api/account/passkeys/:passkeyId', async (request) => {
      const user = getAuthenticatedUser(request)
      await passkeys.remove(user, request.params.passkeyId, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })

    implement('POST /api/account/second-factor/disable', async (request) => {
      await secondFactorSetup.disable(
        getAuthenticatedUser(request),
        request.body.password,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'updated')
    })
  })
