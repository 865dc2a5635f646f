import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'

/** Deletes a job. One that runs is not tried again. */
export const deleteJob = async (db: Db, queue: string, id: string): Promise<void> => {
  await db.execute(sql`delete from pgboss.job where name = ${queue} and id = ${id}`)
}

/** Deletes a property of the data of a job, and the key by which the job is found. */
export const deleteJobPropertyAndKey = async (
  db: Db,
  queue: string,
  { id, property }: { id: string; property: string },
): Promise<void> => {
  await db.execute(
    sql`update pgboss.job set data = data - ${property}::text, singleton_key = null where name = ${queue} and id = ${id}`,
  )
}

/** Deletes the jobs with one of these keys that wait or failed and were added before the transaction began. */
export const deleteWaitingAndFailedJobsByKeys = async (
  tx: Db,
  queue: string,
  keys: readonly string[],
): Promise<void> => {
  await tx.execute(
    sql`delete from pgboss.job where name = ${queue} and state in ('created', 'retry', 'failed')
      and singleton_key = any(${sql.param([...keys])}::text[]) and created_on < now()`,
  )
}

/** Deletes the jobs that wait and whose data has one of these values as a property. */
export const deleteWaitingJobsByProperty = async (
  tx: Db,
  queue: string,
  property: string,
  values: readonly string[],
): Promise<void> => {
  await tx.execute(
    sql`delete from pgboss.job where name = ${queue} and state in ('created', 'retry')
      and data ->> ${property}::text = any(${sql.param([...values])}::text[])`,
  )
}

/** Locks those of these jobs that failed, and returns their data. */
export const lockFailedJobs = async <T extends object>(
  tx: Db,
  queue: string,
  ids: readonly string[],
): Promise<{ id: string; data: T }[]> => {
  const { rows } = await tx.execute<{ id: string; data: T }>(
    sql`select id, data from pgboss.job where name = ${queue} and state = 'failed' and id = any(${sql.param([...ids])}::uuid[])
      order by id for update`,
  )
  return rows
}

/** Puts a job that runs back into its queue, where it waits for a second at least. It does not count as a try. */
export const returnRunningJob = async (db: Db, queue: string, id: string): Promise<void> => {
  await db.execute(
    sql`update pgboss.job set state = case when retry_count = 0 then 'created' else 'retry' end::pgboss.job_state,
      started_on = null, start_after = now() + interval '1 second'
      where name = ${queue} and id = ${id} and state = 'active'`,
  )
}
