import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  editableRecordColumns,
  editableRecordDescriptions,
  idColumn,
  nullableReferenceIndex,
  timestamptz,
} from './columns.ts'
import { asNonPersonal, describeColumns } from './describe-columns.ts'
import { users } from './users.ts'

/** The seasons of the olympiad. Exactly one is active: new teams belong to it. */
export const seasonYears = pgTable(
  'season_years',
  {
    id: idColumn(),
    year: smallint('year').notNull(),
    nameEn: text('name_en').notNull(),
    nameAr: text('name_ar').notNull(),
    active: boolean('active').notNull().default(false),
    position: integer('position').notNull().default(0),
    ...editableRecordColumns(),
  },
  (t) => [
    uniqueIndex('season_years_one_per_year').on(t.year).where(sql`deleted_at is null`),
    uniqueIndex('season_years_one_active').on(t.active).where(sql`active`),
    check('season_years_active_present', sql`not active or deleted_at is null`),
  ],
)
export const seasonYearColumns = describeColumns(seasonYears, {
  ...asNonPersonal('id', 'year', 'nameEn', 'nameAr', 'active', 'position'),
  ...editableRecordDescriptions,
})

/** The season of new rows: the function `active_season_year()` returns the id of the active season. */
export const seasonYearColumn = () =>
  uuid('season_year_id')
    .notNull()
    .default(sql`active_season_year()`)
    .references(() => seasonYears.id)

/**
 * Moves of teams to another season. `teams` has the version that each team got and whether it was paid
 * before, so that a move can be undone.
 */
export const seasonMoves = pgTable(
  'season_moves',
  {
    id: idColumn(),
    fromId: uuid('from_id')
      .notNull()
      .references(() => seasonYears.id),
    toId: uuid('to_id')
      .notNull()
      .references(() => seasonYears.id),
    teams: jsonb('teams').$type<{ id: string; version: number; paid: boolean }[]>().notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    undoneAt: timestamptz('undone_at'),
  },
  (t) => [nullableReferenceIndex('season_moves_created_by', t.createdBy)],
)
export const seasonMoveColumns = describeColumns(
  seasonMoves,
  asNonPersonal('id', 'fromId', 'toId', 'teams', 'createdBy', 'createdAt', 'undoneAt'),
)
