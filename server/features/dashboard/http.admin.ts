import { dashboardResponse } from '#contract/dashboard.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { successReply } from '#server/http/reply.ts'
import { createDashboardService } from './service.ts'

/** The call of the dashboard. */
export const dashboardAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'dashboard', 'none', async (app) => {
    const dashboard = createDashboardService(deps)
    app.get(
      paths.adminDashboard,
      { schema: { summary: 'The metrics of the first page', response: { 200: dashboardResponse } } },
      async () => successReply({ dashboard: await dashboard.figures() }),
    )
  })
