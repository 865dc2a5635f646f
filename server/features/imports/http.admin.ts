import type { ImportKind } from '#contract/import.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/guards.ts'
import { implementCalls } from '#server/http/implement-calls.ts'
import { buildListReply, buildMessageReply } from '#server/http/reply.ts'
import { createImportListAndUndoService, type UndoImport } from './service.ts'

/** Registers the calls of the back office about imported files. */
export const importsAdminRoutes = (deps: Deps, undoByKind: Readonly<Record<ImportKind, UndoImport>>) =>
  implementCalls(deps, (implement) => {
    const service = createImportListAndUndoService(deps, undoByKind)

    implement('GET /api/admin/imports', async (request) => {
      const { page, per_page: perPage, s: search } = request.query
      const { records, total } = await service.list(getAuditActor(request), { page, perPage, search })
      return buildListReply('imports', records, total, request.query)
    })

    implement('POST /api/admin/imports/:importId/undo', async (request) => {
      await service.undo(request.params.importId, getAuditActor(request))
      return buildMessageReply(request, 'importUndone')
    })
  })
