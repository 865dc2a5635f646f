import {
  type ImportKind,
  importKinds,
  importListQuery,
  importListResponse,
  importParams,
  importPermissions,
} from '#contract/import.schema.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildListReply, buildMessageReply } from '#server/http/reply.ts'
import { createImportListAndUndoService, type UndoImport } from './service.ts'

/** Registers the calls of the back office about imported files. */
export const importsAdminRoutes = (deps: Deps, undoByKind: Readonly<Record<ImportKind, UndoImport>>) =>
  createAdminRoutes(deps, 'imports', [...new Set(Object.values(importPermissions))], async (app) => {
    const service = createImportListAndUndoService(deps, undoByKind)

    app.get(
      paths.adminImports,
      {
        schema: {
          summary: 'Imported files, the newest first; only of the kinds that the user may import',
          querystring: importListQuery,
          response: { 200: importListResponse },
        },
      },
      async (request) => {
        const { page, per_page: perPage, s: search } = request.query
        const { records, total } = await service.list(getAuditActor(request), { page, perPage, search })
        return buildListReply('imports', records, total, request.query)
      },
    )

    app.post(
      `${paths.adminImports}/:importId/undo`,
      {
        config: {
          conditionalChecks: importKinds.map((kind) => ({
            when: `for an import of ${kind}`,
            permission: importPermissions[kind],
          })),
        },
        schema: {
          summary: 'Delete everything that an import created, if none of it was changed or paid since',
          params: importParams,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.undo(request.params.importId, getAuditActor(request))
        return buildMessageReply(request, 'importUndone')
      },
    )
  })
