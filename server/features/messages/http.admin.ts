import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { deskRecord, messageSavedReply, messageStatus, messagesQuery, messagesReply } from '#contract/published/desk.schema.ts'
import { messageToWire } from '#contract/published/desk.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { messageDesk } from './desk.ts'

/** The back office's calls about what visitors wrote. */
export const messagesAdmin =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const desk = messageDesk(deps)
    const shared = { onRequest: deps.guards.admin, config: { for: 'admin' } } as const
    const described = { tags: ['messages (admin)'], security: [{ token: [] }] }
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.get(
      paths.adminMessages,
      { ...shared, schema: { summary: 'List of messages', ...described, querystring: messagesQuery, response: { 200: messagesReply } } },
      async ({ query: { page, per_page, s, status } }) => {
        const found = await desk.list({ page, perPage: per_page, search: s, state: status })
        return { success: true as const, messages: found.messages.map(messageToWire), currentPage: page, totalItems: found.total, per_page }
      },
    )

    app.patch(
      paths.adminMessages,
      {
        ...shared,
        schema: { summary: 'Say what became of a message', ...described, body: messageStatus, response: { 200: messageSavedReply } },
      },
      async (request) => {
        const { id, status } = request.body
        const message = messageToWire(await desk.setState(id, status, actorOf(request)))
        return { success: true as const, msg: textsOf(languageOf(request.raw.url, request.headers))('messages.statusUpdated'), message }
      },
    )

    app.delete(
      paths.adminMessages,
      {
        ...shared,
        schema: { summary: 'Erase a message for good', ...described, querystring: deskRecord, response: { 200: savedResponse } },
      },
      async (request) => {
        await desk.erase(request.query.id, actorOf(request))
        return { success: true as const, msg: textsOf(languageOf(request.raw.url, request.headers))('messages.erased') }
      },
    )
  }
