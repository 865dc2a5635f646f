import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { eventResultNotices } from '#server/platform/db/schema/notices.ts'
import { entryRankSql, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

/**
 * Lists the visible events that ended before the day `today` and within a week, whose ranking is not frozen,
 * and whose participants got no email.
 */
export const listEventsForResultEmails = async (
  db: Db,
  today: string,
): Promise<{ id: string; slug: string; title: Localized }[]> => {
  const end = sql`greatest(${events.startDate}, ${events.endDate})`
  const rows = await db
    .select({ id: events.id, slug: events.slug, titleEn: events.titleEn, titleAr: events.titleAr })
    .from(events)
    .where(
      and(
        isNull(events.deletedAt),
        eq(events.active, true),
        eq(events.demo, false),
        gt(events.entryCount, 0),
        sql`${end} < ${today}::date and ${end} >= ${today}::date - 7`,
        sql`not exists (select from ${eventResultNotices} n where n.event_id = ${events.id})`,
        sql`not exists (select from ${rankingFreezes} f where f.event_id = ${events.id})`,
      ),
    )
  return rows.map(({ id, slug, titleEn, titleAr }) => ({ id, slug, title: { en: titleEn, ar: titleAr } }))
}

/** Stores that the participants of an event get their emails. Returns false when they got them before. */
export const insertResultsNoticeOfEventIfNew = async (tx: Db, eventId: string): Promise<boolean> =>
  (
    await tx
      .insert(eventResultNotices)
      .values({ eventId })
      .onConflictDoNothing()
      .returning({ id: eventResultNotices.eventId })
  ).length > 0

type EventResult = {
  email: string
  firstName: string
  lang: Lang
  teamName: string
  teamNo: string
  rank: number
  total: number
}

/**
 * Lists the recipients of an event's result emails with their ranks: participants with an account, and the
 * owners of teams. Guests get no email.
 */
export const listResultEmailRecipientsWithRanks = async (db: Db, eventId: string): Promise<EventResult[]> => {
  const { rows } = await db.execute<EventResult>(sql`
    with ranking as (
      select user_id, team_id, team_name, team_no, ${entryRankSql} as rank,
        (count(*) filter (where not has_rank_of_alliance) over ())::int as total
      from ${scoreEntries} where event_id = ${eventId}
    )
    select u.email, u.first_name as "firstName", u.lang, case when r.team_id is null then '' else r.team_name end as "teamName", r.team_no as "teamNo", r.rank, r.total
    from ranking r left join ${teams} t on t.id = r.team_id and t.deleted_at is null
    join ${users} u on u.id = coalesce(r.user_id, t.user_id)
    where u.deleted_at is null and u.active and u.role <> 'admin' and not u.demo order by r.rank`)
  return rows
}
