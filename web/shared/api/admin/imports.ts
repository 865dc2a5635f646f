import type { DateOrder, ImportPreview } from '#contract/import.schema.ts'
import type { ApiError } from '#web/shared/api/call.ts'

/**
 * `acceptRepeat` imports a file again. The key is the same when the import of a chosen file is repeated.
 * `dateOrder` and `assignment` answer the questions of the preview.
 */
export type ImportRunOptions = ImportAnswers & { acceptRepeat: boolean; idempotencyKey: string }
/**
 * What a person says about the dates of a file, and about its columns: pairs of a header and the name of its
 * column, empty for none.
 */
export type ImportAnswers = {
  dateOrder?: DateOrder | undefined
  assignment?: readonly (readonly [header: string, column: string])[] | undefined
}

/** Builds the form of a preview or an import. */
export const buildImportForm = (
  file: Blob,
  preview: boolean,
  { acceptRepeat = false, dateOrder, assignment }: Partial<ImportRunOptions>,
): FormData => {
  const form = new FormData()
  form.append('preview', String(preview))
  form.append('acceptRepeat', String(acceptRepeat))
  if (dateOrder) form.append('dateOrder', dateOrder)
  if (assignment) form.append('assignment', JSON.stringify(assignment))
  form.append('file', file)
  return form
}

/** Creates the calls that preview and run the import of a CSV file; `send` sends their form. */
export const createImportPreviewAndRunApi = <Result extends { msg: string }>(
  send: (form: FormData) => Promise<Result>,
) => ({
  /** Returns what an import would do. */
  preview: (file: Blob, answers: ImportAnswers = {}) => send(buildImportForm(file, true, answers)),
  /**
   * Imports all lines, or none (`import-rejected`: see `findImportProblemsInError`). Throws `imported-before`
   * unless `acceptRepeat` is set.
   */
  run: async (file: Blob, options: ImportRunOptions): Promise<{ message: string }> => ({
    message: (await send(buildImportForm(file, false, options))).msg,
  }),
})

type RejectedImport = Pick<ImportPreview, 'problems' | 'problemCount'>
/** Returns the problems of a rejected file from an `import-rejected` error; undefined for other errors. */
export const findImportProblemsInError = ({ details }: ApiError): RejectedImport | undefined =>
  details.problems === undefined ? undefined : (details as RejectedImport)
