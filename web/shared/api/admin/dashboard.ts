import type { Dashboard } from '#contract/dashboard.ts'
import { paths } from '#contract/paths.ts'
import type { SetupChecklistItem } from '#contract/setup-checklist.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

export const createAdminDashboardApi = (call: ApiCall) => ({
  /** The figures of the first page. */
  read: async (signal?: AbortSignal): Promise<Dashboard> =>
    (await call<{ dashboard: Dashboard }>(paths.adminDashboard, signal ? { signal } : {})).dashboard,
  /** The setup tasks that the user has the permission for, each done or open. */
  readSetupChecklist: async (signal?: AbortSignal): Promise<SetupChecklistItem[]> =>
    (await call<{ items: SetupChecklistItem[] }>(paths.adminSetupChecklist, signal ? { signal } : {})).items,
})
