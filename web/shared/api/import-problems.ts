import type { ImportProblem } from '#contract/import.ts'
import type { ApiError } from './call.ts'

/** Returns the problems of a rejected file from an `import-rejected` error. */
export const getImportProblemsFromError = ({ details }: ApiError): ImportProblem[] => (details.problems ?? []) as ImportProblem[]
