import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestampColumns } from './columns.ts'

/** Steps of the first start that are not done yet. When a process is killed, the next one completes them. */
export const pendingFirstStartSteps = pgTable('first_start_steps', {
  step: text('step', { enum: ['show-password', 'demo', 'score-log', 'score-log-participants', 'calculation'] }).primaryKey(),
  // Migrations insert `score-log`, which copies the existing attempts of an installation to the score log, `score-log-participants`, which adds rules,
  // participants and publications to existing logs, and `calculation`, which computes results by rule sets again.
  /** For `show-password`: the e-mail and the generated password of the administrator, encrypted. */
  value: text('value').notNull().default(''),
  ...timestampColumns(),
})
