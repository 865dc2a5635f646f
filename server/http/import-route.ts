import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { i18n } from 'i18next'
import type { CallKey } from '#contract/calls.ts'
import type { ImportKind, ImportProblem, importRequest } from '#contract/import.schema.ts'
import type { Lang, Localized } from '#contract/localized.ts'
import { maskNationalId } from '#contract/rules/identity.ts'
import type { z } from '#contract/z.ts'
import { importColumns as ar } from '#i18n/ar/import-columns.ts'
import { importErrors as arErrors, importWarnings as arWarnings } from '#i18n/ar/import-messages.ts'
import { createI18n } from '#i18n/create-i18n.ts'
import { importColumns as en } from '#i18n/en/import-columns.ts'
import { importErrors as enErrors, importWarnings as enWarnings } from '#i18n/en/import-messages.ts'
import { languages } from '#i18n/languages.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import {
  type ImportFile,
  type ImportScope,
  listRepeatedImportWarnings,
} from '#server/features/imports/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { collectGarbage } from '#server/lib/collect-garbage.ts'
import type { ImportColumn, ImportOption } from '#server/lib/import-columns.ts'
import { createConcurrencyLimiter } from '#server/lib/limiters.ts'
import type { CsvFileColumns, CsvRowProblem, CsvWarning } from '#server/lib/parse-csv.ts'
import { getAuditActor } from './guards.ts'
import { implementCalls } from './implement-calls.ts'
import { getRequestLanguage, getTranslator } from './language.ts'
import { buildSuccessReply } from './reply.ts'

/** The texts for imports, which pages do not load. */
const importTexts: Record<Lang, i18n> = {
  en: createI18n('en', { ...enErrors, ...enWarnings }),
  ar: createI18n('ar', { ...arErrors, ...arWarnings }),
}

const maxValueLength = 80
const maxAllowedValues = 40

const shorten = (text: string) => (text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)
/** Lists the names of the options of a column, each with the value of our own files where that differs. */
const listOptions = (lang: Lang, column: ImportColumn | undefined): string[] =>
  (column?.options ?? []).map(({ value, label }) =>
    label[lang].toLowerCase() === value ? value : `${label[lang]} (${value})`,
  )

/**
 * Adds to each problem of a CSV row the column, as the file and as the pages name it, the value that was
 * found, and the message in a language.
 */
const toImportProblems = (
  lang: Lang,
  problems: readonly CsvRowProblem[],
  columns: readonly ImportColumn[],
  { headers }: CsvFileColumns,
): ImportProblem[] => {
  const columnByName = new Map(columns.map((column) => [column.name, column]))
  const format = new Intl.ListFormat(lang, { type: 'disjunction' })
  return problems.map(({ line, problem: { field, code, values }, value = '', allowed }) => {
    const column = columnByName.get(field)
    const choices = allowed?.[lang] ?? listOptions(lang, column)
    const listed = choices.length > maxAllowedValues ? [...choices.slice(0, maxAllowedValues), '…'] : choices
    const formatCode = code === 'bad-format' && column?.format ? (`bad-${column.format}` as const) : code
    // the message of an import lists the allowed values; a column of any text, such as a team number, has
    // none
    const hasImportText = formatCode in enErrors && (formatCode !== 'not-found' || choices.length > 0)
    const texts = {
      ...{ limit: '', part: '', character: '' },
      value: `\u2068${shorten(value)}\u2069`,
      ...values,
      allowed: format.format(listed.map((choice) => `\u2068${choice}\u2069`)),
    }
    return {
      line,
      field,
      column: headers[field] ?? '',
      label: column?.title[lang] ?? '',
      value: shorten(field.endsWith('national_id') ? maskNationalId(value) : value),
      msg: hasImportText
        ? importTexts[lang].t(formatCode as never, texts)
        : getTranslator(lang)(`fieldErrors.${formatCode as 'required'}`, texts),
    }
  })
}

/** Returns the message that so many records of a kind were imported. */
const translateImportedCount = (lang: Lang, kind: ImportKind, count: number): string =>
  importTexts[lang].t(`imported.${kind}` as never, {
    count,
    formatted: new Intl.NumberFormat(languages[lang].locale).format(count),
  })

/** Returns the messages of warnings in a language. */
const translateImportWarnings = (lang: Lang, warnings: readonly CsvWarning[]): string[] =>
  warnings.map(({ code, values }) => importTexts[lang].t(code as never, values))

/**
 * The result of an import or its preview. `rows` and `problems` are the first 200 of each; `count` and
 * `problemCount` count all. Further fields are sent in the reply, too.
 */
type ImportResult<Row> = {
  rows: Row[]
  problems: CsvRowProblem[]
  count: number
  problemCount: number
  warnings?: CsvWarning[]
  fileColumns: CsvFileColumns
}
/** The parameters of the path, and the headers. */
type ImportRequest = Pick<FastifyRequest, 'params' | 'headers'>
type ImportRouteOptions<Row> = {
  /** What the file is imported into. */
  getScope: (request: ImportRequest) => ImportScope
  /** The columns of the file, which messages name. They may depend on what the file is imported into. */
  columns: readonly ImportColumn[] | ((request: ImportRequest) => Promise<readonly ImportColumn[]>)
  service: {
    preview: (file: ImportFile, request: ImportRequest) => Promise<ImportResult<Row>>
    /** Imports all rows, or none if there are problems: then `refused` is true. */
    run: (
      file: ImportFile,
      actor: Actor,
      request: ImportRequest,
    ) => Promise<ImportResult<Row> & { refused: boolean }>
  }
}

/** The format of the time of an earlier import: as pages show times. */
const timeFormat: Intl.DateTimeFormatOptions = {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'shortOffset' },
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

/** The paths of the calls that `defineImportCall` defines. */
type ImportPath = {
  [Key in CallKey]: Key extends `POST ${infer Path}/import` ? `${Path}/import` : never
}[CallKey]

/**
 * Creates the route that previews or imports a CSV file. A file with problems is rejected (422) with the
 * problems under `details`.
 */
export const createImportRoute = <Row>(
  deps: Pick<Deps, 'guards' | 'config' | 'database'>,
  path: ImportPath,
  { getScope, columns, service }: ImportRouteOptions<Row>,
): FastifyPluginAsync =>
  implementCalls(deps, (implementTyped) => {
    // the rows of the reply are of any kind here
    const implement = implementTyped as unknown as (
      key: string,
      handler: (request: FastifyRequest<{ Body: z.output<typeof importRequest> }>) => Promise<object>,
    ) => void
    const findRepeat = async (file: ImportFile, scope: ImportScope, lang: Lang) => {
      const format = new Intl.DateTimeFormat(languages[lang].locale, {
        ...timeFormat,
        timeZone: await getSiteTimeZone(deps),
      })
      return listRepeatedImportWarnings(deps.database.db, scope, file, (time) => format.format(time))
    }
    implement(`POST ${path}`, async (request) => {
      const { file: upload, preview, acceptRepeat, dateOrder, assignment } = request.body
      const { file, result } = await limitConcurrency(async () => {
        try {
          const hash = await hashFile(upload.path)
          const file = {
            path: upload.path,
            name: upload.name,
            hash,
            dateOrder,
            assignment,
            isRepeatAccepted: acceptRepeat,
          }
          const result = preview
            ? { ...(await service.preview(file, request)), refused: false }
            : await service.run(file, getAuditActor(request), request)
          return { file, result }
        } finally {
          if (upload.size > largeFileBytes) collectGarbage()
        }
      })
      const lang = getRequestLanguage(request)
      const { refused, fileColumns, ...fields } = result
      const warnings = preview
        ? [...(await findRepeat(file, getScope(request), lang)), ...(result.warnings ?? [])]
        : []
      const namedColumns = typeof columns === 'function' ? await columns(request) : columns
      const problems = toImportProblems(lang, result.problems, namedColumns, fileColumns)
      if (refused) throw new AppError('import-rejected', [], { problems, problemCount: fields.problemCount })
      return buildSuccessReply({
        ...fields,
        msg: preview ? '' : translateImportedCount(lang, getScope(request).kind, fields.count),
        preview,
        problems,
        ignoredColumns: fileColumns.ignored,
        ...(fileColumns.dateQuestion ? { dateQuestion: fileColumns.dateQuestion } : {}),
        ...(preview && fileColumns.assignment
          ? {
              assignment: {
                headers: fileColumns.assignment,
                columns: namedColumns.map(({ name, title }) => ({ name, title: title[lang] })),
              },
            }
          : {}),
        warnings: translateImportWarnings(lang, warnings),
      })
    })
  })

/** The further titles of columns in both languages. */
export const importColumnTexts = { en, ar }

/**
 * Returns the title of a column, the label of its field, and the further titles of both languages, separated
 * by `|`.
 */
export const toTitlesOfImportColumn = (
  label: Localized,
  further: Localized,
): Pick<ImportColumn, 'title' | 'otherTitles'> => ({
  title: label,
  otherTitles: [further.en, further.ar].flatMap((titles) => titles.split('|')),
})

/**
 * Returns the values that an import column accepts, with their labels in both languages. `others` are further
 * accepted spellings, separated by `|`.
 */
export const buildImportColumnOptions = (
  labels: Localized<Readonly<Record<string, string>>>,
  others: Readonly<Record<string, string>> = {},
): ImportOption[] =>
  Object.entries(labels.en).map(([value, label]) => ({
    value,
    label: { en: label, ar: labels.ar[value] ?? label },
    others: others[value]?.split('|') ?? [],
  }))

/** The options of a column with yes or no: `true` and `false`. */
export const yesNoOptions: ImportOption[] = [
  { value: 'true', label: { en: en.yes, ar: ar.yes }, others: ['1', 'y'] },
  { value: 'false', label: { en: en.no, ar: ar.no }, others: ['0', 'n'] },
]

const genderSpellings = { male: '0|m|boy|ولد', female: '1|f|girl|بنت' }
/** Returns the options of a gender, `male` and `female`. `labels` are those of 0 and 1. */
export const buildGenderImportOptions = ({
  en: english,
  ar: arabic,
}: Localized<{ 0: string; 1: string }>): ImportOption[] =>
  buildImportColumnOptions(
    { en: { male: english[0], female: english[1] }, ar: { male: arabic[0], female: arabic[1] } },
    genderSpellings,
  )

/** The spellings of levels of scores and users besides their names. */
export const missionTypeSpellings = {
  '0': 'elementary|elementory|ابتدائي',
  '1': 'junior|jonior|متوسط',
  '2': 'senior|ثانوي',
  '3': 'adult',
  '4': 'pro',
}
