import { sql } from 'drizzle-orm'
import type { LoggedAttempt } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { appendScoreLog, toEventChange, toLoggedAttempt } from './append.ts'
import { logMissingParticipants } from './participants.ts'
import { readScoreLogHead } from './rows.ts'

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
const attemptColumns = sql.raw('a.id, a.entry_id, e.event_id, a.mission, a.score, a.time_ms, a.at, a."values", a.rule_version')
const toEventAttempt = ({ id, entry_id, event_id, mission, score, time_ms, at, values, rule_version }: RawAttempt): EventAttempt => ({
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
export const closeScoreLog = async (tx: Db, eventId: string, actorId: string | null): Promise<void> => {
  const { sequence } = await readScoreLogHead(tx, eventId)
  if (sequence === 0) return
  await appendScoreLog(tx, { eventId, kind: 'purge', actorId, source: 'admin' }, [toEventChange(null, null)])
}

/** Starts the log of an event with its rules, its participants and its existing attempts. */
export const startScoreLog = async (tx: Db, eventId: string) => {
  await logMissingParticipants(tx, eventId)
  for (let afterId: string | null = null; ; ) {
    const attempts = await listNextAttempts(tx, eventId, afterId)
    const changes = attempts.map(({ id, entryId, ...attempt }) => ({
      entryId,
      attemptId: id,
      before: null,
      after: toLoggedAttempt(attempt),
      ruleVersion: attempt.ruleVersion,
    }))
    await appendScoreLog(tx, { eventId, kind: 'initial', actorId: null, source: 'system' }, changes)
    const last = attempts.at(-1)
    if (!last) return
    afterId = last.id
  }
}

/** Starts the log of each event that has attempts and no log. */
export const startMissingScoreLogs = async (tx: Db): Promise<void> => {
  for (const eventId of await listUnloggedEventIds(tx)) await startScoreLog(tx, eventId)
}

/** Appends the removal of each demo attempt to the score log of its event. Call it before the demo entries are deleted. */
export const appendDemoRemovalsToScoreLogs = async (tx: Db): Promise<void> => {
  const byEvent = Map.groupBy(await listDemoAttempts(tx), ({ eventId }) => eventId)
  for (const [eventId, attempts] of byEvent)
    await appendScoreLog(
      tx,
      { eventId, kind: 'remove', actorId: null, source: 'system' },
      attempts.map(({ id, entryId, ...attempt }) => ({ entryId, attemptId: id, before: toLoggedAttempt(attempt), after: null })),
    )
}
