import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Permission } from '#contract/accounts/permissions.ts'
import {
  editableRecordColumns,
  editableRecordDescriptions,
  idColumn,
  searchColumn,
  timestamptz,
  trigramIndex,
} from './columns.ts'
import { asErased, asNonPersonal, describeColumns } from './describe-columns.ts'

/**
 * Users. `nationalId` and `totpSecret` are encrypted (server/platform/lib/encryption.ts); `nationalIdIndex` is a
 * keyed hash, for uniqueness.
 */
export const users = pgTable(
  'users',
  {
    id: idColumn(),
    role: text('role').$type<'admin' | 'student' | 'coach'>().notNull().default('student'),
    /** Of users of the back office (`contract/accounts/permissions.ts`); others have none. */
    permissions: text('permissions').array().$type<Permission[]>().notNull().default([]),
    /** The regions to which a user of the back office is limited; null without a limit. */
    regionIds: uuid('region_ids').array(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull().default(''),
    email: text('email').notNull(),
    emailConfirmedAt: timestamptz('email_confirmed_at'),
    // Set for accounts that registered before version 1.1, until their address is confirmed. They cannot be
    // used before that, and are removed after this time.
    confirmUntil: timestamptz('confirm_until'),
    phone: text('phone'),
    nationalId: text('national_id'),
    nationalIdIndex: text('national_id_index'),
    gender: smallint('gender'),
    birthDate: date('birth_date'),
    age: smallint('age'),
    avatar: text('avatar'),
    school: text('school'),
    missionType: smallint('mission_type').notNull().default(0),
    passwordHash: text('password_hash'),
    active: boolean('active').notNull().default(true),
    lang: text('lang').$type<'en' | 'ar'>().notNull().default('en'),
    // the second factor; its recovery codes are hashed with it
    totpSecret: text('totp_secret'),
    // of the last code of the authenticator app; null when passkeys are the second factor and no app has the secret
    totpStep: bigint('totp_step', { mode: 'number' }),
    guardian: jsonb('guardian').$type<{
      name: string
      contact: string
      consentAt: string
      textVersion: string
    }>(),
    erasureRequestedAt: timestamptz('erasure_requested_at'),
    unusedNoticeAt: timestamptz('unused_notice_at'),
    lastSignInAt: timestamptz('last_sign_in_at'),
    ...editableRecordColumns(),
    search: searchColumn(
      sql`coalesce(first_name,'') || ' ' || coalesce(last_name,'') || E'\\n' || coalesce(email,'') || E'\\n' || coalesce(phone,'') || E'\\n' || coalesce(school,'')`,
    ),
  },
  (t) => [
    uniqueIndex('users_email_key').on(t.email).where(sql`deleted_at is null`),
    index('users_phone').on(t.phone).where(sql`deleted_at is null and phone is not null`),
    uniqueIndex('users_national_id_key')
      .on(t.nationalIdIndex)
      .where(sql`deleted_at is null and national_id_index is not null`),
    index('users_list')
      .on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast())
      .where(sql`deleted_at is null`),
    index('users_deleted')
      .on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast())
      .where(sql`deleted_at is not null`),
    index('users_role').on(t.role).where(sql`deleted_at is null`),
    index('users_erasure').on(t.erasureRequestedAt).where(sql`erasure_requested_at is not null`),
    index('users_unused').on(t.unusedNoticeAt).where(sql`unused_notice_at is not null`),
    index('users_unconfirmed').on(t.confirmUntil).where(sql`confirm_until is not null`),
    trigramIndex('users_search', t.search),
    check(
      'users_permissions_known',
      sql`permissions <@ array['content','registration','finance','results','privacy','administration'] and (role = 'admin' or permissions = '{}')`,
    ),
    check(
      'users_regions_limit_offices',
      sql`region_ids is null or (role = 'admin' and cardinality(region_ids) > 0 and not permissions @> array['administration'])`,
    ),
    check('users_role_known', sql`role in ('admin','student','coach')`),
    check('users_gender_known', sql`gender in (0,1)`),
    check('users_mission_type_known', sql`mission_type between 0 and 4`),
  ],
)
export const userColumns = describeColumns(users, {
  ...asNonPersonal(
    'id',
    'role',
    'permissions',
    'regionIds',
    'emailConfirmedAt',
    'confirmUntil',
    'missionType',
  ),
  ...asNonPersonal('active', 'lang', 'totpStep', 'erasureRequestedAt', 'unusedNoticeAt', 'lastSignInAt'),
  ...asErased('firstName', 'lastName', 'email', 'phone', 'nationalIdIndex', 'gender', 'birthDate'),
  ...asErased('age', 'avatar', 'school', 'passwordHash', 'guardian', 'search'),
  nationalId: {
    personal: 'erased',
    encrypted: { name: 'users.national_id', hash: 'nationalIdIndex', unreadable: 'set null' },
  },
  totpSecret: { personal: 'erased', encrypted: { name: 'users.totp_secret', unreadable: 'set null' } },
  ...editableRecordDescriptions,
})

/** The condition that a user registered before version 1.1 and was never confirmed. */
export const isUnconfirmedUser = sql`(${users.confirmUntil} is not null and ${users.lastSignInAt} is null)`

/**
 * Registrations that wait for the confirmation of their address. Several may have the same address or
 * national ID. `data` is encrypted (server/platform/lib/encryption.ts); `nationalIdIndex` is a keyed hash.
 */
export const pendingRegistrations = pgTable(
  'pending_registrations',
  {
    /** The id of the user that the confirmation creates. */
    id: idColumn(),
    /** The SHA-256 hash of the token of the emailed link. */
    tokenHash: text('token_hash').notNull().unique('pending_registrations_token_hash_key'),
    /** The hash of the secret of the browser that registered. */
    browserHash: text('browser_hash'),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    nationalIdIndex: text('national_id_index').notNull(),
    data: text('data').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    index('pending_registrations_email').on(t.email),
    index('pending_registrations_phone').on(t.phone),
    index('pending_registrations_national_id').on(t.nationalIdIndex),
    index('pending_registrations_expires').on(t.expiresAt),
  ],
)
export const pendingRegistrationColumns = describeColumns(pendingRegistrations, {
  ...asNonPersonal('id', 'tokenHash', 'browserHash', 'createdAt', 'expiresAt'),
  ...asErased('email', 'phone', 'nationalIdIndex'),
  data: {
    personal: 'erased',
    encrypted: {
      name: 'pending_registrations.data',
      hash: 'nationalIdIndex',
      readHashedText: (registration: string) =>
        (JSON.parse(registration) as { nationalId: string }).nationalId,
      unreadable: 'delete row',
    },
  },
})

/** Sessions of signed-in browsers. Only the SHA-256 hash of a token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    tokenHash: text('token_hash').notNull().unique('sessions_token_hash_key'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    address: text('address'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    // when the user last proved their identity with a password or a code; null for a session
    // that began without one
    confirmedAt: timestamptz('confirmed_at'),
    // when a sign-in link with the token of this session was opened, which works once
    linkUsedAt: timestamptz('link_used_at'),
    // the sign-in provider checked a second factor
    hasProviderSecondFactor: boolean('has_provider_second_factor').notNull().default(false),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
)
export const sessionColumns = describeColumns(sessions, {
  ...asNonPersonal('id', 'tokenHash', 'userId', 'createdAt', 'lastSeenAt', 'confirmedAt', 'linkUsedAt'),
  ...asNonPersonal('expiresAt', 'hasProviderSecondFactor'),
  ...asErased('userAgent', 'address'),
})

/**
 * Network addresses from which a user signed in, as keyed hashes. A limit that others used up does not
 * lock the owner out there.
 */
export const signInAddresses = pgTable(
  'sign_in_addresses',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    addressHash: text('address_hash').notNull(),
    lastUsedAt: timestamptz('last_used_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.addressHash] })],
)
export const signInAddressColumns = describeColumns(
  signInAddresses,
  asNonPersonal('userId', 'addressHash', 'lastUsedAt'),
)

/** One-time tokens: password reset, second factor, email confirmation, link of a sign-in provider. */
export const oneTimeTokens = pgTable(
  'tickets',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<'second-factor' | 'reset' | 'confirm-email' | 'link-provider'>().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tries: integer('tries').notNull().default(0),
    // for `confirm-email`: the address that is confirmed
    email: text('email'),
    // for `second-factor` after a sign-in link: the hash of the token of the link
    linkHash: text('link_hash'),
    // for `second-factor` after a sign-in with a provider: the id in `provider_links` that the code proves
    providerLinkId: uuid('provider_link_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    index('tickets_user').on(t.userId),
    index('tickets_expires').on(t.expiresAt),
    uniqueIndex('tickets_one_challenge').on(t.userId).where(sql`kind = 'second-factor'`),
  ],
)
export const oneTimeTokenColumns = describeColumns(oneTimeTokens, {
  ...asNonPersonal('tokenHash', 'kind', 'userId', 'tries', 'linkHash', 'providerLinkId', 'createdAt'),
  ...asNonPersonal('expiresAt'),
  ...asErased('email'),
})

/** Number of wrong second-factor codes per account, in a time window that ends at `expiresAt`. */
export const secondFactorFailures = pgTable('second_factor_failures', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  count: integer('count').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})
export const secondFactorFailureColumns = describeColumns(
  secondFactorFailures,
  asNonPersonal('userId', 'count', 'expiresAt'),
)

/**
 * The hashes of recovery codes begin with it; those of earlier versions were hashed with `SECRET_KEY` and
 * have no prefix.
 */
export const recoveryCodeHashPrefix = 'totp.'

/** Hashes of the one-time recovery codes of the second factor. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    usedAt: timestamptz('used_at'),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)
export const recoveryCodeColumns = describeColumns(
  recoveryCodes,
  asNonPersonal('codeHash', 'userId', 'usedAt'),
)
