import { jobListResponse } from '#contract/job.schema.ts'
import type { Job, JobName } from '#contract/job.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { successReply } from '#server/http/reply.ts'
import type { RecurringJob } from '#server/lib/job-queue.ts'

/** The recurring jobs and their last runs, for administrators. */
export const jobsAdminRoutes = (deps: Deps, recurringJobs: readonly RecurringJob<JobName>[]) =>
  createAdminRoutes(deps, 'jobs', 'administration', async (app) => {
    const describe = async (job: RecurringJob<JobName>): Promise<Job> => {
      const { lastRun, nextRunAt } = await deps.jobs.status(job)
      return {
        name: job.name,
        lastRun: lastRun && { ...lastRun, startedAt: lastRun.startedAt.toISOString() },
        nextRunAt: nextRunAt.toISOString(),
      }
    }
    app.get(
      paths.adminJobs,
      {
        schema: {
          summary: 'The recurring jobs: last run, its result and the next run',
          response: { 200: jobListResponse },
        },
      },
      async () => successReply({ jobs: await Promise.all(recurringJobs.map(describe)) }),
    )
  })
