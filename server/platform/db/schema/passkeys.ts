import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, timestamptz } from './columns.ts'
import { asErased, asNonPersonal, describeColumns } from './describe-columns.ts'
import { users } from './users.ts'

/** Passkeys (WebAuthn) that users enter in place of a code of the second factor. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the user calls it, such as 'Key in the office'. */
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull().unique('passkeys_credential_id_key'),
    /** The public key (COSE), in base64url. */
    publicKey: text('public_key').notNull(),
    /** The number of uses that the authenticator reports; always 0 for a passkey without a counter. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)
export const passkeyColumns = describeColumns(passkeys, {
  ...asNonPersonal('id', 'userId', 'counter', 'transports', 'createdAt', 'lastUsedAt'),
  ...asErased('name', 'credentialId', 'publicKey'),
})

/**
 * Challenges that a passkey has to sign, each of which is used once. Only hashes are stored. `boundTo` is the id of the
 * session to confirm or, at a sign-in, the hash of the token of its second step.
 */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose').$type<'add' | 'use'>().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    boundTo: text('bound_to').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_user').on(t.userId),
    index('passkey_challenges_expires').on(t.expiresAt),
    check('passkey_challenges_purpose_known', sql`purpose in ('add','use')`),
  ],
)
export const passkeyChallengeColumns = describeColumns(
  passkeyChallenges,
  asNonPersonal('challengeHash', 'purpose', 'userId', 'boundTo', 'expiresAt'),
)
