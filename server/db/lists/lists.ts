import { type SQL, sql } from 'drizzle-orm'

/**
 * A list that may have a million rows, and how its order is written. Positions count in the order of `ascending`; a list that shows the newest first is
 * `reversed`. Everything here is fixed text of the program, never input.
 */
export type BigList = {
  /** The table, which is the list's name, too. */
  table: string
  reversed: boolean
  /** Which rows the list has. */
  present: string
  /** The column that splits the table into lists of their own, if one does. */
  scope?: string
  /** Three numbers that order the rows together with the id, as the triggers of migration `big_lists` write them. */
  keys: readonly [string, string, string]
  /** The lowest and the highest first number that there can be. */
  first: number
  last: number
  /** `order by` of an index, and backwards. */
  ascending: string
  descending: string
  /** A condition for the rows from a key up to, without, another one; an index can follow it. `low` and `high` are names of the columns `k1`, `k2`, `k3`, `id`. */
  within: (low: string, high: string) => string
  /** What a list can be narrowed to: columns, compared as text. */
  facets: readonly string[]
}

/** The scope of lists that are the whole table. */
export const whole = '00000000-0000-0000-0000-000000000000'

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`
const instant = (number: string) => `(timestamptz 'epoch' + ${number} * interval '1 millisecond')`

/** Rows that are shown the newest first, in the order of the index `(at desc nulls last, id desc nulls last)`. */
const byTime = (table: string, at: string, present: string, facets: readonly string[]): BigList => ({
  table,
  reversed: true,
  present,
  keys: [milliseconds(`${table}.${at}`), '0::bigint', '0::bigint'],
  first: -6e13,
  last: 2e14,
  ascending: `${table}.${at} asc nulls first, ${table}.id asc nulls first`,
  descending: `${table}.${at} desc nulls last, ${table}.id desc nulls last`,
  within: (low, high) =>
    `(${table}.${at}, ${table}.id) >= (${instant(`${low}.k1`)}, ${low}.id) and (${table}.${at}, ${table}.id) < (${instant(`${high}.k1`)}, ${high}.id)`,
  facets,
})

const scoreKeys = [
  '(-(score_entries.total_score * 1000)::bigint)',
  'score_entries.total_time_ms',
  milliseconds('score_entries.reached_at'),
] as const
const scoreKey = `(${scoreKeys.join(', ')}, score_entries.id)`

export const bigLists = {
  users: byTime('users', 'created_at', 'users.deleted_at is null', ['role', 'active']),
  downloads: byTime('downloads', 'created_at', 'true', ['country', 'platform', 'user_type']),
  messages: byTime('messages', 'created_at', 'true', ['state']),
  audit_log: byTime('audit_log', 'at', 'true', ['entity', 'action']),
  teams: byTime('teams', 'created_at', 'teams.deleted_at is null', ['competition_id', 'region_id', 'stage', 'age_level', 'paid']),
  /** The ranking of an event, the best first. */
  score_entries: {
    table: 'score_entries',
    reversed: false,
    present: 'true',
    scope: 'event_id',
    keys: scoreKeys,
    first: -9e15,
    last: 9e15,
    ascending: 'total_score desc nulls last, total_time_ms asc nulls last, reached_at asc nulls last, score_entries.id asc nulls last',
    descending:
      'total_score asc nulls first, total_time_ms desc nulls first, reached_at desc nulls first, score_entries.id desc nulls first',
    within: (low, high) =>
      `score_entries.total_score between -${high}.k1 / 1000.0 and -${low}.k1 / 1000.0
       and ${scoreKey} >= (${low}.k1, ${low}.k2, ${low}.k3, ${low}.id) and ${scoreKey} < (${high}.k1, ${high}.k2, ${high}.k3, ${high}.id)`,
    facets: ['mission_type'],
  },
} satisfies Record<string, BigList>

/** Where a row stands in a list. */
export type Key = { k: readonly [number, number, number]; id: string }
/** A stretch of a list: from a key up to, without, another one. */
export type Range = { low: Key; high: Key }

/** From before the first row to behind the last one. */
export const everything = ({ first, last }: BigList): Range => ({
  low: { k: [first, 0, 0], id: whole },
  high: { k: [last, 0, 0], id: whole },
})

/** Rows of one scope that are in the list. */
export const inList = (list: BigList, scope: string): SQL =>
  list.scope === undefined ? sql.raw(list.present) : sql`${sql.raw(`${list.table}.${list.scope}`)} = ${scope}::uuid`

/** What rows can be asked for: a word that stands in their search text, or a value of a facet. */
export type Term = { name: string; condition: SQL }

/** A word in search form; any case or spelling must be gone already. */
export const wordTerm = (list: BigList, word: string): Term => ({
  name: `word:${word}`,
  condition: sql`${sql.raw(`${list.table}.search`)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
})

/** A value of one of the list's facets. Throws for a facet that it has not. */
export const facetTerm = (list: BigList, facet: string, value: string): Term => {
  if (!list.facets.includes(facet)) throw new Error(`${list.table} has no facet ${facet}`)
  return { name: `${facet}=${value}`, condition: sql`${sql.raw(`${list.table}.${facet}`)}::text = ${value}` }
}

/** The term of a name as it was kept; undefined for one that the list no longer knows. */
export const termOf = (list: BigList, name: string): Term | undefined => {
  if (name.startsWith('word:')) return wordTerm(list, name.slice(5))
  const [facet = '', ...value] = name.split('=')
  return list.facets.includes(facet) ? facetTerm(list, facet, value.join('=')) : undefined
}
