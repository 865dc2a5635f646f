import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'

type WaitingJob = { id: string; name: string; data: object | null; priority: number; startAfter: string; singletonKey: string | null }

/** The queues of later work (mail) and what waits in them. */
export type WaitingWork = { queues: Queue[]; jobs: WaitingJob[] }

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

const queueOf = (row: Queue): Queue => ({
  name: row.name,
  ...Object.fromEntries(optionNames.map((name) => [name, row[name]]).filter(([, value]) => value !== null && value !== undefined)),
})

const own = { schedule: false, supervise: false, max: 2 }

/**
 * Jobs not yet done, as the transaction of `client` sees them; nothing where the queue was never used. Recurring jobs are left out: each installation schedules them by
 * itself.
 */
export const waitingWork = async (client: pg.ClientBase, connection: pg.ClientConfig): Promise<WaitingWork> => {
  const { rows: there } = await client.query<{ there: boolean }>("select to_regclass('pgboss.job') is not null as there")
  if (!there[0]?.there) return { queues: [], jobs: [] }
  const boss = new PgBoss({ ...(connection as object), ...own, migrate: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    const { rows: jobs } = await client.query<WaitingJob>(
      `select id, name, data, priority, start_after::text as "startAfter", singleton_key as "singletonKey"
       from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%' and name not in (select name from pgboss.schedule)
       order by created_on`,
    )
    const queues = (await boss.getQueues()).map(queueOf)
    return { queues: queues.filter(({ name }) => jobs.some((job) => job.name === name)), jobs }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Puts jobs back, in the transaction of `client`. The queue's own tables are made before, outside of it: empty they harm nobody. */
export const restoreWork = async ({ queues, jobs }: WaitingWork, client: pg.ClientBase, connection: pg.ClientConfig): Promise<void> => {
  if (jobs.length === 0) return
  const boss = new PgBoss({ ...(connection as object), ...own })
  boss.on('error', () => {})
  await boss.start()
  try {
    // A queue that takes the failed jobs of another has to be there before it.
    for (const queue of [...queues].sort((one, other) => Number(Boolean(one.deadLetter)) - Number(Boolean(other.deadLetter))))
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
