import { paths } from '#contract/paths.ts'
import { type Job, type JobName, statusResponse } from '#contract/status.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { successReply } from '#server/http/reply.ts'
import type { RecurringJob } from '#server/lib/job-queue.ts'
import { readInstallationStatus } from './status.ts'

/** Registers the call that returns the state of the installation, with its recurring jobs and their last runs, to administrators. */
export const statusAdminRoutes = (deps: Deps, recurringJobs: readonly RecurringJob<JobName>[]) =>
  createAdminRoutes(deps, 'status', 'administration', async (app) => {
    const describe = async (job: RecurringJob<JobName>): Promise<Job> => {
      const { lastRun, nextRunAt } = await deps.jobs.status(job)
      return {
        name: job.name,
        lastRun: lastRun && { ...lastRun, startedAt: lastRun.startedAt.toISOString() },
        nextRunAt: nextRunAt.toISOString(),
      }
    }
    app.get(
      paths.adminStatus,
      {
        schema: {
          summary: 'Mail, payment, backup, disk, overdue erasures, and the recurring jobs with their last and next run',
          response: { 200: statusResponse },
        },
      },
      async () => {
        const [status, jobs] = await Promise.all([readInstallationStatus(deps), Promise.all(recurringJobs.map(describe))])
        return successReply({ status, jobs })
      },
    )
  })
