import { defineCalls } from './define-calls.ts'
import { pausableEmailClasses } from './email-queue.ts'
import { localizedText } from './fields.schema.ts'
import { createSuccessResponseSchema } from './response.schema.ts'
import { z } from './z.ts'

/** Every recurring job of an installation. */
export const recurringJobNames = [
  'erase-personal-data',
  'purge-users',
  'purge-teams',
  'purge-events',
  'purge-contents',
  'purge-messages',
  'purge-announcements',
  'purge-team-drafts',
  'purge-registrations',
  'purge-idempotency-keys',
  'purge-rate-limits',
  'purge-removed-scores',
  'purge-audit-log',
  'purge-payer-details',
  'purge-judges',
  'purge-orphan-files',
  'purge-uploads',
  'send-announcements',
  'send-team-mails',
  'send-reminders',
  'notify-registrants',
  'freeze-rankings',
  'update-team-places',
  'write-backup',
  'poll-payments',
  'compare-payments',
] as const
export type JobName = (typeof recurringJobNames)[number]

const jobRunStates = ['succeeded', 'failed', 'running'] as const

/**
 * A recurring job as the back office shows it. `lastRun` is null when no run is known, `count` how many
 * records it handled. Instants are ISO 8601.
 */
export type Job = {
  name: JobName
  lastRun: { startedAt: string; result: (typeof jobRunStates)[number]; count: number | null } | null
  nextRunAt: string
}

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

const jobListResponse = z.object({ success: z.literal(true), jobs: z.array(job) })

/** The state of an installation. Instants are ISO 8601, sizes are bytes. */
const installationStatus = z
  .object({
    mail: z.object({
      enabled: z.boolean(),
      waiting: z.number(),
      failed: z.number(),
      pausedClasses: z.array(z.enum(pausableEmailClasses)),
    }),
    payment: z.object({
      configured: z.boolean(),
      test: z.boolean(),
      demo: z.boolean().describe('the stand-in of the demo content'),
    }),
    backup: z.object({
      lastAt: z.string().nullable().describe('when the last one was written; null when there was none'),
      isScheduled: z.boolean().describe('`BACKUP_URL` is set'),
      hasFailed: z.boolean().describe('the job failed after the last backup'),
    }),
    disk: z
      .object({
        free: z.number(),
        total: z.number(),
        isFull: z.boolean().describe('too little is free to store anything reliably: `/readyz` replies 503'),
      })
      .describe(
        'of the file system of `DATA_DIR`; when it has several, of the one with the least free space',
      ),
    overdueErasures: z.number().describe('accounts whose erasure was due more than a day ago'),
    unreadableValues: z
      .number()
      .describe('encrypted values whose key is neither `SECRET_KEY` nor an old one'),
    readOnlyMode: z.object({ isOn: z.boolean(), message: localizedText }),
  })
  .meta({ id: 'InstallationStatus' })
export type InstallationStatus = z.infer<typeof installationStatus>

const statusResponse = createSuccessResponseSchema({
  status: installationStatus,
  jobs: jobListResponse.shape.jobs,
})

/** The calls about status. */
export const statusCalls = defineCalls(
  { tag: 'status', audience: 'admin', permission: 'administration' },
  {
    'GET /api/admin/status': {
      summary:
        'Email, payment, backup, disk, overdue erasures, and the recurring jobs with their last and next run',
      response: statusResponse,
    },
  },
)
