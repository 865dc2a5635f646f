import { type SQL, sql } from 'drizzle-orm'
import type { Lang } from '#contract/platform/localized.ts'
import type { AudienceMember } from '#contract/site/announcement.schema.ts'
import type { AudienceGroup, LimitedAudience } from '#contract/site/announcement.ts'
import { buildSearchConditions, type Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  buildOwnEventIdCondition,
  buildReadableEventIdCondition,
  buildTeamIdRegionCondition,
} from '#server/platform/db/region-conditions.ts'
import { newsConsents } from '#server/platform/db/schema/announcements.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { drawnEntries, matchDraws } from '#server/platform/db/schema/rule-sets.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

type AudienceRow = {
  email: string
  name: string
  lang: Lang | null
  userId: string | null
  unsubscribed: boolean
}

const joinConditions = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `)

/** The teams of an event, also those that are only drawn, without those that have withdrawn. */
const buildEventTeamIds = (eventId: string) => sql`(
  select team_id from ${eventTeams} where event_id = ${eventId} and withdrawn_at is null
  union
  select e.team_id from ${drawnEntries} e join ${matchDraws} d on d.event_id = e.event_id
  where e.event_id = ${eventId} and e.team_id is not null and not d.withdrawn ? e.entry_id::text
    and not exists (select from ${eventTeams} left_team where left_team.event_id = e.event_id and left_team.team_id = e.team_id and left_team.withdrawn_at is not null)
)`

/** The teams that an audience is about: those of an event, or of the active season. Lapsed ones are left out. */
const buildMatchingTeams = ({
  eventId,
  competitionId,
  stage,
  regionId,
  paid,
  regionIds,
}: LimitedAudience) => {
  const isOfRegions = buildTeamIdRegionCondition(sql`t.id`, regionIds)
  const isReadableEvent = eventId && buildReadableEventIdCondition(sql`${eventId}::uuid`, regionIds)
  const conditions = [
    sql`t.deleted_at is null`,
    sql`t.status <> 'lapsed'`,
    eventId === null
      ? sql`t.season_year_id = (select id from ${seasonYears} where active)`
      : sql`t.id in ${buildEventTeamIds(eventId)}`,
    ...(isOfRegions ? [isOfRegions] : []),
    ...(isReadableEvent ? [isReadableEvent] : []),
    ...(competitionId === null ? [] : [sql`t.competition_id = ${competitionId}`]),
    ...(stage === null ? [] : [sql`t.stage = ${stage}`]),
    ...(regionId === null ? [] : [sql`t.region_id = ${regionId}`]),
    ...(paid === null ? [] : [sql`t.paid = ${paid}`]),
    // a team of a free competition has nothing to pay
    ...(paid === false
      ? [sql`exists (select from ${competitions} c where c.id = t.competition_id and c.fee > 0)`]
      : []),
  ]
  return sql`select t.id, t.user_id from ${teams} t where ${joinConditions(conditions)}`
}

/**
 * The people of each group of recipients: those of the teams in `matching`, or the judges of the event. Of equal
 * addresses the row with the lowest `rank` counts.
 */
const audienceGroupQueries: Record<AudienceGroup, (audience: LimitedAudience) => SQL> = {
  owners: () => sql`select lower(u.email) as email, u.first_name as name, u.lang, u.id as user_id, 0 as rank
    from matching m join ${users} u on u.id = m.user_id
    where u.deleted_at is null and u.active and u.role <> 'admin'`,
  // A coach or judge has the language of the user with the same confirmed address. For a limited author a coach has
  // not: officers type these addresses, and would look up users by them.
  coaches: ({
    regionIds,
  }) => sql`select lower(p.email) as email, ${regionIds === null ? sql`coalesce(u.first_name, p.name) as name, u.lang` : sql`p.name, null as lang`}, u.id as user_id,
      case when u.id is null then 2 else 1 end as rank
    from matching m join ${teamPeople} p on p.team_id = m.id
    left join ${users} u on u.email = lower(p.email) and u.deleted_at is null and u.email_confirmed_at is not null
    where p.kind = 'coach' and p.deleted_at is null and p.email <> ''`,
  judges: ({
    eventId,
    regionIds,
  }) => sql`select p.email as email, coalesce(u.first_name, p.name) as name, u.lang, u.id as user_id,
      case when u.id is null then 2 else 1 end as rank
    from ${judges} j join ${judgePeople} p on p.id = j.person_id
    left join ${users} u on u.email = p.email and u.deleted_at is null and u.email_confirmed_at is not null
    where j.event_id = ${eventId}::uuid and j.revoked_at is null and p.deleted_at is null and p.email is not null
      and ${buildOwnEventIdCondition(sql`j.event_id`, regionIds) ?? sql`true`}`,
}

/**
 * The people in an audience, once for each address. Administrators who own a team are left out. News
 * (`unsubscribed`) are only for addresses with a recorded consent; that of a user counts when its address is
 * confirmed.
 */
const buildAudience = (audience: LimitedAudience) =>
  sql`with matching as (${buildMatchingTeams(audience)}),
    people as (${sql.join(
      audience.groups.map((group) => audienceGroupQueries[group](audience)),
      sql` union all `,
    )}),
    audience as (
      select distinct on (email) email, name, lang, user_id,
        not exists (select from ${newsConsents} c where c.email = people.email)
        or exists (select from ${users} u where u.email = people.email and u.deleted_at is null and u.email_confirmed_at is null) as unsubscribed
      from people order by email, rank, name
    )`

/** Lists everybody in an audience, by address. */
export const listAudience = async (db: Db, audience: LimitedAudience): Promise<AudienceRow[]> => {
  const { rows } = await db.execute<AudienceRow>(
    sql`${buildAudience(audience)} select email, name, lang, user_id as "userId", unsubscribed from audience order by email`,
  )
  return rows
}

/** Lists one page of an audience, by address, and counts all who match and how many of all get no news. */
export const readAudiencePageWithUnsubscribed = async (
  db: Db,
  audience: LimitedAudience,
  { page, perPage, search }: Paging & { search?: string | undefined },
): Promise<{ recipients: AudienceMember[]; total: number; unsubscribed: number }> => {
  const conditions = [sql`true`, ...buildSearchConditions(sql`search_form(email || E'\\n' || name)`, search)]
  const { rows } = await db.execute<AudienceMember>(
    sql`${buildAudience(audience)} select email, name, lang, unsubscribed from audience where ${joinConditions(conditions)}
      order by email limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const counted = await db.execute<{ total: number; unsubscribed: number }>(
    sql`${buildAudience(audience)} select count(*) filter (where ${joinConditions(conditions)})::int as total, (count(*) filter (where unsubscribed))::int as unsubscribed from audience`,
  )
  const { total = 0, unsubscribed = 0 } = counted.rows[0] ?? {}
  return {
    recipients: rows.map(({ email, name, lang, unsubscribed }) => ({ email, name, lang, unsubscribed })),
    total,
    unsubscribed,
  }
}
