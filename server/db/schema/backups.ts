import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, timestamptz } from './columns.ts'

/** The backups that were written, for the status page and to delete old ones. */
export const backups = pgTable('backups', {
  id: idColumn(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  rows: integer('rows').notNull(),
  files: integer('files').notNull(),
  /** The name of the file in `BACKUP_URL`; null after the file was deleted, and for a file that an operator named. */
  name: text('name'),
})
