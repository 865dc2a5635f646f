import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { deskRecord, registrantsExport, registrantsQuery, registrantsReply } from '#contract/published/desk.schema.ts'
import { registrantToWire } from '#contract/published/desk.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { registrantDesk } from './desk.ts'

/** The back office's calls about who asked for the simulator. */
export const downloadsAdmin =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const desk = registrantDesk(deps)
    const shared = { onRequest: deps.guards.admin, config: { for: 'admin' } } as const
    const described = { tags: ['downloads (admin)'], security: [{ token: [] }] }
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.get(
      paths.adminDownloads,
      {
        ...shared,
        schema: { summary: 'List of registrants', ...described, querystring: registrantsQuery, response: { 200: registrantsReply } },
      },
      async ({ query }) => {
        const { page, per_page, s, country, download_type, user_type } = query
        const found = await desk.list({ page, perPage: per_page, search: s, country, platform: download_type, userType: user_type })
        return {
          success: true as const,
          downloads: found.registrants.map(registrantToWire),
          currentPage: page,
          totalItems: found.total,
          per_page,
        }
      },
    )

    app.get(
      `${paths.adminDownloads}/export`,
      { ...shared, schema: { summary: 'The registrants as a CSV file', ...described, querystring: registrantsExport } },
      async (request, reply) => {
        const { s, country, download_type, user_type } = request.query
        const lines = await desk.exportCsv({ search: s, country, platform: download_type, userType: user_type }, actorOf(request))
        return reply
          .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="downloads.csv"' })
          .send(Readable.from(lines))
      },
    )

    app.delete(
      paths.adminDownloads,
      {
        ...shared,
        schema: { summary: 'Erase a registration for good', ...described, querystring: deskRecord, response: { 200: savedResponse } },
      },
      async (request) => {
        await desk.erase(request.query.id, actorOf(request))
        return { success: true as const, msg: textsOf(languageOf(request.raw.url, request.headers))('messages.erased') }
      },
    )
  }
