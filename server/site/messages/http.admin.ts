import type { Deps } from '#server/deps.ts'
import { implementDeletedListAndPurgeCalls } from '#server/platform/http/crud-routes.ts'
import { getAuditActor, getRegionLimit } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply } from '#server/platform/http/reply.ts'
import { createMessageAdminService } from './service.ts'

/** Registers the back office's calls about the messages of visitors. */
export const createMessagesAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createMessageAdminService(deps)

    implement('GET /api/admin/messages', async (request) => {
      const { query } = request
      const { page, per_page: perPage, s: search, state, sort } = query
      const regionLimit = getRegionLimit(request)
      const { messages, total } = await service.list({ page, perPage, search, state, sort, regionLimit })
      return buildListReply('messages', messages, total, query)
    })

    implement('PATCH /api/admin/messages', async (request) => {
      const { id, state } = request.body
      return buildMessageReply(request, 'statusUpdated', {
        message: await service.setState(id, state, getAuditActor(request)),
      })
    })

    implement('POST /api/admin/messages/reply', async (request) => {
      const { id, body } = request.body
      return buildMessageReply(request, 'replySent', {
        message: await service.reply(id, body, getAuditActor(request)),
      })
    })

    implement('DELETE /api/admin/messages', async (request) => {
      await service.remove(request.query.id, getAuditActor(request))
      return buildMessageReply(request, 'deleted')
    })

    implement('POST /api/admin/messages/restore', async (request) =>
      buildMessageReply(request, 'restored', {
        message: await service.restore(request.body.id, getAuditActor(request)),
      }),
    )

    implementDeletedListAndPurgeCalls(implement, '/api/admin/messages', service)
  })
