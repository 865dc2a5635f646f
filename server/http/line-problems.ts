import type { TFunction } from 'i18next'
import type { LineProblem } from '#server/lib/csv-read.ts'

/** What is wrong with the lines of a file, in the words of a language. */
export const problemsInWords = (t: TFunction, problems: readonly LineProblem[]) =>
  problems.map(({ line, problem: { field, code, values } }) => ({ line, field, msg: t(`fieldErrors.${code}`, { limit: '', ...values }) }))
