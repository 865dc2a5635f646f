import { paths } from '#contract/paths.ts'
import { checkScoreLog } from '#server/features/score-log/check.ts'
import { parseScoreLogRow } from '#server/features/score-log/check-chain.ts'
import { listNextScoreLogRows } from '#server/features/score-log/queries.ts'
import { hashScoreLogRow } from '#server/features/scores/log/queries-append.ts'
import { createForm } from './events.ts'
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
        `${paths.adminScores(eventId)}/import`,
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
