import { z } from '#contract/z.ts'
import { importFacts } from './import.schema.ts'

export const teamImportReply = z.object({
  ...importFacts,
  rows: z.array(z.object({ line: z.number(), name: z.string(), schoolName: z.string(), comp_slug: z.string(), people: z.number() })),
})
export type WireTeamImport = z.infer<typeof teamImportReply>
