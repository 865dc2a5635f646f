import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { type EntryRow, entryColumns, type RawEntry, toEntryRow } from './rows.ts'

/** Whose entries: the account's, and with `email` (proven) also those under which a guest with that address is known. */
export type Whose = { userId: string; email: string | null }
export type OwnEntry = {
  event: { id: string; slug: string; titleEn: string; titleAr: string; entries: number; visible: boolean }
  row: EntryRow
}

type Raw = RawEntry & { event_id: string; slug: string; title_en: string; title_ar: string; entry_count: number; visible: boolean }

const columns = entryColumns
  .split(', ')
  .map((name) => `s.${name}`)
  .join(', ')

/** Somebody's entries with their events, the newest first. `visible` says whether visitors see the event. Guests are looked for event by event, in the index. */
export const ownEntries = async (db: Db, { userId, email }: Whose): Promise<OwnEntry[]> => {
  const guest = email === null ? null : `guest:${email}`
  const { rows } = await db.execute<Raw>(sql`
    with own as (
      select id from score_entries where user_id = ${userId}
      union select s.id from events e join score_entries s on s.event_id = e.id and s.participant_key = ${guest}::text
    )
    select ${sql.raw(columns)}, e.id as event_id, e.slug, e.title_en, e.title_ar, e.entry_count, (e.active and e.deleted_at is null) as visible
    from own join score_entries s on s.id = own.id join events e on e.id = s.event_id
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows.map((raw) => ({
    event: {
      id: raw.event_id,
      slug: raw.slug,
      titleEn: raw.title_en,
      titleAr: raw.title_ar,
      entries: raw.entry_count,
      visible: raw.visible,
    },
    row: toEntryRow(raw),
  }))
}

/** What an entry says instead of who it was: the same in both languages, so that a ranking needs no other. */
const nobody = 'Player · لاعب'

/** Takes away of somebody's entries who it was; points and places stay. Gives the entries. */
export const forgetEntries = async (tx: Db, { userId, email }: Whose): Promise<{ id: string; eventId: string }[]> => {
  const guest = email === null ? null : `guest:${email}`
  const { rows } = await tx.execute<{ id: string; event_id: string }>(sql`
    update score_entries set player_name = ${nobody}, player_email = '', school = '', user_id = null, updated_at = now(),
      participant_key = 'erased:' || id
    where id in (
      select id from score_entries where user_id = ${userId}
      union select s.id from events e join score_entries s on s.event_id = e.id and s.participant_key = ${guest}::text
    ) returning id, event_id`)
  return rows.map(({ id, event_id: eventId }) => ({ id, eventId }))
}
