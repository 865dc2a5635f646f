import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, nullableReferenceIndex, timestamptz } from './columns.ts'
import { asErased, asNonPersonal, describeColumns } from './describe-columns.ts'
import { sessions, users } from './users.ts'

/**
 * Links between users of the back office and the accounts at a sign-in provider (OpenID Connect) with which they sign
 * in. `issuer` is the address of the provider, `subject` its id of the account (`sub`).
 */
export const providerLinks = pgTable(
  'provider_links',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    // false for a link that was made by an invitation, or before the user's own second factor; true after the user has
    // signed in with the link and the own second factor
    isProven: boolean('is_proven').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (t) => [
    index('provider_links_user').on(t.userId),
    uniqueIndex('provider_links_subject_key').on(t.issuer, t.subject),
  ],
)
export const providerLinkColumns = describeColumns(providerLinks, {
  ...asNonPersonal('id', 'userId', 'issuer', 'isProven', 'createdAt', 'lastUsedAt'),
  ...asErased('subject'),
})

/**
 * Requests to the sign-in provider from which the browser has not come back yet. `state` and the secret that the
 * browser keeps are stored as hashes.
 */
export const providerRequests = pgTable(
  'provider_requests',
  {
    stateHash: text('state_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    purpose: text('purpose').$type<'sign-in' | 'invitation' | 'link' | 'confirm'>().notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    // the session in which a request to link or to confirm began; null for other purposes
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    // the hash of the token of the emailed invitation that is accepted; null for other purposes
    invitationHash: text('invitation_hash'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    index('provider_requests_expires').on(t.expiresAt),
    nullableReferenceIndex('provider_requests_session', t.sessionId),
    check('provider_requests_purpose_known', sql`purpose in ('sign-in','invitation','link','confirm')`),
  ],
)
export const providerRequestColumns = describeColumns(providerRequests, {
  ...asNonPersonal('stateHash', 'browserHash', 'purpose', 'nonce', 'codeVerifier', 'sessionId'),
  ...asNonPersonal('invitationHash', 'createdAt', 'expiresAt'),
})
