import { z } from '#contract/z.ts'
import { importFacts } from './import.schema.ts'

export const faqImportReply = z.object({
  ...importFacts,
  rows: z.array(z.object({ line: z.number(), name: z.string(), name_en: z.string(), status: z.boolean() })),
})
export type WireFaqImport = z.infer<typeof faqImportReply>
