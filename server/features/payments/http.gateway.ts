import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { gatewayNotificationRequest, gatewayNotificationResponse } from '#contract/payment.schema.ts'
import type { Deps } from '#server/deps.ts'
import { preventCaching, successReply } from '#server/http/reply.ts'
import { createPaymentService } from './service.ts'

/** Registers the call of the gateway that reports a transaction (Telr's transaction advice). */
export const paymentsGatewayRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const payments = createPaymentService(deps)
    app.post(
      paths.paymentAdvice,
      {
        onRequest: preventCaching,
        config: { for: 'visitor', rateLimit: { max: 600, timeWindow: '1 minute' } },
        schema: {
          summary: 'Notification of the gateway about a transaction; the server then asks the gateway for its state',
          tags: ['payments'],
          consumes: ['application/x-www-form-urlencoded', 'application/json'],
          body: gatewayNotificationRequest,
          response: { 200: gatewayNotificationResponse },
        },
      },
      async (request) => {
        const { tran_check: signature, ...notification } = request.body
        await payments.handleNotification(notification, signature)
        return successReply({})
      },
    )
  }
