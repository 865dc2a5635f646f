import type { ImportKind } from '#contract/platform/import.schema.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { CsvRowProblem } from '#server/platform/lib/csv-problems.ts'
import type { CsvFile } from '#server/platform/lib/parse-csv.ts'
import type {
  CsvImport,
  ImportReading,
  ImportRequest,
  ImportResult,
  ImportStorage,
  ImportTarget,
  ImportWriting,
} from './import-definition.ts'
import { type ReportProgress, readImportFileAndListProblems, stepsPerLine } from './read-import-file.ts'
import {
  type ImportFile,
  insertImportAssertingRepeatAccepted,
  markUndoneWithAuditAndListRecordIds,
} from './service.ts'
import { listConflictsBetweenLines, listSkippedRows, skipInvalidLines } from './skip-invalid-rows.ts'

/** How many rows and problems of a file a reply lists; all of them are counted. */
const maxListed = 200

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
    const compared = startComparison ? listConflictsBetweenLines(parsed.lines, startComparison()) : []
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
