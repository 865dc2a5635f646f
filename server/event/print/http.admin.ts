import { createPartRangeGetter } from '#contract/event/print.ts'
import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { createPrintContentService } from './service.ts'

/** Registers the calls of the back office that read documents of an event to print them. */
export const createPrintContentAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createPrintContentService(deps)
    implement('GET /api/admin/events/:eventId/print/score-sheets', async ({ params, query }) =>
      buildSuccessReply(
        await service.listScoreSheets(params.eventId, query, createPartRangeGetter(query.part)),
      ),
    )
    implement('GET /api/admin/events/:eventId/print/badges', async ({ params, query }) =>
      buildSuccessReply(
        await service.listTeamBadges(params.eventId, query, createPartRangeGetter(query.part)),
      ),
    )
    implement('GET /api/admin/events/:eventId/print/schedule', async ({ params, query }) =>
      buildSuccessReply(await service.listSchedule(params.eventId, query, createPartRangeGetter(query.part))),
    )
    implement('GET /api/admin/events/:eventId/print/teams', async ({ params, query }) =>
      buildSuccessReply({ teams: await service.searchTeams(params.eventId, query.s ?? '') }),
    )
  })
