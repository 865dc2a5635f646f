import { defineCalls, defineVariants } from '../platform/define-calls.ts'
import { messageOnlyResponse } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import {
  acceptPaymentRequest,
  accountPaymentsResponse,
  adminPaymentListQuery,
  adminPaymentListResponse,
  adminPaymentResponse,
  changedPaymentResponse,
  demoOrderParams,
  demoOrderResponse,
  discardRefundRequest,
  gatewayNotificationRequest,
  gatewayNotificationResponse,
  markPaidRequest,
  payDemoOrderRequest,
  paymentModeResponse,
  paymentOfferQuery,
  paymentOfferResponse,
  paymentParams,
  paymentReportQuery,
  paymentResponse,
  paymentTotalsResponse,
  paymentWithReceiptResponse,
  reconciliationResponse,
  refundRequest,
  startPaymentRequest,
  startPaymentResponse,
} from './payment.schema.ts'

/** The calls about payment. */
export const paymentCalls = {
  ...defineVariants(
    'GET /api/payments',
    {
      tag: 'payments',
      audience: 'user',
      conditionalChecks: [{ when: 'for a team of another account', permission: 'finance' }],
      summary:
        'The fee of a team (`teamId`) and its payments; without it all payments for the teams of the account',
      response: z.union([paymentOfferResponse, accountPaymentsResponse]),
    },
    {
      '?teamId': { query: paymentOfferQuery, response: paymentOfferResponse },
      '': { response: accountPaymentsResponse },
    },
  ),
  ...defineCalls(
    { tag: 'payments', audience: 'user' },
    {
      'POST /api/payments': {
        summary: "Start a payment for a team: returns the address of the gateway's page",
        conditionalChecks: [{ when: 'for a team of another account', permission: 'finance' }],
        rateLimit: { max: 60, timeWindow: '1 minute' },
        body: startPaymentRequest,
        returnsSecret: true,
        response: startPaymentResponse,
      },
      'GET /api/payments/:paymentId': {
        summary: 'A payment as it is stored, with its receipt',
        conditionalChecks: [{ when: 'for a team of another account', permission: 'finance' }],
        params: paymentParams,
        response: paymentWithReceiptResponse,
      },
      'POST /api/payments/:paymentId/check': {
        summary: 'Ask the gateway for the state of a payment',
        conditionalChecks: [{ when: 'for a team of another account', permission: 'finance' }],
        rateLimit: { max: 60, timeWindow: '1 minute' },
        params: paymentParams,
        response: paymentResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'payments', audience: 'visitor' },
    {
      'POST /api/payments/advice': {
        summary:
          'Notification of the gateway about a transaction; the server then asks the gateway for its state',
        rateLimit: { max: 600, timeWindow: '1 minute' },
        body: gatewayNotificationRequest,
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        response: gatewayNotificationResponse,
      },
      'GET /api/demo-payments/orders/:orderRef': {
        summary: 'An order of the demo payment page; only on a site with demo content',
        rateLimit: { max: 600, timeWindow: '1 minute' },
        params: demoOrderParams,
        response: demoOrderResponse,
      },
      'POST /api/demo-payments/orders/:orderRef': {
        summary: 'Pay, decline or cancel a pending order of the demo payment page',
        rateLimit: { max: 600, timeWindow: '1 minute' },
        params: demoOrderParams,
        body: payDemoOrderRequest,
        response: demoOrderResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'payments', audience: 'admin', permission: 'finance' },
    {
      'GET /api/admin/payments/mode': {
        summary: 'Whether payments are in test mode',
        permission: 'none',
        regions: 'same',
        response: paymentModeResponse,
      },
      'GET /api/admin/payments': {
        summary: 'List of payments',
        regions: 'filtered',
        query: adminPaymentListQuery,
        response: adminPaymentListResponse,
      },
      'GET /api/admin/payments/reconcile': {
        summary: 'The last comparison with the gateway',
        response: reconciliationResponse,
      },
      'POST /api/admin/payments/reconcile': {
        summary: 'Compare payments, teams and the gateway now',
        response: reconciliationResponse,
      },
      'GET /api/admin/payments/totals': {
        summary: 'Money received and refunded, by competition and day',
        regions: 'filtered',
        query: paymentReportQuery,
        response: paymentTotalsResponse,
      },
      'GET /api/admin/payments/ledger': {
        summary: 'Payments and refunds as a CSV file for accountants',
        regions: 'filtered',
        query: paymentReportQuery,
      },
      'POST /api/admin/payments/mark': {
        summary: 'Mark a team as paid, or not, by hand',
        regions: 'filtered',
        body: markPaidRequest,
        response: messageOnlyResponse,
      },
      'GET /api/admin/payments/:paymentId': {
        summary: 'A payment with its log',
        regions: 'payment',
        params: paymentParams,
        response: adminPaymentResponse,
      },
      'POST /api/admin/payments/:paymentId/accept': {
        summary: 'Accept money that arrived for a team that has moved since its order: the team is paid',
        regions: 'payment',
        params: paymentParams,
        body: acceptPaymentRequest,
        response: changedPaymentResponse,
      },
      'POST /api/admin/payments/:paymentId/refund': {
        summary: 'Refund a payment or a part of it, or record that the gateway refunded it',
        regions: 'payment',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: paymentParams,
        body: refundRequest,
        response: changedPaymentResponse,
      },
      'POST /api/admin/payments/:paymentId/discard-refund': {
        summary: 'Record that the gateway did not make a refund that it did not answer',
        regions: 'payment',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: paymentParams,
        body: discardRefundRequest,
        response: changedPaymentResponse,
      },
    },
  ),
}
