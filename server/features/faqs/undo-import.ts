import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { writeAudits } from '#server/features/audit/service.ts'
import { assertImportUndoable, type UndoImport } from '#server/features/imports/undo-import.ts'
import { lockFaqs, softDeleteFaqs } from './queries.ts'

/** Creates the function that deletes the questions of an import. They can be restored for 30 days. */
export const createFaqImportUndo =
  ({ database, invalidator }: Pick<Core, 'database' | 'invalidator'>): UndoImport =>
  async (takeRecords, { actor }) => {
    await inTransaction(database.db, async (tx) => {
      const ids = await takeRecords(tx)
      const rows = await lockFaqs(tx, ids)
      assertImportUndoable(
        rows.map(({ questionEn, version, deletedAt }) => ({ name: questionEn, isChanged: version !== 1 || deletedAt !== null })),
        ids.length,
      )
      await softDeleteFaqs(tx, ids, new Date())
      await writeAudits(
        tx,
        rows.map(({ id, questionEn, questionAr, active, position }) => ({
          actor,
          action: 'delete',
          entity: 'faq',
          entityId: id,
          before: { questionEn, questionAr, active, position },
        })),
      )
    })
    await invalidator.invalidate('faqs')
  }
