import { hash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import {
  emptyScoreLogHead,
  type LoggedAttempt,
  type LoggedParticipant,
  type LoggedRule,
  type LoggedValues,
  type ScoreLogContent,
  type ScoreLogHead,
  type ScoreLogKind,
  type ScoreLogRow,
} from '#contract/event/scores/score-log.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { CalculationVersion } from '#contract/event/scoring/rule-set.ts'
import { toCanonicalJson } from '#contract/platform/json.ts'
import type { Db } from '#server/platform/db/open.ts'
import { scoreLogHeads } from '#server/platform/db/schema/score-log.ts'
import type { scoreEntries } from '#server/platform/db/schema/scores.ts'

/** Returns a new salt for the participant of an entry or a sheet: 128 random bits. */
export const generateSalt = (): string => randomBytes(16).toString('hex')
/** A new salt as an SQL expression, with 122 random bits. */
export const newSaltSql = sql.raw(`replace(gen_random_uuid()::text, '-', '')`)

/** An entry with the columns that the score log has as hashes. */
export type SaltedEntry = HashedParticipant & { participantSalt: string }
/** The columns of `SaltedEntry` for a `returning` or `select` clause. */
export const saltedEntryColumnsSql =
  sql.raw(`id, participant_key as "participantKey", player_name as "playerName", team_no as "teamNo",
  team_name as "teamName", school as "schoolName", mission_type as "missionType", team_id as "teamId", participant_salt as "participantSalt"`)

/** Returns the row of the score log about the participant of an entry. */
export const toParticipantChange = (entry: SaltedEntry, isCorrection = false): ScoreLogChange => ({
  kind: 'participant',
  entryId: entry.id,
  attemptId: null,
  before: null,
  after: {
    ...hashParticipantAndTeam(entry.participantSalt, entry),
    ...(isCorrection ? { isCorrection } : {}),
  },
})

/** Gives the next 1,000 entries of an event without a salt one, in the order of their ids. */
const addNextMissingSalts = async (
  tx: Db,
  eventId: string,
  afterId: string | null,
): Promise<SaltedEntry[]> => {
  const { rows } = await tx.execute<SaltedEntry>(sql`
    update score_entries set participant_salt = ${newSaltSql}
    where id in (select id from score_entries where event_id = ${eventId} and participant_salt is null
      and (${afterId}::uuid is null or id > ${afterId}::uuid) order by id limit 1000)
    returning ${saltedEntryColumnsSql}`)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Adds the participants of the entries of an event that have no salt yet to its score log. */
export const lockLogAndAddMissingParticipants = async (tx: Db, eventId: string): Promise<void> => {
  for (let afterId: string | null = null; ; ) {
    const entries = await addNextMissingSalts(tx, eventId, afterId)
    await lockAndAppendScoreLog(
      tx,
      { eventId, kind: 'participant', actorId: null, source: 'system' },
      entries.map((entry) => toParticipantChange(entry)),
    )
    const last = entries.at(-1)
    if (!last) return
    afterId = last.id
  }
}

/** Returns the SHA-256 of the canonical JSON of a value, in hexadecimal digits. */
export const hashCanonicalJson = (value: Parameters<typeof toCanonicalJson>[0]): string =>
  hash('sha256', toCanonicalJson(value), 'hex')

/** Returns the SHA-256 of the canonical JSON of a row, in hexadecimal digits. */
export const hashScoreLogRow = (content: ScoreLogContent): string => hashCanonicalJson(content)

/** Returns the SHA-256 of the canonical JSON of a rule set, in hexadecimal digits. */
export const hashRuleSet = (ruleSet: RuleSet): string => hashCanonicalJson(ruleSet)

/** Returns the hash of the team of an entry. It has no salt: an erasure keeps the team. */
export const hashTeamOfEntry = (entryId: string, teamId: string): string =>
  hashCanonicalJson({ entryId, teamId })

/** The columns of an entry that the score log has as hashes. */
export type HashedParticipant = Pick<
  typeof scoreEntries.$inferSelect,
  'id' | 'participantKey' | 'playerName' | 'teamNo' | 'teamName' | 'schoolName' | 'missionType' | 'teamId'
>
/**
 * Returns the hashes of a participant with the salt of its entry. The team has a hash of its own, because an
 * entry loses the reference to a deleted team.
 */
export const hashParticipantAndTeam = (
  salt: string,
  { id, participantKey, playerName, teamNo, teamName, schoolName, missionType, teamId }: HashedParticipant,
): LoggedParticipant => ({
  participantHash: hashCanonicalJson({
    salt,
    participantKey,
    playerName,
    teamNo,
    teamName,
    schoolName,
    missionType,
  }),
  teamHash: teamId === null ? null : hashTeamOfEntry(id, teamId),
})

/** Returns the current rules of an event, as a row of its score log has them. */
export const readEventRuleForLog = async (db: Db, eventId: string): Promise<LoggedRule> => {
  const { rows } = await db.execute<{
    total_rule: string
    calculation: CalculationVersion
    version: number | null
    document: RuleSet | null
  }>(sql`
    select e.total_rule, e.calculation_version as calculation, r.version, r.document from events e left join event_rule_sets r on r.event_id = e.id
    where e.id = ${eventId} order by r.version desc limit 1`)
  const [row] = rows
  if (!row) throw new Error('the event of a score log does not exist')
  const { total_rule: totalRule, calculation, version, document } = row
  const ruleSet =
    version === null ? {} : { ruleSetVersion: version, ruleSetHash: document && hashRuleSet(document) }
  return { totalRule, ...ruleSet, calculation }
}

/**
 * Returns the rules after a row of a score log. A version without a hash does not have the one of an earlier
 * version.
 */
export const mergeLoggedRuleChange = (
  rule: Partial<LoggedRule> | null,
  next: Partial<LoggedRule>,
): Partial<LoggedRule> => {
  const { ruleSetHash, ...earlier } = rule ?? {}
  return next.ruleSetVersion === undefined ? { ...rule, ...next } : { ...earlier, ...next }
}

/** Returns the last row of the log of an event. */
export const readScoreLogHeadOrEmpty = async (db: Db, eventId: string): Promise<ScoreLogHead> => {
  const [head] = await db
    .select({ sequence: scoreLogHeads.sequence, hash: scoreLogHeads.hash })
    .from(scoreLogHeads)
    .where(eq(scoreLogHeads.eventId, eventId))
  return head ?? emptyScoreLogHead
}

/**
 * Locks the head of the log of an event until the transaction ends. Returns it with the current time of the
 * database.
 */
export const insertOrLockScoreLogHead = async (
  tx: Db,
  eventId: string,
): Promise<ScoreLogHead & { time: string }> => {
  const { rows } = await tx.execute<{ sequence: string; hash: string; time: Date }>(sql`
    insert into score_log_heads (event_id, sequence, hash) values (${eventId}, ${emptyScoreLogHead.sequence}, ${emptyScoreLogHead.hash})
    on conflict (event_id) do update set sequence = score_log_heads.sequence returning sequence, hash, clock_timestamp() as time`)
  const [head] = rows
  if (!head) throw new Error('the head of the score log could not be locked')
  return { sequence: Number(head.sequence), hash: head.hash, time: new Date(head.time).toISOString() }
}

/**
 * Locks the heads of the logs of several events until the transaction ends, in the same order in all
 * transactions. Call it before several changes that each lock some of them.
 */
export const insertAndLockScoreLogHeadsInOrder = async (
  tx: Db,
  eventIds: readonly string[],
): Promise<void> => {
  for (const eventId of [...new Set(eventIds)].sort()) await insertOrLockScoreLogHead(tx, eventId)
}

const toJsonColumn = (value: ScoreLogRow['before']) => value && toCanonicalJson(value)

/** Inserts rows of one event and moves the head to the last of them, in one statement with one parameter. */
const insertScoreLogRows = async (tx: Db, rows: readonly ScoreLogRow[]): Promise<void> => {
  const last = rows.at(-1)
  if (!last) return
  const values = JSON.stringify(
    rows.map((row) => ({ ...row, before: toJsonColumn(row.before), after: toJsonColumn(row.after) })),
  )
  await tx.execute(sql`
    with inserted as (
      insert into score_log (event_id, sequence, kind, entry_id, attempt_id, before, after, actor_id, source, device, rule_version, time, previous_hash, hash)
      select "eventId", sequence, kind, "entryId", "attemptId", before, after, "actorId", source, device, "ruleVersion", time, "previousHash", hash
      from jsonb_to_recordset(${values}::jsonb) as new("eventId" uuid, sequence bigint, kind text, "entryId" uuid, "attemptId" uuid, before text, after text,
        "actorId" uuid, source text, device text, "ruleVersion" integer, time timestamptz, "previousHash" text, hash text)
    )
    update score_log_heads set sequence = ${last.sequence}, hash = ${last.hash} where event_id = ${last.eventId}`)
}

/**
 * A change for the score log: of an attempt, of an entry (without `attemptId`) or of the event (without ids).
 * Its own `kind` replaces the one of the context.
 */
export type ScoreLogChange = {
  kind?: ScoreLogKind
  entryId: string | null
  attemptId: string | null
  before: LoggedValues | null
  after: LoggedValues | null
  ruleVersion?: number | null | undefined
}

/** Returns a change of the event itself: of its rules, publication or freeze. */
export const toEventScoreLogChange = (
  before: LoggedValues | null,
  after: LoggedValues | null,
): ScoreLogChange => ({
  entryId: null,
  attemptId: null,
  before,
  after,
})

/** What the changes of a write have in common. `device` identifies the device of a judge. */
type ScoreLogContext = {
  kind: ScoreLogKind
  actorId: string | null
  source: string
  device?: string | undefined
}

/**
 * Returns the values of an attempt that the score log has. Scores have at most three decimals, as in the
 * database.
 */
export const toLoggedAttempt = (attempt: {
  mission: number
  score: number
  timeMs: number
  at: Date
  values?: LoggedAttempt['values'] | null
}): LoggedAttempt => ({
  mission: attempt.mission,
  score: Math.round(attempt.score * 1000) / 1000,
  timeMs: attempt.timeMs,
  at: attempt.at.toISOString(),
  ...(attempt.values ? { values: attempt.values } : {}),
})

/** How many rows one statement inserts; more would take much memory. */
const rowsPerInsert = 1000

/** The first row of a log is about rules, and says that the log has all kinds of rows from its beginning. */
const toFirstRow = (change: ScoreLogChange): ScoreLogChange => ({
  ...change,
  after: { ...(change.after as LoggedRule), isComplete: true },
})

/** The changes of a write for the score log. */
export type ScoreLogRows = { context: ScoreLogContext; changes: Iterable<ScoreLogChange> }

/** Adds the changes of one write to the score log of an event, as `lockAndAppendScoreLogRows` does. */
export const lockAndAppendScoreLog = (
  tx: Db,
  { eventId, ...context }: ScoreLogContext & { eventId: string },
  changes: Iterable<ScoreLogChange>,
): Promise<void> => lockAndAppendScoreLogRows(tx, eventId, [{ context, changes }])

/**
 * Adds the changes of writes to the score log of an event. Call it last in a transaction: from then on other
 * writers of the event wait until the transaction ends. Does nothing without changes. The first row of a log is
 * about the rules of the event.
 */
export const lockAndAppendScoreLogRows = async (
  tx: Db,
  eventId: string,
  writes: readonly ScoreLogRows[],
): Promise<void> => {
  let head: Awaited<ReturnType<typeof insertOrLockScoreLogHead>> | undefined
  let rows: ScoreLogRow[] = []
  const addRow = (
    current: NonNullable<typeof head>,
    context: ScoreLogContext,
    { kind = context.kind, entryId, attemptId, before, after, ruleVersion = null }: ScoreLogChange,
  ) => {
    const content = {
      eventId,
      sequence: current.sequence + 1,
      kind,
      entryId,
      attemptId,
      before,
      after,
      actorId: context.actorId,
      source: context.source,
      device: context.device ?? null,
      ruleVersion,
      time: current.time,
      previousHash: current.hash,
    }
    const hash = hashScoreLogRow(content)
    rows.push({ ...content, hash })
    return { ...current, sequence: content.sequence, hash }
  }
  for (const { context, changes } of writes)
    for (const change of changes) {
      head ??= await insertOrLockScoreLogHead(tx, eventId)
      const isAboutRules = (change.kind ?? context.kind) === 'rule'
      if (head.sequence === 0 && !isAboutRules) {
        const rule = await readEventRuleForLog(tx, eventId)
        head = addRow(head, context, toFirstRow({ kind: 'rule', ...toEventScoreLogChange(null, rule) }))
      }
      head = addRow(head, context, head.sequence === 0 ? toFirstRow(change) : change)
      if (rows.length < rowsPerInsert) continue
      await insertScoreLogRows(tx, rows)
      rows = []
    }
  await insertScoreLogRows(tx, rows)
}
