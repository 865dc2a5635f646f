import type { LoggedValues, ScoreLogKind } from '#contract/event/scores/score-log.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { parseScoreLogRow } from '#server/event/score-log/check-chain.ts'
import { listNextScoreLogRows } from '#server/event/score-log/queries.ts'
import {
  hashScoreLogRow,
  lockAndAppendScoreLog,
  toEventScoreLogChange,
} from '#server/event/scores/log/queries-append.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createForm } from './events.ts'
import type { JudgesApp } from './judges.ts'
import { addEventTeam } from './judging.ts'
import type { ScoresApp } from './scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: values are looked at key by key
type Body = any

/** Returns functions that read, check and change the score log of the events of an app. */
export const createScoreLogTools = (t: ScoresApp) => {
  const listRows = async (eventId: string) =>
    (await t.database.pool.query('select * from score_log where event_id = $1 order by sequence', [eventId]))
      .rows
  /**
   * Runs statements as the owner of the tables, who can switch off the triggers of the log. Returns the number of
   * rows that they changed.
   */
  const changeAsOwner = async (...statements: string[]): Promise<number> => {
    const client = await t.ownerPool.connect()
    try {
      await client.query("set session_replication_role = 'replica'")
      let count = 0
      for (const statement of statements) count += (await client.query(statement)).rowCount ?? 0
      return count
    } finally {
      await client.query("set session_replication_role = 'origin'")
      client.release()
    }
  }
  return {
    listRows,
    /** Lists the values before and after each row of a kind. */
    listChanges: async (eventId: string, kind: string): Promise<[Body, Body][]> =>
      (await listRows(eventId))
        .filter((row) => row.kind === kind)
        .map(({ before, after }) => [JSON.parse(before), JSON.parse(after)]),
    listKinds: async (eventId: string): Promise<string[]> =>
      (await listRows(eventId)).map(({ kind }) => kind),
    check: (eventId: string) => checkScoreLog(t.database.db, eventId),
    /** The problems of an event as `code sequence field`. */
    listProblems: async (eventId: string) =>
      (await checkScoreLog(t.database.db, eventId)).problems.map(({ code, sequence, field }) =>
        [code, sequence, field].filter((part) => part !== undefined).join(' '),
      ),
    importScores: async (eventId: string, content: string) => {
      const file = new File([content], 'scores.csv', { type: 'text/csv' })
      return t.ask(
        'POST',
        getPath('POST /api/admin/events/:eventId/scores/import', { eventId }),
        await createForm({ preview: 'false', file }),
      )
    },
    changeAsOwner,
    /** Computes the hashes of all rows and the head of an event again. */
    rehash: async (eventId: string) => {
      let previousHash = '0'.repeat(64)
      let sequence = 0
      for (const stored of await listNextScoreLogRows(t.database.db, eventId, 0)) {
        const content = { ...parseScoreLogRow(stored), previousHash }
        previousHash = hashScoreLogRow(content)
        sequence = content.sequence
        await changeAsOwner(
          `update score_log set previous_hash = '${content.previousHash}', hash = '${previousHash}' where event_id = '${eventId}' and sequence = ${sequence}`,
        )
      }
      await changeAsOwner(
        `update score_log_heads set sequence = ${sequence}, hash = '${previousHash}' where event_id = '${eventId}'`,
      )
    },
  }
}

let count = 0
/** Returns functions that create what final results consist of besides the ranking, and log it. */
export const createRecordTools = (t: JudgesApp) => {
  const createEvent = async () => {
    const id: string = (await t.event({ title_en: `Records ${++count}` }))._id
    const teams = [await addEventTeam(t, id, 'Falcons'), await addEventTeam(t, id, 'Hawks')] as const
    return { id, teams }
  }
  const sendSheet = async (eventId: string, sheet: object): Promise<Body> => {
    const { token } = await t.createSignedInJudge(eventId)
    return t.ok(await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, sheet)).sheet
  }
  const addResult = async (eventId: string, teamId: string, score = 5) =>
    t.ok(
      await t.ask('POST', t.path(eventId), {
        payload: { teamId, attempts: [{ mission: 1, score, timeMs: 1 }] },
      }),
    )
  const giveAward = async (eventId: string, teamId: string, en = 'Best design'): Promise<string> =>
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/awards', { eventId }), {
        payload: { name: { en, ar: 'أفضل تصميم' }, teamId },
      }),
    ).award.id
  const publishFinal = async (id: string) =>
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: id }), {
        payload: { status: 'final' },
      }),
    )
  const setFreeze = async (id: string, at: string | null) =>
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: id }), {
        payload: { at },
      }),
    )
  return {
    createEvent,
    sendSheet,
    addResult,
    giveAward,
    publishFinal,
    setFreeze,
    endFreeze: async (id: string) =>
      t.ok(
        await t.ask('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId: id })),
      ),
    /** Appends a row about the event that says nothing was there before. */
    append: (eventId: string, kind: ScoreLogKind, after: LoggedValues) =>
      inTransaction(t.database.db, (tx) =>
        lockAndAppendScoreLog(tx, { eventId, kind, actorId: null, source: 'system' }, [
          toEventScoreLogChange(null, after),
        ]),
      ),
  }
}
