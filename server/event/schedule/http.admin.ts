import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hasPermission, teamPeoplePermission } from '#contract/accounts/permissions.ts'
import { createPartRangeGetter } from '#contract/event/print.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { languages } from '#i18n/languages.ts'
import type { Deps } from '#server/deps.ts'
import {
  assertRequestPermission,
  getAuditActor,
  getAuthenticatedUser,
  getRegionLimit,
} from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getTranslatorOfLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import { getRankingEvent } from '../scores/service.ts'
import { createSchedulePlanningService } from './generate-service.ts'
import { createScheduleService } from './service.ts'
import { createEventTeamService } from './team-service.ts'
import { createWithdrawalService } from './withdrawal-service.ts'

/** Returns the texts of an announcement about moved slots. */
const buildShiftAnnouncement = async (
  deps: Deps,
  eventId: string,
  { firstBefore, firstAfter }: { firstBefore: string; firstAfter: string },
) => {
  const { title } = await getRankingEvent(deps.database.db, eventId)
  const timeZone = await getSiteTimeZone(deps)
  const format = (time: string, lang: Lang) =>
    new Intl.DateTimeFormat(languages[lang].locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(time))
  const values = (lang: Lang) => ({
    event: getEventTitleWithFallback(title, lang),
    before: format(firstBefore, lang),
    after: format(firstAfter, lang),
  })
  const write = (key: 'scheduleAnnouncement.subject' | 'scheduleAnnouncement.body') => ({
    en: getTranslatorOfLanguage('en')(key, values('en')),
    ar: getTranslatorOfLanguage('ar')(key, values('ar')),
  })
  return { subject: write('scheduleAnnouncement.subject'), body: write('scheduleAnnouncement.body') }
}

/** Registers the calls of the back office about the schedule, the teams and the check-in of an event. */
export const createScheduleAndTeamsAdminRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const service = createScheduleService(deps)
  const teams = createEventTeamService(deps)
  const generator = createSchedulePlanningService(deps)
  const withdrawals = createWithdrawalService(deps)

  const checkInRoutes = createCallsPlugin(deps, (implement) => {
    implement('GET /api/admin/events/:eventId/schedule', async (request) =>
      buildSuccessReply(
        await service.get(request.params.eventId, {
          withReasons: hasPermission(getAuthenticatedUser(request).permissions, 'results'),
        }),
      ),
    )
    implement('GET /api/admin/events/:eventId/teams', async (request) =>
      buildSuccessReply(
        await teams.listTeams(request.params.eventId, {
          regionLimit: getRegionLimit(request),
          withReasons: hasPermission(getAuthenticatedUser(request).permissions, 'results'),
        }),
      ),
    )
    implement('POST /api/admin/events/:eventId/teams', async (request) => {
      if (request.body.slots !== 'none') assertRequestPermission(request, 'results')
      return buildMessageReply(
        request,
        'saved',
        await teams.addTeams(request.params.eventId, request.body, getAuditActor(request)),
      )
    })
    implement('POST /api/admin/events/:eventId/check-in', async (request) =>
      buildMessageReply(
        request,
        'updated',
        await teams.checkIn(request.params.eventId, request.body, getAuditActor(request)),
      ),
    )
    implement('POST /api/admin/events/:eventId/badges', async (request) => {
      const { part, ...selection } = request.body
      const { roles } = selection
      if (roles.includes('member') || roles.includes('coach'))
        assertRequestPermission(request, teamPeoplePermission)
      if (roles.includes('judge')) assertRequestPermission(request, 'results')
      return buildSuccessReply(
        await teams.listBadges(
          request.params.eventId,
          selection,
          createPartRangeGetter(part),
          getAuditActor(request),
        ),
      )
    })
  })

  const slotRoutes = createCallsPlugin(deps, (implement) => {
    implement('POST /api/admin/events/:eventId/schedule/slots', async (request) =>
      buildMessageReply(request, 'saved', {
        slot: await service.addSlot(request.params.eventId, request.body, getAuditActor(request)),
      }),
    )
    implement('PUT /api/admin/events/:eventId/schedule/slots/:slotId', async (request) => {
      const { eventId, slotId } = request.params
      return buildMessageReply(request, 'updated', {
        slot: await service.updateSlot(eventId, slotId, request.body, getAuditActor(request)),
      })
    })
    implement('DELETE /api/admin/events/:eventId/schedule/slots/:slotId', async (request) => {
      await service.removeSlots(request.params.eventId, request.params.slotId, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
    implement('DELETE /api/admin/events/:eventId/schedule', async (request) => {
      await service.removeSlots(request.params.eventId, undefined, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
    implement('POST /api/admin/events/:eventId/schedule/generate/preview', async ({ params, body }) =>
      buildSuccessReply(await generator.preview(params.eventId, body)),
    )
    implement('POST /api/admin/events/:eventId/schedule/generate', async (request) =>
      buildMessageReply(
        request,
        'saved',
        await generator.generate(request.params.eventId, request.body, getAuditActor(request)),
      ),
    )
    implement('POST /api/admin/events/:eventId/schedule/shift', async (request) => {
      const { count, ...times } = await generator.shift(
        request.params.eventId,
        request.body,
        getAuditActor(request),
      )
      const announcement = await buildShiftAnnouncement(deps, request.params.eventId, times)
      return buildMessageReply(request, 'updated', { count, announcement })
    })
    implement('POST /api/admin/events/:eventId/schedule/swap', async (request) =>
      buildMessageReply(request, 'updated', {
        slots: await generator.swap(request.params.eventId, request.body, getAuditActor(request)),
      }),
    )
    implement('POST /api/admin/events/:eventId/schedule/published', async (request) => {
      await service.publish(request.params.eventId, request.body.isPublished, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
    implement('PUT /api/admin/events/:eventId/teams/:teamId/withdrawal', async (request) => {
      const { eventId, teamId } = request.params
      const withdrawal = { ...request.body, teamId }
      return buildMessageReply(
        request,
        'saved',
        await withdrawals.setWithdrawal(eventId, withdrawal, getAuditActor(request)),
      )
    })
    implement('POST /api/admin/events/:eventId/judging/closed', async (request) => {
      await service.closeJudging(request.params.eventId, request.body.isClosed, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
  })

  return async (app) => {
    await app.register(checkInRoutes)
    await app.register(slotRoutes)
  }
}
