import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  adviceBody,
  adviceReply,
  offerAnyReply,
  offerQuery,
  paymentParams,
  paymentReply,
  startBody,
  startReply,
} from '#contract/published/payment.schema.ts'
import { adviceFromForm, offerToWire, paymentToWire } from '#contract/published/payment.ts'
import type { Deps } from '#server/deps.ts'
import { signedOf, tokenOf } from '#server/http/auth.ts'
import { languageOf } from '#server/http/language.ts'
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
    const person = { onRequest: deps.guards.person, config: { for: 'person' } } as const
    // each of these asks the gateway; a whole school may sit behind one address
    const rateLimit = {
      max: 60,
      timeWindow: '1 minute',
      keyGenerator: (request: FastifyRequest) => `${request.ip} ${tokenOf(request)?.slice(0, 100) ?? ''}`,
    }
    const asking = { onRequest: deps.guards.person, config: { for: 'person', rateLimit } } as const

    app.get(
      paths.payments,
      {
        ...person,
        schema: {
          summary: 'What is to be paid for a team (`team_id`), and its payments; without it all payments for the own teams',
          ...described,
          querystring: offerQuery,
          response: { 200: offerAnyReply },
        },
      },
      async (request) => {
        const who = signedOf(request)
        const { team_id: teamId } = request.query
        if (teamId === undefined) return { success: true as const, payments: (await payments.mine(who.userId)).map(paymentToWire) }
        return { success: true as const, offer: offerToWire(await payments.offer(teamId, who)) }
      },
    )

    app.post(
      paths.payments,
      {
        ...asking,
        schema: {
          summary: "Begin to pay for a team: gives the gateway's page",
          ...described,
          body: startBody,
          response: { 200: startReply },
        },
      },
      async (request) => {
        const lang = languageOf(request.raw.url, request.headers)
        const { payment, url } = await payments.start(request.body.team_id, signedOf(request), lang)
        return { success: true as const, payment: paymentToWire(payment), url }
      },
    )

    app.get(
      `${paths.payments}/:paymentId`,
      { ...person, schema: { summary: 'A payment, as it is kept', ...described, params: paymentParams, response: { 200: paymentReply } } },
      async (request) => ({
        success: true as const,
        payment: paymentToWire(await payments.one(request.params.paymentId, signedOf(request))),
      }),
    )

    app.post(
      `${paths.payments}/:paymentId/check`,
      {
        ...asking,
        schema: {
          summary: 'Ask the gateway what became of a payment',
          ...described,
          params: paymentParams,
          response: { 200: paymentReply },
        },
      },
      async (request) => {
        const who = signedOf(request)
        const payment = await payments.look(request.params.paymentId, who, who.role === 'admin' ? 'admin' : 'return')
        return { success: true as const, payment: paymentToWire(payment) }
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
          body: adviceBody,
          response: { 200: adviceReply },
        },
      },
      async (request) => {
        const { advised, sign } = adviceFromForm(request.body)
        await payments.advice(advised, sign)
        return { success: true as const }
      },
    )
  }
