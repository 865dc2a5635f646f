import { sql } from 'drizzle-orm'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import type { LoggedAttempt, LoggedRule } from '#contract/score-log.schema.ts'
import { timeMachineLimits } from '#contract/time-machine.schema.ts'
import type { Db } from '#server/db/open.ts'
import { mergeLoggedRule } from '#server/features/scores/service.ts'

/** When a change was public: attempts of before the log count from their own time. */
const changeTime = sql.raw(`case when kind = 'initial' then ("after"::jsonb ->> 'at')::timestamptz else time end`)
/** Rows that can change the ranking. A row about rules without `before` has rules that were in force already. */
const changesRanking = sql.raw(`(attempt_id is not null or kind = 'purge' or (kind = 'rule' and before is not null))`)

/** Returns the last day of an event as `YYYY-MM-DD`, null without dates. */
export const findLastDayOfEvent = async (db: Db, eventId: string): Promise<string | null> => {
  const { rows } = await db.execute<{ date: string | null }>(
    sql`select greatest(start_date, end_date)::text as date from events where id = ${eventId}`,
  )
  return rows[0]?.date ?? null
}

/**
 * Lists the full minutes after which the log of an event changed the ranking, the earliest first, before `until` if it is set. When there are more than the limit, some
 * between the first and the last are left out.
 */
export const listRankingChangeMinutes = async (db: Db, eventId: string, until: Date | null): Promise<Date[]> => {
  const { rows } = await db.execute<{ minute: Date }>(sql`
    with minutes as (
      select distinct date_trunc('minute', ${changeTime}) + interval '1 minute' as minute from score_log
      where event_id = ${eventId} and ${changesRanking} and (${until}::timestamptz is null or ${changeTime} < ${until}::timestamptz)
    ), numbered as (
      select minute, row_number() over (order by minute) - 1 as number, count(*) over () as total from minutes
    )
    select minute from numbered
    where total <= ${timeMachineLimits.times} or number = total - 1
      or number * ${timeMachineLimits.times - 1} / total <> (number - 1) * ${timeMachineLimits.times - 1} / total or number = 0
    order by minute limit ${timeMachineLimits.times}`)
  return rows.map(({ minute }) => new Date(minute))
}

/** Lists the attempts of an event that the log gives before a time, by id. */
export const mapLoggedAttemptsBefore = async (
  db: Db,
  eventId: string,
  time: Date,
): Promise<Map<string, LoggedAttempt & { entryId: string }>> => {
  const { rows } = await db.execute<{ attempt_id: string; entry_id: string; after: string | null }>(sql`
    select distinct on (attempt_id) attempt_id, entry_id, after from score_log
    where event_id = ${eventId} and attempt_id is not null and ${changeTime} < ${time} order by attempt_id, sequence desc`)
  return new Map(
    rows.flatMap(({ attempt_id, entry_id, after }) =>
      after === null ? [] : [[attempt_id, { ...(JSON.parse(after) as LoggedAttempt), entryId: entry_id }] as const],
    ),
  )
}

type RuleRow = { before: string | null; after: string | null; earlier: boolean }
/** Returns the rules before a change of them. A row without `before` adds what the log did not have, which was so before. */
const undoRuleRow = (rule: Partial<LoggedRule>, { before, after }: RuleRow): Partial<LoggedRule> => {
  const changed = JSON.parse(after ?? '{}') as Partial<LoggedRule>
  if (before === null) return { ...rule, ...changed }
  const kept = Object.entries(rule).filter(([key]) => !(key in changed))
  return { ...Object.fromEntries(kept), ...JSON.parse(before) }
}

/** Returns the rules of an event before a time: those of the next change before it happened, then those of all changes until the time. Undefined without a row about rules. */
export const findLoggedRuleBefore = async (db: Db, eventId: string, time: Date): Promise<LoggedRule | undefined> => {
  const { rows } = await db.execute<RuleRow>(
    sql`select before, after, time < ${time} as earlier from score_log where event_id = ${eventId} and kind = 'rule' order by sequence`,
  )
  if (rows.length === 0) return undefined
  let rule: Partial<LoggedRule> = {}
  for (const row of rows.filter(({ earlier }) => !earlier).reverse()) rule = undoRuleRow(rule, row)
  for (const { after } of rows.filter(({ earlier }) => earlier)) rule = mergeLoggedRule(rule, JSON.parse(after ?? '{}'))
  return rule as LoggedRule
}

/** Returns a version of the rule set of an event; null when the event had none in that version. */
export const findRuleSetByVersion = async (db: Db, eventId: string, version: number): Promise<RuleSet | null> => {
  const { rows } = await db.execute<{ document: RuleSet | null }>(
    sql`select document from event_rule_sets where event_id = ${eventId} and version = ${version}`,
  )
  return rows[0]?.document ?? null
}
