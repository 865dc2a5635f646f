import { toPublishedEvent, toPublishedEventCard } from '#contract/published/event.ts'
import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { sendCachedOrRenderedJson } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDateAndDayEnd } from '#server/platform/settings/service.ts'
import { listPublicAwards } from '../awards/service.ts'
import { findPublicEvent, listPublicEvents } from './queries.ts'

/** Registers the calls of visitors about events. */
export const createEventsPublicRoutes = ({ guards, config, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    // what a reply says of live events changes at midnight and with the time zone of the site
    const cacheTags = ['events', 'settings']
    const getToday = async () => {
      const { today, endsAt } = await getSiteDateAndDayEnd({ config, database })
      responseCache.limitValidity(endsAt)
      return today
    }
    implement('GET /api/events', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, cacheTags, async () => ({
        success: true,
        // visitors see active events only
        events:
          request.query.status === false
            ? []
            : (await listPublicEvents(database.readDb, await getToday(), request.query.region)).map(
                toPublishedEventCard,
              ),
      })),
    )

    implement('GET /api/v1/events/:idOrSlug', (request, reply) =>
      // a slug may move to another event, so every write to events invalidates this response
      sendCachedOrRenderedJson(responseCache, request, reply, cacheTags, async () => {
        const event = await findPublicEvent(database.readDb, request.params.idOrSlug, await getToday())
        if (!event) throw new AppError('not-found')
        const awards = event.hasFinalResults ? await listPublicAwards(database.readDb, event.id) : []
        if (awards.length === 0) return { success: true, event: toPublishedEvent(event) }
        // the names of teams are read with their awards
        responseCache.addTag('teams')
        return { success: true, event: toPublishedEvent({ ...event, awards }) }
      }),
    )
  })
