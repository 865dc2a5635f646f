import { missionTypes } from './event.ts'
import { importResponseFields } from './import.schema.ts'
import { z } from './z.ts'

export const userImportResponse = z.object({
  ...importResponseFields,
  rows: z.array(
    z.object({
      line: z.number(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string().nullable().describe('E.164'),
      gender: z.literal([0, 1]).nullable().describe('0 male, 1 female'),
      age: z.number().nullable(),
      role: z.enum(['admin', 'student', 'coach']),
      missionType: z.literal(missionTypes),
      active: z.boolean(),
    }),
  ),
})
