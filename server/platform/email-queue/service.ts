import { maskEmail } from '#contract/accounts/identity.ts'
import type { EmailQueueStatus, FailedEmail } from '#contract/platform/email-queue.schema.ts'
import {
  type EmailClass,
  emailClasses,
  estimateSendingSeconds,
  type PausableEmailClass,
} from '#contract/platform/email-queue.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { findEmailKindTitle } from '#server/platform/emails/email-classes.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEmailSettings, pauseOrResumeEmailClassWithAudit } from '#server/platform/settings/service.ts'
import { countEmailsByClass, listFailedEmailJobIds, readFailedOrRetriedEmailPage } from './queries.ts'

/**
 * Reads how many emails of each class wait, were sent and failed, and how long one process takes to send those that
 * wait. It sends all emails of a class before those of the next.
 */
export const readEmailQueueStatus = async ({
  config,
  database,
  emails,
}: Pick<Core, 'config' | 'database' | 'emails'>): Promise<EmailQueueStatus> => {
  const [counts, { emailsPerMinute, pausedEmailClasses }] = await Promise.all([
    countEmailsByClass(database.db),
    getEmailSettings({ config, database }),
  ])
  const paused: readonly EmailClass[] = pausedEmailClasses
  let countBefore = 0
  const classes = emailClasses.map((each) => {
    const isPaused = paused.includes(each)
    const { waiting } = counts[each]
    if (!isPaused) countBefore += waiting
    return {
      class: each,
      ...counts[each],
      isPaused,
      secondsLeft: isPaused ? null : waiting === 0 ? 0 : estimateSendingSeconds(countBefore, emailsPerMinute),
    }
  })
  return { isEnabled: emails.isEnabled, emailsPerMinute, classes }
}

/** Creates the service with which administrators see and control the queue of emails. */
export const createEmailQueueControlService = (core: Core) => {
  const { config, database, emails, invalidator } = core
  const readMaskedRecipient = (job: { id: string; sealed: string | null }): string => {
    if (job.sealed === null) return ''
    try {
      return maskEmail(emails.readRecipient({ id: job.id, sealed: job.sealed }) ?? '')
    } catch {
      // the key is lost
      return ''
    }
  }
  return {
    readStatus: () => readEmailQueueStatus(core),

    /** Lists one page of the emails that failed or are tried again after a failure. */
    listFailed: async (
      query: Parameters<typeof readFailedOrRetriedEmailPage>[1],
      lang: Lang,
    ): Promise<{ emails: FailedEmail[]; total: number }> => {
      const { rows, total } = await readFailedOrRetriedEmailPage(database.db, query)
      const { name } = await getEmailSettings(core)
      return {
        emails: rows.map(({ template, sealed, failedAt, nextAttemptAt, ...row }) => ({
          ...row,
          kind: template === null ? null : findEmailKindTitle(template, name, lang),
          recipient: readMaskedRecipient({ id: row.id, sealed }),
          failedAt: new Date(failedAt).toISOString(),
          nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
        })),
        total,
      }
    },

    /** Pauses or resumes a class of emails in all processes. */
    setPaused: async (emailClass: PausableEmailClass, isPaused: boolean, actor: Actor): Promise<void> => {
      await inTransaction(database.db, (tx) =>
        pauseOrResumeEmailClassWithAudit(tx, config.SITE_NAME, { emailClass, isPaused }, actor),
      )
      await invalidator.invalidate('settings')
    },

    /**
     * Sends a failed email once more, or all of a class with `id` null. Returns how many. Throws `mail-not-set-up`,
     * and `not-found` for an email that is not stored or did not fail.
     */
    resend: async (id: string | null, emailClass: EmailClass | null, actor: Actor): Promise<number> => {
      if (!emails.isEnabled) throw new AppError('mail-not-set-up')
      return inTransaction(database.db, async (tx) => {
        const jobIds = id === null ? await listFailedEmailJobIds(tx, emailClass ?? undefined) : [id]
        const count = await emails.resend(jobIds, tx)
        if (id !== null && count === 0) throw new AppError('not-found')
        if (count > 0)
          await writeAudit(tx, {
            actor,
            action: 'resend',
            entity: 'email-queue',
            entityId: id ?? 'all',
            // no address: the log stays when an erasure deletes the email
            after: { emails: count, ...(emailClass ? { emailClass } : {}) },
          })
        return count
      })
    },
  }
}
