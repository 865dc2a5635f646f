import { importResponseFields } from '#contract/import.schema.ts'
import { z } from '#contract/z.ts'

export const faqImportReply = z.object({
  ...importResponseFields,
  rows: z.array(z.object({ line: z.number(), name: z.string(), name_en: z.string(), status: z.boolean() })),
})
export type WireFaqImport = z.infer<typeof faqImportReply>
