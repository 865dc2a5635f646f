import { type SQL, sql } from 'drizzle-orm'
import { ageOfMajority } from '#contract/rules/age.ts'
import { toPublicName } from '#contract/rules/person-name.ts'
import type { Db } from '#server/db/open.ts'
import { buildAliasedEntryTable, type RankingSource } from './queries-freeze.ts'

/** Returns the SQL condition that a person is of age on the day `today` (`isMinor` of contract/rules/age.ts). */
export const buildOfAgeCondition = (birthDate: SQL, today: string): SQL =>
  sql`${birthDate} <= ${today}::date - make_interval(years => ${ageOfMajority})`

/**
 * Shortens the names of players as visitors see them on the day `today`: those of minors, and of players
 * without an account or a birth date. Reads nothing where no player is named.
 */
export const shortenNamesOfMinors = async <E extends { id: string; playerName: string }>(
  db: Db,
  entries: readonly E[],
  source: RankingSource,
  today: string,
): Promise<E[]> => {
  const named = entries.flatMap(({ id, playerName }) => (playerName === '' ? [] : id))
  if (named.length === 0) return [...entries]
  const { rows } = await db.execute<{ id: string; birth_date: string }>(sql`
    select e.id, u.birth_date::text from ${buildAliasedEntryTable(source, 'e')} join users u on u.id = e.user_id
    where e.id = any(${sql.param(named)}::uuid[]) and u.birth_date is not null`)
  const birthDates = new Map(rows.map(({ id, birth_date: birthDate }) => [id, birthDate]))
  return entries.map((entry) => ({
    ...entry,
    playerName: toPublicName(entry.playerName, birthDates.get(entry.id), today),
  }))
}
