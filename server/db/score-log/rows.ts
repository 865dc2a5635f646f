import { eq, sql } from 'drizzle-orm'
import { toCanonicalJson } from '#contract/rules/canonical-json.ts'
import { emptyScoreLogHead, type ScoreLogHead, type ScoreLogRow } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { scoreLogHeads } from '#server/db/schema/score-log.ts'

/** Returns the last row of the log of an event. */
export const readScoreLogHead = async (db: Db, eventId: string): Promise<ScoreLogHead> => {
  const [head] = await db
    .select({ sequence: scoreLogHeads.sequence, hash: scoreLogHeads.hash })
    .from(scoreLogHeads)
    .where(eq(scoreLogHeads.eventId, eventId))
  return head ?? emptyScoreLogHead
}

/** Locks the head of the log of an event until the transaction ends. Returns it with the current time of the database. */
export const lockScoreLogHead = async (tx: Db, eventId: string): Promise<ScoreLogHead & { time: string }> => {
  const { rows } = await tx.execute<{ sequence: string; hash: string; time: Date }>(sql`
    insert into score_log_heads (event_id, sequence, hash) values (${eventId}, ${emptyScoreLogHead.sequence}, ${emptyScoreLogHead.hash})
    on conflict (event_id) do update set sequence = score_log_heads.sequence returning sequence, hash, clock_timestamp() as time`)
  const [head] = rows
  if (!head) throw new Error('the head of the score log could not be locked')
  return { sequence: Number(head.sequence), hash: head.hash, time: new Date(head.time).toISOString() }
}

const toJsonColumn = (value: ScoreLogRow['before']) => value && toCanonicalJson(value)

/** Inserts rows of one event and moves the head to the last of them, in one statement with one parameter. */
export const insertScoreLogRowsAndMoveHead = async (tx: Db, rows: readonly ScoreLogRow[]): Promise<void> => {
  const last = rows.at(-1)
  if (!last) return
  const values = JSON.stringify(rows.map((row) => ({ ...row, before: toJsonColumn(row.before), after: toJsonColumn(row.after) })))
  await tx.execute(sql`
    with inserted as (
      insert into score_log (event_id, sequence, kind, entry_id, attempt_id, before, after, actor_id, source, device, rule_version, time, previous_hash, hash)
      select "eventId", sequence, kind, "entryId", "attemptId", before, after, "actorId", source, device, "ruleVersion", time, "previousHash", hash
      from jsonb_to_recordset(${values}::jsonb) as new("eventId" uuid, sequence bigint, kind text, "entryId" uuid, "attemptId" uuid, before text, after text,
        "actorId" uuid, source text, device text, "ruleVersion" integer, time timestamptz, "previousHash" text, hash text)
    )
    update score_log_heads set sequence = ${last.sequence}, hash = ${last.hash} where event_id = ${last.eventId}`)
}
