import { callWithoutToken as call } from './browser-calls.ts'

/** The public calls about earlier rankings of a past event, in the browser only. They throw `not-found`. */
export const earlierRankingApi = {
  /** The times at which the ranking changed. */
  getTimeline: (eventId: string, signal: AbortSignal) =>
    call('GET /api/v1/events/scores/:eventId/timeline', { params: { eventId }, signal }),
  /** The first entries of the ranking at a time of the timeline. */
  getRankingAt: (eventId: string, time: string, signal: AbortSignal) =>
    call('GET /api/v1/events/scores/:eventId/at', { params: { eventId }, query: { time }, signal }),
}
