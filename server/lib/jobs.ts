import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type QueueOptions } from 'pg-boss'
import type { Log } from '#server/db/log.ts'
import type { Database, Db } from '#server/db/open.ts'
import { withoutPersonalData } from './describe-error.ts'

/** Work that must survive a crash: kept in the database until it is done. */
export type Jobs = {
  /** Declares a queue and the one who works on it; a failed job comes again as `options` say. */
  work: <T extends object>(queue: string, options: QueueOptions, handle: (data: T) => Promise<void>) => Promise<void>
  /** Does something at the times of a cron expression (UTC), in one of all processes. A time that passed while none was running is left out, and so is one while the last is still under way. */
  every: (queue: string, cron: string, options: QueueOptions, handle: () => Promise<void>) => Promise<void>
  /** Puts a job in; with `tx` it exists only when that transaction commits. */
  send: <T extends object>(queue: string, data: T, tx?: Db) => Promise<void>
  /** Lets the running jobs end, for at most three seconds. */
  close: () => Promise<void>
}

/** Runs a job. The queue stores the error of a failed one: it gets it without addresses and other data of people. */
const keepPersonalDataOut = async (work: () => Promise<void>) => {
  try {
    await work()
  } catch (error) {
    throw withoutPersonalData(error)
  }
}

/** Starts the queue on the database (schema `pgboss`, made when missing). */
export const openJobs = async (database: Pick<Database, 'connection'>, log: Log): Promise<Jobs> => {
  const boss = new PgBoss({ ...(database.connection as object), max: 3, application_name: 'botola-jobs' })
  boss.on('error', (error) => log.warn({ err: error }, 'a job could not be taken or ended'))
  await boss.start()
  return {
    work: async (queue, options, handle) => {
      await boss.createQueue(queue, options)
      await boss.updateQueue(queue, options)
      await boss.work(queue, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
        for (const job of jobs) await keepPersonalDataOut(() => handle(job.data as never))
      })
    },
    every: async (queue, cron, options, handle) => {
      await boss.createQueue(queue, { ...options, policy: 'stately' })
      await boss.updateQueue(queue, options)
      await boss.schedule(queue, cron, null, { tz: 'UTC' })
      await boss.work(queue, { pollingIntervalSeconds: 5 }, () => keepPersonalDataOut(handle))
    },
    send: async (queue, data, tx) => {
      await boss.send(queue, data, tx ? { db: fromDrizzle(tx as never, sql) } : {})
    },
    close: () => boss.stop({ graceful: true, timeout: 3000 }),
  }
}
