import { auditListQuery, auditListResponse } from '#contract/audit.schema.ts'
import { paths } from '#contract/paths.ts'
import { defaultTimeZone } from '#contract/rules/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { listReply } from '#server/http/reply.ts'
import { listAuditEntries } from './service.ts'

/** The back office's call about the audit log. */
export const auditAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'audit', 'administration', async (app) => {
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
        const { entries, total } = await listAuditEntries(deps.database.db, { search, ...filter }, timeZone, { page, perPage })
        return listReply('entries', entries, total, query)
      },
    )
  })
