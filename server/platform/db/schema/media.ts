import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Lang } from '#contract/platform/localized.ts'
import type { UploadTarget } from '#contract/site/media.ts'
import { idColumn, searchColumn, timestampColumns, timestamptz, trigramIndex } from './columns.ts'
import { asErased, asNonPersonal, describeColumns } from './describe-columns.ts'

/**
 * Uploads that are not complete. The stored file of a row is visible to nobody; a row without changes for a
 * day is deleted with its file.
 */
export const resumableUploads = pgTable(
  'resumable_uploads',
  {
    id: idColumn(),
    target: text('target').$type<UploadTarget>().notNull(),
    /** The name in the file store. */
    storedName: text('stored_name').notNull(),
    /** The name of the file on the administrator's computer. */
    fileName: text('file_name').notNull(),
    version: text('version').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** The id of the parts in the file store; null until the store has begun the file. */
    partsId: text('parts_id'),
    partTags: text('part_tags').array().notNull().default(sql`'{}'::text[]`),
    state: text('state').$type<'receiving' | 'completing'>().notNull().default('receiving'),
    ...timestampColumns(),
  },
  (t) => [index('resumable_uploads_updated').on(t.updatedAt)],
)
export const resumableUploadColumns = describeColumns(resumableUploads, {
  ...asNonPersonal(
    'id',
    'target',
    'storedName',
    'fileName',
    'version',
    'size',
    'received',
    'partsId',
    'partTags',
  ),
  ...asNonPersonal('state', 'createdAt', 'updatedAt'),
})

/**
 * The uploaded files of the simulator. The current file of a system has no `removedAt`; the bytes of the
 * others are deleted.
 */
export const simulatorFiles = pgTable(
  'simulator_files',
  {
    id: idColumn(),
    platform: text('platform').$type<'win' | 'mac'>().notNull(),
    /** The name in the file store and in the address of the file. */
    storedName: text('stored_name').notNull().unique(),
    /** The name under which a browser saves the file. */
    fileName: text('file_name').notNull(),
    version: text('version').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    downloads: integer('downloads').notNull().default(0),
    uploadedAt: timestamptz('uploaded_at').notNull().defaultNow(),
    removedAt: timestamptz('removed_at'),
    demo: boolean('demo').notNull().default(false),
  },
  (t) => [uniqueIndex('simulator_files_current').on(t.platform).where(sql`removed_at is null`)],
)
export const simulatorFileColumns = describeColumns(simulatorFiles, {
  ...asNonPersonal('id', 'platform', 'storedName', 'fileName', 'version', 'size', 'sha256', 'downloads'),
  ...asNonPersonal('uploadedAt', 'removedAt', 'demo'),
})

/** Registrants of the simulator: people who filled in the download form. */
export const downloads = pgTable(
  'downloads',
  {
    id: idColumn(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    country: text('country').notNull().default('egypt'),
    platform: text('platform').$type<'win' | 'mac'>().notNull(),
    userType: text('user_type').$type<'student' | 'coach'>().notNull(),
    /** The language of the registration. */
    lang: text('lang').$type<Lang>().notNull().default('en'),
    /** There was no file for the system: the registrant gets an email when there is one. */
    waiting: boolean('waiting').notNull().default(false),
    demo: boolean('demo').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    deletedAt: timestamptz('deleted_at'),
    search: searchColumn(sql`name || E'\\n' || email || E'\\n' || phone || E'\\n' || country`),
  },
  (t) => [
    index('downloads_list').on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    trigramIndex('downloads_search', t.search),
    index('downloads_email').on(t.email),
    index('downloads_waiting').on(t.platform, t.email).where(sql`waiting`),
  ],
)
export const downloadColumns = describeColumns(downloads, {
  ...asNonPersonal('id', 'platform', 'userType', 'lang', 'waiting', 'demo', 'createdAt', 'deletedAt'),
  ...asErased('name', 'email', 'phone', 'country', 'search'),
})
