import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobResult, PgBoss, type QueueOptions } from 'pg-boss'
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

/** Thrown by the handler of a job that must not be tried again. The cause says why. */
export class PermanentJobError extends Error {}

/** What a handler knows about its job. `signal` is aborted when the process stops. */
type JobInfo = { id: string; priority: number; isLastAttempt: boolean; signal: AbortSignal }
/** How many workers handle a queue in this process, one job at a time each, and the jobs that they take. */
type WorkerOptions = { count?: number; minPriority?: number; maxPriority?: number }
type SendOptions = {
  tx?: Db | undefined
  id?: string
  /** Finds the job again, without being unique. */
  key?: string | undefined
  priority?: number
  /** How long the job may wait. The default is that of the queue. */
  retentionSeconds?: number
}

/**
 * Jobs in the database (schema `pgboss`). They survive the end of a process, and only one process runs each
 * job. The error of a failed job is stored without personal data.
 */
export type JobQueue = {
  /** Creates a queue. `options` define how often a failed job is retried and how long jobs are kept. */
  createQueue: (queue: string, options: QueueOptions) => Promise<void>
  /**
   * Handles the jobs of a queue in this process, those of the highest priority first. Returns the function that
   * ends it, which does not wait for running jobs.
   */
  work: <T extends object>(
    queue: string,
    handle: (data: T, job: JobInfo) => Promise<void>,
    options?: WorkerOptions,
  ) => Promise<() => Promise<void>>
  /**
   * Adds a job to a queue, with the id `id` or a new one. Jobs with a lower `priority` than 0 wait for the
   * others. With `tx`, the job exists only if that transaction is committed.
   */
  send: <T extends object>(queue: string, data: T, options?: SendOptions) => Promise<void>
  /** Lets failed jobs be tried once more, at once, in the transaction `tx`. */
  retry: (queue: string, ids: readonly string[], tx: Db) => Promise<void>
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
    createQueue: async (queue, options) => {
      await start()
      await boss.createQueue(queue, options)
      await boss.updateQueue(queue, options)
    },
    work: async (queue, handle, { count = 1, ...priorities } = {}) => {
      await start()
      const startWorker = async (): Promise<string> => {
        const workerId = await boss.work(
          queue,
          { pollingIntervalSeconds: 0.5, includeMetadata: true, perJobResults: true, ...priorities },
          async ([job]): Promise<JobResult[]> => {
            if (!job) return []
            const { id, data, priority, retryCount, retryLimit, signal } = job
            // the worker fetches the next job as soon as this one ends
            boss.notifyWorker(workerId)
            try {
              await handle(data as never, { id, priority, isLastAttempt: retryCount >= retryLimit, signal })
              return [{ id, status: 'completed' }]
            } catch (error) {
              if (error instanceof PermanentJobError)
                return [{ id, status: 'deadletter', output: redactError(error.cause) }]
              throw redactError(error)
            }
          },
        )
        return workerId
      }
      const ids = await Promise.all(Array.from({ length: count }, startWorker))
      return async () => {
        await Promise.all(ids.map((id) => boss.offWork(queue, { id, wait: false })))
      }
    },
    send: async (queue, data, { tx, id, key, priority = 0, retentionSeconds } = {}) => {
      await start()
      await boss.send(queue, data, {
        priority,
        ...(id ? { id } : {}),
        ...(key ? { singletonKey: key } : {}),
        ...(retentionSeconds ? { retentionSeconds } : {}),
        ...(tx ? { db: fromDrizzle(tx as never, sql) } : {}),
      })
    },
    retry: async (queue, ids, tx) => {
      await start()
      await boss.retry(queue, [...ids], { db: fromDrizzle(tx as never, sql) })
      // pg-boss leaves the time of the last retry, and how long the job may wait
      await tx.execute(
        sql`update pgboss.job set start_after = now(), keep_until = now() + (keep_until - start_after)
          where name = ${queue} and id = any(${sql.param([...ids])}::uuid[])`,
      )
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
