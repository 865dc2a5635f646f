import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
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
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAccountRoutes } from '#server/http/guarded-routes.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import type { SessionService } from './service.ts'

/** Users set up, replace and disable their second factor, and confirm a session with it. */
export const secondFactorRoutes = (deps: Deps, { secondFactor }: SessionService) =>
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
      async (request) => successReply(await secondFactor.start(getAuthenticatedUser(request), request.body.password)),
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
        const recoveryCodes = await secondFactor.confirm(getAuthenticatedUser(request), enrolment, code, getAuditActor(request))
        return messageReply(request, 'updated', { recoveryCodes })
      },
    )

    app.post(
      paths.accountConfirm,
      {
        schema: {
          summary: 'Confirm this session with a code of the second factor, or with the password where there is none',
          description: `Calls that reply 403 \`confirmation_required\` succeed for ${confirmationMinutes} minutes afterwards. \`details.method\` of that reply is \`code\` or \`password\`.`,
          body: confirmIdentityRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await secondFactor.confirmIdentity(getAuthenticatedUser(request), request.body)
        return messageReply(request, 'updated')
      },
    )

    app.post(
      `${paths.secondFactor}/disable`,
      {
        config: { conditionalChecks: [{ when: 'always', confirmation: true }] },
        schema: { summary: 'Switch the second factor off', body: disableSecondFactorRequest, response: { 200: messageOnlyResponse } },
      },
      async (request) => {
        await secondFactor.disable(getAuthenticatedUser(request), request.body.password, getAuditActor(request))
        return messageReply(request, 'updated')
      },
    )
  })
