import {
  accountResponse,
  activeSessionsResponse,
  changePasswordRequest,
  sessionParams,
  updateAccountRequest,
  updateAccountResponse,
} from '#contract/account.schema.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import {
  confirmIdentityRequest,
  confirmSecondFactorRequest,
  confirmSecondFactorResponse,
  disableSecondFactorRequest,
  startSecondFactorRequest,
  startSecondFactorResponse,
} from '#contract/session.schema.ts'
import { confirmationMinutes } from '#contract/session.ts'
import type { Deps } from '#server/deps.ts'
import {
  assertRequestSessionConfirmed,
  createAccountRoutes,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createReportingNationalIdGuard } from './account-personal-data.ts'
import { assertPasswordsMatch } from './check-password.ts'
import type { SessionService } from './service.ts'

const confirmed = { conditionalChecks: [{ when: 'always', confirmation: true as const }] }

/** Users read and update their account, change the password and end sessions. */
export const ownAccountRoutes = (deps: Deps, { account }: SessionService) =>
  createAccountRoutes(deps, 'account', async (app) => {
    const refuseNationalIdConflicts = createReportingNationalIdGuard(deps)
    app.get(
      paths.account,
      { schema: { summary: 'The own account', response: { 200: accountResponse } } },
      async (request) => buildSuccessReply({ account: await account.read(getAuthenticatedUser(request)) }),
    )

    app.put(
      paths.account,
      {
        config: { conditionalChecks: [{ when: 'to change the phone', confirmation: true }] },
        schema: {
          summary: 'Change the own account',
          body: updateAccountRequest,
          response: { 200: updateAccountResponse },
        },
      },
      async (request) => {
        const { version, ...update } = request.body
        const user = getAuthenticatedUser(request)
        const save = () => account.update(user, update, version, getAuditActor(request))
        const saved = update.nationalId
          ? await refuseNationalIdConflicts({ userId: user.userId, lang: getRequestLanguage(request) }, save)
          : await save()
        const isEmailPending = saved.newEmail !== null && saved.newEmail === normalizeEmail(update.email)
        return buildMessageReply(request, isEmailPending ? 'emailChanging' : 'updated', { account: saved })
      },
    )

    app.post(
      paths.accountEmailConfirmation,
      {
        schema: {
          summary: 'Send the link that confirms the own address again',
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await account.sendEmailConfirmation(getAuthenticatedUser(request))
        return buildMessageReply(request, 'confirmationEmailed')
      },
    )

    app.post(
      paths.accountPassword,
      {
        schema: {
          summary: 'Change the own password; other sessions end',
          body: changePasswordRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        assertPasswordsMatch(request.body)
        const { current, password } = request.body
        await account.changePassword(getAuthenticatedUser(request), current, password, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )

    app.get(
      paths.accountSessions,
      {
        schema: { summary: 'Where the own account is signed in', response: { 200: activeSessionsResponse } },
      },
      async (request) =>
        buildSuccessReply({ sessions: await account.listSessions(getAuthenticatedUser(request)) }),
    )

    app.delete(
      paths.accountSessions,
      {
        config: confirmed,
        schema: { summary: 'Sign out everywhere else', response: { 200: messageOnlyResponse } },
      },
      async (request) => {
        assertRequestSessionConfirmed(request)
        await account.endOtherSessions(getAuthenticatedUser(request), getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )

    app.delete(
      `${paths.accountSessions}/:sessionId`,
      {
        config: confirmed,
        schema: { summary: 'End one session', params: sessionParams, response: { 200: messageOnlyResponse } },
      },
      async (request) => {
        assertRequestSessionConfirmed(request)
        await account.endSession(getAuthenticatedUser(request), request.params.sessionId)
        return buildMessageReply(request, 'updated')
      },
    )
  })

/** Users set up, replace and disable their second factor, and confirm a session with it. */
export const secondFactorAndConfirmationRoutes = (deps: Deps, { secondFactor }: SessionService) =>
  createAccountRoutes(deps, 'account', async (app) => {
    app.post(
      `${paths.secondFactor}/start`,
      {
        config: { conditionalChecks: [{ when: 'to replace a second factor', confirmation: true }] },
        schema: {
          summary: 'Begin to switch the second factor on; replacing one asks for the password',
          body: startSecondFactorRequest,
          response: { 200: startSecondFactorResponse },
        },
      },
      async (request) =>
        buildSuccessReply(await secondFactor.start(getAuthenticatedUser(request), request.body.password)),
    )

    app.post(
      `${paths.secondFactor}/confirm`,
      {
        schema: {
          summary: 'Switch the second factor on with a first code; replies the recovery codes, once',
          body: confirmSecondFactorRequest,
          response: { 200: confirmSecondFactorResponse },
        },
      },
      async (request) => {
        const { enrolment, code } = request.body
        const recoveryCodes = await secondFactor.confirm(
          getAuthenticatedUser(request),
          enrolment,
          code,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'updated', { recoveryCodes })
      },
    )

    app.post(
      paths.accountConfirm,
      {
        schema: {
          summary:
            'Confirm this session with a code of the second factor, or with the password where there is none',
          description: `Calls that reply 403 \`confirmation_required\` succeed for ${confirmationMinutes} minutes afterwards. \`details.method\` of that reply is \`code\` or \`password\`.`,
          body: confirmIdentityRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await secondFactor.confirmIdentity(getAuthenticatedUser(request), request.body)
        return buildMessageReply(request, 'updated')
      },
    )

    app.post(
      `${paths.secondFactor}/disable`,
      {
        config: { conditionalChecks: [{ when: 'always', confirmation: true }] },
        schema: {
          summary: 'Switch the second factor off',
          body: disableSecondFactorRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await secondFactor.disable(
          getAuthenticatedUser(request),
          request.body.password,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'updated')
      },
    )
  })
