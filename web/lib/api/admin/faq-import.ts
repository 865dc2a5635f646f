import type { FaqImportPreview } from '#contract/domain/content.ts'
import type { WireFaqImport } from '#contract/wire/faq-import.schema.ts'
import { faqImportFromWire } from '#contract/wire/faq-import.ts'
import { paths } from '#contract/wire/paths.ts'
import type { Call } from '../call.ts'

/** The call that imports questions from a CSV file. */
export const adminFaqImportCalls = (call: Call) => {
  const send = (file: Blob, preview: boolean) => {
    const form = new FormData()
    form.append('preview', String(preview))
    form.append('file', file)
    return call<WireFaqImport>(paths.adminFaqsImport, { method: 'POST', form })
  }
  return {
    /** What a file would do. */
    preview: async (file: Blob): Promise<FaqImportPreview> => faqImportFromWire(await send(file, true)),
    /** Imports all lines of it, or none (`import-rejected`: `importProblems(error)`). A repeat is refused: its questions are there. */
    run: async (file: Blob): Promise<{ message: string }> => ({ message: (await send(file, false)).msg }),
  }
}
