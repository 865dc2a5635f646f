import { importResponseFields } from '#contract/import.schema.ts'
import { z } from '#contract/z.ts'

export const teamImportReply = z.object({
  ...importResponseFields,
  rows: z.array(z.object({ line: z.number(), name: z.string(), schoolName: z.string(), comp_slug: z.string(), people: z.number() })),
})
export type WireTeamImport = z.infer<typeof teamImportReply>
