import { idQuery } from '#contract/crud.schema.ts'
import {
  registrantExportQuery,
  registrantListQuery,
  registrantListResponse,
  restoredRegistrantResponse,
} from '#contract/download-registrant.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { addListAndPurgeDeletedRoutes } from '#server/http/crud-routes.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildListReply, buildMessageReply, sendCsv } from '#server/http/reply.ts'
import { createRegistrantService } from './registrants.ts'

/** Administrators list, export and delete visitors who downloaded the simulator. */
export const registrantsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'downloads', 'registration', async (app) => {
    const service = createRegistrantService(deps)

    app.get(
      paths.adminDownloads,
      {
        schema: {
          summary: 'List of registrants',
          querystring: registrantListQuery,
          response: { 200: registrantListResponse },
        },
      },
      async ({ query }) => {
        const { page, per_page: perPage, s: search, ...filter } = query
        const { registrants, total } = await service.list({ page, perPage, search, ...filter })
        return buildListReply('registrants', registrants, total, query)
      },
    )

    app.get(
      `${paths.adminDownloads}/export`,
      {
        config: { permission: 'privacy' },
        schema: { summary: 'The registrants as a CSV file', querystring: registrantExportQuery },
      },
      async (request, reply) => {
        const { s: search, ...filter } = request.query
        return sendCsv(
          reply,
          'downloads',
          await service.exportCsv({ search, ...filter }, getAuditActor(request)),
        )
      },
    )

    app.delete(
      paths.adminDownloads,
      {
        config: { permission: 'privacy' },
        schema: {
          summary: 'Delete a registrant; can be restored for 30 days',
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
      `${paths.adminDownloads}/restore`,
      {
        config: { permission: 'privacy' },
        schema: {
          summary: 'Restore a deleted registrant',
          body: idQuery,
          response: { 200: restoredRegistrantResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'restored', {
          registrant: await service.restore(request.body.id, getAuditActor(request)),
        }),
    )

    addListAndPurgeDeletedRoutes(app, {
      path: paths.adminDownloads,
      sizes: pageSizes.long,
      permission: 'registration',
      purgePermission: 'privacy',
      service,
    })
  })
