import type { TFunction } from 'i18next'
import type { CsvRowProblem } from '#server/lib/parse-csv.ts'

/** Adds to each problem of a CSV row its message in a language. */
export const describeRowProblems = (t: TFunction, problems: readonly CsvRowProblem[]) =>
  problems.map(({ line, problem: { field, code, values } }) => ({ line, field, msg: t(`fieldErrors.${code}`, { limit: '', ...values }) }))
