import { paths } from '#contract/paths.ts'
import type { StatusResponse } from '#contract/status.schema.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

/** Creates the client of the back office's call about the state of the installation. */
export const createAdminStatusApi = (call: ApiCall) => ({
  read: async (): Promise<Pick<StatusResponse, 'status' | 'jobs'>> => call<StatusResponse>(paths.adminStatus),
})
