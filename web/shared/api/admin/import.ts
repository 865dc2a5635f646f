import type { ApiCall } from '#web/shared/api/call.ts'

/** Creates the calls that preview and run the import of a CSV file. */
export const createImportApi = <P>(call: ApiCall, path: string, fromJson = (json: unknown): P => json as P) => {
  const send = (file: Blob, preview: boolean) => {
    const form = new FormData()
    form.append('preview', String(preview))
    form.append('file', file)
    return call<{ msg: string }>(path, { method: 'POST', form })
  }
  return {
    /** Returns what an import would do. */
    preview: async (file: Blob): Promise<P> => fromJson(await send(file, true)),
    /** Imports all lines, or none (`import-rejected`: see `getImportProblemsFromError`). A repeated import is rejected, because its rows exist. */
    run: async (file: Blob): Promise<{ message: string }> => ({ message: (await send(file, false)).msg }),
  }
}
