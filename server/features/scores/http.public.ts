import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { entryParams, entryReply, scoreboardParams, scoreboardQuery, scoreboardReply } from '#contract/published/score.schema.ts'
import { entryToWire, scoreboardToWire } from '#contract/published/score.ts'
import type { Deps } from '#server/deps.ts'
import { maybeSigned, tokenOf } from '#server/http/auth.ts'
import { liveLines } from '#server/http/live.ts'
import { sendFinishedJson } from '#server/http/send-finished.ts'
import { AppError } from '#server/lib/app-error.ts'
import { watchScores } from './http.live.ts'
import { entryOf, firstPlaces, scoreboard } from './service.ts'

/** The calls with which visitors see rankings. */
export const scoresPublic =
  ({ database, finished, guards, changes }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = ['scores']
    const isAdmin = (request: FastifyRequest) => maybeSigned(request)?.role === 'admin'

    /** Visitors get the finished reply; who sent a token gets one of their own, which nobody keeps. */
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      read: (from: typeof database.db, whole: boolean) => Promise<{ eventId: string; body: object }>,
    ) => {
      if (tokenOf(request) !== undefined) {
        const { body } = await read(database.db, isAdmin(request))
        return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body))
      }
      // a slug may come to mean another event: every write to events ends the reply; a write to the scores of this one, too
      return sendFinishedJson(finished, request, reply, ['events'], async () => {
        const { eventId, body } = await read(database.readDb, false)
        finished.alsoRead(`scores:${eventId}`)
        return body
      })
    }

    app.get(
      '/api/v1/events/scores/:eventId',
      {
        onRequest: guards.visitor,
        config: { for: 'visitor' },
        schema: {
          summary: "An event's ranking, by id or slug",
          description:
            '`rank` is the place in the whole ranking, whatever is searched or filtered. Times are seconds. `Scores[].userId.email` is masked for everybody but administrators.',
          tags,
          params: scoreboardParams,
          querystring: scoreboardQuery,
          response: { 200: scoreboardReply },
        },
      },
      (request, reply) =>
        answer(request, reply, async (db, whole) => {
          const { page, per_page: perPage, s: search, missionType } = request.query
          const board = await scoreboard(db, request.params.eventId, { page, perPage, search, missionType }, whole)
          return { eventId: board.event.id, body: scoreboardToWire(board) }
        }),
    )

    app.get(
      '/api/v1/events/scores/:eventId/entries/:entryId',
      {
        onRequest: guards.visitor,
        config: { for: 'visitor' },
        schema: { summary: 'One entry with its attempts', tags, params: entryParams, response: { 200: entryReply } },
      },
      (request, reply) =>
        answer(request, reply, async (db, whole) => {
          const { eventId, ...entry } = await entryOf(db, request.params.eventId, request.params.entryId, whole)
          return { eventId, body: entryToWire(entry) }
        }),
    )

    const lines = liveLines(app)
    const watch = watchScores({ changes, lines, read: (eventId) => firstPlaces(database.db, eventId), log: app.log })
    app.get(
      '/api/v1/events/scores/:eventId/live',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'The ranking as it changes (Server-Sent Events)',
          description:
            '`snapshot` has the first 100 places; `ranking` what changed in them since: `Scores` new or different, `gone` ids that left, `totalScores` how many entries there are. A reconnect with `Last-Event-ID` misses nothing. `closed` says that the event is not there any more.',
          tags,
          params: scoreboardParams,
          produces: ['text/event-stream'],
        },
      },
      async (request, reply) => {
        const board = await scoreboard(database.db, request.params.eventId, { page: 1, perPage: 1 }, false)
        const topic = await watch.topic(board.event.id)
        if (!topic) throw new AppError('not-found')
        topic.attach(request, reply)
      },
    )
    app.addHook('onClose', async () => watch.close())
  }
