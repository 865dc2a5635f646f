import { auditEntryParams, auditListQuery, auditListResponse } from '#contract/audit.schema.ts'
import type { RevertibleEntity } from '#contract/audit.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { defaultTimeZone } from '#contract/rules/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildListReply, buildMessageReply } from '#server/http/reply.ts'
import { createAuditRevertService, type Revert } from './revert.ts'
import { listAuditEntries } from './service.ts'

/** Registers the back office's calls about the audit log. */
export const auditAdminRoutes = (
  deps: Deps,
  entities: Readonly<Record<RevertibleEntity, { revert: Revert }>>,
) =>
  createAdminRoutes(deps, 'audit', 'administration', async (app) => {
    const reverts = createAuditRevertService(deps, entities)
    app.get(
      paths.adminAudit,
      {
        schema: {
          summary: 'Who changed what, the newest first; `s` searches who did it and the name of the record',
          querystring: auditListQuery,
          response: { 200: auditListResponse },
        },
      },
      async ({ query }) => {
        const { page, per_page: perPage, s: search, ...filter } = query
        const timeZone = filter.from || filter.to ? await getSiteTimeZone(deps) : defaultTimeZone
        const { entries, total } = await listAuditEntries(deps.database.db, { search, ...filter }, timeZone, {
          page,
          perPage,
        })
        return buildListReply('entries', entries, total, query)
      },
    )

    app.post(
      `${paths.adminAudit}/:entryId/revert`,
      {
        config: {
          conditionalChecks: [
            { when: 'for an entry about content', permission: 'content' },
            { when: 'for an entry about competitions or seasons', permission: 'registration' },
            { when: 'for an entry about slots of a schedule', permission: 'results' },
            {
              when: 'for the settings of sessions and the address of the score log',
              permission: 'administration',
              confirmation: true,
            },
          ],
        },
        schema: {
          summary:
            'Set the fields that an entry about content or configuration changed back to their former values',
          params: auditEntryParams,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await reverts.revert(request.params.entryId, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )
  })
