import type { Dashboard } from '#contract/domain/dashboard.ts'
import { paths } from '#contract/wire/paths.ts'
import type { Call } from '../call.ts'

export const adminDashboardCalls = (call: Call) => ({
  /** The figures of the first page. */
  read: async (signal?: AbortSignal): Promise<Dashboard> =>
    (await call<{ dashboard: Dashboard }>(paths.adminDashboard, signal ? { signal } : {})).dashboard,
})
