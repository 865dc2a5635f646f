import { localizedText } from './fields.schema.ts'
import { importResponseFields } from './import.schema.ts'
import { z } from './z.ts'

export const faqImportResponse = z.object({
  ...importResponseFields,
  rows: z.array(z.object({ line: z.number(), question: localizedText, active: z.boolean() })),
})
