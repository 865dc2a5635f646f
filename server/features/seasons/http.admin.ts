import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { toPublishedTeam } from '#contract/published/team.ts'
import {
  createSeasonMoveRequest,
  saveSeasonYearRequest,
  seasonMoveListQuery,
  seasonMoveListResponse,
  seasonMovePreviewResponse,
  seasonMoveResponse,
  seasonMoveSelection,
  seasonRecordsResponse,
  seasonYearResponses,
  teamIdParams,
  undoSeasonMoveRequest,
} from '#contract/season-year.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createSeasonMoveService } from './moves-service.ts'
import { getOwnerIdOfTeam, listSeasonRecordSummaries } from './records-service.ts'
import { createSeasonYearService } from './years-service.ts'

/**
 * Registers the back office's calls about seasons, moves of teams between them, and the season records of a
 * team.
 */
export const seasonsAdminRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const moves = createSeasonMoveService(deps, toPublishedTeam)
  const crud = createCrudRoutes(deps, {
    path: paths.adminSeasons,
    responses: seasonYearResponses,
    sizes: pageSizes.short,
    permission: 'registration',
    readPermission: 'none',
    form: saveSeasonYearRequest,
    service: createSeasonYearService(deps),
  })
  const moveRoutes = createAdminRoutes(deps, 'seasons', 'registration', async (app) => {
    app.get(
      paths.adminSeasonMoves,
      {
        schema: {
          summary: 'Moves of teams between seasons',
          querystring: seasonMoveListQuery,
          response: { 200: seasonMoveListResponse },
        },
      },
      async ({ query }) => {
        const { moves: rows, total } = await moves.list({ page: query.page, perPage: query.per_page })
        return buildListReply('moves', rows, total, query)
      },
    )
    app.post(
      paths.adminSeasonMovePreview,
      {
        schema: {
          summary: 'The teams that a move would move',
          body: seasonMoveSelection,
          response: { 200: seasonMovePreviewResponse },
        },
      },
      async ({ body }) => buildSuccessReply(await moves.preview(body)),
    )
    app.post(
      paths.adminSeasonMoves,
      {
        schema: {
          summary: 'Move teams to another season, all or none; `count` is that of the preview',
          body: createSeasonMoveRequest,
          response: { 200: seasonMoveResponse },
        },
      },
      async (request) => {
        const { count, ...selection } = request.body
        return buildMessageReply(request, 'saved', {
          move: await moves.create(selection, count, getAuditActor(request)),
        })
      },
    )
    app.post(
      paths.adminSeasonMoveUndo,
      {
        schema: {
          summary: 'Undo a move whose teams have not changed since',
          body: undoSeasonMoveRequest,
          response: { 200: seasonMoveResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'restored', {
          move: await moves.undo(request.body.id, getAuditActor(request)),
        }),
    )
  })
  const teamRoutes = createAdminRoutes(
    deps,
    'seasons',
    ['registration', 'results', 'finance', 'privacy'],
    async (app) => {
      app.get(
        '/api/admin/teams/:teamId/season-records',
        {
          schema: {
            summary: 'The season records of a team',
            params: teamIdParams,
            response: { 200: seasonRecordsResponse },
          },
        },
        async (request) => {
          await getOwnerIdOfTeam(deps.database.db, request.params.teamId)
          return buildSuccessReply({
            records: await listSeasonRecordSummaries(deps.database.db, request.params.teamId),
          })
        },
      )
    },
  )
  return async (app) => {
    await app.register(crud)
    await app.register(moveRoutes)
    await app.register(teamRoutes)
  }
}
