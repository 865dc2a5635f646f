import { sql } from 'drizzle-orm'
import { anonymousNames } from '#contract/rules/certificate-name.ts'
import type { Db } from '#server/db/open.ts'
import { participantSaltSql, type SaltedEntry, saltedEntryColumnsSql } from '../log/queries-append.ts'
import { entryColumnsSql, type RawEntry, toUnrankedEntry, type UnrankedEntry } from './queries.ts'
import {
  buildEntryTable,
  buildRankingSourceCondition,
  buildVisibleEntryCountQuery,
  getAttemptTable,
  type RankingSource,
} from './queries-source.ts'

/** The account that owns entries. With `email`, a confirmed one, the entries of the guest with that address are included. */
export type ScoreOwner = { userId: string; email: string | null }
type OwnedEntry = {
  event: { id: string; slug: string; titleEn: string; titleAr: string; entryCount: number; isVisible: boolean }
  entry: UnrankedEntry
}

type RawOwnedEntry = RawEntry & {
  event_id: string
  slug: string
  title_en: string
  title_ar: string
  entry_count: number
  visible: boolean
}

const ownedEntryColumns = entryColumnsSql
  .split(', ')
  .map((name) => `s.${name}`)
  .join(', ')

/** Selects the ids of the entries of an owner. The entries of the guest are found event by event, by the index of participant keys. */
export const buildOwnedEntryIdsQuery = ({ userId, email }: ScoreOwner, source: RankingSource = 'standing') => {
  const guest = email === null ? null : `guest:${email}`
  return sql`select id from ${buildEntryTable(source, 's')} where user_id = ${userId}
    union select s.id from events e join ${buildEntryTable(source, 's')} on s.event_id = e.id and s.participant_key = ${guest}::text`
}

/**
 * Lists the entries of an owner with their events, the newest first. `isVisible` tells whether visitors see the event. The source `frozen` has the events whose
 * ranking is frozen, `standing` the others.
 */
export const listEntriesByOwner = async (db: Db, owner: ScoreOwner, source: RankingSource): Promise<OwnedEntry[]> => {
  const { rows } = await db.execute<RawOwnedEntry>(sql`
    with owned as (${buildOwnedEntryIdsQuery(owner, source)})
    select ${sql.raw(ownedEntryColumns)}, e.id as event_id, e.slug, e.title_en, e.title_ar, ${buildVisibleEntryCountQuery(source)} as entry_count, (e.active and e.deleted_at is null) as visible
    from owned join ${buildEntryTable(source, 's')} on s.id = owned.id join events e on e.id = s.event_id
    where ${buildRankingSourceCondition(source)}
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows.map((raw) => ({
    event: {
      id: raw.event_id,
      slug: raw.slug,
      titleEn: raw.title_en,
      titleAr: raw.title_ar,
      entryCount: raw.entry_count,
      isVisible: raw.visible,
    },
    entry: toUnrankedEntry(raw),
  }))
}

type ErasedEntry = SaltedEntry & { eventId: string }
/** Removes the personal data of the entries of an owner and of their attempts in one source; points and ranks stay. Returns the entries with new salts. */
const anonymizeEntriesOfSource = async (tx: Db, owner: ScoreOwner, source: RankingSource): Promise<ErasedEntry[]> => {
  const entries = buildEntryTable(source, 's')
  await tx.execute(
    sql`update ${sql.raw(getAttemptTable(source))} set note = '' where note <> '' and entry_id in (${buildOwnedEntryIdsQuery(owner, source)})`,
  )
  const columns = sql`${saltedEntryColumnsSql}, event_id as "eventId"`
  const owned = await tx.execute<ErasedEntry>(sql`
    update ${entries} set player_name = ${anonymousNames.player}, player_email = '', school = '', user_id = null, updated_at = now(),
      team_name = case when team_id is null then '' else team_name end, team_no = case when team_id is null then '' else team_no end,
      participant_key = 'erased:' || id, participant_salt = ${participantSaltSql}
    where id in (${buildOwnedEntryIdsQuery(owner, source)}) returning ${columns}`)
  // an entry of a team belongs to the team, but may name the player
  const ofTeams = await tx.execute<ErasedEntry>(sql`
    update ${entries} set player_name = '', player_email = '', updated_at = now(), participant_salt = ${participantSaltSql}
    where team_id is not null and player_email = ${owner.email}::text returning ${columns}`)
  return [...owned.rows, ...ofTeams.rows]
}

/** Clears the notes of the attempts of these teams, also of removed ones and in frozen rankings: organizers may have named a person. */
export const clearAttemptNotesOfTeams = async (tx: Db, teamIds: readonly string[]): Promise<void> => {
  for (const source of ['frozen', 'standing'] as const)
    await tx.execute(sql`update ${sql.raw(getAttemptTable(source))} set note = '' where note <> '' and entry_id in
      (select s.id from ${buildEntryTable(source, 's')} where s.team_id = any(${sql.param(teamIds)}::uuid[]))`)
  await tx.execute(sql`update removed_scores set record = jsonb_set(record, '{attempts}',
      (select coalesce(jsonb_agg(attempt || '{"note":""}'), '[]') from jsonb_array_elements(record->'attempts') as attempt))
    where record->'entry'->>'teamId' = any(${sql.param(teamIds)}::text[])`)
}

/** An entry that lost its personal data, in the standing and in the frozen ranking. */
export type EntryErasure = { id: string; eventId: string; standing: SaltedEntry | null; frozen: SaltedEntry | null }

/**
 * Removes the personal data of the entries of an owner and of their attempts, also from frozen rankings, and deletes removed ones; points and ranks stay.
 * Returns the entries.
 */
export const anonymizeEntriesByOwner = async (tx: Db, owner: ScoreOwner): Promise<EntryErasure[]> => {
  await tx.execute(sql`delete from removed_scores where record->'entry'->>'userId' = ${owner.userId}
    or record->'entry'->>'playerEmail' = ${owner.email}::text or record->'entry'->>'participantKey' = ${`guest:${owner.email ?? ''}`}`)
  await tx.execute(sql`delete from overwritten_score_details where entry_id in (${buildOwnedEntryIdsQuery(owner, 'standing')})
    or before->>'playerEmail' = ${owner.email}::text or after->>'playerEmail' = ${owner.email}::text`)
  const erasures = new Map<string, EntryErasure>()
  for (const source of ['frozen', 'standing'] as const)
    for (const entry of await anonymizeEntriesOfSource(tx, owner, source)) {
      const { id, eventId } = entry
      erasures.set(id, { standing: null, frozen: null, ...erasures.get(id), id, eventId, [source]: entry })
    }
  return [...erasures.values()]
}
