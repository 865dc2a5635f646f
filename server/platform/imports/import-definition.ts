import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { Calls } from '#contract/calls.ts'
import type { ImportCall, ImportKind, ImportReply } from '#contract/platform/import.schema.ts'
import type { csvImports } from '#contract/platform/import.ts'
import type { z } from '#contract/platform/z.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { CsvRowProblem, CsvWarning } from '#server/platform/lib/csv-problems.ts'
import type { ImportColumn, ImportColumns } from '#server/platform/lib/import-columns.ts'
import type { CsvFileColumns } from '#server/platform/lib/parse-csv.ts'
import type { ReadFile, ReportProgress } from './read-import-file.ts'
import type { ImportFile } from './service.ts'
import type { LineComparison, SkippedRow } from './skip-invalid-rows.ts'

type ReplyOf<Kind extends ImportKind> =
  Calls[ImportCall<Kind>] extends Record<'response', infer Schema extends z.ZodType>
    ? z.input<Schema> & { rows: object[] }
    : never
/** The fields of the reply that only this kind of import has. */
type FurtherFields<Kind extends ImportKind> = Omit<ReplyOf<Kind>, keyof ImportReply | 'rows'>

/**
 * What a file is imported into: `eventId` is empty where that is not an event. `context` is what `open` of the
 * import has read, `regionLimit` that of the user.
 */
export type ImportTarget<Context = unknown> = {
  core: Core
  eventId: string
  context: Context
  regionLimit: RegionLimit
}

/** The lines of a file that were parsed and checked. */
type ParsedImport<Kind extends ImportKind, Line> = {
  /** The lines that are inserted where the file has no problem. */
  lines: Line[]
  /** The problems that do not belong to one cell, or that only a comparison finds. */
  problems?: readonly CsvRowProblem[]
  /** What the user should know before the import. */
  warnings?: readonly CsvWarning[]
} & (Record<never, never> extends FurtherFields<Kind>
  ? { furtherFields?: FurtherFields<Kind> }
  : { furtherFields: FurtherFields<Kind> }) &
  ((typeof csvImports)[Kind] extends { canSkipInvalidRows: true }
    ? {
        /** Starts the comparison of the lines with those before them, which has problems of its own. */
        startComparison: () => LineComparison<Line>
      }
    : { startComparison?: undefined })

/** How the files of an import are read. */
export type ImportReading<Kind extends ImportKind, Context, C extends string, Line> = {
  maxRows: number
  columns: ImportColumns<C> | ((context: Context) => ImportColumns<C>)
  /** Reads what the file is imported into. Throws `not-found`. */
  open?: (core: Core, db: Db, eventId: string) => Promise<Context>
  /**
   * Parses and checks the lines. With `isLocking` it begins with the locks that keep the result of its checks
   * true until the end of the transaction.
   */
  parse: (
    file: ReadFile<C>,
    target: ImportTarget<Context> & { db: Db; isLocking: boolean },
  ) => Promise<ParsedImport<Kind, Line>>
  /** Returns a line as the reply lists it. */
  toRow: (line: Line) => ReplyOf<Kind>['rows'][number]
  /** Of the problems of a cell only the first is reported. */
  hasOneProblemPerCell?: true
  /** Lists further warnings of a preview. */
  listPreviewWarnings?: (
    db: Db,
    lines: readonly Line[],
    target: ImportTarget<Context>,
  ) => Promise<CsvWarning[]>
}

/** How lines become records. */
export type ImportStorage<Context, Line> = {
  write?: undefined
  /** The tags of the cached data that an import and its undo change. */
  tags?: readonly string[]
  /** Runs an import or its undo in a transaction of a special kind, with what `open` would read. */
  runInTransaction?: <T>(
    core: Core,
    eventId: string,
    work: (tx: Db, context: Context) => Promise<T>,
  ) => Promise<T>
  /**
   * Inserts the lines and their entries of the audit log. Returns the ids of the records. `reportInserted` tells how
   * many lines are inserted, and throws `task-cancelled` when the user has cancelled the import.
   */
  insert: (
    tx: Db,
    lines: Line[],
    target: ImportTarget<Context> & {
      actor: Actor
      isRepeatAccepted: boolean
      reportInserted: (count: number) => Promise<void>
    },
  ) => Promise<string[]>
  /** Deletes the records of an import. Throws what `assertImportedRecordsDeletable` throws. */
  undo: (tx: Db, ids: string[], target: { eventId: string; actor: Actor }) => Promise<void>
}

/** Who runs an import. A request with the key of an earlier one changes nothing. */
export type ImportRequest = { eventId: string; actor: Actor; idempotencyKey?: string | undefined }

/** Deletes the records of an import and marks it as undone. */
type UndoImport = (core: Core, target: { importId: string; eventId: string; actor: Actor }) => Promise<void>

/** How lines are written by a feature with transactions of its own, which record the import, too. */
export type ImportWriting<Kind extends ImportKind, Line> = {
  /** Tells whether the request was made before; its answer is that of the first one. */
  isRepeated: (core: Core, request: ImportRequest) => Promise<boolean>
  /** Writes the lines. Returns what the reply has in place of what `parse` found. */
  write: (
    core: Core,
    lines: Line[],
    request: ImportRequest & { file: ImportFile; reportInserted: (count: number) => Promise<void> },
  ) => Promise<{ count: number } & Partial<FurtherFields<Kind>>>
  undo: UndoImport
}

/**
 * What a preview or an import found. `rows` and `problems` are the first 200; `count` is the number of lines.
 * `skippedRows` are those that are left out, where the others can be imported.
 */
export type ImportResult = {
  rows: object[]
  problems: CsvRowProblem[]
  problemCount: number
  warnings: CsvWarning[]
  count: number
  skippedRows?: SkippedRow[]
  fileColumns: CsvFileColumns
  columns: readonly ImportColumn[]
}

/** An import of CSV files. */
export type CsvImport<Kind extends ImportKind = ImportKind> = {
  kind: Kind
  preview: (
    core: Core,
    file: ImportFile,
    request: Pick<ImportRequest, 'eventId' | 'actor'>,
  ) => Promise<ImportResult>
  /**
   * Imports all lines, or none if there are problems: then `isRefused` is true. Where the request asks for it, the
   * lines without problems are imported if there are any. What `reportProgress` throws undoes the import. Throws `imported-before` for a file that was imported
   * before, unless the user accepted that.
   */
  run: (
    core: Core,
    file: ImportFile,
    request: ImportRequest,
    reportProgress: ReportProgress,
  ) => Promise<ImportResult & { isRefused: boolean }>
  undo: UndoImport
}
