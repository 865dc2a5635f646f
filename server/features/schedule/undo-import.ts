import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { assertImportUndoable, markImportUndoneWithAudit, type UndoImport } from '#server/features/imports/undo-import.ts'
import { deleteSlots, listSlotsByIds, lockSchedule } from './queries.ts'
import { getScheduleCacheTag } from './slot-checks.ts'

/** Creates the function that deletes the slots of an import. Teams that the import added to the event stay. */
export const createScheduleImportUndo =
  ({ database, invalidator }: Core): UndoImport =>
  async ({ importId, eventId: ofEvent, actor }) => {
    const eventId = ofEvent ?? ''
    await inTransaction(database.db, async (tx) => {
      const ids = await markImportUndoneWithAudit(tx, importId, actor)
      await lockSchedule(tx, eventId)
      const slots = await listSlotsByIds(tx, eventId, ids)
      assertImportUndoable(
        slots.map(({ teamName, version }) => ({ name: teamName, isChanged: version > 1 })),
        ids.length,
      )
      await deleteSlots(tx, eventId, ids)
    })
    await invalidator.invalidate(getScheduleCacheTag(eventId))
  }
