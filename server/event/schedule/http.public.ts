import type { FastifyReply, FastifyRequest } from 'fastify'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { teamSlotsParams } from '#contract/event/schedule/schedule.schema.ts'
import {
  findTimeWhenExpectedSlotsChange,
  type SlotTime,
  toSlotRange,
} from '#contract/event/schedule/slot-times.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage, getTranslatorOfLanguage } from '#server/platform/http/language.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { sendCachedOrRenderedResponse } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { buildCalendarFile } from '#server/platform/lib/calendar-file.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import { findVisibleRankingEvent } from '../scores/service.ts'
import {
  findPublishedTeamCalendar,
  readNextPublishedSlotsByTable,
  readNextPublishedSlotsOfEvent,
  readPublishedSlotsAndTeamsOfEvent,
} from './queries-public.ts'
import { isSchedulePublished } from './queries-slots.ts'

/** The maximum number of slots in a reply with the next ones. */
const slotCount = 12
/** The maximum number of slots of a table in a reply with all tables. */
const slotCountOfTable = 3
/**
 * How long a reply with the next slots is fresh while the ranking is frozen: then a result invalidates no tag
 * of a public reply.
 */
const frozenValidityMs = 15_000
/** How often a calendar reads the file of a team again. */
const refreshInterval = 'PT15M'

/**
 * Registers what visitors see of a schedule once it is published: the next teams, all slots, and the calendar
 * file of a team.
 */
export const createSchedulePublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement, app) => {
    const { config, database, responseCache } = deps
    /**
     * Finds an event and tells whether its schedule is published. The response is outdated when the schedule,
     * a result, the time zone of the site or a name of a team changes.
     */
    const findEvent = async (db: Db, idOrSlug: string) => {
      const event = await findVisibleRankingEvent(db, idOrSlug)
      if (!event) throw new AppError('not-found')
      responseCache.addTag(getScheduleCacheTag(event.id))
      const isPublished = await isSchedulePublished(db, event.id)
      if (isPublished)
        for (const tag of ['teams', 'settings', `scores:${event.id}`]) responseCache.addTag(tag)
      if (isPublished && event.freezeAt) responseCache.limitValidity(new Date(Date.now() + frozenValidityMs))
      return { ...event, isPublished, areResultsFinal: event.results?.status === 'final' }
    }
    /** Reads what is next in an event. Slots stop being next without a write that would invalidate the reply. */
    const readNext = async <T>(
      idOrSlug: string,
      read: (eventId: string, timeZone: string) => Promise<T & { hasSeveralDays: boolean }>,
      listSlots: (found: T) => readonly SlotTime[],
    ) => {
      const { id, isPublished, areResultsFinal } = await findEvent(database.readDb, idOrSlug)
      if (!isPublished || areResultsFinal) return { isPublished }
      const { hasSeveralDays, ...found } = await read(id, await getSiteTimeZone(deps))
      const end = findTimeWhenExpectedSlotsChange(listSlots(found as T), Date.now())
      if (end !== undefined) responseCache.limitValidity(new Date(end))
      return { isPublished, ...(hasSeveralDays ? { hasSeveralDays } : {}), ...found }
    }
    const sendJson = (request: FastifyRequest, reply: FastifyReply, read: () => Promise<object>) =>
      sendCachedOrRenderedResponse(responseCache, request, reply, ['events'], async () => ({
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(buildSuccessReply(await read())),
      }))

    implement('GET /api/v1/events/:idOrSlug/schedule', (request, reply) =>
      sendJson(request, reply, async () => ({
        slots: [],
        ...(await readNext(
          request.params.idOrSlug,
          (eventId, timeZone) => readNextPublishedSlotsOfEvent(database.readDb, eventId, timeZone, slotCount),
          ({ slots }) => slots,
        )),
      })),
    )

    implement('GET /api/v1/events/:idOrSlug/schedule/slots', (request, reply) =>
      sendJson(request, reply, async () => {
        const { id, isPublished } = await findEvent(database.readDb, request.params.idOrSlug)
        return {
          isPublished,
          ...(isPublished
            ? await readPublishedSlotsAndTeamsOfEvent(database.readDb, id)
            : { teams: [], slots: [] }),
        }
      }),
    )

    implement('GET /api/v1/events/:idOrSlug/schedule/tables', (request, reply) =>
      sendJson(request, reply, async () => ({
        tables: [],
        ...(await readNext(
          request.params.idOrSlug,
          (eventId, timeZone) =>
            readNextPublishedSlotsByTable(database.readDb, eventId, timeZone, slotCountOfTable),
          ({ tables }) => tables.flatMap(({ slots }) => slots),
        )),
      })),
    )

    app.get(
      '/events/:idOrSlug/teams/:teamId/schedule.ics',
      {
        config: { rateLimit: { max: 600, timeWindow: '1 minute' } },
        schema: { hide: true, params: teamSlotsParams },
      },
      (request, reply) => {
        const lang = getRequestLanguage(request)
        const { idOrSlug, teamId } = request.params
        const render = async () => {
          const { id } = await findEvent(database.readDb, idOrSlug)
          const calendar = await findPublishedTeamCalendar(database.readDb, id, teamId)
          if (!calendar) throw new AppError('not-found')
          const { team, event, slots } = calendar
          const t = getTranslatorOfLanguage(lang)
          const title = lang === 'ar' ? event.titleAr : event.titleEn
          const url = `${config.SITE_URL}/events/${event.slug}/${lang === 'ar' ? '?lang=ar' : ''}`
          const events = slots.map(
            ({ id: uid, version, createdAt, startsAt, durationMinutes, tableName, round, isMatch }) => ({
              uid,
              updatedAt: createdAt,
              sequence: version - 1,
              url,
              startsAt,
              endsAt: new Date(toSlotRange({ startsAt: startsAt.toISOString(), durationMinutes }).to),
              title: `${team.name} · ${t(isMatch ? 'schedule.match' : 'schedule.run', { table: tableName, round })}`,
              description: `${title}\n\n${url}`,
            }),
          )
          return {
            type: 'text/calendar; charset=utf-8',
            body: buildCalendarFile(`${team.name} · ${title}`, events, refreshInterval),
          }
        }
        const key = `${lang} ${eventFilePaths.teamCalendar(idOrSlug, teamId)}`
        return sendCachedOrRenderedResponse(responseCache, request, reply, ['events'], render, key)
      },
    )
  })
