import { type SQL, sql } from 'drizzle-orm'
import { ageOfMajority } from '#contract/people/teams/age.ts'
import { toFirstNameAndInitial } from '#contract/people/teams/person-name.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildAliasedEntryTableSql, type RankingSource } from './queries-freeze.ts'

/**
 * Returns the SQL condition that the name of the entry `entry` is that of its account `account`, and that the
 * account is of age on the day `today` (`isMinor` of contract/people/teams/age.ts). Results of a child may have the
 * email of a parent, and so the account of the parent with the name of the child. The first line of both stored
 * searches is the name.
 */
export const buildOwnNameOfAdultCondition = (entry: SQL, account: SQL, today: string): SQL =>
  sql`${account}.birth_date <= ${today}::date - make_interval(years => ${ageOfMajority})
    and trim(split_part(${entry}.search, E'\\n', 1)) = trim(split_part(${account}.search, E'\\n', 1))`

/**
 * Shortens the names of players as visitors see them on the day `today`: all but the names of adults in
 * entries of their own accounts. Reads nothing where no player is named.
 */
export const shortenPlayerNamesExceptAdults = async <E extends { id: string; playerName: string }>(
  db: Db,
  entries: readonly E[],
  source: RankingSource,
  today: string,
): Promise<E[]> => {
  const named = entries.flatMap(({ id, playerName }) => (playerName === '' ? [] : id))
  if (named.length === 0) return [...entries]
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from ${buildAliasedEntryTableSql(source, 'e')} join users u on u.id = e.user_id
    where e.id = any(${sql.param(named)}::uuid[]) and ${buildOwnNameOfAdultCondition(sql`e`, sql`u`, today)}`)
  const adults = new Set(rows.map(({ id }) => id))
  return entries.map((entry) =>
    adults.has(entry.id) ? entry : { ...entry, playerName: toFirstNameAndInitial(entry.playerName) },
  )
}
