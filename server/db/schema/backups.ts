import { integer, pgTable } from 'drizzle-orm/pg-core'
import { idColumn, timestamptz } from './columns.ts'

/** The backups that `npm run db:backup` wrote, for the status page. */
export const backups = pgTable('backups', {
  id: idColumn(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  rows: integer('rows').notNull(),
  files: integer('files').notNull(),
})
