import type { Call } from '#web/shared/api/call.ts'

/** The call that imports a CSV file of one kind of record. */
export const importCalls = <W extends { msg: string }, P>(call: Call, path: string, fromWire: (wire: W) => P) => {
  const send = (file: Blob, preview: boolean) => {
    const form = new FormData()
    form.append('preview', String(preview))
    form.append('file', file)
    return call<W>(path, { method: 'POST', form })
  }
  return {
    /** What a file would do. */
    preview: async (file: Blob): Promise<P> => fromWire(await send(file, true)),
    /** Imports all lines of it, or none (`import-rejected`: `importProblems(error)`). A repeat is refused: what it would add is there. */
    run: async (file: Blob): Promise<{ message: string }> => ({ message: (await send(file, false)).msg }),
  }
}
