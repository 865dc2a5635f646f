import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  adviceRequest,
  adviceResponse,
  paymentParams,
  paymentResponse,
  paymentsQuery,
  paymentsResponse,
  startPaymentRequest,
  startPaymentResponse,
} from '#contract/payment.schema.ts'
import type { Deps } from '#server/deps.ts'
import { limitAttempts } from '#server/features/session/service.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { ipRateLimitKey } from '#server/http/ip-key.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { paymentService } from './service.ts'

/** Paying for a team: for its owner and administrators, and what the gateway tells by itself. */
export const paymentsPublic =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const payments = paymentService(deps)
    await app.register(formbody)
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const described = { tags: ['payments'], security: [{ token: [] }] }
    const person = { onRequest: deps.guards.requireUser, config: { for: 'user' } } as const
    /** Options of a call that asks the gateway: a user may make it 60 times a minute from one address, which a whole school may share. */
    const limitedByUser = () => {
      const calls = limitAttempts({ max: 60, seconds: 60 })
      const count = async (request: FastifyRequest) => calls.count(`${ipRateLimitKey(request.ip)} ${getAuthenticatedUser(request).userId}`)
      return { onRequest: [deps.guards.requireUser, count], config: person.config }
    }

    app.get(
      paths.payments,
      {
        ...person,
        schema: {
          summary: 'What has to be paid for a team (`teamId`), and its payments; without it all payments for the teams of the account',
          ...described,
          querystring: paymentsQuery,
          response: { 200: paymentsResponse },
        },
      },
      async (request) => {
        const who = getAuthenticatedUser(request)
        const { teamId } = request.query
        if (teamId === undefined) return { success: true as const, payments: await payments.mine(who.userId) }
        return { success: true as const, offer: await payments.offer(teamId, who) }
      },
    )

    app.post(
      paths.payments,
      {
        ...limitedByUser(),
        schema: {
          summary: "Begin to pay for a team: gives the gateway's page",
          ...described,
          body: startPaymentRequest,
          response: { 200: startPaymentResponse },
        },
      },
      async (request) => {
        const lang = getRequestLanguage(request)
        const { payment, url } = await payments.start(request.body.teamId, getAuthenticatedUser(request), lang)
        return { success: true as const, payment, url }
      },
    )

    app.get(
      `${paths.payments}/:paymentId`,
      {
        ...person,
        schema: { summary: 'A payment, as it is kept', ...described, params: paymentParams, response: { 200: paymentResponse } },
      },
      async (request) => ({
        success: true as const,
        payment: await payments.one(request.params.paymentId, getAuthenticatedUser(request)),
      }),
    )

    app.post(
      `${paths.payments}/:paymentId/check`,
      {
        ...limitedByUser(),
        schema: {
          summary: 'Ask the gateway what became of a payment',
          ...described,
          params: paymentParams,
          response: { 200: paymentResponse },
        },
      },
      async (request) => {
        const who = getAuthenticatedUser(request)
        const payment = await payments.look(request.params.paymentId, who, who.role === 'admin' ? 'admin' : 'return')
        return { success: true as const, payment }
      },
    )

    app.post(
      paths.paymentAdvice,
      {
        config: { for: 'visitor', rateLimit: { max: 600, timeWindow: '1 minute' } },
        schema: {
          summary: "The gateway's own notice of a transaction: a hint to ask it",
          tags: ['payments'],
          consumes: ['application/x-www-form-urlencoded', 'application/json'],
          body: adviceRequest,
          response: { 200: adviceResponse },
        },
      },
      async (request) => {
        const { tran_check: signature, ...advised } = request.body
        await payments.advice(advised, signature)
        return { success: true as const }
      },
    )
  }
