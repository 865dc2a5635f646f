import { dashboardResponse, setupChecklistResponse } from '#contract/dashboard.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuthenticatedUser } from '#server/http/guards.ts'
import { buildSuccessReply } from '#server/http/reply.ts'
import { createDashboardService, getSetupChecklist } from './service.ts'

/** Registers the calls of the dashboard. */
export const dashboardAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'dashboard', 'none', async (app) => {
    const dashboard = createDashboardService(deps)
    app.get(
      paths.adminDashboard,
      { schema: { summary: 'The metrics of the first page', response: { 200: dashboardResponse } } },
      async () => buildSuccessReply({ dashboard: await dashboard.figures() }),
    )
    app.get(
      paths.adminSetupChecklist,
      {
        schema: {
          summary: 'What is left to set up, of what the user may do',
          response: { 200: setupChecklistResponse },
        },
      },
      async (request) => buildSuccessReply(await getSetupChecklist(deps, getAuthenticatedUser(request))),
    )
  })
