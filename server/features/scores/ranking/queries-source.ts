import { type SQL, sql } from 'drizzle-orm'

/** Whether a query reads the entries as they are, or the copies of a frozen ranking. */
export type RankingSource = 'standing' | 'frozen'

const entryTables: Record<RankingSource, string> = { standing: 'score_entries', frozen: 'frozen_score_entries score_entries' }
const attemptTables: Record<RankingSource, string> = { standing: 'score_attempts', frozen: 'frozen_score_attempts score_attempts' }

/** Returns the table of entries for a `from` clause. Its columns are always those of `score_entries`. */
export const getEntryTable = (source: RankingSource): string => entryTables[source]
/** Returns the table of entries for a `from` clause with the name `alias`. */
export const buildEntryTable = (source: RankingSource, alias: string): SQL =>
  sql.raw(`${source === 'frozen' ? 'frozen_score_entries' : 'score_entries'} ${alias}`)
/** Returns the table of attempts for a `from` clause. Its columns are always those of `score_attempts`. */
export const getAttemptTable = (source: RankingSource): string => attemptTables[source]

/** Returns the SQL condition that visitors see the ranking of the event `e` from this source. */
export const buildRankingSourceCondition = (source: RankingSource): SQL =>
  sql.raw(`${source === 'frozen' ? '' : 'not '}exists (select from ranking_freezes f where f.event_id = e.id and f.frozen_at is not null)`)
/** Returns the number of entries of the event `e` in this source. */
export const buildVisibleEntryCountQuery = (source: RankingSource): SQL =>
  sql.raw(source === 'frozen' ? '(select f.entry_count from ranking_freezes f where f.event_id = e.id)' : 'e.entry_count')
