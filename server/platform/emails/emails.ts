import { randomUUIDv7 } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Lang } from '#contract/platform/localized.ts'
import type { Brand } from '#contract/platform/settings.ts'
import { secondsPerHour } from '#contract/platform/time.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/db/log.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import type { JobQueue } from '#server/platform/lib/job-queue.ts'
import { type AnnouncementValues, renderAnnouncement } from './announcement.ts'
import { buttonColorPlaceholder, type EmailLanguage, escapeHtml, fillSiteName } from './html.ts'
import {
  type MessageEmail,
  renderIssueCopy,
  renderMessageForOrganizers,
  renderMessageReply,
} from './messages.ts'
import { renderTemplate, type TemplateEmail } from './templates.ts'

type AnnouncementEmail = { template: 'announcement'; language: EmailLanguage; values: AnnouncementValues }
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
  /** An email to many people: it waits in the queue until all other emails are sent. */
  isBulk?: boolean
  /**
   * The id of the delivery for the `DeliveryLog`. Such an email is handed over to the mail server at most
   * once.
   */
  deliveryId?: string
}
/** An email: its template, language, values and delivery. */
type Email = (TemplateEmail | MessageEmail | AnnouncementEmail) & Delivery

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
}

export type Emails = {
  /** False without `SMTP_URL`: then `send` does nothing. */
  isEnabled: boolean
  /**
   * Renders and queues an email. Sending is retried while the mail server is unavailable. With `tx`, the
   * email is sent only if that transaction is committed.
   */
  send: (email: Email, tx?: Db) => Promise<void>
  /** Closes the connection to the mail server. Close the job queue first: it may be sending. */
  close: () => Promise<void>
}

const queue = 'mail'
/** The colour of buttons without an accent colour, that of the pages. */
const defaultButtonColor = '#087a5f'
/** Twelve retries with growing delays take more than a day. A sent email is deleted after an hour. */
const queueOptions = {
  retryLimit: 12,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 120,
  retentionSeconds: 172_800,
  deleteAfterSeconds: secondsPerHour,
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
      return renderAnnouncement(email.values, email.language)
    case 'message':
      return renderMessageForOrganizers(email.values, email.language, host)
    case 'issueCopy':
      return renderIssueCopy(email.values, email.language)
    case 'messageReply':
      return { ...renderMessageReply(email.values, email.language), isPersonal: true }
    default:
      return renderTemplate(email)
  }
}

/**
 * Creates the queue of emails and handles it. `readBrand` returns the name and the accent colour of the site.
 * Queued emails are encrypted because they may contain one-time links.
 */
export const startEmailQueue = async (
  { config, encryption, jobs }: { config: Config; encryption: FieldEncryption; jobs: JobQueue },
  log: Log,
  readBrand: () => Promise<Pick<Brand, 'name' | 'accentColor'>>,
  deliveryLog: DeliveryLog,
): Promise<Emails> => {
  if (!config.SMTP_URL) {
    return {
      isEnabled: false,
      send: async ({ language }) =>
        log.info({ lang: language }, 'an email was not sent: SMTP_URL is not set'),
      close: async () => {},
    }
  }
  const transport = createTransport(config.SMTP_URL, { from: config.MAIL_FROM })
  const host = new URL(config.SITE_URL).host
  const deliver = async ({
    to,
    replyTo,
    subject,
    text,
    html,
    lang,
    isPersonal,
    unsubscribeUrl,
  }: QueuedEmail & { to: string }) => {
    const { name, accentColor } = await readBrand()
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
  await jobs.work<{ sealed: string }>(
    queue,
    queueOptions,
    async ({ sealed: encryptedEmail }, { id, isLastAttempt }) => {
      const email = JSON.parse(encryption.decrypt(encryptedEmail, 'pgboss.job.data', id)) as QueuedEmail
      const { to, deliveryId } = email
      if (to === null || (deliveryId !== undefined && !(await deliveryLog.begin(deliveryId)))) return
      try {
        await deliver({ ...email, to })
      } catch (error) {
        const isFinal = isLastAttempt || isRejected(error)
        if (deliveryId !== undefined) await deliveryLog.setResult(deliveryId, isFinal ? 'failed' : 'retry')
        throw error
      }
      if (deliveryId !== undefined) await deliveryLog.setResult(deliveryId, 'sent')
    },
  )
  return {
    isEnabled: true,
    send: async (email, tx) => {
      const { to, replyTo, unsubscribeUrl, isBulk, deliveryId, language } = email
      const lang = language === 'both' ? 'ar' : language
      const queued = { to, replyTo, unsubscribeUrl, isBulk, deliveryId, lang, ...renderEmail(email, host) }
      const id = randomUUIDv7()
      const data = { sealed: encryption.encrypt(JSON.stringify(queued), 'pgboss.job.data', id) }
      await jobs.send(queue, data, { tx, id, priority: isBulk ? -1 : 0 })
    },
    close: async () => transport.close(),
  }
}
