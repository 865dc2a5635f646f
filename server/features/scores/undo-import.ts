import type { Core } from '#server/deps.ts'
import type { UndoImport } from '#server/features/imports/undo-import.ts'
import { createScoreWriter } from './score-writer.ts'

/** Creates the function that deletes the attempts of an import, and the entries that have no other attempts, and restores the names that it replaced. */
export const createScoreImportUndo = (core: Pick<Core, 'database' | 'invalidator'>): UndoImport => {
  const { writeScores } = createScoreWriter(core)
  return async (takeRecords, { importId, eventId, actor }) => {
    await writeScores(eventId ?? '', { kind: 'undo-import', importId, takeAttempts: takeRecords }, { source: 'csv', actor })
  }
}
