import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { jobListResponse } from '#contract/job.schema.ts'
import type { Job, JobName } from '#contract/job.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/lib/job-queue.ts'

/** The recurring jobs and their last runs, for administrators. */
export const jobsAdmin =
  ({ guards, jobs: queue }: Pick<Deps, 'guards' | 'jobs'>, recurringJobs: readonly RecurringJob<JobName>[]): FastifyPluginAsyncZod =>
  async (app) => {
    const describe = async (job: RecurringJob<JobName>): Promise<Job> => {
      const { lastRun, nextRunAt } = await queue.status(job)
      return {
        name: job.name,
        lastRun: lastRun && { ...lastRun, startedAt: lastRun.startedAt.toISOString() },
        nextRunAt: nextRunAt.toISOString(),
      }
    }
    app.get(
      paths.adminJobs,
      {
        onRequest: guards.admin,
        config: { for: 'admin' },
        schema: {
          summary: 'The recurring jobs: last run, its result and the next run',
          tags: ['jobs (admin)'],
          security: [{ token: [] }],
          response: { 200: jobListResponse },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { success: true as const, jobs: await Promise.all(recurringJobs.map(describe)) }
      },
    )
  }
