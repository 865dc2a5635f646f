import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, timestampColumns, timestamptz } from './columns.ts'
import { asNonPersonal, describeColumns } from './describe-columns.ts'

/** The backups that were written, for the status page and to delete old ones. */
export const backups = pgTable('backups', {
  id: idColumn(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  rows: integer('rows').notNull(),
  files: integer('files').notNull(),
  /**
   * The name of the file in `BACKUP_URL`; null after the file was deleted, and for a file that an operator
   * named.
   */
  name: text('name'),
})
export const backupColumns = describeColumns(
  backups,
  asNonPersonal('id', 'createdAt', 'rows', 'files', 'name'),
)

/** Steps of the first start that are not done yet. When a process is killed, the next one completes them. */
export const pendingFirstStartSteps = pgTable('first_start_steps', {
  step: text('step', {
    enum: ['show-password', 'demo', 'score-log', 'score-log-participants', 'calculation'],
  }).primaryKey(),
  // Migrations insert `score-log`, which copies the existing attempts of an installation to the score log,
  // `score-log-participants`, which adds to existing logs what they do not have: rules, participants and
  // publications, later also awards, advancement, planned freezes and sheets, and `calculation`, which computes
  // results by rule sets again.
  /** For `show-password`: the email and the generated password of the administrator, encrypted. */
  value: text('value').notNull().default(''),
  ...timestampColumns(),
})
export const pendingFirstStartStepColumns = describeColumns(pendingFirstStartSteps, {
  ...asNonPersonal('step', 'createdAt', 'updatedAt'),
  value: {
    personal: {
      keptBecause:
        'the address and password of the first administrator, until the first start has shown them',
    },
    encrypted: { name: 'first_start_steps.value', unreadable: 'delete row' },
  },
})

/**
 * Attempts that the rate limits of users counted, shared by all processes. `key` is a keyed hash of the
 * limit and what it counts, so it contains no personal data.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [index('rate_limits_expires').on(t.expiresAt), check('rate_limits_count_positive', sql`count >= 0`)],
)
export const rateLimitColumns = describeColumns(rateLimits, asNonPersonal('key', 'count', 'expiresAt'))
