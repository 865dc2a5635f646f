import type { Deps } from '#server/deps.ts'
import { createStateChangeStreamPublisher, type EventStreams } from '#server/platform/http/event-stream.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getRevealCacheTag } from '../awards/service.ts'
import { getDisplayCacheTag, readPublicDisplayState } from '../display/service.ts'
import { findVisibleRankingEvent } from '../scores/service.ts'
import { createFreezeAndRevealService } from './service.ts'

const splitStreamKey = (key: string): { eventId: string; rehearsalKey: string | undefined } => {
  const [eventId = '', rehearsalKey] = key.split(' ')
  return { eventId, rehearsalKey }
}

/**
 * Registers the event stream of the display page: the reveal of a ranking, and what the screens show. One
 * stream has both, because a browser opens few connections to a server.
 */
export const createDisplayStreamPublicRoutes = (deps: Deps, eventStreams: EventStreams) =>
  createCallsPlugin(deps, (implement, app) => {
    const { database, invalidator } = deps
    const service = createFreezeAndRevealService(deps, { explanationTexts })
    const reveals = createStateChangeStreamPublisher({
      invalidator,
      eventStreams,
      log: app.log,
      read: async (key) => {
        const { eventId, rehearsalKey } = splitStreamKey(key)
        return (await findVisibleRankingEvent(database.db, eventId))
          ? {
              reveal: await service.readVisibleReveal(eventId, rehearsalKey),
              display: await readPublicDisplayState(database.db, eventId),
            }
          : undefined
      },
      getTags: (key) => {
        const { eventId } = splitStreamKey(key)
        // the members of a team disappear with their consent
        return [getRevealCacheTag(eventId), getDisplayCacheTag(eventId), 'teams']
      },
      toSnapshot: (state) => state,
      toEvent: (before, after) =>
        JSON.stringify(before) === JSON.stringify(after) ? null : { name: 'reveal', data: after },
    })
    implement('GET /api/v1/events/scores/:eventId/reveal', async (request, reply) => {
      const event = await findVisibleRankingEvent(database.db, request.params.eventId)
      const { rehearsal } = request.query
      // a wrong key gets the stream of visitors, so that keys take no memory
      const isRehearsal =
        event && rehearsal !== undefined && (await service.isRehearsalKey(event.id, rehearsal))
      const topic = event && (await reveals.topic(isRehearsal ? `${event.id} ${rehearsal}` : event.id))
      if (!topic) throw new AppError('not-found')
      topic.connect(request, reply)
    })
    app.addHook('onClose', async () => reveals.close())
  })
