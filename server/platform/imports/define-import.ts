import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { Calls } from '#contract/calls.ts'
import type { DateOrder, ImportCall, ImportKind, ImportReply } from '#contract/platform/import.schema.ts'
import type { csvImports } from '#contract/platform/import.ts'
import type { z } from '#contract/platform/z.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { RunningTask } from '#server/platform/background-tasks/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { CsvProblem, CsvRowProblem, CsvWarning } from '#server/platform/lib/csv-problems.ts'
import {
  createOptionFinder,
  type ImportColumn,
  type ImportColumns,
  type ReadImportOption,
} from '#server/platform/lib/import-columns.ts'
import {
  type CsvFile,
  type CsvFileColumns,
  type CsvRow,
  parseCsvFileAndListProblems,
} from '#server/platform/lib/parse-csv.ts'
import { transformItemsInSlices } from '#server/platform/lib/transform-in-slices.ts'
import {
  type ImportFile,
  insertImportAssertingRepeatAccepted,
  markUndoneWithAuditAndListRecordIds,
} from './service.ts'
import {
  type LineComparison,
  listComparisonProblems,
  listSkippedRows,
  type SkippedRow,
  skipInvalidLines,
} from './skip-invalid-rows.ts'

/** How many rows and problems of a file a reply lists; all of them are counted. */
const maxListed = 200

/** Reads one line. Returns undefined for a line that is not usable; `report` gets the problems of its cells. */
type ParseLine<C extends string, Line> = (
  cell: CsvRow<C>['cell'],
  report: (problem: CsvProblem) => void,
) => Line | undefined

/** A file whose header and dates were understood. */
export type ReadFile<C extends string> = {
  rows: readonly CsvRow<C>[]
  fileColumns: CsvFileColumns
  dateOrder: DateOrder
  /** Reads an option of a column. */
  readOption: ReadImportOption<C>
  /** Reads the lines one after the other, and adds the problems of their cells to those of the file. */
  parseLines: <Line extends object>(parseLine: ParseLine<C, Line>) => Promise<(Line & { line: number })[]>
  problems: CsvRowProblem[]
}

type ReportProgress = RunningTask['reportProgress']
/** The steps of an import: each line is read, then inserted. */
const stepsPerLine = 2

/** Reads a CSV file with these columns. A file that cannot be read has problems and no rows. */
export const readImportFileAndListProblems = async <C extends string>(
  csvFile: CsvFile,
  columns: ImportColumns<C>,
  maxRows: number,
  reportProgress?: ReportProgress,
): Promise<ReadFile<C>> => {
  const { rows, problems, fileColumns, dateOrder } = await parseCsvFileAndListProblems(csvFile, {
    ...columns,
    maxRows,
  })
  return {
    rows,
    problems,
    fileColumns,
    dateOrder,
    readOption: createOptionFinder(columns.columns),
    parseLines: async (parseLine) => {
      const lines = await transformItemsInSlices(
        rows,
        ({ line, cell }) => {
          const parsed = parseLine(cell, (problem) =>
            problems.push({ line, problem, value: cell(problem.field as C) }),
          )
          return parsed && { ...parsed, line }
        },
        async (count) => reportProgress?.(count, stepsPerLine * rows.length),
      )
      return lines.filter((line) => line !== undefined)
    },
  }
}

type ReplyOf<Kind extends ImportKind> =
  Calls[ImportCall<Kind>] extends Record<'response', infer Schema extends z.ZodType>
    ? z.input<Schema> & { rows: object[] }
    : never
/** The fields that the reply of an import has besides those of every import. */
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
type ImportReading<Kind extends ImportKind, Context, C extends string, Line> = {
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
type ImportStorage<Context, Line> = {
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
type ImportWriting<Kind extends ImportKind, Line> = {
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
type ImportResult = {
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

/** The lines of a file, their problems and what a reply says about them. */
type Reading<Line> = { lines: Line[]; problems: readonly CsvRowProblem[]; result: ImportResult }

/** Creates the function that reports how many of the lines of a file are inserted. */
const createInsertReport =
  (lineCount: number, reportProgress: ReportProgress) =>
  (count: number): Promise<void> =>
    reportProgress(lineCount + count, stepsPerLine * lineCount)

/** Returns the first problem of each cell, in the order of the lines. */
const pickFirstProblems = (problems: readonly CsvRowProblem[]): CsvRowProblem[] =>
  [
    ...new Map(problems.toReversed().map((each) => [`${each.line} ${each.problem.field}`, each])).values(),
  ].toReversed()

/**
 * Defines an import of CSV files: which columns a file has, how its lines are parsed and checked, how they are
 * inserted, and how that is undone. Everything else is the same for all imports: the calls, the preview, the
 * import of all lines, of the valid ones or none, the protection against a repeat, and the list of imports.
 */
export const createCsvImport = <
  Kind extends ImportKind,
  Context,
  C extends string,
  Line extends { line: number },
>(
  kind: Kind,
  definition: ImportReading<Kind, Context, C, Line> &
    (ImportStorage<Context, Line> | ImportWriting<Kind, Line>),
): CsvImport<Kind> => {
  const { maxRows, open, parse, toRow, hasOneProblemPerCell, listPreviewWarnings } = definition
  const openTarget = async (core: Core, db: Db, eventId: string) =>
    (await open?.(core, db, eventId)) as Context
  /** Reads a file. `valid` is what remains without the lines that have problems, where that is a part of the file. */
  const read = async (
    csvFile: CsvFile,
    target: ImportTarget<Context> & { db: Db; isLocking: boolean },
    reportProgress?: ReportProgress,
  ): Promise<{ all: Reading<Line>; valid: Reading<Line> | undefined }> => {
    const { columns } = definition
    const importColumns = typeof columns === 'function' ? columns(target.context) : columns
    const file = await readImportFileAndListProblems(csvFile, importColumns, maxRows, reportProgress)
    const parsed = await parse(file, target)
    const { startComparison, warnings = [], furtherFields } = parsed
    const build = (lines: Line[], problems: readonly CsvRowProblem[], count: number): Reading<Line> => {
      const reported = hasOneProblemPerCell ? pickFirstProblems(problems) : problems
      return {
        lines,
        problems: reported,
        result: {
          rows: lines.slice(0, maxListed).map(toRow),
          problems: reported.toSorted((a, b) => a.line - b.line).slice(0, maxListed),
          problemCount: reported.length,
          warnings: [...warnings],
          count,
          fileColumns: file.fileColumns,
          columns: importColumns.columns,
          ...furtherFields,
        },
      }
    }
    const found = [...file.problems, ...(parsed.problems ?? [])]
    const compared = startComparison ? listComparisonProblems(parsed.lines, startComparison()) : []
    const all = build(parsed.lines, [...found, ...compared], file.rows.length)
    if (!startComparison || all.problems.length === 0) return { all, valid: undefined }
    const { lines, problems } = skipInvalidLines(parsed.lines, found, startComparison())
    // a problem of the whole file leaves no rows
    if (lines.length === 0) return { all, valid: undefined }
    const valid = build(lines, problems, lines.length)
    const skippedRows = listSkippedRows(file.rows, lines, valid.problems)
    for (const { result } of [all, valid]) result.skippedRows = skippedRows
    return { all, valid }
  }
  const openAndRead = async (
    core: Core,
    file: ImportFile,
    { eventId, actor }: Pick<ImportRequest, 'eventId' | 'actor'>,
    reportProgress?: ReportProgress,
  ) => {
    const { db } = core.database
    const { regionLimit = null } = actor
    const target = { core, eventId, context: await openTarget(core, db, eventId), regionLimit }
    return { target, ...(await read(file, { ...target, db, isLocking: false }, reportProgress)) }
  }
  const preview: CsvImport['preview'] = async (core, file, request) => {
    const { target, all, valid } = await openAndRead(core, file, request)
    const { lines } = valid ?? all
    const further = (await listPreviewWarnings?.(core.database.db, lines, target)) ?? []
    return { ...all.result, warnings: [...all.result.warnings, ...further] }
  }

  if (definition.write) {
    const { write, isRepeated, undo } = definition
    return {
      kind,
      preview,
      undo,
      run: async (core, file, request, reportProgress) => {
        const { result, lines } = (await openAndRead(core, file, request, reportProgress)).all
        // a repeat is answered as the first request was, although its lines may have problems since
        if (result.problemCount > 0 && !(await isRepeated(core, request)))
          return { ...result, isRefused: true }
        const written = await write(core, lines, {
          ...request,
          file,
          reportInserted: createInsertReport(lines.length, reportProgress),
        })
        return { ...result, problems: [], problemCount: 0, ...written, isRefused: false }
      },
    }
  }
  const { tags = [], insert, undo } = definition
  const runInTransaction =
    definition.runInTransaction ??
    (<T>(core: Core, eventId: string, work: (tx: Db, context: Context) => Promise<T>): Promise<T> =>
      inTransaction(core.database.db, async (tx) => work(tx, await openTarget(core, tx, eventId))))
  return {
    kind,
    preview,
    run: async (core, file, { eventId, actor }, reportProgress) => {
      const done = await runInTransaction(core, eventId, async (tx, context) => {
        const target = { core, eventId, context, regionLimit: actor.regionLimit ?? null }
        const { all, valid } = await read(file, { ...target, db: tx, isLocking: true }, reportProgress)
        if (all.result.problemCount > 0 && !(file.isSkippingInvalidRows && valid))
          return { ...all.result, isRefused: true }
        const { result, lines } = valid ?? all
        const { isRepeatAccepted } = file
        const reportInserted = createInsertReport(lines.length, reportProgress)
        const recordIds = await insert(tx, lines, { ...target, actor, isRepeatAccepted, reportInserted })
        await insertImportAssertingRepeatAccepted(tx, {
          kind,
          eventId: eventId || null,
          file,
          lineCount: result.count,
          recordIds,
          actor,
        })
        await reportInserted(lines.length)
        return { ...result, isRefused: false }
      })
      if (!done.isRefused && tags.length > 0) await core.invalidator.invalidate(...tags)
      return done
    },
    undo: async (core, { importId, eventId, actor }) => {
      await runInTransaction(core, eventId, async (tx) =>
        undo(tx, await markUndoneWithAuditAndListRecordIds(tx, importId, actor), { eventId, actor }),
      )
      if (tags.length > 0) await core.invalidator.invalidate(...tags)
    },
  }
}
