import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestampColumns } from './columns.ts'

/** What the first start has still to do: a process that ends in the middle of it leaves the rest to the next. */
export const firstStartSteps = pgTable('first_start_steps', {
  step: text('step', { enum: ['show-password', 'demo'] }).primaryKey(),
  /** Of `show-password`: the administrator's e-mail and made password, sealed. */
  value: text('value').notNull().default(''),
  ...timestampColumns(),
})
