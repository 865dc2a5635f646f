import type { ImportPreview } from '#contract/import.ts'
import type { ApiError } from './call.ts'

type RejectedImport = Pick<ImportPreview, 'problems' | 'problemCount'>
/** Returns the problems of a rejected file from an `import-rejected` error; undefined for other errors. */
export const findImportProblemsInError = ({ details }: ApiError): RejectedImport | undefined =>
  details.problems === undefined ? undefined : (details as RejectedImport)
