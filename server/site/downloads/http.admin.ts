import type { Deps } from '#server/deps.ts'
import { implementDeletedListAndPurgeCalls } from '#server/platform/http/crud-routes.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply, sendCsv } from '#server/platform/http/reply.ts'
import { createRegistrantService } from './service.ts'

/** Administrators list, export and delete visitors who downloaded the simulator. */
export const createManageRegistrantsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createRegistrantService(deps)

    implement('GET /api/admin/downloads', async ({ query }) => {
      const { page, per_page: perPage, s: search, ...filter } = query
      const { registrants, total } = await service.list({ page, perPage, search, ...filter })
      return buildListReply('registrants', registrants, total, query)
    })

    implement('GET /api/admin/downloads/export', async (request, reply) => {
      const { s: search, ...filter } = request.query
      return sendCsv(
        reply,
        'downloads',
        await service.exportCsv({ search, ...filter }, getAuditActor(request)),
      )
    })

    implement('DELETE /api/admin/downloads', async (request) => {
      await service.remove(request.query.id, getAuditActor(request))
      return buildMessageReply(request, 'deleted')
    })

    implement('POST /api/admin/downloads/restore', async (request) =>
      buildMessageReply(request, 'restored', {
        registrant: await service.restore(request.body.id, getAuditActor(request)),
      }),
    )

    implementDeletedListAndPurgeCalls(implement, '/api/admin/downloads', service)
  })
