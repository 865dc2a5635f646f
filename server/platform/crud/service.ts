import type { AuditEntity } from '#contract/platform/audit.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import type { FieldPath, RecordEdit } from '#contract/platform/crud.ts'
import type { Core } from '#server/deps.ts'
import { assertRevertedFieldsUnchanged } from '#server/platform/audit/revert.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { GetSortColumns } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale, type ErrorCode } from '#server/platform/lib/app-error.ts'
import type { UploadFolder } from '#server/platform/lib/files.ts'
import { type ImageFormat, saveRecordAndReplaceImages } from '#server/platform/lib/images.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import { addNumberIfSlugUsed, toSlug } from '#server/platform/lib/slug.ts'
import {
  type DeletedListQuery,
  purgeDeletedRowWithAudit,
  readRestorableRecordPage,
} from './deleted-records.ts'
import {
  type BuildFilterConditions,
  type Condition,
  type CrudTable,
  findUndeletedRow,
  getNameColumns,
  getNextRowPosition,
  insertRow,
  type ListOptions,
  lockAndReadSlugSet,
  type RecordName,
  readRowPage,
  type SearchText,
  toRevertedColumns,
} from './queries.ts'
import {
  lockUndeletedRowOrThrow,
  purgeExpiredRowsWithAudit,
  restoreRowWithAudit,
  softDeleteLockedRowWithAudit,
  updateRowWithAudit,
} from './soft-delete.ts'

/** The configuration of an entity for `createCrudService`. `Fields` are the fields of its form. */
type CrudOptions<T extends CrudTable, Fields, Entity> = {
  table: T
  /** The entity's name in the audit log. */
  entity: AuditEntity
  /** Tags of the cached replies that show it. */
  cacheTags: readonly string[]
  searchText: SearchText
  getSortColumns?: GetSortColumns
  buildFilterConditions?: BuildFilterConditions
  /** Fields that must not be blank. */
  required: readonly FieldPath<Fields>[]
  toRecord: (row: T['$inferSelect']) => Entity
  /** Maps fields to columns. Columns that are undefined stay as they are. */
  toColumns: (fields: Omit<RecordEdit<Fields>, 'id' | 'version' | 'position'>) => {
    [C in keyof T['$inferInsert']]?: T['$inferInsert'][C] | undefined
  }
  /**
   * The slug of a name without Latin letters. New rows of a table with slugs get one made of `nameEn`, which
   * never changes.
   */
  slugFallback?: string
  /**
   * Checks an edit against other rows, and against the stored row `id`, before anything is written; throws an
   * `AppError`.
   */
  check?: (tx: Db, columns: Partial<T['$inferInsert']>, id?: string) => Promise<void>
  /** Throws an `AppError` when a row must not be deleted. */
  assertDeletable?: (tx: Db, id: string) => Promise<void>
  /**
   * Selects the deleted rows that are never removed for good because other rows refer to them; `code` is the
   * error that says so.
   */
  keepDeleted?: { condition: Condition; code: ErrorCode }
  /** The name of a record in the list of deleted ones. The default are the columns `nameEn` and `nameAr`. */
  recordName?: RecordName
  /**
   * The column and form field of an image in `folder`. The column has the file name, or the result of
   * `toColumn`, which `toFileName` inverts.
   */
  image?: {
    column: keyof T['$inferInsert'] & string
    folder: UploadFolder
    kind: ImageFormat
    required: boolean
    toColumn?: (fileName: string) => string
    toFileName?: (value: string) => string | null
  }
}

const toAudit = (row: object) => {
  const {
    search: _search,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...rest
  } = row as Record<string, unknown>
  return rest
}

/** Returns the value at a path such as `name.en`. */
const getValueAtPath = (edit: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], edit)

/**
 * Creates the service of an entity of the back office: list, read, save, toggle, delete and restore. Every
 * write is in the audit log.
 */
export const createCrudService = <T extends CrudTable, Fields, Entity>(
  options: CrudOptions<T, Fields, Entity>,
  { database, invalidator, files }: Core,
) => {
  type Row = T['$inferSelect']
  type Columns = Partial<T['$inferInsert']>
  const { table, entity, image, toRecord } = options
  const target = { table, entity, toAudit }
  const { keepDeleted, recordName: name = getNameColumns(table) } = options
  const announce = () => invalidator.invalidate(...options.cacheTags)

  const assertComplete = (edit: RecordEdit<Fields>, upload: Upload | null | undefined) => {
    const isNew = edit.id === undefined
    const missing: string[] = options.required.filter((path) => {
      const value = getValueAtPath(edit, path)
      return value === undefined ? isNew : typeof value === 'string' && value.trim() === ''
    })
    if (image?.required && (upload === null || (upload === undefined && isNew))) missing.push(image.column)
    if (missing.length > 0)
      throw new AppError(
        'form-incomplete',
        missing.map((field) => ({ field, code: 'required' as const })),
      )
  }

  const create = async (
    tx: Db,
    columns: Columns,
    position: number | undefined,
    actor: Actor,
  ): Promise<Row> => {
    const { slugFallback } = options
    const { nameEn = '' } = columns as { nameEn?: string }
    const slug =
      slugFallback === undefined
        ? {}
        : {
            slug: addNumberIfSlugUsed(
              toSlug(nameEn, slugFallback),
              await lockAndReadSlugSet(tx, table as never),
            ),
          }
    const row = await insertRow(tx, table, {
      ...columns,
      ...slug,
      position: position ?? (await getNextRowPosition(tx, table)),
    })
    await writeAudit(tx, { actor, action: 'create', entity, entityId: row.id, after: toAudit(row) })
    return row
  }

  const save = async (
    tx: Db,
    { id, version, position, ...fields }: RecordEdit<Fields>,
    imageColumn: Columns,
    actor: Actor,
  ) => {
    const columns = { ...omitUndefined(options.toColumns(fields as never)), ...imageColumn } as Columns
    await options.check?.(tx, columns, id)
    if (id === undefined) return { before: undefined, after: await create(tx, columns, position, actor) }
    const before = await lockUndeletedRowOrThrow(tx, target, id)
    await assertVersionNotStale(version, before, () => toRecord(before))
    const values = { ...columns, ...omitUndefined({ position }), version: before.version + 1 } as Columns
    return { before, after: await updateRowWithAudit(tx, target, before, values, 'update', actor) }
  }

  const imageFile = (row: Row | undefined): string | null => {
    const value = image ? (row as { [column: string]: unknown } | undefined)?.[image.column] : null
    if (typeof value !== 'string') return null
    return image?.toFileName ? image.toFileName(value) : value
  }

  const removeImages = (rows: readonly Row[]) =>
    Promise.allSettled(
      rows.map((row) => {
        const file = imageFile(row)
        return image && file ? files.remove(image.folder, file) : undefined
      }),
    )

  return {
    list: async (at: ListOptions): Promise<{ records: Entity[]; total: number }> => {
      const { rows, total } = await readRowPage(database.db, table, options, at)
      return { records: rows.map(toRecord), total }
    },

    /** Throws `not-found`. */
    one: async (id: string): Promise<Entity> => {
      const row = await findUndeletedRow(database.db, table, id)
      if (!row) throw new AppError('not-found')
      return toRecord(row)
    },

    /**
     * Creates a record, or changes the one that `edit.id` names; all or nothing, with its image (null removes
     * it, undefined leaves it). Throws `form-incomplete`, `not-found`, `bad-picture`, `picture-too-large`,
     * what `check` throws, and `stale-version` with `details.current`.
     */
    save: async (edit: RecordEdit<Fields>, actor: Actor, upload?: Upload | null): Promise<Entity> => {
      assertComplete(edit, upload)
      // an upload is processed only for a record that exists
      if (upload && edit.id !== undefined && !(await findUndeletedRow(database.db, table, edit.id)))
        throw new AppError('not-found')
      const newImage: Parameters<typeof saveRecordAndReplaceImages>[2] =
        image && upload ? { [image.column]: { upload, kind: image.kind } } : {}
      const { after } = await saveRecordAndReplaceImages(
        files,
        image?.folder ?? 'site',
        newImage,
        async (fileNames) => {
          const fileName = image && fileNames[image.column]
          const imageColumn =
            image && fileName
              ? { [image.column]: image.toColumn?.(fileName) ?? fileName }
              : image && upload === null
                ? { [image.column]: null }
                : {}
          const saved = await inTransaction(database.db, (tx) =>
            save(tx, edit, imageColumn as Columns, actor),
          )
          const hasNewImage = Object.keys(imageColumn).length > 0
          return { after: saved.after, replaced: hasNewImage ? [imageFile(saved.before)] : [] }
        },
      )
      await announce()
      return toRecord(after)
    },

    /**
     * Sets columns back to former values of the audit log, as a save does. Throws `not-found`,
     * `revert-changed`, what `check` throws, and `bad-input`.
     */
    revert: async (id: string, fields: readonly RevertedField[], actor: Actor): Promise<void> => {
      await inTransaction(database.db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, target, id)
        assertRevertedFieldsUnchanged(toAudit(before), fields)
        const edit = { id, version: before.version } as RecordEdit<Fields>
        await save(tx, edit, toRevertedColumns(table, fields), actor)
      })
      await announce()
    },

    /** Sets `active` to the value given; setting it again changes nothing. */
    toggle: async (id: string, active: boolean, actor: Actor): Promise<Entity> => {
      const row = await inTransaction(database.db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, target, id)
        if ((before as { active?: boolean }).active === active) return before
        return updateRowWithAudit(tx, target, before, { active } as unknown as Columns, 'toggle', actor)
      })
      await announce()
      return toRecord(row)
    },

    /** Deletes a record; `restore` undoes it for 30 days. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(database.db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, target, id)
        await options.assertDeletable?.(tx, id)
        await softDeleteLockedRowWithAudit(tx, target, before, actor)
      })
      await announce()
    },

    /** A record that is not deleted stays as it is. Throws `not-found` after 30 days. */
    restore: async (id: string, actor: Actor): Promise<Entity> => {
      const row = await inTransaction(database.db, (tx) =>
        restoreRowWithAudit(tx, target, id, actor, async (before) =>
          options.check?.(tx, before as Columns, id),
        ),
      )
      await announce()
      return toRecord(row)
    },

    listDeleted: (query: DeletedListQuery) =>
      readRestorableRecordPage(database.db, { table, entity, name, searchText: options.searchText }, query),

    /**
     * Deletes a deleted record permanently, with its image. Throws `not-found`, and the code of `keepDeleted`
     * when other rows refer to it.
     */
    purgeOne: async (id: string, actor: Actor): Promise<void> => {
      const row = await inTransaction(database.db, (tx) =>
        purgeDeletedRowWithAudit(tx, target, id, actor, keepDeleted),
      )
      await removeImages([row])
    },

    /**
     * Removes for good the records that were deleted more than 30 days ago, with their images. Returns their
     * number.
     */
    purge: async (): Promise<number> => {
      const rows = await inTransaction(database.db, (tx) =>
        purgeExpiredRowsWithAudit(tx, target, keepDeleted?.condition),
      )
      await removeImages(rows)
      return rows.length
    },
  }
}
