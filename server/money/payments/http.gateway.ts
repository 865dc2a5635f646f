import { getPath } from '#contract/platform/call-path.ts'
import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply, preventCaching } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { buildSignedDemoTransactionAdvice, createDemoGatewayIfAllowed } from './gateway.ts'
import { createPaymentAndRefundService } from './service.ts'

/** Registers the call of the gateway that reports a transaction (Telr's transaction advice). */
export const createGatewayNotificationRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const payments = createPaymentAndRefundService(deps)
    implement(
      'POST /api/payments/advice',
      async (request) => {
        const { tran_check: signature, ...notification } = request.body
        await payments.handleNotification(notification, signature)
        return buildSuccessReply({})
      },
      { onRequest: preventCaching },
    )
  })

/**
 * Registers the calls of the demo payment page. Anyone who knows the reference of an order may choose its
 * outcome, as on the page of a real gateway. Without demo content the calls return 404.
 */
export const createDemoPaymentsPublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement, app) => {
    const gateway = createDemoGatewayIfAllowed(deps)
    app.addHook('onRequest', preventCaching)

    const getOrder = async (orderRef: string) => {
      const order = await gateway?.findOrder(orderRef)
      if (!order) throw new AppError('not-found')
      return order
    }

    implement('GET /api/demo-payments/orders/:orderRef', async (request) =>
      buildSuccessReply({ order: await getOrder(request.params.orderRef) }),
    )

    implement('POST /api/demo-payments/orders/:orderRef', async (request) => {
      const { orderRef } = request.params
      const ended = await gateway?.endOrder(orderRef, request.body.outcome)
      if (gateway && ended) {
        const reply = await app.inject({
          method: 'POST',
          url: getPath('POST /api/payments/advice'),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: buildSignedDemoTransactionAdvice(ended, gateway.adviceSecret).toString(),
        })
        // the return of the browser and the polling job find the payment without the advice
        if (reply.statusCode !== 200)
          request.log.warn({ status: reply.statusCode }, 'the advice of a demo payment was rejected')
      }
      return buildSuccessReply({ order: await getOrder(orderRef) })
    })
  })
