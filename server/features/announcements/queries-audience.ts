import { sql } from 'drizzle-orm'
import type { AudienceMember } from '#contract/announcement.schema.ts'
import type { AnnouncementAudience } from '#contract/announcement.ts'
import type { Lang } from '#contract/localized.ts'
import type { Db } from '#server/db/open.ts'
import type { Paging } from '#server/db/paging.ts'
import { newsConsents } from '#server/db/schema/announcements.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { seasonYears } from '#server/db/schema/season-years.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { buildSearchConditions } from '#server/lib/search.ts'

type AudienceRow = { email: string; name: string; lang: Lang | null; userId: string | null; unsubscribed: boolean }

const and = (conditions: readonly ReturnType<typeof sql>[]) => sql.join([...conditions], sql` and `)

/**
 * The owners and coaches of the teams of the active season that match, once for each address. A coach has the language of the account with the same
 * confirmed address. Lapsed teams, and administrators who own a team, are left out. News (`unsubscribed`) are only for addresses with a recorded consent; that of an
 * account counts when its address is confirmed.
 */
const buildAudience = ({ competitionId, stage, regionId, paid }: AnnouncementAudience) => {
  const conditions = [
    sql`t.deleted_at is null`,
    sql`t.status <> 'lapsed'`,
    sql`t.season_year_id = (select id from ${seasonYears} where active)`,
    ...(competitionId === null ? [] : [sql`t.competition_id = ${competitionId}`]),
    ...(stage === null ? [] : [sql`t.stage = ${stage}`]),
    ...(regionId === null ? [] : [sql`t.region_id = ${regionId}`]),
    ...(paid === null ? [] : [sql`t.paid = ${paid}`]),
    // a team of a free competition has nothing to pay
    ...(paid === false ? [sql`exists (select from ${competitions} c where c.id = t.competition_id and c.fee > 0)`] : []),
  ]
  return sql`with matching as (select t.id, t.user_id from ${teams} t where ${and(conditions)}),
    people as (
      select lower(u.email) as email, u.first_name as name, u.lang, u.id as user_id, 0 as rank
      from matching m join ${users} u on u.id = m.user_id
      where u.deleted_at is null and u.active and u.role <> 'admin'
      union all
      select lower(p.email), coalesce(u.first_name, p.name), u.lang, u.id, case when u.id is null then 2 else 1 end
      from matching m join ${teamPeople} p on p.team_id = m.id
      left join ${users} u on u.email = lower(p.email) and u.deleted_at is null and u.email_confirmed_at is not null
      where p.kind = 'coach' and p.deleted_at is null and p.email <> ''
    ),
    audience as (
      select distinct on (email) email, name, lang, user_id, 
        not exists (select from ${newsConsents} c where c.email = people.email)
        or exists (select from ${users} u where u.email = people.email and u.deleted_at is null and u.email_confirmed_at is null) as unsubscribed
      from people order by email, rank, name
    )`
}

/** Lists everybody in an audience, by address. */
export const listAudience = async (db: Db, audience: AnnouncementAudience): Promise<AudienceRow[]> => {
  const { rows } = await db.execute<AudienceRow>(
    sql`${buildAudience(audience)} select email, name, lang, user_id as "userId", unsubscribed from audience order by email`,
  )
  return rows
}

/** Lists one page of an audience, by address, and counts all who match and how many of all get no news. */
export const readAudiencePage = async (
  db: Db,
  audience: AnnouncementAudience,
  { page, perPage, search }: Paging & { search?: string | undefined },
): Promise<{ recipients: AudienceMember[]; total: number; unsubscribed: number }> => {
  const conditions = [sql`true`, ...buildSearchConditions(sql`search_form(email || E'\\n' || name)`, search)]
  const { rows } = await db.execute<AudienceMember>(
    sql`${buildAudience(audience)} select email, name, lang, unsubscribed from audience where ${and(conditions)}
      order by email limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const counted = await db.execute<{ total: number; unsubscribed: number }>(
    sql`${buildAudience(audience)} select count(*) filter (where ${and(conditions)})::int as total, (count(*) filter (where unsubscribed))::int as unsubscribed from audience`,
  )
  const { total = 0, unsubscribed = 0 } = counted.rows[0] ?? {}
  return { recipients: rows.map(({ email, name, lang, unsubscribed }) => ({ email, name, lang, unsubscribed })), total, unsubscribed }
}
