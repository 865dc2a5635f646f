import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { GuardianConfirmationMethod } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { nullableReferenceIndex, timestamptz } from './columns.ts'
import { asNonPersonal, describeColumns } from './describe-columns.ts'
import { teamPeople } from './teams.ts'
import { users } from './users.ts'

/** The answers of the guardians of members. A member without a row has no answer. */
export const guardianConfirmations = pgTable(
  'guardian_confirmations',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => teamPeople.id, { onDelete: 'cascade' }),
    state: text('state').$type<'confirmed' | 'refused'>().notNull(),
    method: text('method').$type<GuardianConfirmationMethod>().notNull(),
    textVersion: text('text_version').notNull(),
    decidedAt: timestamptz('decided_at').notNull().defaultNow(),
    /** The organizer who recorded the paper. */
    recordedBy: uuid('recorded_by').references(() => users.id, { onDelete: 'set null' }),
    /** The refusal that the paper replaced, which holds again when the paper is removed. */
    replacedRefusal: jsonb('replaced_refusal').$type<{
      method: GuardianConfirmationMethod
      textVersion: string
      decidedAt: string
    }>(),
  },
  (t) => [
    nullableReferenceIndex('guardian_confirmations_recorded_by', t.recordedBy),
    check('guardian_confirmations_state_known', sql`state in ('confirmed','refused')`),
    check('guardian_confirmations_method_known', sql`method in ('mailed-link','copied-link','paper')`),
  ],
)
// an erasure deletes these rows with the person
export const guardianConfirmationColumns = describeColumns(
  guardianConfirmations,
  asNonPersonal('personId', 'state', 'method', 'textVersion', 'decidedAt', 'recordedBy', 'replacedRefusal'),
)

/**
 * Links with which guardians answer. Of a token only the hash is stored. A token that was emailed has a row for
 * each of the children that it opens.
 */
export const guardianLinks = pgTable(
  'guardian_links',
  {
    tokenHash: text('token_hash').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => teamPeople.id, { onDelete: 'cascade' }),
    method: text('method').$type<Exclude<GuardianConfirmationMethod, 'paper'>>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenHash, t.personId] }),
    index('guardian_links_person').on(t.personId),
    index('guardian_links_expiry').on(t.expiresAt),
    check('guardian_links_method_known', sql`method in ('mailed-link','copied-link')`),
  ],
)
export const guardianLinkColumns = describeColumns(
  guardianLinks,
  asNonPersonal('tokenHash', 'personId', 'method', 'createdAt', 'expiresAt'),
)
