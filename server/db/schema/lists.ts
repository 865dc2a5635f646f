import { bigint, customType, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const bits = customType<{ data: string }>({ dataType: () => 'bit varying' })
const at = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * A sealed stretch of a long list (server/db/lists): all rows from the key (`k1`, `k2`, `k3`, `id`) up to, without, the key (`end1` … `endId`), as they stood
 * when it was sealed. `ids` holds their ids in order, 16 bytes each. `scope` is the event of a ranking, else all zeros.
 */
export const listSegments = pgTable(
  'list_segments',
  {
    seal: bigint('seal', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    list: text('list').notNull(),
    scope: uuid('scope').notNull(),
    k1: at('k1'),
    k2: at('k2'),
    k3: at('k3'),
    id: uuid('id').notNull(),
    end1: at('end1'),
    end2: at('end2'),
    end3: at('end3'),
    endId: uuid('end_id').notNull(),
    rows: integer('rows').notNull(),
    ids: bytes('ids').notNull(),
  },
  (t) => [uniqueIndex('list_segments_order').on(t.list, t.scope, t.k1, t.k2, t.k3, t.id)],
)

/** Which rows of a sealed stretch meet a condition (`word:ahmed`, `role=student`): one bit a row, in the order of its `ids`. */
export const listBits = pgTable(
  'list_bits',
  {
    seal: bigint('seal', { mode: 'number' })
      .notNull()
      .references(() => listSegments.seal, { onDelete: 'cascade' }),
    term: text('term').notNull(),
    bits: bits('bits').notNull(),
  },
  (t) => [primaryKey({ columns: [t.seal, t.term] })],
)

/** The conditions whose bits are kept, and when somebody last asked for one. */
export const listTerms = pgTable(
  'list_terms',
  {
    list: text('list').notNull(),
    scope: uuid('scope').notNull(),
    term: text('term').notNull(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.list, t.scope, t.term] })],
)

/** Where rows came, changed or went since the last sealing; triggers write it, so that a stretch that is no longer true is known. */
export const listChanges = pgTable(
  'list_changes',
  { list: text('list').notNull(), scope: uuid('scope').notNull(), k1: at('k1'), k2: at('k2'), k3: at('k3'), id: uuid('id').notNull() },
  (t) => [index('list_changes_order').on(t.list, t.scope, t.k1, t.k2, t.k3, t.id)],
)
