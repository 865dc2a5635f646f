import type { RevertibleEntity } from '#contract/platform/audit.ts'
import { defaultTimeZone } from '#contract/platform/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply } from '#server/platform/http/reply.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import { createAuditRevertService, type Revert } from './revert.ts'
import { readAuditEntryPage } from './service.ts'

/** Registers the back office's calls about the audit log. */
export const createAuditAdminRoutes = (
  deps: Deps,
  entities: Readonly<Record<RevertibleEntity, { revert: Revert }>>,
) =>
  createCallsPlugin(deps, (implement) => {
    const reverts = createAuditRevertService(deps, entities)
    implement('GET /api/admin/audit', async (request) => {
      const { query } = request
      const { page, per_page: perPage, s: search, ...filter } = query
      const timeZone = filter.from || filter.to ? await getSiteTimeZone(deps) : defaultTimeZone
      const { entries, total } = await readAuditEntryPage(
        deps.database.db,
        { search, ...filter },
        timeZone,
        { page, perPage },
        getAuthenticatedUser(request),
      )
      return buildListReply('entries', entries, total, query)
    })

    implement('POST /api/admin/audit/:entryId/revert', async (request) => {
      await reverts.revert(request.params.entryId, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
  })
