import { idQuery } from '#contract/crud.schema.ts'
import { registrantExportQuery, registrantListQuery, registrantListResponse } from '#contract/download-registrant.schema.ts'
import { paths } from '#contract/paths.ts'
import { messageResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { listReply, messageReply, sendCsv } from '#server/http/reply.ts'
import { createRegistrantService } from './registrants.ts'

/** Administrators list, export and erase visitors who downloaded the simulator. */
export const downloadsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'downloads', 'registration', async (app) => {
    const service = createRegistrantService(deps)

    app.get(
      paths.adminDownloads,
      { schema: { summary: 'List of registrants', querystring: registrantListQuery, response: { 200: registrantListResponse } } },
      async ({ query }) => {
        const { page, per_page: perPage, s: search, ...filter } = query
        const { registrants, total } = await service.list({ page, perPage, search, ...filter })
        return listReply('registrants', registrants, total, query)
      },
    )

    app.get(
      `${paths.adminDownloads}/export`,
      { config: { permission: 'privacy' }, schema: { summary: 'The registrants as a CSV file', querystring: registrantExportQuery } },
      async (request, reply) => {
        const { s: search, ...filter } = request.query
        return sendCsv(reply, 'downloads', await service.exportCsv({ search, ...filter }, getAuditActor(request)))
      },
    )

    app.delete(
      paths.adminDownloads,
      {
        config: { permission: 'privacy' },
        schema: { summary: 'Erase a registrant', querystring: idQuery, response: { 200: messageResponse({}) } },
      },
      async (request) => {
        await service.erase(request.query.id, getAuditActor(request))
        return messageReply(request, 'erased')
      },
    )
  })
