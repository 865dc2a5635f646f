import { type SQL, sql } from 'drizzle-orm'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { CompetitionEvent, ListedTeam } from '#contract/site/season-page.schema.ts'
import { listedTeamsPerPage } from '#contract/site/season-page-paths.ts'
import { buildPublicAwardsCondition } from '#server/event/scores/service.ts'
import type { Db } from '#server/platform/db/open.ts'

/** A list of teams on a page is as long as this. */
const maxListedTeams = 1000
const maxEvents = 50

/** SQL condition: visitors see the event `e`. */
const isPublicEvent = sql`e.active and e.deleted_at is null`

/**
 * SQL: the team and the event of each entry with a team that visitors see: of a frozen ranking the copies.
 */
const visibleEntriesOfTeams = sql`(
  select s.id, s.team_id, s.event_id from score_entries s where s.team_id is not null
    and not exists (select from ranking_freezes f where f.event_id = s.event_id and f.frozen_at is not null)
  union all select s.id, s.team_id, s.event_id from frozen_score_entries s where s.team_id is not null)`

/**
 * SQL condition on the team `t`: it is in an event of its season that visitors see and that is live, that ends
 * later than the day before yesterday, or that has neither dates nor final results.
 */
const isInCurrentEvent = sql`exists (select from events e
  where e.season_year_id = t.season_year_id and ${isPublicEvent}
    and (e.live_mode = 'on' or coalesce(greatest(e.start_date, e.end_date) >= current_date - 1,
      not exists (select from published_results p where p.event_id = e.id and p.status = 'final')))
    and (exists (select from event_teams taking where taking.event_id = e.id and taking.team_id = t.id)
      or exists (select from ${visibleEntriesOfTeams} shown where shown.event_id = e.id and shown.team_id = t.id)))`

/**
 * SQL condition on the team `t` of the competition `c`: it takes part in the active season, or in an event of
 * its own season that is not over, in a competition that visitors see, has its place, and owes nothing. Without
 * it a team has no page and is in no list of teams.
 */
const isPublicTeam = sql`t.deleted_at is null and t.status = 'registered' and (t.paid or c.fee = 0)
  and (t.season_year_id = active_season_year() or ${isInCurrentEvent}) and c.active and c.deleted_at is null`

/** SQL: the event and the team of each slot in a published schedule. */
const publishedSlots = sql`(
  select slot.event_id, slot.team_id, slot.starts_at, slot.duration_minutes from schedule_slots slot
  join published_schedules published on published.event_id = slot.event_id)`

/** SQL: the awards that visitors see. */
const publicAwards = sql`(select award.* from awards award where ${buildPublicAwardsCondition(sql`award.event_id`)})`

/**
 * SQL condition on the team `t` of the competition `c`: the organizers publish the teams, or visitors see the
 * team in an event.
 */
const isShownSomewhere = sql`(c.publishes_teams
  or exists (select from ${visibleEntriesOfTeams} shown join events e on e.id = shown.event_id where shown.team_id = t.id and ${isPublicEvent})
  or exists (select from ${publishedSlots} shown join events e on e.id = shown.event_id where shown.team_id = t.id and ${isPublicEvent})
  or exists (select from ${publicAwards} shown join events e on e.id = shown.event_id where shown.team_id = t.id and ${isPublicEvent}))`

const toLocalized = (en: string, ar: string): Localized => ({ en, ar })
const toDateText = (date: string | null) => date && `${date}T00:00:00.000Z`

type RawEvent = {
  id: string
  slug: string
  title_en: string
  title_ar: string
  start_date: string | null
  end_date: string | null
  rule_set: RuleSet | null
  runs_from: Date | null
  runs_to: Date | null
  team_counts: Record<string, number>
}

/**
 * An event of a competition with its rule set, which `rules` describes, and the numbers of the teams that
 * visitors see in it, by the slugs of their competitions.
 */
type EventOfCompetition = Omit<CompetitionEvent, 'rules'> & {
  id: string
  ruleSet: RuleSet | null
  teamCounts: ReadonlyMap<string, number>
}

/**
 * Lists the events in which teams of a competition have slots of a published schedule or entries that
 * visitors see, the first one first.
 */
export const listPublicEventsOfCompetition = async (
  db: Db,
  competitionId: string,
): Promise<EventOfCompetition[]> => {
  const publicTeamIds = sql`(select t.id from teams t join competitions c on c.id = t.competition_id where c.id = ${competitionId} and ${isPublicTeam})`
  const { rows } = await db.execute<RawEvent>(sql`
    with runs as (
      select event_id, min(starts_at) as runs_from, max(starts_at + duration_minutes * interval '1 minute') as runs_to
      from ${publishedSlots} slots where team_id in ${publicTeamIds} group by event_id),
    shown as (
      select event_id, team_id from ${publishedSlots} slots
      union select event_id, team_id from ${visibleEntriesOfTeams} entries),
    counts as (
      select shown.event_id, c.slug, count(*) as teams from shown join teams t on t.id = shown.team_id join competitions c on c.id = t.competition_id
      where shown.event_id in (select event_id from shown where team_id in ${publicTeamIds}) group by shown.event_id, c.slug)
    select e.id, e.slug, e.title_en, e.title_ar, e.start_date::text, e.end_date::text, runs.runs_from, runs.runs_to,
      (select rules.document from event_rule_sets rules where rules.event_id = e.id order by rules.version desc limit 1) as rule_set,
      playing.team_counts
    from events e left join runs on runs.event_id = e.id
    join (select event_id, jsonb_object_agg(slug, teams) as team_counts from counts group by event_id) playing on playing.event_id = e.id
    where ${isPublicEvent}
    order by e.start_date nulls last, e.id limit ${maxEvents}`)
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: toLocalized(row.title_en, row.title_ar),
    startDate: toDateText(row.start_date),
    endDate: toDateText(row.end_date),
    runs: row.runs_from &&
      row.runs_to && { from: new Date(row.runs_from).toISOString(), to: new Date(row.runs_to).toISOString() },
    ruleSet: row.rule_set,
    teamCounts: new Map(Object.entries(row.team_counts)),
  }))
}

/**
 * Lists the registered teams of a competition by number, all or one page of them, and counts all; null when the
 * organizers do not publish them.
 */
export const listTeamsOfCompetitionIfPublished = async (
  db: Db,
  competitionId: string,
  page: number | undefined,
): Promise<{ rows: ListedTeam[]; total: number } | null> => {
  const limit = page === undefined ? maxListedTeams : listedTeamsPerPage
  const { rows } = await db.execute<{ total: number; teams: ListedTeam[] | null }>(sql`
    with listed as materialized (
      select t.team_no, t.name, t.school from teams t join competitions c on c.id = t.competition_id
      where c.id = ${competitionId} and ${isPublicTeam})
    select (select count(*)::int from listed) as total, (
      select json_agg(json_build_object('teamNo', team_no, 'name', name, 'schoolName', school) order by team_no)
      from (select * from listed order by team_no limit ${limit} offset ${((page ?? 1) - 1) * limit}) shown) as teams
    from competitions c where c.id = ${competitionId} and c.publishes_teams`)
  const [row] = rows
  return row ? { rows: row.teams ?? [], total: row.total } : null
}

type RawTeam = {
  id: string
  team_no: number
  name: string
  school: string
  slug: string
  name_en: string
  name_ar: string
  year: number
  season_en: string
  season_ar: string
}

/** A team that has a page, without what happened in its events. */
type TeamWithPage = {
  id: string
  team: ListedTeam & { competition: { slug: string; name: Localized } }
  season: { year: number; name: Localized }
}

/** Finds a team by its competition and number; undefined for a team without a page. */
export const findTeamWithPage = async (
  db: Db,
  slug: string,
  teamNo: number,
): Promise<TeamWithPage | undefined> => {
  const { rows } = await db.execute<RawTeam>(sql`
    select t.id, t.team_no, t.name, t.school, c.slug, c.name_en, c.name_ar, y.year, y.name_en as season_en, y.name_ar as season_ar
    from teams t join competitions c on c.id = t.competition_id join season_years y on y.id = t.season_year_id
    where c.slug = ${slug} and t.team_no = ${teamNo} and ${isPublicTeam} and ${isShownSomewhere}`)
  const [row] = rows
  return (
    row && {
      id: row.id,
      team: {
        teamNo: row.team_no,
        name: row.name,
        schoolName: row.school,
        competition: { slug: row.slug, name: toLocalized(row.name_en, row.name_ar) },
      },
      season: { year: row.year, name: toLocalized(row.season_en, row.season_ar) },
    }
  )
}

/** The address of the page of a team: the slug of its competition and its number. */
export type TeamPageAddress = { competition: string; teamNo: number }

const listTeamPageAddressesWhere = async (db: Db, where: SQL, limit: number): Promise<TeamPageAddress[]> => {
  const { rows } = await db.execute<{ slug: string; team_no: number }>(sql`
    select c.slug, t.team_no from teams t join competitions c on c.id = t.competition_id
    where ${isPublicTeam} and ${where} order by c.position, c.id, t.team_no limit ${limit}`)
  return rows.map(({ slug, team_no: teamNo }) => ({ competition: slug, teamNo }))
}

/** Lists the addresses of at most `limit` pages of teams. */
export const listTeamPageAddresses = (db: Db, limit: number): Promise<TeamPageAddress[]> =>
  listTeamPageAddressesWhere(db, isShownSomewhere, limit)

/** Lists the entries of an event that visitors see and whose teams have a page, at most 1,000. */
export const listPageAddressesOfRankedEventTeams = async (
  db: Db,
  eventId: string,
): Promise<(TeamPageAddress & { entryId: string })[]> => {
  const { rows } = await db.execute<{ id: string; slug: string; team_no: number }>(sql`
    select shown.id, c.slug, t.team_no from ${visibleEntriesOfTeams} shown join teams t on t.id = shown.team_id join competitions c on c.id = t.competition_id
    where shown.event_id = ${eventId} and ${isPublicTeam} order by shown.id limit ${maxListedTeams}`)
  return rows.map(({ id, slug, team_no: teamNo }) => ({ entryId: id, competition: slug, teamNo }))
}

/** Lists the dates of events by id. */
export const mapEventDatesById = async (
  db: Db,
  eventIds: readonly string[],
): Promise<Map<string, { startDate: string | null; endDate: string | null }>> => {
  const { rows } = await db.execute<{ id: string; start_date: string | null; end_date: string | null }>(
    sql`select e.id, e.start_date::text, e.end_date::text from events e where e.id = any(${sql.param([...eventIds])}::uuid[])`,
  )
  return new Map(
    rows.map((row) => [row.id, { startDate: toDateText(row.start_date), endDate: toDateText(row.end_date) }]),
  )
}

type RawAward = {
  id: string
  name_en: string
  name_ar: string
  slug: string
  title_en: string
  title_ar: string
}

/** Lists the awards of a team that visitors see, the newest first. */
export const listPublicAwardsOfTeam = async (db: Db, teamId: string) => {
  const { rows } = await db.execute<RawAward>(sql`
    select award.id, award.name_en, award.name_ar, e.slug, e.title_en, e.title_ar
    from ${publicAwards} award join events e on e.id = award.event_id where award.team_id = ${teamId} and ${isPublicEvent}
    order by e.start_date desc nulls last, award.position, award.id`)
  return rows.map(({ id, name_en: nameEn, name_ar: nameAr, slug, title_en: titleEn, title_ar: titleAr }) => ({
    id,
    name: toLocalized(nameEn, nameAr),
    event: { slug, title: toLocalized(titleEn, titleAr) },
  }))
}

/** Lists the seasons before that of a team of which it has a record, the newest first. */
export const listEarlierSeasonsOfTeam = async (db: Db, teamId: string) => {
  const { rows } = await db.execute<{ year: number; name_en: string; name_ar: string }>(sql`
    select distinct y.year, y.name_en, y.name_ar from seasons record join season_years y on y.id = record.season_year_id
    where record.team_id = ${teamId} and y.deleted_at is null
      and y.year < (select own.year from teams t join season_years own on own.id = t.season_year_id where t.id = ${teamId}) order by y.year desc`)
  return rows.map(({ year, name_en: en, name_ar: ar }) => ({ year, name: toLocalized(en, ar) }))
}
