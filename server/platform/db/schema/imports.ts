import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ImportKind } from '#contract/platform/import.schema.ts'
import { csvImports } from '#contract/platform/import.ts'
import { idColumn, nullableReferenceIndex, timestamptz } from './columns.ts'
import { asErased, asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

const kindsInSql = Object.keys(csvImports)
  .map((kind) => `'${kind}'`)
  .join(',')

/** Imported CSV files. `fileHash` is the SHA-256 of the file; `eventId` is the event of imported scores. */
export const imports = pgTable(
  'imports',
  {
    id: idColumn(),
    kind: text('kind').$type<ImportKind>().notNull(),
    eventId: uuid('event_id').references(() => events.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    lineCount: integer('line_count').notNull(),
    recordCount: integer('record_count').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    undoneBy: uuid('undone_by').references(() => users.id, { onDelete: 'set null' }),
    undoneAt: timestamptz('undone_at'),
  },
  (t) => [
    index('imports_list').on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    index('imports_file').on(t.fileHash),
    nullableReferenceIndex('imports_created_by', t.createdBy),
    nullableReferenceIndex('imports_undone_by', t.undoneBy),
    check('imports_kind_known', sql.raw(`kind in (${kindsInSql})`)),
  ],
)
export const importColumns = describeColumns(
  imports,
  asUncheckedAgainstScoreLog('it only helps to undo a change, and the undoing is a row', {
    ...asNonPersonal(
      'id',
      'kind',
      'eventId',
      'fileHash',
      'lineCount',
      'recordCount',
      'createdBy',
      'createdAt',
    ),
    ...asNonPersonal('undoneBy', 'undoneAt'),
    ...asErased('fileName'),
  }),
)

/** The teams, attempts, users or questions that an import created. */
export const importRecords = pgTable(
  'import_records',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    recordId: uuid('record_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.recordId] })],
)
export const importRecordColumns = describeColumns(
  importRecords,
  asUncheckedAgainstScoreLog(
    'it only helps to undo a change, and the undoing is a row',
    asNonPersonal('importId', 'recordId'),
  ),
)
