import type { OwnScore } from '#contract/own-data.ts'
import { placesOf, scoreKeys } from '#contract/rules/ranking.ts'
import type {
  AdminScoreEntry,
  AdminScorePage,
  Attempt,
  RemovedScores,
  ScoreChange,
  ScoreEntry,
  ScorePage,
  ScoreRow,
} from '#contract/score.ts'
import type { Db as AnyDb } from '#server/db/open.ts'
import type { Paging } from '#server/db/paging.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import {
  attemptsOf,
  type EntryFilter,
  eachEntry,
  entryById,
  presentEvent,
  ranksOf,
  selectRankedPage,
  selectTopEntries,
  topLimit,
  visibleEvent,
} from './queries.ts'
import { forgetEntries, ownEntries, type Whose } from './queries-own.ts'
import { listRemoved } from './queries-removed.ts'
import { type EntryRow, masked, type ScoredEvent } from './rows.ts'

type Database = Core['database']
type Db = Database['db']
export type BoardQuery = EntryFilter & Paging

/** How many places the live line tells of. */
export const livePlaces = 100

const ranked = (entries: readonly EntryRow[], from?: Parameters<typeof placesOf>[2]): ScoreRow[] =>
  placesOf(entries, scoreKeys, from).map(({ item, place }) => ({ ...item, rank: place }))

/** A page of a ranking with ranks, and how many entries match. The first pages without a filter take their ranks from the order of the index. */
const readBoardPage = async (
  db: Db,
  event: ScoredEvent,
  { page, perPage, search, missionType }: BoardQuery,
): Promise<{ rows: ScoreRow[]; total: number }> => {
  const end = page * perPage
  if (search || missionType !== undefined || end > topLimit) return selectRankedPage(db, event.id, { page, perPage, search, missionType })
  return { rows: ranked(await selectTopEntries(db, event.id, end)).slice(end - perPage), total: event.entries }
}

/** A page of the ranking of an event that visitors see, by id or slug; e-mail addresses masked unless `whole`. Throws `not-found`. */
export const scoreboard = async (db: Db, idOrSlug: string, query: BoardQuery, whole: boolean): Promise<ScorePage> => {
  const event = await visibleEvent(db, idOrSlug)
  if (!event) throw new AppError('not-found')
  const { rows, total } = await readBoardPage(db, event, query)
  return {
    event: { id: event.id, slug: event.slug, title: event.title },
    rows: whole ? rows : rows.map(masked),
    page: query.page,
    perPage: query.perPage,
    total,
    entries: event.entries,
  }
}

const withRank = async (db: Db, row: EntryRow): Promise<ScoreRow> => ({ ...row, rank: (await ranksOf(db, [row.id])).get(row.id) ?? 0 })

/** An entry of an event that visitors see, with its attempts. Throws `not-found`. */
export const entryOf = async (db: Db, idOrSlug: string, entryId: string, whole: boolean): Promise<ScoreEntry & { eventId: string }> => {
  const event = await visibleEvent(db, idOrSlug)
  const found = event && (await entryById(db, event.id, entryId))
  if (!found) throw new AppError('not-found')
  const [row, attempts] = await Promise.all([withRank(db, found.row), attemptsOf(db, entryId)])
  return { eventId: event.id, row: whole ? row : masked(row), attempts }
}

/** The first places of an event that visitors see, as the live line tells them; undefined when they see it no more. */
export const firstPlaces = async (db: Db, eventId: string): Promise<ScoreChange | undefined> => {
  const event = await visibleEvent(db, eventId)
  return event && { rows: ranked(await selectTopEntries(db, eventId, livePlaces)).map(masked), gone: [], entries: event.entries }
}

/** What the back office reads: hidden events too, e-mail addresses whole, from the writer's database. All throw `not-found`. */
export const adminScores = ({ db }: Database) => {
  const eventOf = async (id: string): Promise<ScoredEvent> => {
    const event = await presentEvent(db, id)
    if (!event) throw new AppError('not-found')
    return event
  }
  return {
    eventOf,
    list: async (eventId: string, query: BoardQuery): Promise<AdminScorePage> => {
      const event = await eventOf(eventId)
      return { event, ...(await readBoardPage(db, event, query)), page: query.page, perPage: query.perPage, entries: event.entries }
    },
    entry: async (eventId: string, entryId: string): Promise<AdminScoreEntry> => {
      await eventOf(eventId)
      const found = await entryById(db, eventId, entryId)
      if (!found) throw new AppError('not-found')
      const [row, attempts] = await Promise.all([withRank(db, found.row), attemptsOf(db, entryId)])
      return { row, attempts, userId: found.userId, teamId: found.teamId }
    },
    /** What was removed in the last 30 days and is not back, newest first, at most 100. */
    removed: async (eventId: string): Promise<RemovedScores[]> => {
      await eventOf(eventId)
      return (await listRemoved(db, eventId)).map(({ id, at, by, record: { entry, attempts } }) => ({
        id,
        at: at.toISOString(),
        by,
        name: entry.playerName,
        team: entry.teamName,
        attempts: attempts.length,
      }))
    },
    /** The whole ranking in parts, in order, with places. */
    each: async function* (eventId: string): AsyncGenerator<ScoreRow[]> {
      let before = 0
      let last: ScoreRow | undefined
      for await (const entries of eachEntry(db, eventId)) {
        const [first] = entries
        const shares = last && first && first.totalScore === last.totalScore && first.totalTimeMs === last.totalTimeMs
        const rows: ScoreRow[] = ranked(entries, { before, firstPlace: shares && last ? last.rank : before + 1 })
        yield rows
        before += rows.length
        last = rows.at(-1)
      }
    },
  }
}

/** Somebody's places in the rankings that visitors see, the newest first. `email` counts only when it is proven. */
export const scoresOf = async (db: Db, whose: Whose): Promise<OwnScore[]> => {
  const visible = (await ownEntries(db, whose)).filter(({ event }) => event.visible)
  const ranks = await ranksOf(
    db,
    visible.map(({ row }) => row.id),
  )
  return visible.map(({ event: { id, slug, titleEn, titleAr, entries }, row }) => ({
    event: { id, slug, title: { en: titleEn, ar: titleAr } },
    row: { ...row, rank: ranks.get(row.id) ?? 0 },
    of: entries,
  }))
}

/** Everything that is kept of somebody's scores, one entry after the other, with the runs. */
export const eachScoreOf = async function* (db: AnyDb, whose: Whose) {
  for (const { event, row } of await ownEntries(db, whose)) {
    const runs: Attempt[] = (await attemptsOf(db, row.id)).map(({ id, mission, score, timeMs, at }) => ({ id, mission, score, timeMs, at }))
    yield { event: { id: event.id, slug: event.slug, title: { en: event.titleEn, ar: event.titleAr } }, entry: row, runs }
  }
}

/** Scores stay when somebody goes, without who it was. Gives the entries, and the tags of what shows them, to be announced after the transaction. */
export const forgetScoresOf = async (tx: AnyDb, whose: Whose): Promise<{ entryIds: string[]; tags: string[] }> => {
  const entries = await forgetEntries(tx, whose)
  return { entryIds: entries.map(({ id }) => id), tags: [...new Set(entries.map(({ eventId }) => `scores:${eventId}`))] }
}
