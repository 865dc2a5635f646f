import { defineCalls } from './define-calls.ts'
import { emailClasses, pausableEmailClasses } from './email-queue.ts'
import { createPageAndSearchFields, idField } from './fields.schema.ts'
import { pageSizes } from './page-sizes.ts'
import {
  createListResponseSchema,
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from './response.schema.ts'
import { z } from './z.ts'

/** The emails of one class. */
const emailClassStatus = z.object({
  class: z.enum(emailClasses),
  waiting: z.number(),
  sentInLastDay: z.number(),
  failed: z.number(),
  retrying: z.number().describe('how many of those that wait are tried again after a failure'),
  isPaused: z.boolean(),
  secondsLeft: z
    .number()
    .nullable()
    .describe('how long one process needs for those that wait and all before them; null while paused'),
})
const emailQueueStatus = z
  .object({
    isEnabled: z.boolean().describe('`SMTP_URL` is set'),
    emailsPerMinute: z.number(),
    classes: z.array(emailClassStatus).describe('in the order in which they are sent'),
  })
  .meta({ id: 'EmailQueueStatus' })
export type EmailQueueStatus = z.infer<typeof emailQueueStatus>

/** An email that failed or is tried again after a failure. Instants are ISO 8601. */
const failedEmail = z
  .object({
    id: z.string(),
    class: z.enum(emailClasses),
    kind: z
      .string()
      .nullable()
      .describe('the subject without its values; null for an email of an earlier version'),
    state: z.enum(['failed', 'retry']),
    recipient: z.string().describe('masked'),
    reason: z.string().describe('the answer of the mail server without addresses'),
    attempts: z.number(),
    failedAt: z.string(),
    nextAttemptAt: z.string().nullable(),
  })
  .meta({ id: 'FailedEmail' })
export type FailedEmail = z.infer<typeof failedEmail>

const { page, per_page } = createPageAndSearchFields(pageSizes.short)
const failedEmailListQuery = z.object({
  page,
  per_page,
  class: z.enum(emailClasses).optional(),
})

/** The calls about the queue of emails. */
export const emailQueueCalls = defineCalls(
  { tag: 'email queue', audience: 'admin', permission: 'administration' },
  {
    'GET /api/admin/email-queue': {
      summary: 'How many emails of each class wait, were sent in the last day and failed',
      response: createSuccessResponseSchema({ queue: emailQueueStatus }),
    },
    'GET /api/admin/email-queue/failed': {
      summary: 'The emails that failed or are tried again after a failure, the newest first',
      query: failedEmailListQuery,
      response: createListResponseSchema('emails', failedEmail),
    },
    'POST /api/admin/email-queue/pause': {
      summary: 'Pause or resume a class of emails in all processes',
      body: z.object({ class: z.enum(pausableEmailClasses), isPaused: z.boolean() }),
      response: messageOnlyResponse,
    },
    'POST /api/admin/email-queue/resend': {
      summary: 'Send failed emails once more; `id` null for all of a class, or of all classes',
      body: z.object({ id: idField.nullable(), class: z.enum(emailClasses).nullable().default(null) }),
      response: createMessageAndDataResponseSchema({ count: z.number() }),
    },
  },
)
