import type { Deps } from '#server/deps.ts'
import { getAuthenticatedUser, getRegionLimit } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { createDashboardService, getSetupChecklistOfUser } from './service.ts'

/** Registers the calls of the dashboard. */
export const createDashboardAndSetupAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const dashboard = createDashboardService(deps)
    implement('GET /api/admin/dashboard', async (request) =>
      buildSuccessReply({ dashboard: await dashboard.figures(getRegionLimit(request)) }),
    )
    implement('GET /api/admin/setup-checklist', async (request) =>
      buildSuccessReply(await getSetupChecklistOfUser(deps, getAuthenticatedUser(request))),
    )
  })
