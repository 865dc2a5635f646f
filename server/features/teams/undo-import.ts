import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { writeAudits } from '#server/features/audit/service.ts'
import { assertImportUndoable, markImportUndoneWithAudit, type UndoImport } from '#server/features/imports/undo-import.ts'
import { lockTeamsForImportUndo, softDeleteTeamsWithPeople } from './queries-import.ts'
import { toTeamAudit } from './rows.ts'

const batchSize = 500

/** Creates the function that deletes the teams of an import, with their people. They can be restored for 30 days. */
export const createTeamImportUndo =
  ({ database, invalidator }: Pick<Core, 'database' | 'invalidator'>): UndoImport =>
  async ({ importId, actor }) => {
    await inTransaction(database.db, async (tx) => {
      const ids = await markImportUndoneWithAudit(tx, importId, actor)
      assertImportUndoable(await lockTeamsForImportUndo(tx, ids), ids.length)
      const deletedAt = new Date()
      for (let from = 0; from < ids.length; from += batchSize) {
        const before = await softDeleteTeamsWithPeople(tx, ids.slice(from, from + batchSize), deletedAt)
        await writeAudits(
          tx,
          before.map((row) => ({ actor, action: 'delete', entity: 'team', entityId: row.id, before: toTeamAudit(row) })),
        )
      }
    })
    await invalidator.invalidate('teams', 'competitions')
  }
