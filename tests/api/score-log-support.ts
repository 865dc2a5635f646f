import { paths } from '#contract/paths.ts'
import { checkScoreLog } from '#server/features/score-log/check.ts'
import { createForm } from './events-support.ts'
import type { ScoresApp } from './scores-support.ts'

/** Returns functions that read, check and change the score log of the events of an app. */
export const createScoreLogTools = (t: ScoresApp) => {
  const listRows = async (eventId: string) =>
    (await t.database.pool.query('select * from score_log where event_id = $1 order by sequence', [eventId])).rows
  return {
    listRows,
    listKinds: async (eventId: string): Promise<string[]> => (await listRows(eventId)).map(({ kind }) => kind),
    check: (eventId: string) => checkScoreLog(t.database.db, eventId),
    /** The problems of an event as `code sequence field`. */
    listProblems: async (eventId: string) =>
      (await checkScoreLog(t.database.db, eventId)).problems.map(({ code, sequence, field }) =>
        [code, sequence, field].filter((part) => part !== undefined).join(' '),
      ),
    importScores: async (eventId: string, content: string) => {
      const file = new File([content], 'scores.csv', { type: 'text/csv' })
      return t.ask('POST', `${paths.adminScores(eventId)}/import`, await createForm({ preview: 'false', file }))
    },
    /** Runs statements as the owner of the tables, who can switch off the triggers of the log. */
    changeAsOwner: async (...statements: string[]) => {
      const client = await t.ownerPool.connect()
      try {
        await client.query("set session_replication_role = 'replica'")
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.query("set session_replication_role = 'origin'")
        client.release()
      }
    },
  }
}
