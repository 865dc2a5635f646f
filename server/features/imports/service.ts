import { type ImportKind, type ImportRecord, importKinds, importPermissions } from '#contract/import.schema.ts'
import { hasPermission } from '#contract/rules/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, removeFileNamesFromAuditEntries } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { clearFileNames, findImport, type ImportListQuery, listImports } from './queries.ts'
import type { UndoImport } from './undo-import.ts'

/** Clears the names of imported files and of those in the audit log: each may name a person, and nothing tells whom. */
export const eraseFileNamesOfImports = async (tx: Db): Promise<void> => {
  await clearFileNames(tx)
  await removeFileNamesFromAuditEntries(tx)
}

/** Creates the service that lists the imports of CSV files and undoes them with the function of their kind. */
export const createImportHistoryService = ({ database }: Core, undoByKind: Readonly<Record<ImportKind, UndoImport>>) => {
  const mayUse = (kind: ImportKind, { permissions = [] }: Actor) => hasPermission(permissions, importPermissions[kind])

  return {
    /** Lists one page of the imports that the user may undo, the newest first. */
    list: (actor: Actor, query: ImportListQuery): Promise<{ records: ImportRecord[]; total: number }> =>
      listImports(
        database.db,
        importKinds.filter((kind) => mayUse(kind, actor)),
        query,
      ),

    /**
     * Deletes everything that an import created, all or nothing. Throws `not-found`, `no-permission`, `import-undone`, and when records are in use
     * `import-changed` or `import-paid` with the names of some of them as `details.reason`.
     */
    undo: async (id: string, actor: Actor): Promise<void> => {
      const row = await findImport(database.db, id)
      if (!row) throw new AppError('not-found')
      await undoByKind[row.kind]({ importId: id, eventId: row.eventId, actor })
    },
  }
}
