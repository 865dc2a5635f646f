import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { writeAudits } from '#server/features/audit/service.ts'
import { assertImportUndoable, markImportUndoneWithAudit, type UndoImport } from '#server/features/imports/undo-import.ts'
import { lockUsersForImportUndo, softDeleteUsers } from './queries-undo-import.ts'
import { toUserAudit } from './user-changes.ts'

const batchSize = 500

/** Creates the function that deletes the users of an import. They can be restored for 30 days. */
export const createUserImportUndo =
  ({ database }: Core): UndoImport =>
  async ({ importId, actor }) => {
    await inTransaction(database.db, async (tx) => {
      const ids = await markImportUndoneWithAudit(tx, importId, actor)
      assertImportUndoable(await lockUsersForImportUndo(tx, ids), ids.length)
      const deletedAt = new Date()
      for (let from = 0; from < ids.length; from += batchSize) {
        const before = await softDeleteUsers(tx, ids.slice(from, from + batchSize), deletedAt)
        await writeAudits(
          tx,
          before.map((row) => ({ actor, action: 'delete', entity: 'user', entityId: row.id, before: toUserAudit(row) })),
        )
      }
    })
  }
