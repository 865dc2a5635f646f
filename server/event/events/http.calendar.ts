import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { eventParams } from '#contract/event/event.schema.ts'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Deps } from '#server/deps.ts'
import { getRequestLanguage, getTranslatorOfLanguage } from '#server/platform/http/language.ts'
import { sendCachedOrRenderedResponse } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { buildCalendarFile, type CalendarEvent } from '#server/platform/lib/calendar-file.ts'
import { getSiteBrand, getSiteDateAndDayEnd } from '#server/platform/settings/service.ts'
import {
  type CalendarEventRow,
  findPublicCalendarEvent,
  listOngoingAndUpcomingPublicEvents,
} from './queries-calendar.ts'

const type = 'text/calendar; charset=utf-8'

/**
 * Serves calendar files of one published event and of all that are coming, in the language of the request.
 */
export const createEventCalendarRoutes =
  ({ config, database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const toCalendarEvent = (row: CalendarEventRow, lang: Lang): CalendarEvent => {
      const url = `${config.SITE_URL}/events/${row.slug}/${lang === 'ar' ? '?lang=ar' : ''}`
      const description = lang === 'ar' ? row.descriptionAr : row.descriptionEn
      return {
        uid: row.id,
        updatedAt: row.updatedAt,
        startDate: row.startDate,
        endDate: row.endDate,
        title: lang === 'ar' ? row.titleAr : row.titleEn,
        description: `${description}\n\n${url}`.trim(),
        url,
      }
    }

    app.get(
      '/events/:idOrSlug/event.ics',
      {
        config: { rateLimit: { max: 600, timeWindow: '1 minute' } },
        schema: { hide: true, params: eventParams },
      },
      (request, reply) => {
        const lang = getRequestLanguage(request)
        const { idOrSlug } = request.params
        const render = async () => {
          const event = await findPublicCalendarEvent(database.readDb, idOrSlug)
          if (!event) throw new AppError('not-found')
          return {
            type,
            body: buildCalendarFile(lang === 'ar' ? event.titleAr : event.titleEn, [
              toCalendarEvent(event, lang),
            ]),
          }
        }
        return sendCachedOrRenderedResponse(
          responseCache,
          request,
          reply,
          ['events'],
          render,
          `${lang} ${eventFilePaths.calendar(idOrSlug)}`,
        )
      },
    )

    app.get(
      eventFilePaths.calendarOfAll,
      { config: { rateLimit: { max: 600, timeWindow: '1 minute' } }, schema: { hide: true } },
      (request, reply) => {
        const lang = getRequestLanguage(request)
        const render = async () => {
          const core = { config, database }
          const { today, endsAt } = await getSiteDateAndDayEnd(core)
          responseCache.limitValidity(endsAt)
          const events = await listOngoingAndUpcomingPublicEvents(database.readDb, today)
          const name = `${getTranslatorOfLanguage(lang)('pages.events.title')} · ${(await getSiteBrand(core)).name[lang]}`
          return {
            type,
            body: buildCalendarFile(
              name,
              events.map((event) => toCalendarEvent(event, lang)),
            ),
          }
        }
        return sendCachedOrRenderedResponse(
          responseCache,
          request,
          reply,
          ['events', 'settings'],
          render,
          `${lang} ${eventFilePaths.calendarOfAll}`,
        )
      },
    )
  }
