import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { maskEmail, normalizeEmail } from '#contract/accounts/identity.ts'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { CandidateTeam } from '#contract/event/scores/participants.ts'
import type { ParticipantOption } from '#contract/event/scores/score.schema.ts'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import { buildSearchConditions, orderBySearchMatch } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition, buildUserRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { overwrittenScoreDetails, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { getEmailIfConfirmed } from '#server/platform/lib/identity.ts'
import { newSaltSql, type SaltedEntry, saltedEntryColumnsSql } from '../log/queries-append.ts'
import { buildUserOrGuestEntryIdsQuery, type ScoreOwner } from '../ranking/queries-entries.ts'
import {
  buildAliasedEntryTableSql,
  getAttemptTableSql,
  type RankingSource,
} from '../ranking/queries-freeze.ts'
import type { GuestRules } from '../scoring/queries-event-context.ts'
import { guestRuleColumns } from '../scoring/queries-event-context.ts'
import { type EntryValues, type StoredEntry, uncleanPattern } from './queries-entries.ts'

const pickDetails = ({
  playerName,
  playerEmail,
  teamNo,
  teamName,
  schoolName,
  missionType,
}: EntryValues) => ({
  playerName,
  playerEmail,
  teamNo,
  teamName,
  schoolName,
  missionType,
})

/** How many rows one statement inserts. */
const rowsPerInsert = 1000

/**
 * Stores the names and other details of existing entries that an import replaces, so that its undo can
 * restore them. `existing` are the entries before, by participant key.
 */
export const insertOverwrittenDetails = async (
  tx: Db,
  importId: string,
  entries: readonly EntryValues[],
  existing: ReadonlyMap<string, StoredEntry>,
): Promise<void> => {
  const rows = entries.flatMap((entry) => {
    const stored = existing.get(entry.participantKey)
    const [before, after] = [stored && pickDetails(stored), pickDetails(entry)]
    return stored && before && !isDeepStrictEqual(before, after)
      ? [{ importId, entryId: stored.id, before, after }]
      : []
  })
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await tx.insert(overwrittenScoreDetails).values(rows.slice(start, start + rowsPerInsert))
}

/**
 * Restores the details of entries that an import replaced, and forgets them. Details that were changed again
 * since stay as they are. Returns the changed entries with their new salts.
 */
export const restoreAndDeleteDetailsBeforeImport = async (
  tx: Db,
  importId: string,
): Promise<SaltedEntry[]> => {
  const { rows } =
    await tx.execute<SaltedEntry>(sql`update score_entries e set player_name = o.before->>'playerName', player_email = o.before->>'playerEmail',
      team_no = o.before->>'teamNo', team_name = o.before->>'teamName', school = o.before->>'schoolName',
      mission_type = (o.before->>'missionType')::smallint, updated_at = now(), participant_salt = ${newSaltSql}
    from overwritten_score_details o where o.import_id = ${importId} and o.entry_id = e.id and o.after = jsonb_build_object(
      'playerName', e.player_name, 'playerEmail', e.player_email, 'teamNo', e.team_no, 'teamName', e.team_name, 'schoolName', e.school,
      'missionType', e.mission_type)
    returning ${saltedEntryColumnsSql}`)
  await tx.execute(sql`delete from overwritten_score_details where import_id = ${importId}`)
  return rows
}

/** Deletes what imports replaced in these entries: it is the details of another participant than they have now. */
export const deleteOverwrittenDetailsOfEntries = async (tx: Db, ids: readonly string[]): Promise<void> => {
  await tx.delete(overwrittenScoreDetails).where(inArray(overwrittenScoreDetails.entryId, [...ids]))
}

const optionsPerKind = 10

/** The names and the school of a user in the column `search`, without address and phone. */
const namesAndSchool = sql`split_part(${users.search}, E'\\n', 1) || E'\\n' || split_part(${users.search}, E'\\n', 4)`

/** Builds the condition for teams to which a limited user may give results in an event that the user may change. */
const buildParticipatingTeamCondition = (regionLimit: RegionLimit, eventId: string): SQL | undefined =>
  regionLimit
    ? or(
        buildTeamRegionCondition(regionLimit),
        sql`${teams.id} in (select ${eventTeams.teamId} from ${eventTeams} where ${eventTeams.eventId} = ${eventId})`,
      )
    : undefined

/**
 * Finds users and teams that match a search and that a user may see, at most ten of each; none for an empty search. With `maskEmails`
 * the email addresses of the users are masked, and neither they nor phones are searched, because each part
 * that is found would tell more of them.
 */
export const searchUsersAndTeams = async (
  db: Db,
  search: string,
  { eventId, maskEmails, regionLimit }: { eventId: string; maskEmails: boolean; regionLimit: RegionLimit },
): Promise<ParticipantOption[]> => {
  if (buildSearchConditions(users.search, search).length === 0) return []
  const [people, groups] = await Promise.all([
    db
      .select({ id: users.id, first: users.firstName, last: users.lastName, email: users.email })
      .from(users)
      .where(
        and(
          isNull(users.deletedAt),
          buildUserRegionCondition(regionLimit),
          ...buildSearchConditions(users.search, search),
          ...(maskEmails ? buildSearchConditions(namesAndSchool, search) : []),
        ),
      )
      .orderBy(
        ...orderBySearchMatch(maskEmails ? namesAndSchool : users.search, search),
        asc(users.firstName),
        asc(users.lastName),
        asc(users.id),
      )
      .limit(optionsPerKind),
    db
      .select({
        id: teams.id,
        name: teams.name,
        teamNo: teams.teamNo,
        schoolName: teams.schoolName,
        competition: competitions.nameEn,
      })
      .from(teams)
      .innerJoin(competitions, eq(competitions.id, teams.competitionId))
      .where(
        and(
          isNull(teams.deletedAt),
          buildParticipatingTeamCondition(regionLimit, eventId),
          ...buildSearchConditions(teams.search, search),
        ),
      )
      .orderBy(...orderBySearchMatch(teams.search, search), asc(teams.name), asc(teams.id))
      .limit(optionsPerKind),
  ])
  return [
    ...people.map(({ id, first, last, email }) => ({
      kind: 'user' as const,
      id,
      name: `${first} ${last}`.trim(),
      detail: maskEmails ? maskEmail(email) : email,
    })),
    ...groups.map(({ id, name, teamNo, schoolName, competition }) => ({
      kind: 'team' as const,
      id,
      name,
      detail: [`#${teamNo}`, schoolName, competition].filter(Boolean).join(' · '),
    })),
  ]
}

const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  schoolName: users.school,
  missionType: users.missionType,
}

const listUsersBy = async (db: Db, column: 'id' | 'email', values: string[], regionLimit: RegionLimit) =>
  values.length === 0
    ? []
    : db
        .select(userColumns)
        .from(users)
        .where(
          and(
            sql`${users[column]} = any(${sql.param(values)})`,
            isNull(users.deletedAt),
            buildUserRegionCondition(regionLimit),
          ),
        )

/** Lists the users with these ids that are not deleted, except those whom a user with a region limit may not see. */
export const listUndeletedUsersByIds = (db: Db, ids: string[], regionLimit: RegionLimit) =>
  listUsersBy(db, 'id', ids, regionLimit)

/**
 * Leaves out users who have not confirmed their email address, and whom a user who is limited to regions may not see.
 */
export const listUsersByConfirmedEmails = async (db: Db, emails: string[], regionLimit: RegionLimit) =>
  (await listUsersBy(db, 'email', emails, regionLimit)).filter((user) => getEmailIfConfirmed(user) !== null)

/** A registered team that can have results in an event. */
export type ParticipatingTeam = CandidateTeam & { schoolName: string }
type ParticipatingTeamRow = Omit<ParticipatingTeam, 'competition'> & {
  slug: string
  nameEn: string
  nameAr: string
}
const toParticipatingTeam = ({ slug, nameEn, nameAr, ...team }: ParticipatingTeamRow): ParticipatingTeam => ({
  ...team,
  competition: { slug, en: nameEn, ar: nameAr },
})

/** Lists those of these teams that are not deleted. `condition` selects fewer of them. */
export const listUndeletedTeamsByIds = async (
  db: Db,
  ids: string[],
  condition?: SQL,
): Promise<ParticipatingTeam[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .select({
            id: teams.id,
            teamNo: teams.teamNo,
            name: teams.name,
            schoolName: teams.schoolName,
            slug: competitions.slug,
            nameEn: competitions.nameEn,
            nameAr: competitions.nameAr,
          })
          .from(teams)
          .innerJoin(competitions, eq(competitions.id, teams.competitionId))
          .where(and(inArray(teams.id, ids), isNull(teams.deletedAt), condition))
      ).map(toParticipatingTeam)

/** Lists those of these teams to which a user may give results in an event. */
export const filterTeamsAllowedForResults = (
  db: Db,
  ids: string[],
  { eventId, regionLimit }: { eventId: string; regionLimit: RegionLimit },
): Promise<ParticipatingTeam[]> =>
  listUndeletedTeamsByIds(db, ids, buildParticipatingTeamCondition(regionLimit, eventId))

/** Hamzas, in which the comparison of names differs from a search. */
const hamzas = /[\u0621\u0624\u0626]/
const maxSearchedNames = 20

/**
 * Builds the condition of teams with one of these numbers, or possibly with one of these names. Undefined where
 * all teams are read faster, or a search could leave out a name.
 */
const buildNamedCondition = (numbers: readonly string[], names: readonly string[]): SQL | undefined => {
  const searches = names.map((name) => buildSearchConditions(sql`t.search`, name))
  if (names.length > maxSearchedNames || names.some((name) => hamzas.test(name))) return undefined
  if (searches.some((conditions) => conditions.length === 0)) return undefined
  return or(
    sql`t.team_no::text = any(${sql.param([...numbers])}::text[])`,
    ...(names.length > 0 ? [sql`t.name ~ ${uncleanPattern}`] : []),
    ...searches.map((conditions) => and(...conditions)),
  )
}

/**
 * Lists the teams that a line of a file or request can mean: those of the event, of its draw, and those with a
 * result in it. With `named`, teams with other numbers and names may be left out.
 */
export const listTeamsOfEventOrDrawOrResults = async (
  db: Db,
  eventId: string,
  named?: { numbers: readonly string[]; names: readonly string[] },
): Promise<ParticipatingTeam[]> => {
  const isNamed = named && buildNamedCondition(named.numbers, named.names)
  const { rows } = await db.execute<ParticipatingTeamRow>(sql`
    select t.id, t.team_no as "teamNo", t.name, t.school as "schoolName", c.slug, c.name_en as "nameEn", c.name_ar as "nameAr",
      exists (select from drawn_entries d where d.event_id = ${eventId} and d.team_id = t.id) as "isDrawn"
    from teams t join competitions c on c.id = t.competition_id
    where t.deleted_at is null and ${isNamed ?? sql`true`} and (
      exists (select from event_teams et where et.event_id = ${eventId} and et.team_id = t.id)
      or exists (select from drawn_entries d where d.event_id = ${eventId} and d.team_id = t.id)
      or exists (select from score_entries s where s.event_id = ${eventId} and s.team_id = t.id))
    order by t.team_no, c.position, t.id`)
  return rows.map(toParticipatingTeam)
}

/** Reads whether an event has teams or a draw, and whether it accepts guests beside them. */
export const readGuestRulesOfEvent = async (db: Db, eventId: string): Promise<GuestRules> => {
  const [row] = await db.select(guestRuleColumns).from(events).where(eq(events.id, eventId))
  return row ?? { hasTeams: false, acceptsGuests: false }
}

/**
 * Counts the guests with results of an event without teams: from its first team on the event refuses new ones.
 * Returns 0 for an event that has teams or accepts guests beside them.
 */
export const countGuestsIfEventHasNoTeams = async (db: Db, eventId: string): Promise<number> => {
  const { hasTeams, acceptsGuests } = await readGuestRulesOfEvent(db, eventId)
  return hasTeams || acceptsGuests
    ? 0
    : db.$count(
        scoreEntries,
        and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.participantKey} like 'guest:%'`),
      )
}

/** Returns the email addresses of the members, coaches and owners of teams, by the id of the team. */
export const mapEmailsOfPeopleAndOwnersByTeam = async (
  db: Db,
  teamIds: readonly string[],
): Promise<Map<string, Set<string>>> => {
  if (teamIds.length === 0) return new Map()
  const { rows } = await db.execute<{ teamId: string; email: string }>(sql`
    select team_id as "teamId", email from team_people
    where team_id = any(${sql.param([...teamIds])}::uuid[]) and deleted_at is null and email <> ''
    union all
    select t.id, u.email from teams t join users u on u.id = t.user_id and u.deleted_at is null
    where t.id = any(${sql.param([...teamIds])}::uuid[]) and u.email is not null`)
  const emails = new Map<string, Set<string>>()
  for (const { teamId, email } of rows) {
    const ofTeam = emails.get(teamId) ?? new Set()
    emails.set(teamId, ofTeam.add(normalizeEmail(email)))
  }
  return emails
}

type ErasedEntry = SaltedEntry & { eventId: string }
/**
 * Removes the personal data of the entries of an owner and of their attempts in one source; points and ranks
 * stay. Returns the entries with new salts.
 */
const anonymizeEntriesOfSource = async (
  tx: Db,
  owner: ScoreOwner,
  source: RankingSource,
): Promise<ErasedEntry[]> => {
  const entries = buildAliasedEntryTableSql(source, 's')
  await tx.execute(
    sql`update ${sql.raw(getAttemptTableSql(source))} set note = '' where note <> '' and entry_id in (${buildUserOrGuestEntryIdsQuery(owner, source)})`,
  )
  const columns = sql`${saltedEntryColumnsSql}, event_id as "eventId"`
  const owned = await tx.execute<ErasedEntry>(sql`
    update ${entries} set player_name = ${anonymousNames.player}, player_email = '', school = '', user_id = null, updated_at = now(),
      team_name = case when team_id is null then '' else team_name end, team_no = case when team_id is null then '' else team_no end,
      participant_key = 'erased:' || id, participant_salt = ${newSaltSql}
    where id in (${buildUserOrGuestEntryIdsQuery(owner, source)}) returning ${columns}`)
  // an entry of a team belongs to the team, but may name the player
  const ofTeams = await tx.execute<ErasedEntry>(sql`
    update ${entries} set player_name = '', player_email = '', updated_at = now(), participant_salt = ${newSaltSql}
    where team_id is not null and player_email = ${owner.email}::text returning ${columns}`)
  return [...owned.rows, ...ofTeams.rows]
}

/**
 * Clears the notes of the attempts of these teams, also of removed ones and in frozen rankings:
 * administrators may have named a person.
 */
export const clearAttemptNotesOfTeams = async (tx: Db, teamIds: readonly string[]): Promise<void> => {
  for (const source of ['frozen', 'current'] as const)
    await tx.execute(sql`update ${sql.raw(getAttemptTableSql(source))} set note = '' where note <> '' and entry_id in
      (select s.id from ${buildAliasedEntryTableSql(source, 's')} where s.team_id = any(${sql.param(teamIds)}::uuid[]))`)
  await tx.execute(sql`update removed_scores set record = jsonb_set(record, '{attempts}',
      (select coalesce(jsonb_agg(attempt || '{"note":""}'), '[]') from jsonb_array_elements(record->'attempts') as attempt))
    where record->'entry'->>'teamId' = any(${sql.param(teamIds)}::text[])`)
}

/** An entry that lost its personal data, in the current and in the frozen ranking. */
export type EntryErasure = {
  id: string
  eventId: string
  current: SaltedEntry | null
  frozen: SaltedEntry | null
}

/**
 * Removes the personal data of the entries of an owner and of their attempts, also from frozen rankings, and
 * deletes removed ones; points and ranks stay. Returns the entries.
 */
export const anonymizeEntriesOfOwnerAndDeleteRemoved = async (
  tx: Db,
  owner: ScoreOwner,
): Promise<EntryErasure[]> => {
  await tx.execute(sql`delete from removed_scores where record->'entry'->>'userId' = ${owner.userId}
    or record->'entry'->>'playerEmail' = ${owner.email}::text or record->'entry'->>'participantKey' = ${`guest:${owner.email ?? ''}`}`)
  await tx.execute(sql`delete from overwritten_score_details where entry_id in (${buildUserOrGuestEntryIdsQuery(owner, 'current')})
    or before->>'playerEmail' = ${owner.email}::text or after->>'playerEmail' = ${owner.email}::text`)
  const erasures = new Map<string, EntryErasure>()
  for (const source of ['frozen', 'current'] as const)
    for (const entry of await anonymizeEntriesOfSource(tx, owner, source)) {
      const { id, eventId } = entry
      erasures.set(id, { current: null, frozen: null, ...erasures.get(id), id, eventId, [source]: entry })
    }
  return [...erasures.values()]
}
