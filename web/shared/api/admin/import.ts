import type { ApiCall } from '#web/shared/api/call.ts'

/** `acceptRepeat` imports a file again. The key is the same when the import of a chosen file is repeated. */
export type ImportRunOptions = { acceptRepeat: boolean; idempotencyKey: string }

/** Creates the calls that preview and run the import of a CSV file. */
export const createImportApi = <P>(call: ApiCall, path: string, fromJson = (json: unknown): P => json as P) => {
  const send = (file: Blob, preview: boolean, acceptRepeat = false) => {
    const form = new FormData()
    form.append('preview', String(preview))
    form.append('acceptRepeat', String(acceptRepeat))
    form.append('file', file)
    return call<{ msg: string }>(path, { method: 'POST', form })
  }
  return {
    /** Returns what an import would do. */
    preview: async (file: Blob): Promise<P> => fromJson(await send(file, true)),
    /** Imports all lines, or none (`import-rejected`: see `findImportProblemsInError`). Throws `imported-before` unless `acceptRepeat` is set. */
    run: async (file: Blob, { acceptRepeat }: ImportRunOptions): Promise<{ message: string }> => ({
      message: (await send(file, false, acceptRepeat)).msg,
    }),
  }
}
