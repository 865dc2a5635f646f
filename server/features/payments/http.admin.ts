import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  acceptPaymentRequest,
  adminPaymentListQuery,
  adminPaymentListResponse,
  adminPaymentResponse,
  changedPaymentResponse,
  discardRefundRequest,
  markPaidRequest,
  paymentModeResponse,
  paymentParams,
  paymentReportQuery,
  paymentTotalsResponse,
  reconciliationResponse,
  refundRequest,
} from '#contract/payment.schema.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { assertRequestSessionConfirmed, createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildListReply, buildMessageReply, buildSuccessReply, sendCsv } from '#server/http/reply.ts'
import { createPaymentService } from './service.ts'

/** Returns for every user of the back office whether payments are in test mode. */
export const paymentModeAdminRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createAdminRoutes(deps, 'payments', 'none', async (app) => {
    const { getMode } = createPaymentService(deps)
    app.get(
      paths.adminPaymentsMode,
      { schema: { summary: 'Whether payments are in test mode', response: { 200: paymentModeResponse } } },
      async () => buildSuccessReply(await getMode()),
    )
  })

/** Registers the back office's calls about payments. */
export const paymentsAdminRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createAdminRoutes(deps, 'payments', 'finance', async (app) => {
    const service = createPaymentService(deps)

    app.get(
      paths.adminPayments,
      {
        schema: {
          summary: 'List of payments',
          querystring: adminPaymentListQuery,
          response: { 200: adminPaymentListResponse },
        },
      },
      async ({ query: { page, per_page, s: search, state, method, sort } }) => {
        const { payments, total } = await service.list({
          page,
          perPage: per_page,
          search,
          state,
          method,
          sort,
        })
        return buildListReply('payments', payments, total, { page, per_page })
      },
    )

    app.get(
      paths.adminPaymentsReconcile,
      {
        schema: {
          summary: 'The last comparison with the gateway',
          response: { 200: reconciliationResponse },
        },
      },
      async () => buildSuccessReply({ reconciliation: (await service.findLastReconciliation()) ?? null }),
    )

    app.post(
      paths.adminPaymentsReconcile,
      {
        schema: {
          summary: 'Compare payments, teams and the gateway now',
          response: { 200: reconciliationResponse },
        },
      },
      async () => buildSuccessReply({ reconciliation: await service.reconcile() }),
    )

    app.get(
      paths.adminPaymentsTotals,
      {
        schema: {
          summary: 'Money received and refunded, by competition and day',
          querystring: paymentReportQuery,
          response: { 200: paymentTotalsResponse },
        },
      },
      async ({ query }) => buildSuccessReply({ totals: await service.getTotals(query) }),
    )

    app.get(
      paths.adminPaymentsLedger,
      {
        schema: {
          summary: 'Payments and refunds as a CSV file for accountants',
          querystring: paymentReportQuery,
        },
      },
      async (request, reply) =>
        sendCsv(reply, 'payments', await service.exportLedger(request.query, getAuditActor(request))),
    )

    app.post(
      paths.adminPaymentsMark,
      {
        schema: {
          summary: 'Mark a team as paid, or not, by hand',
          body: markPaidRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.markPaid({ ...request.body, actor: getAuditActor(request) })
        return buildMessageReply(request, 'statusUpdated')
      },
    )

    app.get(
      `${paths.adminPayments}/:paymentId`,
      {
        schema: {
          summary: 'A payment with its log',
          params: paymentParams,
          response: { 200: adminPaymentResponse },
        },
      },
      async ({ params }) => buildSuccessReply(await service.getDetails(params.paymentId)),
    )

    app.post(
      `${paths.adminPayments}/:paymentId/accept`,
      {
        schema: {
          summary: 'Accept money that arrived for a team that has moved since its order: the team is paid',
          params: paymentParams,
          body: acceptPaymentRequest,
          response: { 200: changedPaymentResponse },
        },
      },
      async (request) => {
        const { reason } = request.body
        const payment = await service.accept({
          id: request.params.paymentId,
          reason,
          actor: getAuditActor(request),
        })
        return buildMessageReply(request, 'statusUpdated', { payment })
      },
    )

    app.post(
      `${paths.adminPayments}/:paymentId/refund`,
      {
        config: { conditionalChecks: [{ when: 'always', confirmation: true }] },
        schema: {
          summary: 'Refund a payment or a part of it, or record that the gateway refunded it',
          params: paymentParams,
          body: refundRequest,
          response: { 200: changedPaymentResponse },
        },
      },
      async (request) => {
        assertRequestSessionConfirmed(request)
        const { atGateway = false, ...fields } = request.body
        const payment = await service.refund({
          id: request.params.paymentId,
          ...fields,
          atGateway,
          actor: getAuditActor(request),
        })
        return buildMessageReply(request, 'statusUpdated', { payment })
      },
    )

    app.post(
      `${paths.adminPayments}/:paymentId/discard-refund`,
      {
        config: { conditionalChecks: [{ when: 'always', confirmation: true }] },
        schema: {
          summary: 'Record that the gateway did not make a refund that it did not answer',
          params: paymentParams,
          body: discardRefundRequest,
          response: { 200: changedPaymentResponse },
        },
      },
      async (request) => {
        assertRequestSessionConfirmed(request)
        const { reason } = request.body
        const payment = await service.discardRefund({
          id: request.params.paymentId,
          reason,
          actor: getAuditActor(request),
        })
        return buildMessageReply(request, 'statusUpdated', { payment })
      },
    )
  })
