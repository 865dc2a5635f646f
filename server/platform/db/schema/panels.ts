import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RecusalKind } from '#contract/event/judging/judge.ts'
import { idColumn, nullableReferenceIndex, timestamptz } from './columns.ts'
import { asErased, asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { events } from './events.ts'
import { judges } from './judging.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/**
 * Judges who are left out of a team: because of a conflict of interest, or because the judge has left the
 * event and the panel does without. A row that was taken back stays, because visitors of a frozen ranking see
 * it as it was.
 */
export const judgeRecusals = pgTable(
  'judge_recusals',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    judgeId: uuid('judge_id')
      .notNull()
      .references(() => judges.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<RecusalKind>().notNull().default('conflict'),
    reason: text('reason').notNull(),
    recusedAt: timestamptz('recused_at').notNull(),
    takenBackAt: timestamptz('taken_back_at'),
  },
  (t) => [
    index('judge_recusals_event').on(t.eventId),
    index('judge_recusals_team').on(t.teamId),
    uniqueIndex('judge_recusals_current').on(t.judgeId, t.teamId).where(sql`taken_back_at is null`),
    index('judge_recusals_judge').on(t.judgeId),
    check('judge_recusals_kind_known', sql`kind in ('conflict','left')`),
  ],
)
// The forms ask for no names. The job `purge-judges` erases reasons and notes.
export const judgeRecusalColumns = describeColumns(
  judgeRecusals,
  asUncheckedAgainstScoreLog(
    'a recusal changes no result, only whether it is marked as provisional',
    asNonPersonal('id', 'eventId', 'teamId', 'judgeId', 'kind', 'reason', 'recusedAt', 'takenBackAt'),
  ),
)

/**
 * Requests to judges of a panel to look at their sheet of a team again. The next sheet of the judge for the
 * team in the round answers it, with or without a correction.
 */
export const secondLooks = pgTable(
  'second_looks',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    judgeId: uuid('judge_id')
      .notNull()
      .references(() => judges.id, { onDelete: 'cascade' }),
    round: smallint('round').notNull(),
    note: text('note').notNull().default(''),
    requestedAt: timestamptz('requested_at').notNull().defaultNow(),
    answeredAt: timestamptz('answered_at'),
    isCorrected: boolean('is_corrected').notNull().default(false),
  },
  (t) => [
    index('second_looks_event').on(t.eventId),
    index('second_looks_team').on(t.teamId),
    uniqueIndex('second_looks_open').on(t.judgeId, t.teamId, t.round).where(sql`answered_at is null`),
    index('second_looks_judge').on(t.judgeId),
  ],
)
export const secondLookColumns = describeColumns(
  secondLooks,
  asUncheckedAgainstScoreLog('it asks a judge for another sheet, which is a row', {
    ...asNonPersonal('id', 'eventId', 'teamId', 'judgeId', 'round', 'note', 'requestedAt', 'answeredAt'),
    ...asNonPersonal('isCorrected'),
  }),
)

/** What the judges of a panel write to teams. Teams see it after the organizers have released it. */
export const panelFeedback = pgTable(
  'panel_feedback',
  {
    judgeId: uuid('judge_id')
      .notNull()
      .references(() => judges.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    round: smallint('round').notNull(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.judgeId, t.teamId, t.round] }),
    index('panel_feedback_event').on(t.eventId),
    index('panel_feedback_team').on(t.teamId),
  ],
)
export const panelFeedbackColumns = describeColumns(
  panelFeedback,
  asUncheckedAgainstScoreLog('teams read it, and no result follows from it', {
    ...asNonPersonal('judgeId', 'teamId', 'round', 'eventId', 'updatedAt'),
    ...asErased('text'),
  }),
)

/** Events whose feedback teams see. */
export const releasedFeedback = pgTable(
  'released_feedback',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    releasedAt: timestamptz('released_at').notNull().defaultNow(),
    releasedBy: uuid('released_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [nullableReferenceIndex('released_feedback_released_by', t.releasedBy)],
)
export const releasedFeedbackColumns = describeColumns(
  releasedFeedback,
  asUncheckedAgainstScoreLog(
    'teams read it, and no result follows from it',
    asNonPersonal('eventId', 'releasedAt', 'releasedBy'),
  ),
)
