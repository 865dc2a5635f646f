import { getRecordRestoreDeadline } from '#contract/accounts/retention.ts'
import type { AdminScoreEntry, AdminScorePage, RemovedScore } from '#contract/event/scores/score.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { loadAndMarkProvisionalEntries } from '../scoring/queries-provisional.ts'
import { mapJudgeAndReviewerNamesByAttempt, mapJudgesOfEventById } from '../write/queries-judges.ts'
import { listNewestRestorableScoresOfEvent } from '../write/queries-removed-scores.ts'
import {
  findEntryWithAttempts,
  findRankingEvent,
  type RankingEventWithFreeze,
  type RankingQuery,
  readRankingPage,
} from './queries.ts'
import { loadAndMarkShownLevels } from './queries-levels.ts'

/** Returns the event of a ranking, active or not. Throws `not-found`. */
export const getRankingEvent = async (db: Db, id: string): Promise<RankingEventWithFreeze> => {
  const event = await findRankingEvent(db, id)
  if (!event) throw new AppError('not-found')
  return event
}

/** Finds an entry of the standing ranking with its attempts and their judges. */
export const findEntryWithJudges = async (
  db: Db,
  eventId: string,
  entryId: string,
): Promise<AdminScoreEntry | undefined> => {
  const entry = await findEntryWithAttempts(db, eventId, entryId)
  if (!entry) return undefined
  const judges = await mapJudgeAndReviewerNamesByAttempt(
    db,
    entry.attempts.map(({ id }) => id),
  )
  // an administrator may have entered the sheet of a judge of a panel
  const namedJudges = entry.attempts.some(({ values }) => values?.[judgeKey])
    ? await mapJudgesOfEventById(db, eventId)
    : undefined
  return {
    ...entry,
    attempts: entry.attempts.map((attempt) => {
      const judgeName = namedJudges?.get(String(attempt.values?.[judgeKey]))?.name ?? ''
      return { ...attempt, ...(judges.get(attempt.id) ?? { judgeName, reviewerName: '' }) }
    }),
  }
}

/**
 * Creates the service with which administrators read the scores of an event, active or not, from the primary
 * database. All functions throw `not-found`.
 */
export const createAdminScoreReader = ({ db }: Core['database']) => {
  const getEvent = (id: string): Promise<RankingEventWithFreeze> => getRankingEvent(db, id)
  return {
    getEvent,
    getPage: async (eventId: string, query: RankingQuery): Promise<AdminScorePage> => {
      const { entryCount, freeze, ruleSet, areResultsFinal, ...event } = await getEvent(eventId)
      const { rows, total } = await readRankingPage(db, { id: eventId, entryCount }, query)
      const marked = await loadAndMarkProvisionalEntries(
        db,
        { id: eventId, ruleSet, areResultsFinal },
        rows,
        'current',
      )
      const { entries: scores, levels } = await loadAndMarkShownLevels(db, {
        eventId,
        entries: marked,
        isWholeRanking: true,
      })
      return {
        event,
        scores,
        ...(levels.length > 1 ? { levels } : {}),
        entryCount,
        freeze,
        currentPage: query.page,
        totalItems: total,
        per_page: query.perPage,
      }
    },
    getEntry: async (eventId: string, entryId: string): Promise<AdminScoreEntry> => {
      await getEvent(eventId)
      const entry = await findEntryWithJudges(db, eventId, entryId)
      if (!entry) throw new AppError('not-found')
      return entry
    },
    /** Entries and attempts that can be restored, the newest removal first, at most 100. */
    listRemoved: async (eventId: string): Promise<RemovedScore[]> => {
      await getEvent(eventId)
      return (await listNewestRestorableScoresOfEvent(db, eventId)).map(
        ({ id, removedAt, removedBy, record: { entry, attempts } }) => ({
          id,
          removedAt: removedAt.toISOString(),
          removedBy,
          restorableUntil: getRecordRestoreDeadline(removedAt).toISOString(),
          playerName: entry.playerName,
          teamName: entry.teamName,
          attemptCount: attempts.length,
        }),
      )
    },
  }
}
