import type { i18n } from 'i18next'
import type { ImportKind, ImportProblem } from '#contract/import.ts'
import type { Lang } from '#contract/localized.ts'
import { maskNationalId } from '#contract/rules/mask.ts'
import { importErrors as ar } from '#i18n/ar/import-errors.ts'
import { importWarnings as arWarnings } from '#i18n/ar/import-warnings.ts'
import { createI18n } from '#i18n/create-i18n.ts'
import { importErrors as en } from '#i18n/en/import-errors.ts'
import { importWarnings as enWarnings } from '#i18n/en/import-warnings.ts'
import { languages } from '#i18n/languages.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import type { CsvFileColumns, CsvRowProblem, CsvWarning } from '#server/lib/parse-csv.ts'
import { getTranslator } from './language.ts'

/** The texts for imports, which pages do not load. */
const importTexts: Record<Lang, i18n> = { en: createI18n('en', { ...en, ...enWarnings }), ar: createI18n('ar', { ...ar, ...arWarnings }) }

const maxValueLength = 80
const maxAllowedValues = 40

const shorten = (text: string) => (text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)
/** Lists the names of the options of a column, each with the value of our own files where that differs. */
const listOptions = (lang: Lang, column: ImportColumn | undefined): string[] =>
  (column?.options ?? []).map(({ value, label }) => (label[lang].toLowerCase() === value ? value : `${label[lang]} (${value})`))

/** Adds to each problem of a CSV row the column, as the file and as the pages name it, the value that was found, and the message in a language. */
export const toImportProblems = (
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
    // the message of an import lists the allowed values; a column of any text, such as a team number, has none
    const hasImportText = formatCode in en && (formatCode !== 'not-found' || choices.length > 0)
    const texts = {
      limit: '',
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
export const translateImportedCount = (lang: Lang, kind: ImportKind, count: number): string =>
  importTexts[lang].t(`imported.${kind}` as never, { count, formatted: new Intl.NumberFormat(languages[lang].locale).format(count) })

/** Returns the messages of warnings in a language. */
export const translateImportWarnings = (lang: Lang, warnings: readonly CsvWarning[]): string[] =>
  warnings.map(({ code, values }) => importTexts[lang].t(code as never, values))
