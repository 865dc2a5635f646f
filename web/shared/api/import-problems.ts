import type { ImportProblem } from '#contract/import.ts'
import type { ApiError } from './call.ts'

/** The problems of a rejected file (`import-rejected`). */
export const importProblems = ({ details }: ApiError): ImportProblem[] => (details.problems ?? []) as ImportProblem[]
