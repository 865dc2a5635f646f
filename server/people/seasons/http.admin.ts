import { toPublishedTeam } from '#contract/published/team.ts'
import type { Deps } from '#server/deps.ts'
import { implementCrudCalls } from '#server/platform/http/crud-routes.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createSeasonMoveService } from './moves-service.ts'
import { getTeamOwnerId, listSeasonRecordSummariesOfTeam } from './service.ts'
import { createSeasonYearService } from './years-service.ts'

/**
 * Registers the back office's calls about seasons, moves of teams between them, and the season records of a
 * team.
 */
export const createSeasonsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const moves = createSeasonMoveService(deps, toPublishedTeam)
    implementCrudCalls(implement, '/api/admin/seasons', { service: createSeasonYearService(deps) })
    implement('GET /api/admin/season-moves', async ({ query }) => {
      const { moves: rows, total } = await moves.list({ page: query.page, perPage: query.per_page })
      return buildListReply('moves', rows, total, query)
    })
    implement('POST /api/admin/season-moves/preview', async ({ body }) =>
      buildSuccessReply(await moves.preview(body)),
    )
    implement('POST /api/admin/season-moves', async (request) => {
      const { count, ...selection } = request.body
      return buildMessageReply(request, 'saved', {
        move: await moves.create(selection, count, getAuditActor(request)),
      })
    })
    implement('POST /api/admin/season-moves/undo', async (request) =>
      buildMessageReply(request, 'restored', {
        move: await moves.undo(request.body.id, getAuditActor(request)),
      }),
    )
    implement('GET /api/admin/teams/:teamId/season-records', async (request) => {
      await getTeamOwnerId(deps.database.db, request.params.teamId)
      return buildSuccessReply({
        records: await listSeasonRecordSummariesOfTeam(deps.database.db, request.params.teamId),
      })
    })
  })
