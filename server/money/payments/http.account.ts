import { hasPermission } from '#contract/accounts/permissions.ts'
import type { Deps } from '#server/deps.ts'
import { getAuthenticatedUser } from '#server/platform/http/guards.ts'
import {
  createCallsPlugin,
  implementGetRouteWithQueryVariants,
} from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { createPaymentAndRefundService } from './service.ts'

/**
 * Registers the calls of the owner of a team, or of an administrator with `finance`, that pay for the team.
 */
export const createPaymentsAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const payments = createPaymentAndRefundService(deps)
    implementGetRouteWithQueryVariants(implement, 'GET /api/payments', {
      '?teamId': async ({ teamId }, request) =>
        buildSuccessReply({
          offer: await payments.getOffer(teamId, getAuthenticatedUser(request)),
        }),
      '': async (_query, request) =>
        buildSuccessReply({ payments: await payments.listForUser(getAuthenticatedUser(request).userId) }),
    })

    implement('POST /api/payments', async (request) =>
      buildSuccessReply(
        await payments.start(request.body.teamId, getAuthenticatedUser(request), getRequestLanguage(request)),
      ),
    )

    implement('GET /api/payments/:paymentId', async (request) =>
      buildSuccessReply(
        await payments.getPaymentWithReceipt(request.params.paymentId, getAuthenticatedUser(request)),
      ),
    )

    implement('POST /api/payments/:paymentId/check', async (request) => {
      const user = getAuthenticatedUser(request)
      const payment = await payments.sync(
        request.params.paymentId,
        user,
        hasPermission(user.permissions, 'finance') ? 'admin' : 'return',
      )
      return buildSuccessReply({ payment })
    })
  })
