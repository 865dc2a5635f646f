import type { Deps } from '#server/deps.ts'
import { getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { createDashboardService, getSetupChecklist } from './service.ts'

/** Registers the calls of the dashboard. */
export const createDashboardAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const dashboard = createDashboardService(deps)
    implement('GET /api/admin/dashboard', async () =>
      buildSuccessReply({ dashboard: await dashboard.figures() }),
    )
    implement('GET /api/admin/setup-checklist', async (request) =>
      buildSuccessReply(await getSetupChecklist(deps, getAuthenticatedUser(request))),
    )
  })
