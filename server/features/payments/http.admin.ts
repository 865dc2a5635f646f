import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  markPaidRequest,
  paymentDetailResponse,
  paymentListQuery,
  paymentListResponse,
  paymentParams,
  reconciliationResponse,
  refundRequest,
  refundResponse,
} from '#contract/payment.schema.ts'
import { messageResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { paymentService } from './service.ts'

/** The back office's calls about payments. */
export const paymentsAdmin =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const payments = paymentService(deps)
    const shared = { onRequest: deps.guards.requireAdmin, config: { for: 'admin' } } as const
    const described = { tags: ['payments (admin)'], security: [{ token: [] }] }
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.get(
      paths.adminPayments,
      {
        ...shared,
        schema: { summary: 'List of payments', ...described, querystring: paymentListQuery, response: { 200: paymentListResponse } },
      },
      async ({ query: { page, per_page, s, state, method } }) => {
        const found = await payments.list({ page, perPage: per_page, search: s, state, method })
        return {
          success: true as const,
          payments: found.payments,
          currentPage: page,
          totalItems: found.total,
          per_page,
        }
      },
    )

    app.get(
      paths.adminPaymentsReconcile,
      { ...shared, schema: { summary: 'The last comparison with the gateway', ...described, response: { 200: reconciliationResponse } } },
      async () => ({ success: true as const, reconciliation: (await payments.lastReconciliation()) ?? null }),
    )

    app.post(
      paths.adminPaymentsReconcile,
      {
        ...shared,
        schema: { summary: 'Compare payments, teams and the gateway now', ...described, response: { 200: reconciliationResponse } },
      },
      async () => ({ success: true as const, reconciliation: await payments.reconcile() }),
    )

    app.post(
      paths.adminPaymentsMark,
      {
        ...shared,
        schema: {
          summary: 'Mark a team as paid, or not, by hand',
          ...described,
          body: markPaidRequest,
          response: { 200: messageResponse({}) },
        },
      },
      async (request) => {
        await payments.mark({ ...request.body, actor: getAuditActor(request) })
        return {
          success: true as const,
          msg: getTranslator(getRequestLanguage(request))('messages.statusUpdated'),
        }
      },
    )

    app.get(
      `${paths.adminPayments}/:paymentId`,
      {
        ...shared,
        schema: {
          summary: 'A payment with what happened to it',
          ...described,
          params: paymentParams,
          response: { 200: paymentDetailResponse },
        },
      },
      async (request) => ({ success: true as const, ...(await payments.details(request.params.paymentId)) }),
    )

    app.post(
      `${paths.adminPayments}/:paymentId/refund`,
      {
        ...shared,
        schema: {
          summary: 'Give the money of a payment back, or record that the gateway did',
          ...described,
          params: paymentParams,
          body: refundRequest,
          response: { 200: refundResponse },
        },
      },
      async (request) => {
        const { reason, atGateway = false } = request.body
        const payment = await payments.refund({ id: request.params.paymentId, reason, atGateway, actor: getAuditActor(request) })
        const msg = getTranslator(getRequestLanguage(request))('messages.statusUpdated')
        return { success: true as const, msg, payment }
      },
    )
  }
