import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { RequiredPermission } from '#contract/accounts/permissions.ts'
import type { PrintedDocument } from '#contract/event/print.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { backgroundTasks } from './background-tasks.ts'
import { idColumn, timestamptz } from './columns.ts'
import { asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/**
 * PDF files of printed documents, in the folder `prints` of the file store. Their task has the state. `permissions`
 * are what the document needs, all of it. A file whose row is deleted is unreachable, and removed.
 */
export const printFiles = pgTable(
  'print_files',
  {
    id: idColumn(),
    taskId: uuid('task_id')
      .notNull()
      .unique()
      .references(() => backgroundTasks.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    document: text('document').$type<PrintedDocument>().notNull(),
    /** What is printed, without the names of volunteers. */
    selection: jsonb('selection').$type<object>().notNull(),
    permissions: jsonb('permissions').$type<RequiredPermission[]>().notNull(),
    /** The regions to which the maker was limited when the file was started; null without a limit. */
    regionIds: uuid('region_ids').array(),
    lang: text('lang').$type<Lang>().notNull(),
    storedName: text('stored_name').notNull().unique(),
    /** Null until the file is stored. */
    pageCount: integer('page_count'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    index('print_files_list').on(t.createdBy, t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    index('print_files_event').on(t.eventId),
    index('print_files_expires').on(t.expiresAt),
    check('print_files_regions_limit', sql`cardinality(region_ids) > 0`),
  ],
)
export const printFileColumns = describeColumns(
  printFiles,
  asUncheckedAgainstScoreLog('a file is a copy for a day, and no result follows from it', {
    ...asNonPersonal('id', 'taskId', 'eventId', 'createdBy', 'document', 'selection', 'permissions'),
    ...asNonPersonal('regionIds', 'lang', 'storedName', 'pageCount', 'createdAt', 'expiresAt'),
  }),
)
