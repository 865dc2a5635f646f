import type { TotalRule } from '#contract/event/event.ts'
import {
  type EarlierRanking,
  type RankingTimeline,
  timeMachineLimits,
} from '#contract/event/scores/time-machine.schema.ts'
import { sortAndRankScoreRows } from '#contract/event/scoring/ranking.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createConcurrencyLimiter } from '#server/platform/lib/limiters.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import {
  type EventRules,
  listEntriesWithRanks,
  mapEntryIdsByAttempt,
  readEventRules,
  runOnVisibleRankingSource,
  shortenPlayerNamesExceptAdults,
} from '../scores/service.ts'
import { readEventRulesOfLoggedRule } from './compare-results.ts'
import {
  findLastDayOfEvent,
  findLoggedRuleBeforeTime,
  listSampledRankingChangeMinutes,
  mapLoggedAttemptsByIdBeforeTime,
} from './queries.ts'
import { computeTotalsOfReplay } from './replay.ts'

/** Returns the rules of an event before a time. */
const readRulesBefore = async (
  db: Db,
  event: { id: string; totalRule: TotalRule },
  time: Date,
): Promise<EventRules> => {
  const rule = await findLoggedRuleBeforeTime(db, event.id, time)
  return rule ? readEventRulesOfLoggedRule(db, event.id, rule) : readEventRules(db, event)
}

/**
 * Creates the reader of earlier rankings, which it computes from the score log. It answers for events that
 * visitors see and whose last day is over; of a frozen ranking it shows no change since the freeze. All
 * functions throw `not-found`.
 */
export const createEndedEventPastRankingService = (core: Core) => {
  // a ranking is computed from all attempts of the event
  const limitRankings = createConcurrencyLimiter({ running: 2, waiting: 100, waitMs: 20_000 })
  const readPastEvent = async <T>(
    db: Db,
    idOrSlug: string,
    read: Parameters<typeof runOnVisibleRankingSource<T>>[2],
  ): Promise<T> => {
    const result = await runOnVisibleRankingSource(db, idOrSlug, async (event, source) => {
      const lastDate = await findLastDayOfEvent(db, event.id)
      if (lastDate === null || lastDate >= (await getSiteDate(core))) throw new AppError('not-found')
      return read(event, source)
    })
    if (result === undefined) throw new AppError('not-found')
    return result
  }

  return {
    /** Returns the times at which the ranking changed. */
    getTimeline: (db: Db, idOrSlug: string): Promise<RankingTimeline & { eventId: string }> =>
      readPastEvent(db, idOrSlug, async ({ id, frozenAt, freezeAt }) => {
        const minutes = await listSampledRankingChangeMinutes(db, id, frozenAt && freezeAt)
        return { eventId: id, times: minutes.map((minute) => minute.toISOString().replace(':00.000Z', 'Z')) }
      }),

    /** Returns the first entries of the ranking as it was at a time, with the names that visitors see today. */
    getRanking: (db: Db, idOrSlug: string, time: string): Promise<EarlierRanking & { eventId: string }> =>
      limitRankings(() =>
        readPastEvent(db, idOrSlug, async (event, source) => {
          const { id, frozenAt, freezeAt } = event
          const asked = new Date(time)
          const before = frozenAt && freezeAt && freezeAt < asked ? freezeAt : asked
          const attempts = await mapLoggedAttemptsByIdBeforeTime(db, id, before)
          const totals = computeTotalsOfReplay({ attempts }, await readRulesBefore(db, event, before))
          const ranked = sortAndRankScoreRows(
            [...totals].map(([entryId, { rankingKey, reachedAt, ...total }]) => ({
              id: entryId,
              ...total,
              reachedAt: new Date(reachedAt).toISOString(),
              ...(rankingKey
                ? { rankingKey: rankingKey.map((number) => (Number.isFinite(number) ? number : null)) }
                : {}),
            })),
          ).slice(0, timeMachineLimits.entries)
          const shown = new Set(ranked.map(({ id }) => id))
          const today = await getSiteDate(core)
          const listNamedEntries = async (ids: readonly string[]) =>
            shortenPlayerNamesExceptAdults(db, await listEntriesWithRanks(db, ids, source), source, today)
          const found = new Map((await listNamedEntries([...shown])).map((entry) => [entry.id, entry]))
          // the attempts of a guest may be those of a team since
          const ofMissing = [...attempts].filter(
            ([, { entryId }]) => shown.has(entryId) && !found.has(entryId),
          )
          const entryIdByAttempt = await mapEntryIdsByAttempt(
            db,
            ofMissing.map(([attemptId]) => attemptId),
            source,
          )
          const todays = await listNamedEntries([...new Set(entryIdByAttempt.values())])
          const entries = new Map([
            ...ofMissing.flatMap(([attemptId, { entryId }]) => {
              const today = todays.find(({ id }) => id === entryIdByAttempt.get(attemptId))
              return today ? [[entryId, today] as const] : []
            }),
            ...found,
          ])
          return {
            eventId: id,
            time,
            entryCount: totals.size,
            rows: ranked.map(({ id, rank, totalScore, totalTimeMs }) => {
              // an entry that was removed later has no names any more
              const entry = entries.get(id)
              return {
                id,
                rank,
                playerName: entry?.playerName ?? '',
                teamNo: entry?.teamNo ?? '',
                teamName: entry?.teamName ?? '',
                schoolName: entry?.schoolName ?? '',
                missionType: entry?.missionType ?? event.missionType,
                totalScore,
                totalTimeMs,
              }
            }),
          }
        }),
      ),
  }
}
