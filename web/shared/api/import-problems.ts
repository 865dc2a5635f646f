import type { ImportProblem } from '#contract/import.ts'
import type { ApiError } from './call.ts'

/** The problems of a rejected file (`import-rejected`). */
export const getImportProblems = ({ details }: ApiError): ImportProblem[] => (details.problems ?? []) as ImportProblem[]
