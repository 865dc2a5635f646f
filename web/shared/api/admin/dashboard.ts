import type { Dashboard } from '#contract/dashboard.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

export const createAdminDashboardApi = (call: ApiCall) => ({
  /** The figures of the first page. */
  read: async (signal?: AbortSignal): Promise<Dashboard> =>
    (await call<{ dashboard: Dashboard }>(paths.adminDashboard, signal ? { signal } : {})).dashboard,
})
