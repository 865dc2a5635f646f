import type { AuditAction, AuditEntity } from '#contract/audit.ts'
import type { Upload } from '#contract/upload.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Folder } from '#server/lib/files.ts'
import type { PictureKind } from '#server/lib/images.ts'
import { withPictures } from '#server/lib/pictures.ts'
import { type Condition, type CrudTable, crudQueries, type ListAt, type Searched, undoDays } from './queries.ts'

/** A kind of record that the back office keeps in the common way, as its feature describes it. */
export type CrudOptions<T extends CrudTable, D> = {
  table: T
  /** Its name in the audit log. */
  entity: AuditEntity
  /** The tags of what shows it. */
  tags: readonly string[]
  searched: Searched
  /** Columns that must hold more than white space. */
  required: readonly (keyof T['$inferInsert'] & string)[]
  toDomain: (row: T['$inferSelect']) => D
  /** Adds what a new record needs and nobody types. */
  complete?: (tx: Db, values: Partial<T['$inferInsert']>) => Promise<Partial<T['$inferInsert']>>
  /** Checks against other records, and against what is stored under `id`, before anything is written; throws an `AppError`. */
  check?: (tx: Db, values: Partial<T['$inferInsert']>, id?: string) => Promise<void>
  /** Whether it may be deleted; throws an `AppError`. */
  mayRemove?: (tx: Db, id: string) => Promise<void>
  /** Of deleted records: those that something still needs. */
  needed?: Condition
  /** The column that names a picture of `folder`: by its file name, or as `stored` makes of it (`nameIn` reads it back). */
  picture?: {
    column: keyof T['$inferInsert'] & string
    folder: Folder
    size: PictureKind
    field: string
    stored?: (name: string) => string
    nameIn?: (value: string) => string | null
  }
}

/** An edit: `version` is the one that was read; what `values` does not have stays as it is. */
export type CrudEdit<T extends CrudTable> = {
  id?: string | undefined
  version?: number | undefined
  values: Partial<T['$inferInsert']>
}

const dayLong = 86_400_000
const forAudit = (row: Record<string, unknown>) => {
  const { search: _, createdAt: _made, updatedAt: _changed, ...kept } = row
  return kept
}

/** List, one, save, switch, delete with undo, each written down: the calls of the back office about one kind of record. */
export const createCrudService = <T extends CrudTable, D>(
  kind: CrudOptions<T, D>,
  { database, changes, files }: Pick<Core, 'database' | 'changes' | 'files'>,
) => {
  type Row = T['$inferSelect']
  type Values = Partial<T['$inferInsert']>
  const queries = crudQueries(kind.table, kind.searched)
  const { entity } = kind
  const announce = () => changes.announce(...kind.tags)

  const present = async (tx: Db, id: string): Promise<Row> => {
    const row = await queries.lock(tx, id)
    if (!row || row.deletedAt) throw new AppError('not-found')
    return row
  }
  const change = async (tx: Db, before: Row, values: Record<string, unknown>, action: AuditAction, actor: Actor): Promise<Row> => {
    const after = await queries.update(tx, before.id, values as Values)
    await writeAudit(tx, { actor, action, entity, entityId: before.id, before: forAudit(before), after: forAudit(after) })
    return after
  }
  const refuseMissing = (values: Record<string, unknown>, isNew: boolean) => {
    const missing = kind.required.filter((column) => {
      const value = values[column]
      return value === undefined ? isNew : typeof value === 'string' && value.trim() === ''
    })
    if (missing.length > 0)
      throw new AppError(
        'form-incomplete',
        missing.map((field) => ({ field, code: 'required' as const })),
      )
  }

  const fileOf = (row: Record<string, unknown>): string | null => {
    const value = kind.picture ? row[kind.picture.column] : null
    return typeof value === 'string' ? (kind.picture?.nameIn ? kind.picture.nameIn(value) : value) : null
  }
  const saveIn = async (tx: Db, { id, version, values }: CrudEdit<T>, actor: Actor): Promise<{ before: Row | undefined; after: Row }> => {
    refuseMissing(values, id === undefined)
    await kind.check?.(tx, values, id)
    if (id === undefined) {
      const position = (values as { position?: number }).position ?? (await queries.nextPosition(tx))
      const after = await queries.insert(tx, { ...(kind.complete ? await kind.complete(tx, values) : values), position } as Values)
      await writeAudit(tx, { actor, action: 'create', entity, entityId: after.id, after: forAudit(after) })
      return { before: undefined, after }
    }
    const before = await present(tx, id)
    if (version !== undefined && version !== before.version) throw new AppError('stale-version', [], { current: kind.toDomain(before) })
    return { before, after: await change(tx, before, { ...values, version: before.version + 1 }, 'update', actor) }
  }

  return {
    list: async (at: ListAt): Promise<{ records: D[]; total: number }> => {
      const { rows, total } = await queries.list(database.db, at)
      return { records: rows.map(kind.toDomain), total }
    },

    /** Throws `not-found`. */
    one: async (id: string): Promise<D> => {
      const row = await queries.one(database.db, id)
      if (!row) throw new AppError('not-found')
      return kind.toDomain(row)
    },

    /**
     * Creates a record, or changes the one that `edit.id` names; all or nothing, with its picture (null takes it away, undefined leaves it). Throws
     * `form-incomplete` (fields are column names), `not-found`, `bad-picture`, `picture-too-large`, what the kind's `check` throws, and `stale-version`
     * with `details.current` when somebody else saved since `version` was read.
     */
    save: async (edit: CrudEdit<T>, actor: Actor, upload?: Upload | null): Promise<D> => {
      const { picture } = kind
      if (!picture || upload === undefined) {
        const { after } = await inTransaction(database.db, (tx) => saveIn(tx, edit, actor))
        await changes.announce(...kind.tags)
        return kind.toDomain(after)
      }
      const named = (name: string | null) => ({
        ...edit,
        values: { ...edit.values, [picture.column]: name === null ? null : (picture.stored?.(name) ?? name) },
      })
      // before any picture is made: a form that is refused needs none
      refuseMissing(named(upload ? 'new' : null).values, edit.id === undefined)
      if (edit.id !== undefined && !(await queries.one(database.db, edit.id))) throw new AppError('not-found')
      const { after } = await withPictures(
        files,
        picture.folder,
        { [picture.field]: upload ? { upload, kind: picture.size } : undefined },
        async ({ [picture.field]: name }) => {
          const saved = await inTransaction(database.db, (tx) => saveIn(tx, named(name ?? null), actor))
          return { after: saved.after, replaced: saved.before ? [fileOf(saved.before)] : [] }
        },
      )
      await changes.announce(...kind.tags)
      return kind.toDomain(after)
    },

    /** Sets `active` to the value given; setting it again changes nothing. */
    toggle: async (id: string, active: boolean, actor: Actor): Promise<D> => {
      const row = await inTransaction(database.db, async (tx) => {
        const before = await present(tx, id)
        return (before as { active?: boolean }).active === active ? before : change(tx, before, { active }, 'toggle', actor)
      })
      await announce()
      return kind.toDomain(row)
    },

    /** Nobody sees it any more; for 30 days `restore` brings it back. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(database.db, async (tx) => {
        const before = await present(tx, id)
        await kind.mayRemove?.(tx, id)
        await change(tx, before, { deletedAt: new Date() }, 'delete', actor)
      })
      await announce()
    },

    /** One that is there stays as it is. Throws `not-found` after 30 days. */
    restore: async (id: string, actor: Actor): Promise<D> => {
      const row = await inTransaction(database.db, async (tx) => {
        const before = await queries.lock(tx, id)
        if (!before || (before.deletedAt && Date.now() - before.deletedAt.getTime() > undoDays * dayLong)) throw new AppError('not-found')
        if (!before.deletedAt) return before
        await kind.check?.(tx, before as Values, id)
        return change(tx, before, { deletedAt: null }, 'restore', actor)
      })
      await announce()
      return kind.toDomain(row)
    },

    /** Takes away for good what was deleted more than 30 days ago, with its picture. Gives how many. */
    purge: async (): Promise<number> => {
      const gone = await inTransaction(database.db, async (tx) => {
        const rows = await queries.purge(tx, kind.needed)
        const actor = { userId: null, name: 'system' }
        for (const row of rows) await writeAudit(tx, { actor, action: 'purge', entity, entityId: row.id, before: forAudit(row) })
        return rows
      })
      const { picture } = kind
      if (picture)
        await Promise.allSettled(
          gone.map((row) => {
            const name = fileOf(row)
            return name ? files.remove(picture.folder, name) : undefined
          }),
        )
      return gone.length
    },
  }
}
