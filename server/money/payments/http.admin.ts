import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '#server/deps.ts'
import {
  assertRequestSessionRecentlyConfirmed,
  getAuditActor,
  getRegionLimit,
} from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply, buildSuccessReply, sendCsv } from '#server/platform/http/reply.ts'
import { createPaymentAndRefundService } from './service.ts'

/** Returns for every user of the back office whether payments are in test mode. */
export const createReadPaymentModeAdminRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createCallsPlugin(deps, (implement) => {
    const { getMode } = createPaymentAndRefundService(deps)
    implement('GET /api/admin/payments/mode', async () => buildSuccessReply(await getMode()))
  })

/** Registers the back office's calls about payments. */
export const createPaymentsAdminRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createCallsPlugin(deps, (implement) => {
    const service = createPaymentAndRefundService(deps)

    implement('GET /api/admin/payments', async (request) => {
      const { page, per_page, s: search, state, method, sort } = request.query
      const { payments, total } = await service.list({
        page,
        perPage: per_page,
        search,
        state,
        method,
        sort,
        regionLimit: getRegionLimit(request),
      })
      return buildListReply('payments', payments, total, { page, per_page })
    })

    implement('GET /api/admin/payments/reconcile', async () =>
      buildSuccessReply({ reconciliation: (await service.findLastReconciliation()) ?? null }),
    )

    implement('POST /api/admin/payments/reconcile', async () =>
      buildSuccessReply({ reconciliation: await service.reconcile() }),
    )

    implement('GET /api/admin/payments/totals', async (request) =>
      buildSuccessReply({
        totals: await service.getTotals({ ...request.query, regionLimit: getRegionLimit(request) }),
      }),
    )

    implement('GET /api/admin/payments/ledger', async (request, reply) => {
      const period = { ...request.query, regionLimit: getRegionLimit(request) }
      return sendCsv(reply, 'payments', await service.exportLedger(period, getAuditActor(request)))
    })

    implement('POST /api/admin/payments/mark', async (request) => {
      await service.markPaid({ ...request.body, actor: getAuditActor(request) })
      return buildMessageReply(request, 'statusUpdated')
    })

    implement('GET /api/admin/payments/:paymentId', async ({ params }) =>
      buildSuccessReply(await service.getDetails(params.paymentId)),
    )

    implement('POST /api/admin/payments/:paymentId/accept', async (request) => {
      const { reason } = request.body
      const payment = await service.accept({
        id: request.params.paymentId,
        reason,
        actor: getAuditActor(request),
      })
      return buildMessageReply(request, 'statusUpdated', { payment })
    })

    implement('POST /api/admin/payments/:paymentId/refund', async (request) => {
      assertRequestSessionRecentlyConfirmed(request)
      const { atGateway = false, ...fields } = request.body
      const payment = await service.refund({
        id: request.params.paymentId,
        ...fields,
        atGateway,
        actor: getAuditActor(request),
      })
      return buildMessageReply(request, 'statusUpdated', { payment })
    })

    implement('POST /api/admin/payments/:paymentId/discard-refund', async (request) => {
      assertRequestSessionRecentlyConfirmed(request)
      const { reason } = request.body
      const payment = await service.discardRefund({
        id: request.params.paymentId,
        reason,
        actor: getAuditActor(request),
      })
      return buildMessageReply(request, 'statusUpdated', { payment })
    })
  })
