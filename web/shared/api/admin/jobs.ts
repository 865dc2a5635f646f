import type { Job } from '#contract/job.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

/** The back office's call about recurring jobs. */
export const createAdminJobApi = (call: ApiCall) => ({
  list: async (): Promise<Job[]> => (await call<{ jobs: Job[] }>(paths.adminJobs)).jobs,
})
