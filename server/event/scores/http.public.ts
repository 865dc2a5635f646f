import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { maskPlayerEmailOfEntry } from '#contract/accounts/identity.ts'
import { isEventOver } from '#contract/event/event-phase.ts'
import type { RankingChange, ScoreRow } from '#contract/event/scores/score.schema.ts'
import { liveRankingSize } from '#contract/event/scores/score.ts'
import {
  toPublishedRankingChange,
  toPublishedScoreboard,
  toPublishedScoreEntry,
} from '#contract/published/score.ts'
import type { Deps } from '#server/deps.ts'
import { createStateChangeStreamPublisher, type EventStreams } from '#server/platform/http/event-stream.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { findSessionTokenInHeader, shouldMaskEmailsForRequester } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { sendCachedOrRenderedJson } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { Invalidator } from '#server/platform/lib/cache-invalidation.ts'
import {
  getSiteDate,
  getSiteTimeZone,
  shouldApiPublishMinorsFullNames,
} from '#server/platform/settings/service.ts'
import {
  findEntryWithAttempts,
  findLastResultTimeOfEvent,
  findVisibleRankingEvent,
  listTopEntriesOfRanking,
  readRankingPage,
  type VisibleRankingEvent,
} from './ranking/queries.ts'
import type { RankingSource } from './ranking/queries-freeze.ts'
import { loadAndMarkShownLevels } from './ranking/queries-levels.ts'
import { shortenPlayerNamesExceptAdults } from './ranking/queries-public-names.ts'
import { addRankExplanationAndRoundLabels } from './ranking/rank-explanations.ts'
import { runOnVisibleRankingSource } from './ranking/visible-ranking.ts'
import { loadAndMarkProvisionalEntries } from './scoring/queries-provisional.ts'

// The rank follows from the entries: an entry whose rank alone changed is not sent.
const content = ({ rank: _, ...row }: ScoreRow) => JSON.stringify(row)

/** Returns the difference between two states of the first entries of a ranking. */
const diffRankings = (before: RankingChange, after: RankingChange): RankingChange => {
  const contentBefore = new Map(before.changed.map((row) => [row.id, content(row)]))
  const idsAfter = new Set(after.changed.map(({ id }) => id))
  return {
    changed: after.changed.filter((row) => contentBefore.get(row.id) !== content(row)),
    removedIds: before.changed.filter(({ id }) => !idsAfter.has(id)).map(({ id }) => id),
    entryCount: after.entryCount,
    freezeAt: after.freezeAt,
    results: after.results,
    ...(JSON.stringify(before.rules) === JSON.stringify(after.rules) ? {} : { rules: after.rules ?? null }),
  }
}

/** Tells whether a change of a frozen ranking has no content. */
const isFrozenAndSame = (
  before: RankingChange,
  { changed, removedIds, entryCount, freezeAt, rules }: RankingChange,
): boolean =>
  freezeAt !== null &&
  rules === undefined &&
  changed.length + removedIds.length === 0 &&
  before.entryCount === entryCount &&
  before.freezeAt === freezeAt &&
  Date.parse(freezeAt) <= Date.now()

const toPanelEvent = ({ results, ...event }: VisibleRankingEvent) => ({
  ...event,
  areResultsFinal: results?.status === 'final',
})

type RankingPublisherOptions = {
  invalidator: Invalidator
  eventStreams: EventStreams
  /** Reads the first entries of a ranking; undefined when visitors do not see the event. */
  read: (eventId: string) => Promise<RankingChange | undefined>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Creates the publisher of live rankings by the ids of their events. A change below the first entries is
 * published too, without entries: pages that show other parts of the ranking read them again. A frozen
 * ranking publishes nothing without content, because that would show that its scores are written to.
 */
const createRankingPublisher = (options: RankingPublisherOptions) =>
  createStateChangeStreamPublisher({
    ...options,
    getTags: (eventId) => [`scores:${eventId}`],
    toSnapshot: toPublishedRankingChange,
    toEvent: (before, after) => {
      const change = diffRankings(before, after)
      return isFrozenAndSame(before, change)
        ? null
        : { name: 'ranking', data: toPublishedRankingChange(change) }
    },
  })

/**
 * Registers the calls that return rankings to visitors. Emails are masked, except for administrators with
 * the permission `privacy`.
 */
export const createScoresPublicRoutes = (
  { config, database, responseCache, guards, invalidator }: Deps,
  eventStreams: EventStreams,
) =>
  createCallsPlugin({ guards }, (implement, app) => {
    const core = { config, database }
    type Db = typeof database.db
    const readVisibleOrThrow = async <T>(
      db: Db,
      idOrSlug: string,
      read: (event: VisibleRankingEvent, source: RankingSource) => Promise<T>,
    ): Promise<T> => {
      const result = await runOnVisibleRankingSource(db, idOrSlug, read)
      if (result === undefined) throw new AppError('not-found')
      return result
    }

    const isRankingOver = async (
      db: Db,
      event: VisibleRankingEvent,
      source: RankingSource,
    ): Promise<boolean> => {
      const timeZone = await getSiteTimeZone(core)
      const hasFinalResults = event.results?.status === 'final'
      const isOverWith = (lastResultAt: string | null) =>
        isEventOver({ ...event, hasFinalResults, lastResultAt }, new Date(), timeZone)
      if (hasFinalResults || !isOverWith(null)) return hasFinalResults
      return isOverWith((await findLastResultTimeOfEvent(db, event.id, source))?.toISOString() ?? null)
    }

    /** Sends visitors the cached reply. A request with a token gets a reply of its own that is not cached. */
    const sendReply = async (
      request: FastifyRequest,
      reply: FastifyReply,
      read: (db: Db, maskEmails: boolean) => Promise<{ eventId: string; body: object }>,
    ) => {
      if (findSessionTokenInHeader(request) !== undefined) {
        const { body } = await read(database.db, shouldMaskEmailsForRequester(request))
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(body))
      }
      // A slug may move to another event, so every write to events invalidates the reply, as does a write to
      // the scores of this event, and to the settings, which say how minors are named.
      return sendCachedOrRenderedJson(responseCache, request, reply, ['events', 'settings'], async () => {
        const { eventId, body } = await read(database.readDb, true)
        responseCache.addTag(`scores:${eventId}`)
        return body
      })
    }

    implement(
      'GET /api/v1/events/scores/:eventId',
      (request, reply) =>
        sendReply(request, reply, (db, maskEmails) => {
          const { page, per_page: perPage, s: search, missionType, level, names } = request.query
          return readVisibleOrThrow(db, request.params.eventId, async (event, source) => {
            const hasFullNames = names !== 'short' && (await shouldApiPublishMinorsFullNames(core))
            const shownOn = hasFullNames ? undefined : await getSiteDate(core)
            const query = { page, perPage, search, missionType, level, shownOn }
            const { rows: ranked, total } = await readRankingPage(db, event, query, source)
            const named =
              shownOn === undefined
                ? ranked
                : await shortenPlayerNamesExceptAdults(db, ranked, source, shownOn)
            const marked = await loadAndMarkProvisionalEntries(db, toPanelEvent(event), named, source)
            // pages keep the levels of the whole ranking from it
            const isFirstPage = page === 1 && !search && missionType === undefined && level === undefined
            const { entries: rows, levels } = await loadAndMarkShownLevels(
              db,
              { eventId: event.id, entries: marked, isWholeRanking: isFirstPage },
              source,
            )
            const { entryCount } = event
            const freezeAt = event.freezeAt?.toISOString() ?? null
            const shown = {
              event,
              rows: maskEmails ? rows.map(maskPlayerEmailOfEntry) : rows,
              page,
              perPage,
              total,
              entryCount,
              freezeAt,
              results: event.results,
              rules: event.ruleSet && explanationTexts.describeRules(event.ruleSet),
              levels,
              isOver: await isRankingOver(db, event, source),
            }
            return { eventId: event.id, body: toPublishedScoreboard(shown) }
          })
        }),
      { onRequest: guards.identifyUser },
    )

    implement(
      'GET /api/v1/events/scores/:eventId/entries/:entryId',
      (request, reply) =>
        sendReply(request, reply, (db, maskEmails) =>
          readVisibleOrThrow(db, request.params.eventId, async (event, source) => {
            const found = await findEntryWithAttempts(db, event.id, request.params.entryId, source)
            if (!found) throw new AppError('not-found')
            const today = await getSiteDate(core)
            const named = await shortenPlayerNamesExceptAdults(db, [found], source, today)
            const [entry = found] = await loadAndMarkProvisionalEntries(
              db,
              toPanelEvent(event),
              named,
              source,
            )
            const explained = await addRankExplanationAndRoundLabels(db, event.id, entry, source, {
              texts: explanationTexts,
              today,
            })
            return {
              eventId: event.id,
              body: toPublishedScoreEntry(maskEmails ? maskPlayerEmailOfEntry(explained) : explained),
            }
          }),
        ),
      { onRequest: guards.identifyUser },
    )

    const readLiveEntries = (eventId: string): Promise<RankingChange | undefined> =>
      runOnVisibleRankingSource(database.db, eventId, async (event, source) => {
        const { entryCount, freezeAt, results, ruleSet } = event
        const ranked = await listTopEntriesOfRanking(database.db, event.id, liveRankingSize, source)
        const named = await shortenPlayerNamesExceptAdults(
          database.db,
          ranked,
          source,
          await getSiteDate(core),
        )
        const marked = await loadAndMarkProvisionalEntries(database.db, toPanelEvent(event), named, source)
        const { entries } = await loadAndMarkShownLevels(
          database.db,
          { eventId: event.id, entries: marked, isWholeRanking: false },
          source,
        )
        return {
          changed: entries.map(maskPlayerEmailOfEntry),
          removedIds: [],
          entryCount,
          freezeAt: freezeAt?.toISOString() ?? null,
          results,
          ...(ruleSet ? { rules: explanationTexts.describeRules(ruleSet) } : {}),
        }
      })
    const rankings = createRankingPublisher({
      invalidator,
      eventStreams,
      read: readLiveEntries,
      log: app.log,
    })
    implement('GET /api/v1/events/scores/:eventId/live', async (request, reply) => {
      const event = await findVisibleRankingEvent(database.db, request.params.eventId)
      const topic = event && (await rankings.topic(event.id))
      if (!topic) throw new AppError('not-found')
      topic.connect(request, reply)
    })
    app.addHook('onClose', async () => rankings.close())
  })
