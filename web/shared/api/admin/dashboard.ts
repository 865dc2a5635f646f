import type { ApiCall } from '#web/shared/api/call.ts'

/** Creates the back office's calls about the figures of the first page and the tasks before it. */
export const createAdminDashboardApi = (call: ApiCall) => ({
  /** The figures of the first page. */
  read: async (signal?: AbortSignal) => (await call('GET /api/admin/dashboard', { signal })).dashboard,
  /** The setup tasks that the user has the permission for, each done or open. */
  readSetupChecklist: async (signal?: AbortSignal) => (await call('GET /api/admin/setup-checklist', { signal })).items,
})

/** Creates the client of the back office's call about the state of the installation. */
export const createAdminStatusApi = (call: ApiCall) => ({
  read: () => call('GET /api/admin/status'),
})
