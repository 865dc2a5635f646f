import type { FastifyContextConfig } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  accountPaymentsQuery,
  accountPaymentsResponse,
  paymentOfferQuery,
  paymentParams,
  paymentResponse,
  paymentWithReceiptResponse,
  startPaymentRequest,
  startPaymentResponse,
} from '#contract/payment.schema.ts'
import type { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { createAccountRoutes, getAuthenticatedUser } from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { createQueryDispatch, defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { buildSuccessReply } from '#server/http/reply.ts'
import { canActForEveryone } from '#server/lib/authenticated-user.ts'
import { createPaymentService } from './service.ts'

/**
 * Registers the calls of the owner of a team, or of an administrator with `finance`, that pay for the team.
 */
export const paymentsAccountRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createAccountRoutes(deps, 'payments', async (app) => {
    const payments = createPaymentService(deps)
    const config: FastifyContextConfig = {
      conditionalChecks: [{ when: 'for a team of another account', permission: 'finance' }],
    }
    /** For calls that ask the gateway. */
    const gatewayConfig: FastifyContextConfig = { ...config, rateLimit: { max: 60, timeWindow: '1 minute' } }

    const { querystring, answer } = createQueryDispatch([
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'teamId'),
        schema: paymentOfferQuery,
        handle: async ({ teamId }, request) =>
          buildSuccessReply({ offer: await payments.getOffer(teamId, getAuthenticatedUser(request)) }),
      }),
      defineRouteVariant({
        when: () => true,
        schema: accountPaymentsQuery,
        handle: async (_query, request) =>
          buildSuccessReply({ payments: await payments.listForUser(getAuthenticatedUser(request).userId) }),
      }),
    ])
    const summary =
      'The fee of a team (`teamId`) and its payments; without it all payments for the teams of the account'
    app.get(
      paths.payments,
      { config, schema: { summary, querystring, response: { 200: accountPaymentsResponse } } },
      async (request, reply) => (await answer(request, reply)) as z.output<typeof accountPaymentsResponse>,
    )

    app.post(
      paths.payments,
      {
        config: gatewayConfig,
        schema: {
          summary: "Start a payment for a team: returns the address of the gateway's page",
          body: startPaymentRequest,
          response: { 200: startPaymentResponse },
        },
      },
      async (request) =>
        buildSuccessReply(
          await payments.start(
            request.body.teamId,
            getAuthenticatedUser(request),
            getRequestLanguage(request),
          ),
        ),
    )

    app.get(
      `${paths.payments}/:paymentId`,
      {
        config,
        schema: {
          summary: 'A payment as it is stored, with its receipt',
          params: paymentParams,
          response: { 200: paymentWithReceiptResponse },
        },
      },
      async (request) =>
        buildSuccessReply(
          await payments.getPaymentWithReceipt(request.params.paymentId, getAuthenticatedUser(request)),
        ),
    )

    app.post(
      `${paths.payments}/:paymentId/check`,
      {
        config: gatewayConfig,
        schema: {
          summary: 'Ask the gateway for the state of a payment',
          params: paymentParams,
          response: { 200: paymentResponse },
        },
      },
      async (request) => {
        const user = getAuthenticatedUser(request)
        const payment = await payments.sync(
          request.params.paymentId,
          user,
          canActForEveryone(user, 'finance') ? 'admin' : 'return',
        )
        return buildSuccessReply({ payment })
      },
    )
  })
