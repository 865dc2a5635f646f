import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { assertImportUndoable, type UndoImport } from '#server/features/imports/undo-import.ts'
import { deleteSlots } from './queries.ts'

/** Creates the function that deletes the slots of an import. Teams that the import added to the event stay. */
export const createScheduleImportUndo =
  ({ database }: Pick<Core, 'database'>): UndoImport =>
  (takeRecords, { eventId }) =>
    inTransaction(database.db, async (tx) => {
      const ids = await takeRecords(tx)
      const count = await deleteSlots(tx, eventId ?? '', ids)
      assertImportUndoable(
        Array.from({ length: count }, () => ({ name: '', isChanged: false })),
        ids.length,
      )
    })
