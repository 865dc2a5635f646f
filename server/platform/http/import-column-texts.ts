import type { Localized } from '#contract/platform/localized.ts'
import { importColumns as ar } from '#i18n/ar/import-columns.ts'
import { importColumns as en } from '#i18n/en/import-columns.ts'
import type { ImportColumn, ImportOption } from '#server/platform/lib/import-columns.ts'

/** The further titles of columns in both languages. */
export const importColumnTexts = { en, ar }

/**
 * Returns the title of a column, the label of its field, and the further titles of both languages, separated
 * by `|`.
 */
export const buildTitleAndOtherTitlesOfColumn = (
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
export const buildImportColumnValueOptions = (
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
  buildImportColumnValueOptions(
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
