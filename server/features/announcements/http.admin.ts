import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  announcementListFilters,
  announcementParams,
  announcementPreviewRequest,
  announcementPreviewResponse,
  announcementRecipientsQuery,
  announcementRecipientsResponse,
  announcementResponses,
  audienceQuery,
  audienceResponse,
  cancelAnnouncementRequest,
  saveAnnouncementRequest,
  scheduleAnnouncementRequest,
  testAnnouncementRequest,
} from '#contract/announcement.schema.ts'
import type { AnnouncementState } from '#contract/announcement.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createAdminRoutes, getAuditActor, getAuthenticatedUser } from '#server/http/guards.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createAnnouncementService } from './service.ts'

/** Registers the back office's calls about announcements. */
export const announcementsAdminRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const service = createAnnouncementService(deps)
  const crud = createCrudRoutes(deps, {
    path: paths.adminAnnouncements,
    responses: announcementResponses,
    sizes: pageSizes.short,
    permission: 'registration',
    form: saveAnnouncementRequest,
    filters: announcementListFilters,
    service: {
      ...service,
      list: ({ filters, ...query }) =>
        service.list({ ...query, ...(filters as { state?: AnnouncementState }) }),
    },
  })
  const actions = createAdminRoutes(deps, 'announcements', 'registration', async (app) => {
    const saved = { 200: announcementResponses.saved }
    app.post(
      `${paths.adminAnnouncements}/schedule`,
      {
        schema: {
          summary: 'Send a draft at a time, or now',
          body: scheduleAnnouncementRequest,
          response: saved,
        },
      },
      async (request) => {
        const { id, at } = request.body
        const announcement = await service.schedule(
          id,
          at === null ? null : new Date(at),
          getAuditActor(request),
        )
        return buildMessageReply(request, at === null ? 'announcementQueued' : 'announcementScheduled', {
          announcement,
        })
      },
    )
    app.post(
      `${paths.adminAnnouncements}/cancel`,
      {
        schema: {
          summary: 'Make a scheduled announcement a draft again',
          body: cancelAnnouncementRequest,
          response: saved,
        },
      },
      async (request) =>
        buildMessageReply(request, 'announcementCanceled', {
          announcement: await service.cancel(request.body.id, getAuditActor(request)),
        }),
    )
    app.post(
      `${paths.adminAnnouncements}/test`,
      {
        config: {
          for: 'admin',
          permission: 'registration',
          rateLimit: { max: 20, timeWindow: '15 minutes' },
        },
        schema: {
          summary: 'Send an announcement to oneself',
          body: testAnnouncementRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.sendTest(request.body.id, getAuthenticatedUser(request))
        return buildMessageReply(request, 'testEmailSent')
      },
    )
    app.post(
      `${paths.adminAnnouncements}/preview`,
      {
        schema: {
          summary: 'Render the email of an announcement',
          body: announcementPreviewRequest,
          response: { 200: announcementPreviewResponse },
        },
      },
      async ({ body }) => buildSuccessReply({ preview: await service.preview(body) }),
    )
    app.get(
      `${paths.adminAnnouncements}/audience`,
      {
        schema: {
          summary: 'Who would get an announcement now',
          querystring: audienceQuery,
          response: { 200: audienceResponse },
        },
      },
      async ({ query }) => {
        const {
          page,
          per_page: perPage,
          s: search,
          competitionId = null,
          stage = null,
          regionId = null,
          paid = null,
        } = query
        const found = await service.listAudience(
          { competitionId, stage, regionId, paid },
          { page, perPage, search },
        )
        return {
          ...buildListReply('recipients', found.recipients, found.total, query),
          unsubscribed: found.unsubscribed,
        }
      },
    )
    app.get(
      `${paths.adminAnnouncements}/:announcementId/recipients`,
      {
        schema: {
          summary: 'The recipients of an announcement, and whether it was delivered',
          params: announcementParams,
          querystring: announcementRecipientsQuery,
          response: { 200: announcementRecipientsResponse },
        },
      },
      async ({ params, query }) => {
        const { page, per_page: perPage, s: search, state } = query
        const { recipients, total } = await service.listRecipients(params.announcementId, {
          page,
          perPage,
          search,
          state,
        })
        return buildListReply('recipients', recipients, total, query)
      },
    )
  })
  return async (app) => {
    await app.register(crud)
    await app.register(actions)
  }
}
