import { type AnnouncementState, defaultAudienceGroups } from '#contract/site/announcement.ts'
import type { Deps } from '#server/deps.ts'
import { implementCrudCalls } from '#server/platform/http/crud-routes.ts'
import { getAuditActor, getAuthenticatedUser, getRegionLimit } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createAnnouncementService } from './service.ts'

/** Registers the back office's calls about announcements. */
export const createAnnouncementsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createAnnouncementService(deps)
    implementCrudCalls(implement, '/api/admin/announcements', {
      service: {
        ...service,
        list: ({ filters, ...query }) =>
          service.list({ ...query, ...(filters as { state?: AnnouncementState }) }),
      },
    })
    implement('POST /api/admin/announcements/schedule', async (request) => {
      const { id, at } = request.body
      const announcement = await service.schedule(
        id,
        at === null ? null : new Date(at),
        getAuditActor(request),
      )
      return buildMessageReply(request, at === null ? 'announcementQueued' : 'announcementScheduled', {
        announcement,
      })
    })
    implement('POST /api/admin/announcements/cancel', async (request) =>
      buildMessageReply(request, 'announcementCanceled', {
        announcement: await service.cancel(request.body.id, getAuditActor(request)),
      }),
    )
    implement('POST /api/admin/announcements/cancel-unsent', async (request) =>
      buildMessageReply(request, 'announcementUnsentCancelled', {
        announcement: await service.cancelUnsent(request.body.id, getAuditActor(request)),
      }),
    )
    implement('POST /api/admin/announcements/test', async (request) => {
      await service.sendTest(request.body.id, getAuthenticatedUser(request))
      return buildMessageReply(request, 'testEmailSent')
    })
    implement('POST /api/admin/announcements/preview', async ({ body }) =>
      buildSuccessReply({ preview: await service.preview(body) }),
    )
    implement('GET /api/admin/announcements/audience', async (request) => {
      const {
        page,
        per_page: perPage,
        s: search,
        groups = defaultAudienceGroups,
        eventId = null,
        competitionId = null,
        stage = null,
        regionId = null,
        paid = null,
        announcementId,
      } = request.query
      const found = await service.listAudience(
        { groups, eventId, competitionId, stage, regionId, paid },
        { page, perPage, search },
        { announcementId, regionLimit: getRegionLimit(request) },
      )
      return {
        ...buildListReply('recipients', found.recipients, found.total, request.query),
        unsubscribed: found.unsubscribed,
        queue: found.queue,
      }
    })
    implement('GET /api/admin/announcements/:announcementId/recipients', async (request) => {
      const { params, query } = request
      const { page, per_page: perPage, s: search, state } = query
      const { recipients, total } = await service.listRecipients(
        params.announcementId,
        { page, perPage, search, state },
        getAuthenticatedUser(request),
      )
      return buildListReply('recipients', recipients, total, query)
    })
  })
