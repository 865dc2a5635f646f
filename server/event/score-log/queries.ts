import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { TotalRule } from '#contract/event/event.ts'
import { importedSheetDevice } from '#contract/event/judging/judge.ts'
import type {
  LoggedAttempt,
  LoggedRule,
  ScoreLogHead,
  ScoreLogKind,
} from '#contract/event/scores/score-log.schema.ts'
import { timeMachineLimits } from '#contract/event/scores/time-machine.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { CalculationVersion } from '#contract/event/scoring/rule-set.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { publishedScoreLogHeads, scoreLog } from '#server/platform/db/schema/score-log.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { mergeLoggedRuleChange } from '../scores/service.ts'

/** A row of the log as it is stored: `before` and `after` are JSON texts. */
export type StoredScoreLogRow = typeof scoreLog.$inferSelect

/** Lists the next 1,000 rows of the log of an event after a sequence. */
export const listNextScoreLogRows = (
  db: Db,
  eventId: string,
  sequence: number,
): Promise<StoredScoreLogRow[]> =>
  db
    .select()
    .from(scoreLog)
    .where(sql`${scoreLog.eventId} = ${eventId} and ${scoreLog.sequence} > ${sequence}`)
    .orderBy(asc(scoreLog.sequence))
    .limit(1000)

/**
 * Returns the last row that the frozen ranking of an event has, when the freeze of its log names one; else
 * null.
 */
export const findLastLogSequenceOfFrozenRanking = async (db: Db, eventId: string): Promise<number | null> => {
  const { rows } = await db.execute<{ sequence: string | null }>(sql`
    select substring(after from '"sequence":([0-9]+)') as sequence from score_log where event_id = ${eventId} and kind = 'freeze'
    order by score_log.sequence desc limit 1`)
  const sequence = rows[0]?.sequence ?? null
  return sequence === null ? null : Number(sequence)
}

/** Lists the ids of all events with a log, a head or scores. */
export const listLoggedOrScoredEventIds = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select event_id as id from score_log_heads union select event_id from score_log union select event_id from published_score_log_heads
    union select event_id from score_entries order by id`)
  return rows.map(({ id }) => id)
}

/** The event of a log. */
export type LoggedEvent = {
  id: string
  slug: string
  title: Localized
  totalRule: TotalRule
  calculation: CalculationVersion
  entryCount: number
}

/** Finds an event by id or slug, deleted or not. */
export const findEventIncludingDeleted = async (
  db: Db,
  idOrSlug: string,
): Promise<LoggedEvent | undefined> => {
  const [row] = await db
    .select({
      id: events.id,
      slug: events.slug,
      title: { en: events.titleEn, ar: events.titleAr },
      totalRule: events.totalRule,
      calculation: events.calculationVersion,
      entryCount: events.entryCount,
    })
    .from(events)
    .where(sql`${events.id}::text = ${idOrSlug} or ${events.slug} = ${idOrSlug}`)
    .limit(1)
  return row
}

/** Lists the published heads of an event, the newest first. */
export const listPublishedHeadsOfEvent = (
  db: Db,
  eventId: string,
): Promise<(ScoreLogHead & { publishedAt: Date })[]> =>
  db
    .select({
      sequence: publishedScoreLogHeads.sequence,
      hash: publishedScoreLogHeads.hash,
      publishedAt: publishedScoreLogHeads.publishedAt,
    })
    .from(publishedScoreLogHeads)
    .where(eq(publishedScoreLogHeads.eventId, eventId))
    .orderBy(desc(publishedScoreLogHeads.publishedAt), desc(publishedScoreLogHeads.id))

/** Maximum number of rows that one query reads. */
const mostRows = 1000

type SheetJudges = { judgeName: string; reviewerName: string }
/** A row of the log with the names that its participant, its actor and its judges have today. */
export type NamedScoreLogRow = StoredScoreLogRow & {
  participantName: string
  actorName: string
} & SheetJudges

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** SQL for an id in the values of a row of these kinds. Rows may have texts that are no JSON. */
const loggedId = (field: string, ...kinds: readonly ScoreLogKind[]) =>
  sql.raw(`substring(case when score_log.kind in (${kinds.map((kind) => `'${kind}'`).join()}) then coalesce(score_log.after, score_log.before) end
  from '"${field}":"(${uuidPattern})"')::uuid`)

/**
 * Lists who judged and who confirmed the sheets of rows, by the sequence of the row. A row about a sheet names
 * it; it was confirmed by then when the row has its attempt. The sheet of a row about an attempt is
 * the last one that its device sent or had confirmed until then, first of all one of the same attempt: a
 * removed attempt has no sheets any more. Sheets that administrators take in from files have one device.
 */
const mapSheetJudgesBySequence = async (
  db: Db,
  rows: readonly StoredScoreLogRow[],
): Promise<Map<number, SheetJudges>> => {
  const [first, ...others] = rows.filter(
    ({ device, kind }) => device !== null || kind === 'sheet' || kind === 'initial',
  )
  if (!first) return new Map()
  const sequences = [first, ...others].map(({ sequence }) => sequence)
  const { rows: found } = await db.execute<{
    sequence: string
    judge_name: string
    reviewer_name: string
  }>(sql`
    select score_log.sequence, coalesce(j.name, '') as judge_name, coalesce(second.name, trim(u.first_name || ' ' || u.last_name), '') as reviewer_name
    from score_log join lateral (
      select s.judge_id, r.reviewer_id, r.reviewed_by from judge_sheets s left join sheet_reviews r on r.sheet_id = s.id and r.status = 'confirmed'
        and ${loggedId('attemptId', 'sheet', 'initial')} is not null
      where s.id = ${loggedId('sheetId', 'sheet', 'initial')} and s.event_id = score_log.event_id
      union all
      (select s.judge_id, r.reviewer_id, r.reviewed_by from judge_sheets s left join sheet_reviews r on r.sheet_id = s.id
      where score_log.kind <> 'sheet' and s.device = score_log.device and s.event_id = score_log.event_id and not s.is_discarded and coalesce(r.status, 'confirmed') = 'confirmed'
        and (s.device <> ${importedSheetDevice} or s.attempt_id = score_log.attempt_id)
        -- both times are rounded to milliseconds
        and coalesce(r.reviewed_at, s.received_at) <= score_log.time + interval '2 milliseconds'
      order by (s.attempt_id = score_log.attempt_id) is true desc, coalesce(r.reviewed_at, s.received_at) desc limit 1)
    ) sheet on true
      left join judges j on j.id = sheet.judge_id left join judges second on second.id = sheet.reviewer_id left join users u on u.id = sheet.reviewed_by
    where score_log.event_id = ${first.eventId} and score_log.sequence = any(${sql.param(sequences)}::bigint[])`)
  return new Map(
    found.map(({ sequence, judge_name: judgeName, reviewer_name: reviewerName }) => [
      Number(sequence),
      { judgeName, reviewerName },
    ]),
  )
}

/** SQL for the name of the team of an award or a sheet. */
const teamName = sql`(select t.name from teams t where t.id = ${loggedId('teamId', 'award', 'sheet', 'initial')})`

const selectNamedRows = async (db: Db, where: SQL): Promise<NamedScoreLogRow[]> => {
  const rows = await db
    .select({
      row: scoreLog,
      participantName: sql<string>`coalesce(nullif(${scoreEntries.playerName}, ''), nullif(${scoreEntries.teamName}, ''), ${scoreEntries.teamNo}, ${teamName}, '')`,
      actorName: sql<string>`coalesce(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
    })
    .from(scoreLog)
    .leftJoin(scoreEntries, eq(scoreEntries.id, scoreLog.entryId))
    .leftJoin(users, eq(users.id, scoreLog.actorId))
    .where(where)
    .orderBy(desc(scoreLog.sequence))
    .limit(mostRows)
  const judges = await mapSheetJudgesBySequence(
    db,
    rows.map(({ row }) => row),
  )
  const none = { judgeName: '', reviewerName: '' }
  return rows.map(({ row, ...names }) => ({ ...row, ...names, ...(judges.get(row.sequence) ?? none) }))
}

/** Lists a page of the log of an event, the newest rows first. */
export const listScoreLogPageWithNames = async (
  db: Db,
  eventId: string,
  head: ScoreLogHead,
  { page, perPage }: Paging,
): Promise<NamedScoreLogRow[]> => {
  // the sequences have no gaps, so a page is a range of them
  const end = head.sequence - (page - 1) * perPage
  return selectNamedRows(
    db,
    sql`${scoreLog.eventId} = ${eventId} and ${scoreLog.sequence} between ${end - perPage + 1} and ${end}`,
  )
}

/**
 * Lists the newest rows of the log about an attempt, or without `attemptId` about all attempts of an entry.
 */
export const listScoreLogRowsOfEntry = (
  db: Db,
  eventId: string,
  { entryId, attemptId }: { entryId: string; attemptId: string | null },
): Promise<NamedScoreLogRow[]> => {
  const isAboutAttempt = attemptId === null ? sql`true` : sql`${scoreLog.attemptId} = ${attemptId}`
  return selectNamedRows(
    db,
    sql`${scoreLog.eventId} = ${eventId} and ${scoreLog.entryId} = ${entryId} and ${isAboutAttempt}`,
  )
}

/** Records a head that is published with results. */
export const insertPublishedScoreLogHead = async (
  tx: Db,
  eventId: string,
  { sequence, hash }: ScoreLogHead,
): Promise<void> => {
  await tx.insert(publishedScoreLogHeads).values({ eventId, sequence, hash })
}

/** When a change was public: attempts of before the log count from their own time. */
const changeTime = sql.raw(
  `case when kind = 'initial' then ("after"::jsonb ->> 'at')::timestamptz else time end`,
)
/**
 * Rows that can change the ranking. A row about rules without `before` has rules that were in force already.
 */
const changesRanking = sql.raw(
  `(attempt_id is not null or kind = 'purge' or (kind = 'rule' and before is not null))`,
)

/** Returns the last day of an event as `YYYY-MM-DD`, null without dates. */
export const findLastDayOfEvent = async (db: Db, eventId: string): Promise<string | null> => {
  const { rows } = await db.execute<{ date: string | null }>(
    sql`select greatest(start_date, end_date)::text as date from events where id = ${eventId}`,
  )
  return rows[0]?.date ?? null
}

/**
 * Lists the full minutes after which the log of an event changed the ranking, the earliest first, before
 * `until` if it is set. When there are more than the limit, some between the first and the last are left out.
 */
export const listSampledRankingChangeMinutes = async (
  db: Db,
  eventId: string,
  until: Date | null,
): Promise<Date[]> => {
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
export const mapLoggedAttemptsByIdBeforeTime = async (
  db: Db,
  eventId: string,
  time: Date,
): Promise<Map<string, LoggedAttempt & { entryId: string }>> => {
  const { rows } = await db.execute<{ attempt_id: string; entry_id: string; after: string | null }>(sql`
    select distinct on (attempt_id) attempt_id, entry_id, after from score_log
    where event_id = ${eventId} and attempt_id is not null and ${changeTime} < ${time} order by attempt_id, sequence desc`)
  return new Map(
    rows.flatMap(({ attempt_id, entry_id, after }) =>
      after === null
        ? []
        : [[attempt_id, { ...(JSON.parse(after) as LoggedAttempt), entryId: entry_id }] as const],
    ),
  )
}

type RuleRow = { before: string | null; after: string | null; earlier: boolean }
/**
 * Returns the rules before a change of them. A row without `before` adds what the log did not have, which was
 * so before.
 */
const undoRuleRow = (rule: Partial<LoggedRule>, { before, after }: RuleRow): Partial<LoggedRule> => {
  const changed = JSON.parse(after ?? '{}') as Partial<LoggedRule>
  if (before === null) return { ...rule, ...changed }
  const kept = Object.entries(rule).filter(([key]) => !(key in changed))
  return { ...Object.fromEntries(kept), ...JSON.parse(before) }
}

/**
 * Returns the rules of an event before a time: those of the next change before it happened, then those of all
 * changes until the time. Undefined without a row about rules.
 */
export const findLoggedRuleBeforeTime = async (
  db: Db,
  eventId: string,
  time: Date,
): Promise<LoggedRule | undefined> => {
  const { rows } = await db.execute<RuleRow>(
    sql`select before, after, time < ${time} as earlier from score_log where event_id = ${eventId} and kind in ('rule', 'draw') order by sequence`,
  )
  if (rows.length === 0) return undefined
  let rule: Partial<LoggedRule> = {}
  for (const row of rows.filter(({ earlier }) => !earlier).reverse()) rule = undoRuleRow(rule, row)
  for (const { after } of rows.filter(({ earlier }) => earlier))
    rule = mergeLoggedRuleChange(rule, JSON.parse(after ?? '{}'))
  return rule as LoggedRule
}

/** Returns a version of the rule set of an event; null when the event had none in that version. */
export const findRuleSetOfEventByVersion = async (
  db: Db,
  eventId: string,
  version: number,
): Promise<RuleSet | null> => {
  const { rows } = await db.execute<{ document: RuleSet | null }>(
    sql`select document from event_rule_sets where event_id = ${eventId} and version = ${version}`,
  )
  return rows[0]?.document ?? null
}
