import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { i18n } from 'i18next'
import { maskNationalId } from '#contract/accounts/identity.ts'
import type { ImportKind, ImportProblem, importRequest } from '#contract/platform/import.schema.ts'
import { csvImports } from '#contract/platform/import.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { z } from '#contract/platform/z.ts'
import { importErrors as arErrors, importWarnings as arWarnings } from '#i18n/ar/import-messages.ts'
import { createI18nFromCatalogue } from '#i18n/create-i18n.ts'
import { importErrors as enErrors, importWarnings as enWarnings } from '#i18n/en/import-messages.ts'
import { languages } from '#i18n/languages.ts'
import { formatList, joinTexts } from '#i18n/text-direction.ts'
import type { Deps } from '#server/deps.ts'
import { type RunningTask, runBackgroundTaskToEnd } from '#server/platform/background-tasks/service.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { importColumnTexts } from '#server/platform/http/import-column-texts.ts'
import { getRequestLanguage, getTranslatorOfLanguage } from '#server/platform/http/language.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { collectGarbage } from '#server/platform/lib/collect-garbage.ts'
import type { CsvRowProblem, CsvWarning } from '#server/platform/lib/csv-problems.ts'
import type { ImportColumn } from '#server/platform/lib/import-columns.ts'
import { createConcurrencyLimiter } from '#server/platform/lib/limiters.ts'
import type { CsvFileColumns } from '#server/platform/lib/parse-csv.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import type { CsvImport } from './import-definition.ts'
import { getImportKindAndEventId, listRepeatedImportWarnings, readPermittedImportPage } from './service.ts'
import { buildSkippedRowsCsv } from './skip-invalid-rows.ts'

/** The texts for imports, which pages do not load. */
const importTexts: Record<Lang, i18n> = {
  en: createI18nFromCatalogue('en', { ...enErrors, ...enWarnings }),
  ar: createI18nFromCatalogue('ar', { ...arErrors, ...arWarnings }),
}

/** The titles of the column with problems in files of skipped rows, which an import does not read. */
const problemsTitles = Object.values(importColumnTexts).map(({ problems }) => problems)

const maxValueLength = 80
const maxAllowedValues = 40

const shorten = (text: string) => (text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)
/** Lists the names of the options of a column, each with the value of our own files where that differs. */
const listOptions = (lang: Lang, column: ImportColumn | undefined): string[] =>
  (column?.options ?? []).map(({ value, label }) =>
    label[lang].toLowerCase() === value ? value : `${label[lang]} (${value})`,
  )

/**
 * Creates the function that adds to a problem of a CSV row the column, as the file and as the pages name it, the
 * value that was found, and the message in a language.
 */
const createProblemDescriber = (
  lang: Lang,
  columns: readonly ImportColumn[],
  { headers }: CsvFileColumns,
): ((problem: CsvRowProblem) => ImportProblem) => {
  const columnByName = new Map(columns.map((column) => [column.name, column]))
  return ({ line, problem: { field, code, values }, value = '', allowed }) => {
    const column = columnByName.get(field)
    const choices = allowed?.[lang] ?? listOptions(lang, column)
    const listed = choices.length > maxAllowedValues ? [...choices.slice(0, maxAllowedValues), '…'] : choices
    const formatCode = code === 'bad-format' && column?.format ? (`bad-${column.format}` as const) : code
    // the message of an import lists the allowed values; a column of any text, such as a team number, has
    // none
    const hasImportText = formatCode in enErrors && (formatCode !== 'not-found' || choices.length > 0)
    const texts = {
      limit: '',
      part: '',
      character: '',
      value: shorten(value),
      ...values,
      allowed: formatList(listed, lang, 'disjunction'),
    }
    return {
      line,
      field,
      column: headers[field] ?? '',
      label: column?.title[lang] ?? '',
      value: shorten(field.endsWith('national_id') ? maskNationalId(value) : value),
      msg: hasImportText
        ? importTexts[lang].t(formatCode as never, texts)
        : getTranslatorOfLanguage(lang)(`fieldErrors.${formatCode as 'required'}`, texts),
    }
  }
}

/** Describes a problem in a cell of the file of skipped rows: its column, if it is about one, and the message. */
const formatProblemForCell = (lang: Lang, { column, label, msg }: ImportProblem): string =>
  joinTexts([...(column || label ? [column || label] : []), msg], lang, ': ')

/** Returns the message that so many records of a kind were imported. */
const translateImportedCount = (lang: Lang, kind: ImportKind, count: number): string =>
  importTexts[lang].t(`imported.${kind}` as never, {
    count,
    formatted: new Intl.NumberFormat(languages[lang].locale).format(count),
  })

/** Returns the messages of warnings in a language. */
const translateImportWarnings = (lang: Lang, warnings: readonly CsvWarning[]): string[] =>
  warnings.map(({ code, values }) => importTexts[lang].t(code as never, values))

/** The format of the time of an earlier import: as pages show times. */
const timeFormat: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'shortOffset',
}

/** The size of a file in bytes above which its memory is freed before the next import. */
const largeFileBytes = 1024 * 1024
/**
 * Limits the CSV files that a process imports or previews at the same time, because it holds their rows in
 * memory.
 */
const limitConcurrency = createConcurrencyLimiter({ running: 1, waiting: 100, waitMs: 45_000 })

const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

type RequestOfImport = FastifyRequest<{
  Params: { eventId?: string }
  Headers: { 'idempotency-key'?: string }
  Body: z.output<typeof importRequest>
}>

/**
 * Creates the handler that previews or imports a CSV file. A file with problems is rejected (422) with the
 * problems under `details`.
 */
const createImportHandler = (deps: Deps, { kind, preview: previewFile, run }: CsvImport) => {
  const listWarningsOfRepeat = async (hash: string, eventId: string, lang: Lang) => {
    const format = new Intl.DateTimeFormat(languages[lang].locale, {
      ...timeFormat,
      timeZone: await getSiteTimeZone(deps),
    })
    return listRepeatedImportWarnings(deps.database.db, { kind, eventId: eventId || null }, hash, (time) =>
      format.format(time),
    )
  }
  return async (request: RequestOfImport) => {
    const { file: upload, preview, acceptRepeat, skipInvalidRows, dateOrder, assignment } = request.body
    const { eventId = '' } = request.params
    const actor = getAuditActor(request)
    const idempotencyKey = request.headers['idempotency-key']
    const readInTurn = (reportProgress?: RunningTask['reportProgress']) =>
      limitConcurrency(async () => {
        try {
          const hash = await hashFile(upload.path)
          const { path, name } = upload
          const file = {
            path,
            name,
            hash,
            dateOrder,
            assignment,
            removedHeaders: problemsTitles,
            isRepeatAccepted: acceptRepeat,
            // the bodies of other imports do not have the field
            isSkippingInvalidRows: skipInvalidRows === true,
          }
          const result = reportProgress
            ? await run(deps, file, { eventId, actor, idempotencyKey }, reportProgress)
            : { ...(await previewFile(deps, file, { eventId, actor })), isRefused: false }
          return { hash, result }
        } finally {
          if (upload.size > largeFileBytes) collectGarbage()
        }
      })
    const { hash, result } = preview
      ? await readInTurn()
      : await runBackgroundTaskToEnd<Awaited<ReturnType<typeof readInTurn>>>(
          deps,
          {
            kind: 'import',
            label: kind,
            eventId: eventId || null,
            actor,
            findErrorCode: ({ result: { isRefused } }) => (isRefused ? 'import-rejected' : null),
          },
          ({ reportProgress }) => readInTurn(reportProgress),
        )
    const lang = getRequestLanguage(request)
    const { isRefused, fileColumns, columns, warnings, skippedRows: skipped, ...fields } = result
    const shownWarnings = preview ? [...(await listWarningsOfRepeat(hash, eventId, lang)), ...warnings] : []
    const describe = createProblemDescriber(lang, columns, fileColumns)
    const problems = result.problems.map(describe)
    const isWritten = !preview && !isRefused
    const skippedRows = skipped && {
      count: skipped.length,
      ...(isWritten
        ? {
            csv: await buildSkippedRowsCsv(fileColumns.headerLine, skipped, {
              title: importColumnTexts[lang].problems,
              describe: (problem) => formatProblemForCell(lang, describe(problem)),
            }),
          }
        : {}),
    }
    const details = { problems, problemCount: fields.problemCount, ...(skippedRows ? { skippedRows } : {}) }
    if (isRefused) throw new AppError('import-rejected', [], details)
    return buildSuccessReply({
      ...fields,
      ...details,
      msg: preview ? '' : translateImportedCount(lang, kind, fields.count),
      preview,
      ignoredColumns: fileColumns.ignored,
      ...(fileColumns.dateQuestion ? { dateQuestion: fileColumns.dateQuestion } : {}),
      ...(preview && fileColumns.assignment
        ? {
            assignment: {
              headers: fileColumns.assignment,
              columns: columns.map(({ name, title }) => ({ name, title: title[lang] })),
            },
          }
        : {}),
      warnings: translateImportWarnings(lang, shownWarnings),
    })
  }
}

/** Registers the calls of the back office that import CSV files, list the imports and undo them. */
export const createCsvImportAndUndoAdminRoutes = (
  deps: Deps,
  imports: { readonly [Kind in ImportKind]: CsvImport<Kind> },
) =>
  createCallsPlugin(deps, (implement) => {
    // the rows of the replies are of several kinds
    const implementImport = implement as unknown as (
      name: `POST ${string}`,
      handler: (request: RequestOfImport) => Promise<object>,
    ) => void
    for (const each of Object.values(imports))
      implementImport(`POST ${csvImports[each.kind].path}`, createImportHandler(deps, each))

    implement('GET /api/admin/imports', async (request) => {
      const { page, per_page: perPage, s: search } = request.query
      const query = { page, perPage, search }
      const { records, total } = await readPermittedImportPage(
        deps.database.db,
        getAuditActor(request),
        query,
      )
      return buildListReply('imports', records, total, request.query)
    })

    implement('POST /api/admin/imports/:importId/undo', async (request) => {
      const { importId } = request.params
      const actor = getAuditActor(request)
      const { kind, eventId } = await getImportKindAndEventId(deps.database.db, importId, actor)
      await imports[kind].undo(deps, { importId, eventId: eventId ?? '', actor })
      return buildMessageReply(request, 'importUndone')
    })
  })
