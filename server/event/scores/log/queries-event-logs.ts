import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { ResultsStatus } from '#contract/event/results/results.ts'
import type { LoggedAttempt, LoggedRule, ScoreLogKind } from '#contract/event/scores/score-log.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { toLoggedFreeze } from './logged-records.ts'
import {
  hashRuleSet,
  insertOrLockScoreLogHead,
  lockAndAppendScoreLog,
  lockLogAndAddMissingParticipants,
  mergeLoggedRuleChange,
  readEventRuleForLog,
  readScoreLogHeadOrEmpty,
  toEventScoreLogChange,
  toLoggedAttempt,
} from './queries-append.ts'
import { logAwardsAdvancementFreezeAndSheets } from './queries-existing-records.ts'

/**
 * Lists the ids of the events with a log, or with something that a log has. Permanently deleted events are
 * left out: their logs are closed.
 */
export const listLoggableEventIds = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from events where exists (select from score_log_heads where event_id = events.id) or exists (select from score_entries where event_id = events.id)
      or exists (select from event_rule_sets where event_id = events.id) or exists (select from published_results where event_id = events.id)
      or exists (select from ranking_freezes where event_id = events.id) or exists (select from awards where event_id = events.id)
      or exists (select from advancements where event_id = events.id) or exists (select from judge_sheets where event_id = events.id) order by id`)
  return rows.map(({ id }) => id)
}

type EventRow = { kind: ScoreLogKind; after: string | null }
/** Lists the rows of a log about the event itself. */
const listRowsAboutEvent = async (db: Db, eventId: string): Promise<EventRow[]> => {
  const { rows } = await db.execute<EventRow>(
    sql`select kind, after from score_log where event_id = ${eventId} and entry_id is null order by sequence`,
  )
  return rows
}

const hashStoredRuleSet = async (db: Db, eventId: string, version: number): Promise<string | null> => {
  const { rows } = await db.execute<{ document: RuleSet | null }>(
    sql`select document from event_rule_sets where event_id = ${eventId} and version = ${version}`,
  )
  const document = rows[0]?.document
  return document ? hashRuleSet(document) : null
}

/**
 * Returns the rules of an event for its log: what the log has stays, what it does not have is as in the
 * database.
 */
const completeRule = async (db: Db, eventId: string, known: Partial<LoggedRule>): Promise<LoggedRule> => {
  const { ruleSetVersion: version } = known
  const hash =
    version === undefined || known.ruleSetHash !== undefined
      ? {}
      : { ruleSetHash: await hashStoredRuleSet(db, eventId, version) }
  return { ...(await readEventRuleForLog(db, eventId)), ...known, ...hash }
}

const mergeRules = (rows: readonly EventRow[]): Partial<LoggedRule> => {
  let rule: Partial<LoggedRule> = {}
  for (const { kind, after } of rows)
    if (kind === 'rule' && after !== null) rule = mergeLoggedRuleChange(rule, JSON.parse(after))
  return rule
}

type StandingState = {
  freeze_at: Date | null
  frozen_at: Date | null
  frozen_sequence: string | null
  status: ResultsStatus | null
  published_at: Date | null
  log_sequence: string | null
  log_hash: string | null
}
/** Reads the freeze, with the last row that the frozen ranking has, and the published results of an event. */
const readStandingState = async (db: Db, eventId: string): Promise<StandingState> => {
  const { rows } = await db.execute<StandingState>(sql`
    select f.freeze_at, f.frozen_at, (select coalesce(max(sequence), 0) from score_log l where l.event_id = e.id and l.time <= f.freeze_at) as frozen_sequence,
      p.status, p.published_at, p.log_sequence, p.log_hash
    from events e left join ranking_freezes f on f.event_id = e.id left join published_results p on p.event_id = e.id
    where e.id = ${eventId}`)
  const [row] = rows
  if (!row) throw new Error('the event of a score log does not exist')
  return row
}

/**
 * Adds to the log of an event what it does not have yet: its rules, the participants of its entries, its
 * awards, advancement, planned freeze and sheets, then its freeze and its publication: nothing may happen in
 * the event before the existing records of a new log.
 */
export const appendMissingRowsExceptAttempts = async (tx: Db, eventId: string): Promise<void> => {
  const { rows: found } = await tx.execute(sql`select from events where id = ${eventId} for key share`)
  // the event was deleted permanently since it was listed
  if (found.length === 0) return
  // freeze and publication change together with the log
  const isNewLog = (await insertOrLockScoreLogHead(tx, eventId)).sequence === 0
  const state = await readStandingState(tx, eventId)
  const rows = await listRowsAboutEvent(tx, eventId)
  const context = { eventId, actorId: null, source: 'system' }
  const known = mergeRules(rows)
  const rule = await completeRule(tx, eventId, known)
  if (!isDeepStrictEqual(rule, known))
    await lockAndAppendScoreLog(tx, { ...context, kind: 'rule' }, [toEventScoreLogChange(null, rule)])
  await lockLogAndAddMissingParticipants(tx, eventId)
  if (isNewLog || !(known.isComplete || rows.some(({ kind }) => kind === 'complete')))
    await logAwardsAdvancementFreezeAndSheets(tx, eventId, isNewLog)
  const findLastKind = (...kinds: ScoreLogKind[]) => rows.findLast(({ kind }) => kinds.includes(kind))?.kind
  const { freeze_at: freezeAt, frozen_at: frozenAt, status, published_at: publishedAt } = state
  if (freezeAt !== null && frozenAt !== null && findLastKind('freeze', 'unfreeze') !== 'freeze') {
    const freeze = {
      ...toLoggedFreeze({ freezeAt: new Date(freezeAt), frozenAt: new Date(frozenAt) }),
      sequence: Number(state.frozen_sequence),
    }
    await lockAndAppendScoreLog(tx, { ...context, kind: 'freeze' }, [toEventScoreLogChange(null, freeze)])
  }
  if (status !== null && publishedAt !== null && findLastKind('publish', 'take-back') !== 'publish') {
    const head = { sequence: Number(state.log_sequence), hash: state.log_hash ?? '' }
    const publication = { status, publishedAt: new Date(publishedAt).toISOString(), head }
    await lockAndAppendScoreLog(tx, { ...context, kind: 'publish' }, [
      toEventScoreLogChange(null, publication),
    ])
  }
}

/** An attempt with the values for the log. */
type EventAttempt = {
  id: string
  entryId: string
  eventId: string
  mission: number
  score: number
  timeMs: number
  at: Date
  values: LoggedAttempt['values'] | null
  ruleVersion: number | null
}

/** Lists the ids of the events with attempts and without a log. */
const listUnloggedEventIds = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from events where exists (select 1 from score_entries e join score_attempts a on a.entry_id = e.id where e.event_id = events.id)
      and not exists (select 1 from score_log where event_id = events.id) order by id`)
  return rows.map(({ id }) => id)
}

type RawAttempt = {
  id: string
  entry_id: string
  event_id: string
  mission: number
  score: string
  time_ms: string
  at: Date
  values: LoggedAttempt['values'] | null
  rule_version: number | null
}
const attemptColumns = sql.raw(
  'a.id, a.entry_id, e.event_id, a.mission, a.score, a.time_ms, a.at, a."values", a.rule_version',
)
const toEventAttempt = ({
  id,
  entry_id,
  event_id,
  mission,
  score,
  time_ms,
  at,
  values,
  rule_version,
}: RawAttempt): EventAttempt => ({
  id,
  entryId: entry_id,
  eventId: event_id,
  mission,
  score: Number(score),
  timeMs: Number(time_ms),
  at: new Date(at),
  values,
  ruleVersion: rule_version,
})

/** Lists the attempts of the demo content. */
const listDemoAttempts = async (db: Db): Promise<EventAttempt[]> => {
  const { rows } = await db.execute<RawAttempt>(sql`
    select ${attemptColumns} from score_attempts a join score_entries e on e.id = a.entry_id where e.demo order by a.id`)
  return rows.map(toEventAttempt)
}

/** Lists the next 1,000 attempts of an event after the one with an id, in the order of their ids. */
const listNextAttempts = async (db: Db, eventId: string, afterId: string | null): Promise<EventAttempt[]> => {
  const { rows } = await db.execute<RawAttempt>(sql`
    select ${attemptColumns} from score_attempts a join score_entries e on e.id = a.entry_id
    where e.event_id = ${eventId} and (${afterId}::uuid is null or a.id > ${afterId}::uuid) order by a.id limit 1000`)
  return rows.map(toEventAttempt)
}

/** Adds the last row of the log of an event that is deleted permanently, if it has a log. */
export const appendEventPurgeToScoreLog = async (
  tx: Db,
  eventId: string,
  actorId: string | null,
): Promise<void> => {
  const { sequence } = await readScoreLogHeadOrEmpty(tx, eventId)
  if (sequence === 0) return
  await lockAndAppendScoreLog(tx, { eventId, kind: 'purge', actorId, source: 'admin' }, [
    toEventScoreLogChange(null, null),
  ])
}

/**
 * Starts the log of an event with its rules, its participants, and its existing attempts, awards, advancement,
 * freeze and sheets.
 */
export const startScoreLogWithExistingRecords = async (tx: Db, eventId: string) => {
  await lockLogAndAddMissingParticipants(tx, eventId)
  for (let afterId: string | null = null; ; ) {
    const attempts = await listNextAttempts(tx, eventId, afterId)
    const changes = attempts.map(({ id, entryId, ...attempt }) => ({
      entryId,
      attemptId: id,
      before: null,
      after: toLoggedAttempt(attempt),
      ruleVersion: attempt.ruleVersion,
    }))
    await lockAndAppendScoreLog(tx, { eventId, kind: 'initial', actorId: null, source: 'system' }, changes)
    const last = attempts.at(-1)
    if (!last) break
    afterId = last.id
  }
  await logAwardsAdvancementFreezeAndSheets(tx, eventId, true)
}

/** Starts the log of each event that has attempts and no log. */
export const startMissingLogsOfEventsWithAttempts = async (tx: Db): Promise<void> => {
  for (const eventId of await listUnloggedEventIds(tx)) await startScoreLogWithExistingRecords(tx, eventId)
}

/**
 * Appends the removal of each demo attempt to the score log of its event. Call it before the demo entries are
 * deleted.
 */
export const logRemovalOfDemoAttempts = async (tx: Db): Promise<void> => {
  const byEvent = Map.groupBy(await listDemoAttempts(tx), ({ eventId }) => eventId)
  for (const [eventId, attempts] of byEvent)
    await lockAndAppendScoreLog(
      tx,
      { eventId, kind: 'remove', actorId: null, source: 'system' },
      attempts.map(({ id, entryId, ...attempt }) => ({
        entryId,
        attemptId: id,
        before: toLoggedAttempt(attempt),
        after: null,
      })),
    )
}
