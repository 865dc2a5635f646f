import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  type BackgroundTaskKind,
  type BackgroundTaskState,
  backgroundTaskStates,
} from '#contract/platform/background-task.ts'
import { idColumn, nullableReferenceIndex, timestamptz } from './columns.ts'
import { asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

const statesInSql = backgroundTaskStates.map((state) => `'${state}'`).join(',')

/**
 * Work that its user watches and cancels. A running task without a recent `heartbeatAt` has failed: its process
 * ended. `done` of `total` steps are done; `total` is 0 until it is known. `errorCode` says why a task failed.
 */
export const backgroundTasks = pgTable(
  'background_tasks',
  {
    id: idColumn(),
    kind: text('kind').$type<BackgroundTaskKind>().notNull(),
    label: text('label').notNull(),
    eventId: uuid('event_id').references(() => events.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state').$type<BackgroundTaskState>().notNull().default('running'),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    errorCode: text('error_code'),
    cancelRequestedAt: timestamptz('cancel_requested_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    heartbeatAt: timestamptz('heartbeat_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
  },
  (t) => [
    index('background_tasks_list').on(t.createdBy, t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    index('background_tasks_created').on(t.createdAt),
    nullableReferenceIndex('background_tasks_event', t.eventId),
    check('background_tasks_state_known', sql.raw(`state in (${statesInSql})`)),
  ],
)
export const backgroundTaskColumns = describeColumns(
  backgroundTasks,
  asUncheckedAgainstScoreLog(
    'it only shows the progress of work, and what the work writes is a row',
    asNonPersonal(
      'id',
      'kind',
      'label',
      'eventId',
      'createdBy',
      'state',
      'done',
      'total',
      'errorCode',
      'cancelRequestedAt',
      'createdAt',
      'heartbeatAt',
      'finishedAt',
    ),
  ),
)
