import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Lang } from '#contract/localized.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { hasPermission, teamPeoplePermission } from '#contract/rules/permissions.ts'
import { getEventTitleWithFallback, isolateTextDirection } from '#contract/rules/text.ts'
import {
  addEventTeamsRequest,
  addedEventTeamsResponse,
  badgesRequest,
  badgesResponse,
  checkInRequest,
  checkInResponse,
  closeJudgingRequest,
  eventTeamParams,
  generatedScheduleResponse,
  generateScheduleRequest,
  previewScheduleRequest,
  previewScheduleResponse,
  publishScheduleRequest,
  savedSlotResponse,
  saveSlotRequest,
  scheduleImportResponse,
  scheduleParams,
  scheduleResponse,
  shiftScheduleRequest,
  shiftScheduleResponse,
  slotParams,
  swappedSlotsResponse,
  swapSlotsRequest,
  updateSlotRequest,
  withdrawnTeamResponse,
  withdrawTeamRequest,
} from '#contract/schedule.schema.ts'
import { defaultSlotMinutes, scheduleColumns } from '#contract/schedule.ts'
import type { z } from '#contract/z.ts'
import { languages } from '#i18n/languages.ts'
import type { Deps } from '#server/deps.ts'
import { getRankingEvent } from '#server/features/scores/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import {
  assertRequestPermission,
  createAdminRoutes,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/http/guards.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import { getTranslator } from '#server/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createSchedulePlanningService } from './generate-service.ts'
import { scheduleImportColumns } from './http.import-columns.ts'
import { createScheduleImportService } from './import.ts'
import { createScheduleService } from './service.ts'
import { createWithdrawalService } from './withdrawal-service.ts'

const eventPath = '/api/admin/events/:eventId'

/** Returns the texts of an announcement about moved slots. */
const buildShiftAnnouncement = async (
  deps: Deps,
  eventId: string,
  { firstBefore, firstAfter }: { firstBefore: string; firstAfter: string },
) => {
  const { title } = await getRankingEvent(deps.database.db, eventId)
  const timeZone = await getSiteTimeZone(deps)
  const format = (time: string, lang: Lang) =>
    isolateTextDirection(
      new Intl.DateTimeFormat(languages[lang].locale, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone,
      }).format(new Date(time)),
    )
  const values = (lang: Lang) => ({
    event: isolateTextDirection(getEventTitleWithFallback(title, lang)),
    before: format(firstBefore, lang),
    after: format(firstAfter, lang),
  })
  const write = (key: 'scheduleAnnouncement.subject' | 'scheduleAnnouncement.body') => ({
    en: getTranslator('en')(key, values('en')),
    ar: getTranslator('ar')(key, values('ar')),
  })
  return { subject: write('scheduleAnnouncement.subject'), body: write('scheduleAnnouncement.body') }
}

/** Registers the calls of the back office about the schedule, the teams and the check-in of an event. */
export const scheduleAdminRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const service = createScheduleService(deps)
  const generator = createSchedulePlanningService(deps)
  const withdrawals = createWithdrawalService(deps)
  const importService = createScheduleImportService(deps, scheduleImportColumns)
  const getEventId = ({ params }: { params: unknown }) => (params as z.infer<typeof scheduleParams>).eventId

  const checkInRoutes = createAdminRoutes(deps, 'judging', ['registration', 'results'], async (app) => {
    app.get(
      `${eventPath}/schedule`,
      {
        schema: {
          summary: 'The schedule and the teams of an event',
          params: scheduleParams,
          response: { 200: scheduleResponse },
        },
      },
      async (request) =>
        buildSuccessReply(
          await service.get(request.params.eventId, {
            withReasons: hasPermission(getAuthenticatedUser(request).permissions, 'results'),
          }),
        ),
    )
    app.post(
      `${eventPath}/teams`,
      {
        config: { conditionalChecks: [{ when: 'for slots of a late team', permission: 'results' }] },
        schema: {
          summary:
            'Add the registered teams of a competition to an event, or one of them, a late one with slots',
          params: scheduleParams,
          body: addEventTeamsRequest,
          response: { 200: addedEventTeamsResponse },
        },
      },
      async (request) => {
        if (request.body.slots !== 'none') assertRequestPermission(request, 'results')
        return buildMessageReply(
          request,
          'saved',
          await service.addTeams(request.params.eventId, request.body, getAuditActor(request)),
        )
      },
    )
    app.post(
      `${eventPath}/check-in`,
      {
        schema: {
          summary: 'Check a team in by its id or the code of its badge, or undo the check-in',
          params: scheduleParams,
          body: checkInRequest,
          response: { 200: checkInResponse },
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'updated',
          await service.checkIn(request.params.eventId, request.body, getAuditActor(request)),
        ),
    )
    app.post(
      `${eventPath}/badges`,
      {
        config: {
          conditionalChecks: [
            { when: 'for members or coaches', permission: teamPeoplePermission },
            { when: 'for judges', permission: 'results' },
          ],
        },
        schema: {
          summary: 'The badges of people of an event, to print; who reads them is written into the audit log',
          params: scheduleParams,
          body: badgesRequest,
          response: { 200: badgesResponse },
        },
      },
      async (request) => {
        const { roles } = request.body
        if (roles.includes('member') || roles.includes('coach'))
          assertRequestPermission(request, teamPeoplePermission)
        if (roles.includes('judge')) assertRequestPermission(request, 'results')
        return buildSuccessReply(
          await service.listBadges(request.params.eventId, request.body, getAuditActor(request)),
        )
      },
    )
  })

  const slotRoutes = createAdminRoutes(deps, 'judging', 'results', async (app) => {
    app.post(
      `${eventPath}/schedule/slots`,
      {
        schema: {
          summary: 'Add a slot to a schedule',
          params: scheduleParams,
          body: saveSlotRequest,
          response: { 200: savedSlotResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'saved', {
          slot: await service.addSlot(request.params.eventId, request.body, getAuditActor(request)),
        }),
    )
    app.put(
      `${eventPath}/schedule/slots/:slotId`,
      {
        schema: {
          summary: 'Change a slot of a schedule',
          params: slotParams,
          body: updateSlotRequest,
          response: { 200: savedSlotResponse },
        },
      },
      async (request) => {
        const { eventId, slotId } = request.params
        return buildMessageReply(request, 'updated', {
          slot: await service.updateSlot(eventId, slotId, request.body, getAuditActor(request)),
        })
      },
    )
    app.delete(
      `${eventPath}/schedule/slots/:slotId`,
      {
        schema: {
          summary: 'Remove a slot from a schedule',
          params: slotParams,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.removeSlots(request.params.eventId, request.params.slotId, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )
    app.delete(
      `${eventPath}/schedule`,
      {
        schema: {
          summary: 'Remove all slots of a schedule',
          params: scheduleParams,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.removeSlots(request.params.eventId, undefined, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )
    app.post(
      `${eventPath}/schedule/generate/preview`,
      {
        schema: {
          summary: 'Preview the schedule that would be generated for all teams of an event',
          params: scheduleParams,
          body: previewScheduleRequest,
          response: { 200: previewScheduleResponse },
        },
      },
      async ({ params, body }) => buildSuccessReply(await generator.preview(params.eventId, body)),
    )
    app.post(
      `${eventPath}/schedule/generate`,
      {
        schema: {
          summary: 'Generate the schedule of all teams of an event, in place of the slots that it has',
          params: scheduleParams,
          body: generateScheduleRequest,
          response: { 200: generatedScheduleResponse },
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'saved',
          await generator.generate(request.params.eventId, request.body, getAuditActor(request)),
        ),
    )
    app.post(
      `${eventPath}/schedule/shift`,
      {
        schema: {
          summary: 'Move the slots of a schedule that have not begun by some minutes',
          params: scheduleParams,
          body: shiftScheduleRequest,
          response: { 200: shiftScheduleResponse },
        },
      },
      async (request) => {
        const { count, ...times } = await generator.shift(
          request.params.eventId,
          request.body,
          getAuditActor(request),
        )
        const announcement = await buildShiftAnnouncement(deps, request.params.eventId, times)
        return buildMessageReply(request, 'updated', { count, announcement })
      },
    )
    app.post(
      `${eventPath}/schedule/swap`,
      {
        schema: {
          summary: 'Swap the times and tables of two slots of a schedule',
          params: scheduleParams,
          body: swapSlotsRequest,
          response: { 200: swappedSlotsResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'updated', {
          slots: await generator.swap(request.params.eventId, request.body, getAuditActor(request)),
        }),
    )
    app.post(
      `${eventPath}/schedule/published`,
      {
        schema: {
          summary: 'Publish the schedule of an event, or take it back',
          description:
            'Until it is published, visitors and teams see no slot; judges always see the schedule.',
          params: scheduleParams,
          body: publishScheduleRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.publish(request.params.eventId, request.body.isPublished, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )
    app.put(
      `${eventPath}/teams/:teamId/withdrawal`,
      {
        schema: {
          summary: 'Withdraw a team from an event of any format, or take it back',
          description:
            'Its open slots leave the schedule, and come back where their places are free. After a draw its matches follow the rules. Recorded results stay.',
          params: eventTeamParams,
          body: withdrawTeamRequest,
          response: { 200: withdrawnTeamResponse },
        },
      },
      async (request) => {
        const { eventId, teamId } = request.params
        const withdrawal = { ...request.body, teamId }
        return buildMessageReply(
          request,
          'saved',
          await withdrawals.setWithdrawal(eventId, withdrawal, getAuditActor(request)),
        )
      },
    )
    app.post(
      `${eventPath}/judging/closed`,
      {
        schema: {
          summary: 'Close or reopen the judging of an event',
          params: scheduleParams,
          body: closeJudgingRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.closeJudging(request.params.eventId, request.body.isClosed, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )
  })

  const importRoute = createImportRoute(deps, {
    path: `${eventPath}/schedule/import`,
    summary: 'Preview a CSV file with slots of a schedule (`preview`), or import it: all or nothing',
    description: `Columns: ${scheduleColumns.join(', ')}. Times are those of the time zone of the site, unless they have an offset. \`minutes\` is how long a slot takes, ${defaultSlotMinutes} without a number. In an event with matches, \`round\` is the number of a match, and its teams are not needed.`,
    tag: 'judging',
    permission: 'results',
    params: scheduleParams,
    getScope: (request) => ({ kind: 'schedule', eventId: getEventId(request) }),
    columns: scheduleImportColumns.columns,
    response: scheduleImportResponse,
    service: {
      preview: (file, request) => importService.preview(getEventId(request), file),
      run: (file, actor, request) => importService.run(getEventId(request), file, actor),
    },
  })
  return async (app) => {
    await app.register(checkInRoutes)
    await app.register(slotRoutes)
    await app.register(importRoute)
  }
}
