import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'

type WaitingJob = {
  id: string
  name: string
  data: object | null
  priority: number
  startAfter: string
  singletonKey: string | null
}

/** The queues and the jobs in them that are not completed. */
export type WaitingJobs = { queues: Queue[]; jobs: WaitingJob[] }

const optionNames = [
  'policy',
  'partition',
  'deadLetter',
  'retryLimit',
  'retryDelay',
  'retryBackoff',
  'retryDelayMax',
  'expireInSeconds',
  'retentionSeconds',
  'deleteAfterSeconds',
  'warningQueueSize',
  'heartbeatSeconds',
  'notify',
] as const

const toQueue = (row: Queue): Queue => ({
  name: row.name,
  ...Object.fromEntries(
    optionNames.map((name) => [name, row[name]]).filter(([, value]) => value !== null && value !== undefined),
  ),
})

const bossOptions = { schedule: false, supervise: false, migrate: false, max: 2 }

/**
 * Reads the jobs that are not completed in the transaction of `client`; none when the database has no tables
 * of the queue. Recurring jobs are left out: each installation schedules its own.
 */
export const readWaitingJobsAndQueues = async (
  client: pg.ClientBase,
  connection: pg.ClientConfig,
): Promise<WaitingJobs> => {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('pgboss.job') is not null as exists",
  )
  if (!tables[0]?.exists) return { queues: [], jobs: [] }
  const boss = new PgBoss({ ...(connection as object), ...bossOptions })
  boss.on('error', () => {})
  await boss.start()
  try {
    const { rows: jobs } = await client.query<WaitingJob>(
      `select id, name, data, priority, start_after::text as "startAfter", singleton_key as "singletonKey"
       from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%' and name not in (select name from pgboss.schedule)
       order by created_on`,
    )
    const queues = (await boss.getQueues()).map(toQueue)
    return { queues: queues.filter(({ name }) => jobs.some((job) => job.name === name)), jobs }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Inserts the jobs in the transaction of `client`. */
export const insertWaitingJobsAndQueues = async (
  { queues, jobs }: WaitingJobs,
  client: pg.ClientBase,
  connection: pg.ClientConfig,
): Promise<void> => {
  if (jobs.length === 0) return
  const boss = new PgBoss({ ...(connection as object), ...bossOptions })
  boss.on('error', () => {})
  await boss.start()
  try {
    // A dead letter queue must exist before the queues that use it.
    for (const queue of [...queues].sort(
      (one, other) => Number(Boolean(one.deadLetter)) - Number(Boolean(other.deadLetter)),
    ))
      if (!(await boss.getQueue(queue.name))) await boss.createQueue(queue.name, queue)
    const db = { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) }
    for (const queue of queues)
      await boss.insert(
        queue.name,
        jobs
          .filter(({ name }) => name === queue.name)
          .map(({ id, data, priority, startAfter, singletonKey }) => ({
            id,
            priority,
            startAfter: new Date(startAfter),
            ...(data ? { data } : {}),
            ...(singletonKey ? { singletonKey } : {}),
          })),
        { db },
      )
  } finally {
    await boss.stop({ graceful: false })
  }
}
