import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type QueueOptions } from 'pg-boss'
import type { Log } from '#server/platform/db/log.ts'
import type { Database, Db } from '#server/platform/db/open.ts'
import { redactError } from './logger.ts'

/** A job that one process of the installation runs at scheduled times. */
export type RecurringJob<Name extends string = string> = {
  name: Name
  /** A cron expression, in UTC. */
  cron: string
  /** Returns how many records it handled. */
  run: () => Promise<number>
  options: QueueOptions
}

/** The last run of a recurring job; `count` is what `run` returned. */
type JobRun = { startedAt: Date; result: 'succeeded' | 'failed' | 'running'; count: number | null }

/**
 * Jobs in the database (schema `pgboss`). They survive the end of a process, and only one process runs each
 * job. The error of a failed job is stored without personal data.
 */
export type JobQueue = {
  /** Handles the jobs of a queue in this process. `options` define how often a failed job is retried. */
  work: <T extends object>(
    queue: string,
    options: QueueOptions,
    handle: (data: T, job: { id: string; isLastAttempt: boolean }) => Promise<void>,
  ) => Promise<void>
  /**
   * Adds a job to a queue, with the id `id` or a new one. Jobs with a lower `priority` than 0 wait for the
   * others. With `tx`, the job exists only if that transaction is committed.
   */
  send: <T extends object>(
    queue: string,
    data: T,
    options?: { tx?: Db | undefined; id?: string; priority?: number },
  ) => Promise<void>
  /**
   * Sets the recurring jobs of the installation and runs those that this process takes first. A job that is
   * still running is not started again. When no process ran at a scheduled time, the job runs once later.
   */
  schedule: (jobs: readonly RecurringJob[]) => Promise<void>
  /** Returns the last run of a recurring job, if it is known, and the time of the next one. */
  status: (job: Pick<RecurringJob, 'name' | 'cron'>) => Promise<{ lastRun: JobRun | null; nextRunAt: Date }>
  /** Waits at most three seconds for running jobs. */
  close: () => Promise<void>
}

type Output = { count?: number } | null

/**
 * Creates the job queue of a process; migrations create its tables. It connects on first use.
 * `pollingIntervalSeconds` is the interval at which it looks for recurring jobs to run.
 */
export const createPostgresJobQueue = (
  { connection }: Pick<Database, 'connection'>,
  log: Log,
  { pollingIntervalSeconds = 10 }: { pollingIntervalSeconds?: number } = {},
): JobQueue => {
  // Only the owner of the tables may migrate them and rebuild their indexes.
  const boss = new PgBoss({
    ...(connection as object),
    max: 2,
    application_name: 'botola-jobs',
    migrate: false,
    reindex: false,
  })
  // pg-boss reports some errors as plain objects with the properties of an error
  boss.on('error', (error: unknown) =>
    log.warn(
      { err: error instanceof Error ? error : Object.assign(new Error(), error as object) },
      'error in the job queue',
    ),
  )
  let starting: Promise<PgBoss> | undefined
  const start = () => {
    starting ??= boss.start().catch((error: unknown) => {
      starting = undefined
      throw error
    })
    return starting
  }

  const scheduleJob = async ({ name, cron, run, options }: RecurringJob) => {
    await boss.createQueue(name, { ...options, policy: 'exclusive' })
    await boss.updateQueue(name, options)
    await boss.schedule(name, cron, null, { tz: 'UTC', missed: 'once' })
    await boss.work(name, { pollingIntervalSeconds }, async (): Promise<Output> => {
      try {
        return { count: await run() }
      } catch (error) {
        log.error({ err: error, job: name }, 'a job failed')
        throw redactError(error)
      }
    })
  }

  return {
    work: async (queue, options, handle) => {
      await start()
      await boss.createQueue(queue, options)
      await boss.updateQueue(queue, options)
      await boss.work(queue, { pollingIntervalSeconds: 0.5, includeMetadata: true }, async (jobs) => {
        for (const { id, data, retryCount, retryLimit } of jobs)
          await handle(data as never, { id, isLastAttempt: retryCount >= retryLimit }).catch(
            (error: unknown) => {
              throw redactError(error)
            },
          )
      })
    },
    send: async (queue, data, { tx, id, priority = 0 } = {}) => {
      await start()
      await boss.send(queue, data, {
        priority,
        ...(id ? { id } : {}),
        ...(tx ? { db: fromDrizzle(tx as never, sql) } : {}),
      })
    },
    schedule: async (jobs) => {
      await start()
      for (const { name } of await boss.getSchedules())
        if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
      for (const job of jobs) await scheduleJob(job)
    },
    status: async ({ name, cron }) => {
      await start()
      const isQueue = (await boss.getQueue(name)) !== null
      const started = isQueue ? (await boss.findJobs(name)).filter(({ startedOn }) => startedOn !== null) : []
      const last = started.toSorted((a, b) => b.startedOn.getTime() - a.startedOn.getTime())[0]
      const results = { active: 'running', completed: 'succeeded' } as const
      return {
        lastRun: last
          ? {
              startedAt: last.startedOn,
              result: results[last.state as keyof typeof results] ?? 'failed',
              count: (last.output as Output)?.count ?? null,
            }
          : null,
        nextRunAt: boss.previewSchedule(cron, { count: 1 })[0] as Date,
      }
    },
    close: async () => {
      if (starting) await boss.stop({ graceful: true, timeout: 3000 })
    },
  }
}
