import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  demoOrderParams,
  demoOrderResponse,
  gatewayNotificationRequest,
  gatewayNotificationResponse,
  payDemoOrderRequest,
} from '#contract/payment.schema.ts'
import type { Deps } from '#server/deps.ts'
import { buildSuccessReply, preventCaching } from '#server/http/reply.ts'
import { AppError } from '#server/lib/app-error.ts'
import { buildSignedDemoTransactionAdvice, createDemoGatewayIfAllowed } from './gateway.ts'
import { createPaymentService } from './service.ts'

/** Registers the call of the gateway that reports a transaction (Telr's transaction advice). */
export const gatewayNotificationRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const payments = createPaymentService(deps)
    app.post(
      paths.paymentAdvice,
      {
        onRequest: preventCaching,
        config: { for: 'visitor', rateLimit: { max: 600, timeWindow: '1 minute' } },
        schema: {
          summary:
            'Notification of the gateway about a transaction; the server then asks the gateway for its state',
          tags: ['payments'],
          consumes: ['application/x-www-form-urlencoded', 'application/json'],
          body: gatewayNotificationRequest,
          response: { 200: gatewayNotificationResponse },
        },
      },
      async (request) => {
        const { tran_check: signature, ...notification } = request.body
        await payments.handleNotification(notification, signature)
        return buildSuccessReply({})
      },
    )
  }

/**
 * Registers the calls of the demo payment page. Anyone who knows the reference of an order may choose its
 * outcome, as on the page of a real gateway. Without demo content the calls return 404.
 */
export const demoPaymentsPublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const gateway = createDemoGatewayIfAllowed(deps)
    app.addHook('onRequest', preventCaching)
    const config = { for: 'visitor', rateLimit: { max: 600, timeWindow: '1 minute' } } as const
    const shared = { tags: ['payments'], params: demoOrderParams, response: { 200: demoOrderResponse } }

    const getOrder = async (orderRef: string) => {
      const order = await gateway?.findOrder(orderRef)
      if (!order) throw new AppError('not-found')
      return order
    }

    app.get(
      `${paths.demoOrders}/:orderRef`,
      {
        config,
        schema: { summary: 'An order of the demo payment page; only on a site with demo content', ...shared },
      },
      async (request) => buildSuccessReply({ order: await getOrder(request.params.orderRef) }),
    )

    app.post(
      `${paths.demoOrders}/:orderRef`,
      {
        config,
        schema: {
          summary: 'Pay, decline or cancel a pending order of the demo payment page',
          ...shared,
          body: payDemoOrderRequest,
        },
      },
      async (request) => {
        const { orderRef } = request.params
        const ended = await gateway?.endOrder(orderRef, request.body.outcome)
        if (gateway && ended) {
          const reply = await app.inject({
            method: 'POST',
            url: paths.paymentAdvice,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: buildSignedDemoTransactionAdvice(ended, gateway.adviceSecret).toString(),
          })
          // the return of the browser and the polling job find the payment without the advice
          if (reply.statusCode !== 200)
            request.log.warn({ status: reply.statusCode }, 'the advice of a demo payment was rejected')
        }
        return buildSuccessReply({ order: await getOrder(orderRef) })
      },
    )
  }
