import { type SQL, sql } from 'drizzle-orm'
import { type EmailClass, emailClasses } from '#contract/platform/email-queue.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { emailPriorities, emailQueueName } from '#server/platform/emails/email-classes.ts'

const isEmailJob = sql`name = ${emailQueueName}`

/** The class of a job. Emails to many people had the priority -1 in earlier versions. */
const classOfJob = sql`case when priority >= ${emailPriorities.urgent} then 'urgent' when priority = ${emailPriorities.team} then 'team' else 'many' end`
const andIsOfClass = (emailClass: EmailClass | undefined): SQL =>
  emailClass === undefined ? sql`` : sql`and ${classOfJob} = ${emailClass}`

/** Lists the ids of the failed emails, or of those of a class. */
export const listFailedEmailJobIds = async (
  db: Db,
  emailClass: EmailClass | undefined,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from pgboss.job where ${isEmailJob} and state = 'failed' and data ? 'sealed' ${andIsOfClass(emailClass)}`,
  )
  return rows.map(({ id }) => id)
}

type ClassCounts = {
  waiting: number
  sentInLastDay: number
  failed: number
  /** Emails that are tried again after a failure. */
  retrying: number
}

/** Counts the emails of each class. */
export const countEmailsByClass = async (db: Db): Promise<Record<EmailClass, ClassCounts>> => {
  const { rows } = await db.execute<ClassCounts & { class: EmailClass }>(sql`
    select ${classOfJob} as class,
      (count(*) filter (where state in ('created', 'retry', 'active')))::int as waiting,
      (count(*) filter (where state = 'completed' and completed_on > now() - interval '1 day' and not data ? 'sealed'))::int as "sentInLastDay",
      (count(*) filter (where state = 'failed'))::int as failed,
      (count(*) filter (where state = 'retry'))::int as retrying
    from pgboss.job where ${isEmailJob} group by 1`)
  const none: ClassCounts = { waiting: 0, sentInLastDay: 0, failed: 0, retrying: 0 }
  return Object.fromEntries(
    emailClasses.map((each) => {
      const { class: _class, ...counts } = rows.find((row) => row.class === each) ?? { class: each, ...none }
      return [each, counts]
    }),
  ) as Record<EmailClass, ClassCounts>
}

type FailedEmailRow = {
  id: string
  class: EmailClass
  state: 'failed' | 'retry'
  template: string | null
  sealed: string | null
  reason: string
  /** Milliseconds since 1970. */
  failedAt: number
  nextAttemptAt: number | null
  attempts: number
}

/** Lists one page of the emails that failed or are tried again after a failure, the newest first, and counts them. */
export const readFailedOrRetriedEmailPage = async (
  db: Db,
  { page, perPage, emailClass }: Paging & { emailClass?: EmailClass | undefined },
): Promise<{ rows: FailedEmailRow[]; total: number }> => {
  const isFailed = sql`${isEmailJob} and state in ('failed', 'retry') ${andIsOfClass(emailClass)}`
  const { rows } = await db.execute<FailedEmailRow>(sql`
    select id, ${classOfJob} as class, state::text as state, data ->> 'template' as template, data ->> 'sealed' as sealed,
      coalesce(output ->> 'message', '') as reason, (extract(epoch from coalesce(completed_on, started_on)) * 1000)::float8 as "failedAt",
      case when state = 'retry' then (extract(epoch from start_after) * 1000)::float8 end as "nextAttemptAt", retry_count + 1 as attempts
    from pgboss.job where ${isFailed}
    order by coalesce(completed_on, started_on) desc nulls last, id desc limit ${perPage} offset ${(page - 1) * perPage}`)
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from pgboss.job where ${isFailed}`,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
