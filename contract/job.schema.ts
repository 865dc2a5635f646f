import { jobRunStates, recurringJobNames } from './job.ts'
import { z } from './z.ts'

/** A recurring job. Instants are ISO 8601. */
const job = z
  .object({
    name: z.enum(recurringJobNames),
    lastRun: z
      .object({
        startedAt: z.string(),
        result: z.enum(jobRunStates),
        count: z.number().nullable().describe('how many records it handled'),
      })
      .nullable()
      .describe('null when no run is known'),
    nextRunAt: z.string(),
  })
  .meta({ id: 'Job' })

export const jobListResponse = z.object({ success: z.literal(true), jobs: z.array(job) })
