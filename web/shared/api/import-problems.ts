import type { ImportProblem } from '#contract/import.ts'
import type { ApiError } from './call.ts'

/** The problems of a file that was refused (`import-rejected`). */
export const importProblems = (error: ApiError): ImportProblem[] => {
  const problems = (error.details.problems ?? []) as { line: number; field: string; msg: string }[]
  return problems.map(({ line, field, msg }) => ({ line, field, message: msg }))
}
