import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { maskEmail } from '#contract/rules/mask.ts'
import type { ParticipantOption } from '#contract/score.schema.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { overwrittenScoreDetails } from '#server/db/schema/scores.ts'
import { teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { getConfirmedEmail } from '#server/lib/confirmed-email.ts'
import { buildSearchConditions, orderBySearchMatch } from '#server/lib/search.ts'
import { participantSaltSql, type SaltedEntry, saltedEntryColumnsSql } from '../log/queries-append.ts'
import type { EntryValues, StoredEntry } from './queries-entries.ts'

const pickDetails = ({ playerName, playerEmail, teamNo, teamName, schoolName, missionType }: EntryValues) => ({
  playerName,
  playerEmail,
  teamNo,
  teamName,
  schoolName,
  missionType,
})

/** How many rows one statement inserts. */
const rowsPerInsert = 1000

/** Stores the names and other details of existing entries that an import replaces, so that its undo can restore them. `existing` are the entries before, by participant key. */
export const insertOverwrittenDetails = async (
  tx: Db,
  importId: string,
  entries: readonly EntryValues[],
  existing: ReadonlyMap<string, StoredEntry>,
): Promise<void> => {
  const rows = entries.flatMap((entry) => {
    const stored = existing.get(entry.participantKey)
    const [before, after] = [stored && pickDetails(stored), pickDetails(entry)]
    return stored && before && !isDeepStrictEqual(before, after) ? [{ importId, entryId: stored.id, before, after }] : []
  })
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await tx.insert(overwrittenScoreDetails).values(rows.slice(start, start + rowsPerInsert))
}

/**
 * Restores the details of entries that an import replaced, and forgets them. Details that were changed again since stay as they are. Returns the changed entries with
 * their new salts.
 */
export const restoreOverwrittenDetails = async (tx: Db, importId: string): Promise<SaltedEntry[]> => {
  const { rows } =
    await tx.execute<SaltedEntry>(sql`update score_entries e set player_name = o.before->>'playerName', player_email = o.before->>'playerEmail',
      team_no = o.before->>'teamNo', team_name = o.before->>'teamName', school = o.before->>'schoolName',
      mission_type = (o.before->>'missionType')::smallint, updated_at = now(), participant_salt = ${participantSaltSql}
    from overwritten_score_details o where o.import_id = ${importId} and o.entry_id = e.id and o.after = jsonb_build_object(
      'playerName', e.player_name, 'playerEmail', e.player_email, 'teamNo', e.team_no, 'teamName', e.team_name, 'schoolName', e.school,
      'missionType', e.mission_type)
    returning ${saltedEntryColumnsSql}`)
  await tx.execute(sql`delete from overwritten_score_details where import_id = ${importId}`)
  return rows
}

const limit = 10

/** The names and the school of an account in the column `search`, without address and phone. */
const namesAndSchool = sql`split_part(${users.search}, E'\\n', 1) || E'\\n' || split_part(${users.search}, E'\\n', 4)`

/**
 * Finds accounts and teams that match a search, at most ten of each; none for an empty search. With `maskEmails` the e-mail addresses of the accounts are masked, and
 * neither they nor phones are searched, because each part that is found would tell more of them.
 */
export const searchParticipants = async (db: Db, search: string, { maskEmails }: { maskEmails: boolean }): Promise<ParticipantOption[]> => {
  if (buildSearchConditions(users.search, search).length === 0) return []
  const [people, groups] = await Promise.all([
    db
      .select({ id: users.id, first: users.firstName, last: users.lastName, email: users.email })
      .from(users)
      .where(
        and(
          isNull(users.deletedAt),
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
      .limit(limit),
    db
      .select({ id: teams.id, name: teams.name, teamNo: teams.teamNo, schoolName: teams.schoolName, competition: competitions.nameEn })
      .from(teams)
      .innerJoin(competitions, eq(competitions.id, teams.competitionId))
      .where(and(isNull(teams.deletedAt), ...buildSearchConditions(teams.search, search)))
      .orderBy(...orderBySearchMatch(teams.search, search), asc(teams.name), asc(teams.id))
      .limit(limit),
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

/** Accounts by id or by confirmed e-mail. An e-mail that its account has not confirmed finds no account. */
export const listUsersByIdOrConfirmedEmail = async (db: Db, column: 'id' | 'email', values: string[]) => {
  if (values.length === 0) return []
  const found = await db
    .select(userColumns)
    .from(users)
    .where(and(sql`${users[column]} = any(${sql.param(values)})`, isNull(users.deletedAt)))
  return column === 'id' ? found : found.filter((user) => getConfirmedEmail(user) !== null)
}

/** Lists those of these teams that are not deleted. */
export const listPresentTeamsByIds = async (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: teams.id, teamNo: teams.teamNo, name: teams.name, schoolName: teams.schoolName })
        .from(teams)
        .where(and(inArray(teams.id, ids), isNull(teams.deletedAt)))
