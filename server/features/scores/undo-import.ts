import type { Core } from '#server/deps.ts'
import { markImportUndoneWithAudit, type UndoImport } from '#server/features/imports/undo-import.ts'
import { inScoreTransaction, writeScores } from './score-writer.ts'

/** Creates the function that deletes the attempts of an import, and the entries that have no other attempts, and restores the names that it replaced. */
export const createScoreImportUndo =
  (core: Pick<Core, 'database' | 'invalidator'>): UndoImport =>
  async ({ importId, eventId, actor }) => {
    await inScoreTransaction(core, eventId ?? '', async (tx, event) => {
      const attemptIds = await markImportUndoneWithAudit(tx, importId, actor)
      await writeScores(tx, event, { kind: 'undo-import', importId, attemptIds }, { source: 'csv', actor })
    })
  }
