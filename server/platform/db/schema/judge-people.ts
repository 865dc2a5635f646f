import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  editableRecordColumns,
  editableRecordDescriptions,
  idColumn,
  searchColumn,
  trigramIndex,
} from './columns.ts'
import { asKeptOnErasure, asNonPersonal, describeColumns } from './describe-columns.ts'

/**
 * People who judge for the organizer. The judges of an event (`judges`) may be some of them. `competitionIds`
 * are competitions that they know; one that was deleted may still be among them.
 */
export const judgePeople = pgTable(
  'judge_people',
  {
    id: idColumn(),
    name: text('name').notNull(),
    email: text('email'),
    /** ISO 639 codes (`judgeLanguages`). */
    languages: text('languages').array().notNull().default(sql`'{}'::text[]`),
    competitionIds: uuid('competition_ids').array().notNull().default(sql`'{}'::uuid[]`),
    position: integer('position').notNull().default(0),
    ...editableRecordColumns(),
    search: searchColumn(sql`name || E'\\n' || coalesce(email, '')`),
  },
  (t) => [
    index('judge_people_list').on(t.position, t.id).where(sql`deleted_at is null`),
    uniqueIndex('judge_people_email_key').on(t.email).where(sql`deleted_at is null and email is not null`),
    trigramIndex('judge_people_search', t.search),
  ],
)
export const judgePersonColumns = describeColumns(judgePeople, {
  ...asNonPersonal('id', 'languages', 'competitionIds', 'position'),
  ...asKeptOnErasure(
    'they are adults of the organizer and no accounts; the back office deletes them permanently on request, the job `purge-contents` after two years without use',
    'name',
    'email',
    'search',
  ),
  ...editableRecordDescriptions,
})
