import { scoreLogCheckResponse, scoreLogParams, scoreLogQuery, scoreLogResponse } from '#contract/score-log.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { successReply } from '#server/http/reply.ts'
import { createScoreLogService } from './service.ts'

/** Registers the calls of the back office about the score log of an event. */
export const scoreLogAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'scores', 'results', async (app) => {
    const service = createScoreLogService(deps.database)
    const path = '/api/admin/events/:eventId/score-log'

    app.get(
      path,
      {
        schema: {
          summary: 'The score log of an event, the newest rows first, with its head and the published heads',
          params: scoreLogParams,
          querystring: scoreLogQuery,
          response: { 200: scoreLogResponse },
        },
      },
      async ({ params, query }) => successReply(await service.getPage(params.eventId, { page: query.page, perPage: query.per_page })),
    )

    app.get(
      `${path}/check`,
      {
        schema: {
          summary: 'Check the chain of the score log, and compare what it gives with the standing results',
          params: scoreLogParams,
          response: { 200: scoreLogCheckResponse },
        },
      },
      async ({ params }) => successReply({ check: await service.check(params.eventId) }),
    )
  })
