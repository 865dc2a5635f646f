import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { auditQuery, auditReply } from '#contract/published/audit.schema.ts'
import { auditLineToWire } from '#contract/published/audit.ts'
import type { Deps } from '#server/deps.ts'
import { auditService } from './service.ts'

/** Who changed what: the back office's view of the log. */
export const auditAdmin =
  ({ database, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = auditService({ database })
    app.get(
      paths.adminAudit,
      {
        onRequest: guards.admin,
        config: { for: 'admin' },
        schema: {
          summary: 'Who changed what, the newest first; `s` looks at who did it and at what the record is called',
          tags: ['audit (admin)'],
          security: [{ token: [] }],
          querystring: auditQuery,
          response: { 200: auditReply },
        },
      },
      async (request, reply) => {
        const { page, per_page, s: search, entity, action, from, to } = request.query
        reply.header('cache-control', 'no-store')
        const { lines, total } = await service.list({ search, entity, action, from, to }, { page, perPage: per_page })
        return { success: true as const, entries: lines.map(auditLineToWire), currentPage: page, totalItems: total, per_page }
      },
    )
  }
