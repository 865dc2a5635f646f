import type { Core } from '#server/deps.ts'
import type { UndoImport } from '#server/features/imports/undo-import.ts'
import { createScoreWriter } from './score-writer.ts'

/** Creates the function that deletes the attempts of an import, and the entries that have no other attempts. */
export const createScoreImportUndo = (core: Pick<Core, 'database' | 'invalidator'>): UndoImport => {
  const { writeScores } = createScoreWriter(core)
  return async (takeRecords, { eventId, actor }) => {
    await writeScores(eventId ?? '', { kind: 'undo-import', takeAttempts: takeRecords }, { source: 'csv', actor })
  }
}
