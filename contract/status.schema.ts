import { jobListResponse } from './job.schema.ts'
import { successResponse } from './response.schema.ts'
import { z } from './z.ts'

/** The state of an installation. Instants are ISO 8601, sizes are bytes. */
const installationStatus = z
  .object({
    mail: z.object({ enabled: z.boolean(), waiting: z.number(), failed: z.number() }),
    webhook: z
      .object({ enabled: z.boolean(), waiting: z.number(), retrying: z.number(), failed: z.number() })
      .describe('the requests to the webhook of the score log, those of the last 30 days'),
    payment: z.object({ configured: z.boolean(), test: z.boolean(), demo: z.boolean().describe('the stand-in of the demo content') }),
    lastBackupAt: z.string().nullable().describe('the last `npm run db:backup`; null when there was none'),
    disk: z.object({ free: z.number(), total: z.number() }).describe('of the file system of `DATA_DIR`'),
    overdueErasures: z.number().describe('accounts whose erasure was due more than a day ago'),
    unreadableValues: z.number().describe('encrypted values whose key is neither `SECRET_KEY` nor an old one'),
  })
  .meta({ id: 'InstallationStatus' })
export type InstallationStatus = z.infer<typeof installationStatus>

export const statusResponse = successResponse({ status: installationStatus, jobs: jobListResponse.shape.jobs })
export type StatusResponse = z.infer<typeof statusResponse>
