import { createTransport, type Transporter } from 'nodemailer'
import { v7 as randomUUIDv7 } from 'uuid'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import { emailRetentionDays } from '#contract/platform/email-queue.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { secondsPerDay } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import type { Log } from '#server/platform/db/log.ts'
import type { Db } from '#server/platform/db/open.ts'
import { PermanentJobError } from '#server/platform/lib/job-queue.ts'
import {
  deleteJob,
  deleteJobPropertyAndKey,
  deleteWaitingAndFailedJobsByKeys,
  deleteWaitingJobsByProperty,
  lockFailedJobs,
} from '#server/platform/lib/stored-jobs.ts'
import { type AnnouncementValues, renderAnnouncement } from './announcement.ts'
import { type EmailJobData, emailClassByTemplate, emailPriorities, emailQueueName } from './email-classes.ts'
import { buttonColorPlaceholder, type EmailLanguage, escapeHtml, fillSiteName } from './html.ts'
import {
  type MessageEmail,
  renderMessageForOrganizers,
  renderMessageReply,
  renderReportedIssueCopy,
} from './messages.ts'
import { renderTemplate, type TemplateEmail } from './templates.ts'
import {
  createEmailWorkers,
  type EmailHandler,
  type EmailSettings,
  type ReadEmailSettings,
} from './workers.ts'

type AnnouncementEmail = {
  template: 'announcement' | 'announcementTest'
  language: EmailLanguage
  values: AnnouncementValues
}
type Delivery = {
  /**
   * The address of the recipient. An email to null is queued but not sent, so that its response time is the
   * same.
   */
  to: string | null
  /** The address to which a reply goes, if it is not that of the site. */
  replyTo?: { name: string; address: string }
  /** The address to which mail programs post to unsubscribe the recipient from such emails (RFC 8058). */
  unsubscribeUrl?: string
  /** A person asked for this email and waits for it: it is urgent, whatever the class of its template. */
  isAwaited?: boolean
  /**
   * The id of the delivery for the `DeliveryLog`. Such an email is handed over to the mail server at most
   * once.
   */
  deliveryId?: string
}
/** An email: its template, language, values and delivery. */
type Email = (TemplateEmail | MessageEmail | AnnouncementEmail) & Delivery

/** The content of a queued email, which is encrypted. */
type QueuedEmail = Delivery & {
  subject: string
  text: string
  html?: string
  lang: Lang
  /** An email that a person wrote to this recipient. All others are marked as automatic (RFC 3834). */
  isPersonal?: boolean
}

/** Stores what becomes of emails with a `deliveryId`. */
export type DeliveryLog = {
  /**
   * Marks the delivery as begun. Returns false when it was begun before or must no longer be made; then
   * nothing is sent.
   */
  begin: (deliveryId: string) => Promise<boolean>
  /** Stores the result of an attempt. `retry`: it failed, and another one follows. */
  setResult: (deliveryId: string, result: 'sent' | 'retry' | 'failed') => Promise<void>
  /** Allows another attempt of failed deliveries, and returns their ids. Those of erased people are missing. */
  allowRetry: (deliveryIds: readonly string[], tx: Db) => Promise<string[]>
}

export type Emails = {
  /** False without `SMTP_URL`: then `send` does nothing. */
  isEnabled: boolean
  /**
   * Renders and queues an email. Sending is retried while the mail server is unavailable. With `tx`, the
   * email is sent only if that transaction is committed.
   */
  send: (email: Email, tx?: Db) => Promise<void>
  /**
   * Sends failed emails once more, in the transaction `tx`. Returns how many; emails whose content or recipient
   * was deleted are left out.
   */
  resend: (jobIds: readonly string[], tx: Db) => Promise<number>
  /** Deletes the emails to an address that wait or failed, except those that `tx` itself has queued. */
  deleteUnsentTo: (address: string, tx: Db) => Promise<void>
  /** Deletes the emails of these deliveries that wait; one that is being sent stays. */
  deleteWaitingDeliveries: (deliveryIds: readonly string[], tx: Db) => Promise<void>
  /** Returns the decrypted address of a queued email; null for an email that is queued but not sent. */
  readRecipient: (job: { id: string; sealed: string }) => string | null
  /** Closes the connection to the mail server. Close the job queue first: it may be sending. */
  close: () => Promise<void>
}

/** The colour of buttons without an accent colour, that of the pages. */
const defaultButtonColor = '#087a5f'
/** Twelve retries with growing delays take more than a day. */
const queueOptions = {
  retryLimit: 12,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 120,
  // an urgent email is of no use later
  retentionSeconds: 2 * secondsPerDay,
  // the content of a sent email is deleted at once
  deleteAfterSeconds: emailRetentionDays.failed * secondsPerDay,
}

/**
 * Returns true when the mail server rejected an email permanently (SMTP reply 5xx), for example because the
 * address does not exist.
 */
const isRejected = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}

const renderEmail = (email: Email, host: string) => {
  switch (email.template) {
    case 'announcement':
    case 'announcementTest':
      return renderAnnouncement(email.values, email.language)
    case 'message':
      return renderMessageForOrganizers(email.values, email.language, host)
    case 'issueCopy':
      return renderReportedIssueCopy(email.values, email.language)
    case 'messageReply':
      return { ...renderMessageReply(email.values, email.language), isPersonal: true }
    default:
      return renderTemplate(email)
  }
}

type EmailCore = Pick<Core, 'config' | 'encryption' | 'jobs' | 'database' | 'invalidator'>

/** Creates the function that hands an email over to the mail server. */
const createDelivery =
  (transport: Transporter) =>
  async (
    { to, replyTo, subject, text, html, lang, isPersonal, unsubscribeUrl }: QueuedEmail & { to: string },
    { name, accentColor }: EmailSettings,
  ) => {
    const htmlName = { en: escapeHtml(name.en), ar: escapeHtml(name.ar) }
    const buttonColor = accentColor ?? defaultButtonColor
    await transport.sendMail({
      // an object is never parsed as a list of addresses
      to: { name: '', address: to },
      ...(replyTo ? { replyTo } : {}),
      subject: fillSiteName(subject, name, lang),
      text: fillSiteName(text, name, lang),
      ...(html
        ? { html: fillSiteName(html, htmlName, lang).replaceAll(buttonColorPlaceholder, buttonColor) }
        : {}),
      headers: {
        'Content-Language': lang,
        ...(isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
        ...(unsubscribeUrl
          ? {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    })
  }

/**
 * Creates the queue of emails and starts the workers that send them. `readSettings` returns the name and the
 * accent colour of the site, the rate and the paused classes. Queued emails are encrypted because they may contain
 * one-time links.
 */
export const startEmailQueue = async (
  { config, encryption, jobs, database, invalidator }: EmailCore,
  log: Log,
  readSettings: ReadEmailSettings,
  deliveryLog: DeliveryLog,
): Promise<Emails> => {
  const decryptEmail = (id: string, encryptedEmail: string) =>
    JSON.parse(encryption.decrypt(encryptedEmail, 'pgboss.job.data', id)) as QueuedEmail
  const deleteUnsentTo = (address: string, tx: Db) =>
    deleteWaitingAndFailedJobsByKeys(tx, emailQueueName, encryption.listKeyedHashes(normalizeEmail(address)))
  const deleteWaitingDeliveries = (deliveryIds: readonly string[], tx: Db) =>
    deleteWaitingJobsByProperty(tx, emailQueueName, 'deliveryId', deliveryIds)
  const readRecipient = ({ id, sealed }: { id: string; sealed: string }) => decryptEmail(id, sealed).to
  if (!config.SMTP_URL) {
    return {
      isEnabled: false,
      send: async ({ language }) =>
        log.info({ lang: language }, 'an email was not sent: SMTP_URL is not set'),
      resend: async () => 0,
      deleteUnsentTo,
      deleteWaitingDeliveries,
      readRecipient,
      close: async () => {},
    }
  }
  const transport = createTransport(config.SMTP_URL, { from: config.MAIL_FROM })
  const host = new URL(config.SITE_URL).host
  const deliver = createDelivery(transport)

  const handleEmail: EmailHandler = async (
    { sealed: encryptedEmail },
    { id, isLastAttempt },
    { settings, waitForTurn },
  ) => {
    // without a content it was sent, and its process ended before the job did
    if (encryptedEmail === undefined) return
    const email = decryptEmail(id, encryptedEmail)
    const { to, deliveryId } = email
    if (to === null) return deleteJob(database.db, emailQueueName, id)
    await waitForTurn()
    if (deliveryId !== undefined && !(await deliveryLog.begin(deliveryId)))
      return deleteJob(database.db, emailQueueName, id)
    try {
      await deliver({ ...email, to }, settings)
    } catch (error) {
      const isFinal = isLastAttempt || isRejected(error)
      if (deliveryId === undefined) throw error
      await deliveryLog.setResult(deliveryId, isFinal ? 'failed' : 'retry')
      throw isFinal ? new PermanentJobError('the email is not sent again', { cause: error }) : error
    }
    if (deliveryId !== undefined) await deliveryLog.setResult(deliveryId, 'sent')
    // the job stays as a count
    await deleteJobPropertyAndKey(database.db, emailQueueName, { id, property: 'sealed' })
  }

  await jobs.createQueue(emailQueueName, queueOptions)
  const workers = createEmailWorkers({ jobs, database, invalidator, readSettings, log }, handleEmail)
  await workers.start()
  return {
    isEnabled: true,
    send: async (email, tx) => {
      const { template, to, replyTo, unsubscribeUrl, deliveryId, isAwaited, language } = email
      const lang = language === 'both' ? 'ar' : language
      const queued = { to, replyTo, unsubscribeUrl, deliveryId, lang, ...renderEmail(email, host) }
      const id = randomUUIDv7()
      const sealed = encryption.encrypt(JSON.stringify(queued), 'pgboss.job.data', id)
      const emailClass = isAwaited ? 'urgent' : emailClassByTemplate[template]
      const data: EmailJobData = { template, sealed, ...(deliveryId === undefined ? {} : { deliveryId }) }
      await jobs.send(emailQueueName, data, {
        tx,
        id,
        key: to === null ? undefined : encryption.keyedHash(normalizeEmail(to)),
        priority: emailPriorities[emailClass],
        ...(emailClass === 'urgent' ? {} : { retentionSeconds: emailRetentionDays.waiting * secondsPerDay }),
      })
    },
    resend: async (jobIds, tx) => {
      const failed = (await lockFailedJobs<EmailJobData>(tx, emailQueueName, jobIds)).filter(
        ({ data }) => data.sealed,
      )
      const deliveryIds = failed.flatMap(({ data }) => data.deliveryId ?? [])
      const allowed = new Set(await deliveryLog.allowRetry(deliveryIds, tx))
      const ids = failed.flatMap(({ id, data: { deliveryId } }) =>
        deliveryId === undefined || allowed.has(deliveryId) ? [id] : [],
      )
      if (ids.length > 0) await jobs.retry(emailQueueName, ids, tx)
      return ids.length
    },
    deleteUnsentTo,
    deleteWaitingDeliveries,
    readRecipient,
    close: async () => {
      workers.close()
      transport.close()
    },
  }
}
