import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  adminDisplayResponse,
  displayParams,
  displayStateResponse,
  savedScreenResponse,
  savedTimerResponse,
  saveScreenRequest,
  screenParams,
  updateTimerRequest,
} from '#contract/display.schema.ts'
import { langQuery } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { eventParams } from '#contract/published/event.schema.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { findVisibleRankingEvent } from '#server/features/scores/service.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createDisplayService, readPublicDisplayState } from './service.ts'

/**
 * Registers the call with which a screen asks for its scene. The reply has the time of the server, so it is
 * not cached.
 */
export const displayPublicRoutes =
  ({ database }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/events/:idOrSlug/screens',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'What the screens of the display of an event show, by id or slug',
          tags: ['events'],
          params: eventParams,
          querystring: langQuery,
          response: { 200: displayStateResponse },
        },
      },
      async (request, reply) => {
        const event = await findVisibleRankingEvent(database.db, request.params.idOrSlug)
        if (!event) throw new AppError('not-found')
        reply.header('cache-control', 'no-store')
        return buildSuccessReply({
          ...(await readPublicDisplayState(database.db, event.id)),
          serverTime: new Date().toISOString(),
        })
      },
    )
  }

/** Registers the calls of the back office that switch the screens of an event and control its match timer. */
export const displayAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const service = createDisplayService(deps)
    const path = `${paths.adminEvents}/:eventId/screens`

    app.get(
      path,
      {
        schema: {
          summary: 'The screens and the match timer of an event',
          params: displayParams,
          response: { 200: adminDisplayResponse },
        },
      },
      async ({ params }) => buildSuccessReply(await service.get(params.eventId)),
    )

    app.post(
      path,
      {
        schema: {
          summary: 'Add a screen',
          params: displayParams,
          body: saveScreenRequest,
          response: { 200: savedScreenResponse },
        },
      },
      async (request) => {
        const screen = await service.addScreen(request.params.eventId, request.body, getAuditActor(request))
        return buildMessageReply(request, 'saved', { screen })
      },
    )

    app.put(
      `${path}/:screenNumber`,
      {
        schema: {
          summary: 'Switch a screen to another scene',
          params: screenParams,
          body: saveScreenRequest,
          response: { 200: savedScreenResponse },
        },
      },
      async (request) => {
        const { eventId, screenNumber } = request.params
        const screen = await service.updateScreen(eventId, screenNumber, request.body, getAuditActor(request))
        return buildMessageReply(request, 'updated', { screen })
      },
    )

    app.delete(
      `${path}/:screenNumber`,
      {
        schema: { summary: 'Remove a screen', params: screenParams, response: { 200: messageOnlyResponse } },
      },
      async (request) => {
        await service.removeScreen(
          request.params.eventId,
          request.params.screenNumber,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'deleted')
      },
    )

    app.put(
      `${paths.adminEvents}/:eventId/match-timer`,
      {
        schema: {
          summary: 'Start, pause or reset the match timer of an event',
          params: displayParams,
          body: updateTimerRequest,
          response: { 200: savedTimerResponse },
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'updated',
          await service.updateTimer(request.params.eventId, request.body),
        ),
    )
  })
