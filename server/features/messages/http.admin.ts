import { idQuery } from '#contract/crud.schema.ts'
import {
  messageListQuery,
  messageListResponse,
  replyToMessageRequest,
  savedMessageResponse,
  setMessageStateRequest,
} from '#contract/message.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { addListAndPurgeDeletedRoutes } from '#server/http/crud-routes.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildListReply, buildMessageReply } from '#server/http/reply.ts'
import { createMessageService } from './service.ts'

/** Registers the back office's calls about the messages of visitors. */
export const messagesAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'messages', 'registration', async (app) => {
    const service = createMessageService(deps)

    app.get(
      paths.adminMessages,
      {
        schema: {
          summary: 'List of messages',
          querystring: messageListQuery,
          response: { 200: messageListResponse },
        },
      },
      async ({ query }) => {
        const { page, per_page: perPage, s: search, state, sort } = query
        const { messages, total } = await service.list({ page, perPage, search, state, sort })
        return buildListReply('messages', messages, total, query)
      },
    )

    app.patch(
      paths.adminMessages,
      {
        schema: {
          summary: 'Set the state of a message',
          body: setMessageStateRequest,
          response: { 200: savedMessageResponse },
        },
      },
      async (request) => {
        const { id, state } = request.body
        return buildMessageReply(request, 'statusUpdated', {
          message: await service.setState(id, state, getAuditActor(request)),
        })
      },
    )

    app.post(
      `${paths.adminMessages}/reply`,
      {
        schema: {
          summary: 'Answer a message by email',
          body: replyToMessageRequest,
          response: { 200: savedMessageResponse },
        },
      },
      async (request) => {
        const { id, body } = request.body
        return buildMessageReply(request, 'replySent', {
          message: await service.reply(id, body, getAuditActor(request)),
        })
      },
    )

    app.delete(
      paths.adminMessages,
      {
        schema: {
          summary: 'Delete a message; can be restored for 30 days',
          querystring: idQuery,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.remove(request.query.id, getAuditActor(request))
        return buildMessageReply(request, 'deleted')
      },
    )

    app.post(
      `${paths.adminMessages}/restore`,
      {
        schema: {
          summary: 'Restore a deleted message',
          body: idQuery,
          response: { 200: savedMessageResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'restored', {
          message: await service.restore(request.body.id, getAuditActor(request)),
        }),
    )

    addListAndPurgeDeletedRoutes(app, {
      path: paths.adminMessages,
      sizes: pageSizes.short,
      permission: 'registration',
      purgePermission: 'privacy',
      service,
    })
  })
