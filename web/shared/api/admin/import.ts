import type { DateOrder } from '#contract/import.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

/** `acceptRepeat` imports a file again. The key is the same when the import of a chosen file is repeated. `dateOrder` answers the question of the preview. */
export type ImportRunOptions = { acceptRepeat: boolean; idempotencyKey: string; dateOrder?: DateOrder | undefined }

/** Builds the form of a preview or an import. */
export const buildImportForm = (file: Blob, preview: boolean, { acceptRepeat = false, dateOrder }: Partial<ImportRunOptions>): FormData => {
  const form = new FormData()
  form.append('preview', String(preview))
  form.append('acceptRepeat', String(acceptRepeat))
  if (dateOrder) form.append('dateOrder', dateOrder)
  form.append('file', file)
  return form
}

/** Creates the calls that preview and run the import of a CSV file. */
export const createImportApi = <P>(call: ApiCall, path: string, fromJson = (json: unknown): P => json as P) => {
  const send = (file: Blob, preview: boolean, options: Partial<ImportRunOptions>) =>
    call<{ msg: string }>(path, { method: 'POST', form: buildImportForm(file, preview, options) })
  return {
    /** Returns what an import would do. */
    preview: async (file: Blob, dateOrder?: DateOrder): Promise<P> => fromJson(await send(file, true, { dateOrder })),
    /** Imports all lines, or none (`import-rejected`: see `findImportProblemsInError`). Throws `imported-before` unless `acceptRepeat` is set. */
    run: async (file: Blob, options: ImportRunOptions): Promise<{ message: string }> => ({
      message: (await send(file, false, options)).msg,
    }),
  }
}
