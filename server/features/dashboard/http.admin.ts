import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { dashboardReply } from '#contract/published/dashboard.schema.ts'
import type { Deps } from '#server/deps.ts'
import { dashboardService } from './service.ts'

/** The call of the back office's first page. */
export const dashboardAdmin =
  ({ database, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const dashboard = dashboardService({ database })
    app.get(
      paths.adminDashboard,
      {
        config: { for: 'admin' },
        onRequest: guards.admin,
        schema: {
          tags: ['dashboard (admin)'],
          summary: 'The figures of the first page',
          security: [{ token: [] }],
          response: { 200: dashboardReply },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { success: true as const, dashboard: await dashboard.figures() }
      },
    )
  }
