import { missionTypes } from '#contract/event.ts'
import { importResponseFields } from '#contract/import.schema.ts'
import { z } from '#contract/z.ts'

export const userImportReply = z.object({
  ...importResponseFields,
  rows: z.array(
    z.object({
      line: z.number(),
      fname: z.string(),
      lname: z.string(),
      email: z.string(),
      phone: z.string().nullable().describe('E.164'),
      gender: z.literal([0, 1]).nullable(),
      age: z.number().nullable(),
      type: z.literal([0, 1, 4]),
      missionType: z.literal(missionTypes),
      active: z.literal([0, 1]),
    }),
  ),
})
export type WireUserImport = z.infer<typeof userImportReply>
