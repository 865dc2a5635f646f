import { randomUUIDv7 } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Brand } from '#contract/settings.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/db/log.ts'
import type { Db } from '#server/db/open.ts'
import { buttonColorPlaceholder, siteNamePlaceholder } from './email-templates.ts'
import { createFieldEncryption } from './encryption.ts'
import type { JobQueue } from './job-queue.ts'

export type Mail = {
  /** The address of the recipient. A mail to null is queued but not sent, so that its response time is the same. */
  to: string | null
  /** The address to which a reply goes, if it is not that of the site. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html?: string
  lang: 'en' | 'ar'
  /** The address to which mail programs post to unsubscribe the recipient from such mails (RFC 8058). */
  unsubscribeUrl?: string
  /** A mail that a person wrote to this recipient. All others are marked as automatic (RFC 3834). */
  isPersonal?: boolean
  /** A mail to many people: it waits in the queue until all other mails are sent. */
  isBulk?: boolean
  /** The id of the delivery for the `DeliveryLog`. Such a mail is handed over to the mail server at most once. */
  deliveryId?: string
}

/** Stores what becomes of mails with a `deliveryId`. */
export type DeliveryLog = {
  /** Marks the delivery as begun. Returns false when it was begun before or must no longer be made; then nothing is sent. */
  begin: (deliveryId: string) => Promise<boolean>
  /** Stores the result of an attempt. `retry`: it failed, and another one follows. */
  setResult: (deliveryId: string, result: 'sent' | 'retry' | 'failed') => Promise<void>
}

export type Mailer = {
  /** False without `SMTP_URL`: then `send` does nothing. */
  isEnabled: boolean
  /** Queues a mail. Sending is retried while the mail server is unavailable. With `tx`, the mail is sent only if that transaction is committed. */
  send: (mail: Mail, tx?: Db) => Promise<void>
  /** Closes the connection to the mail server. Close the job queue first: it may be sending. */
  close: () => Promise<void>
}

const queue = 'mail'
/** The colour of buttons without an accent colour, that of the pages. */
const defaultButtonColor = '#087a5f'
/** Twelve retries with growing delays take more than a day. A sent mail is deleted after an hour. */
const queueOptions = {
  retryLimit: 12,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 120,
  retentionSeconds: 172_800,
  deleteAfterSeconds: 3600,
}

/** Returns true when the mail server rejected a mail permanently (SMTP reply 5xx), for example because the address does not exist. */
const isRejected = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}

/** Creates the mailer and handles the mail queue. `config` has the keys of `loadSecretKeys`. `readBrand` returns the name and the accent colour of the site for the mails. Queued mails are encrypted because they may contain one-time links. */
export const createMailer = async (
  config: Config,
  jobs: JobQueue,
  log: Log,
  readBrand: () => Promise<Pick<Brand, 'name' | 'accentColor'>>,
  deliveryLog: DeliveryLog,
): Promise<Mailer> => {
  if (!config.SMTP_URL) {
    return {
      isEnabled: false,
      send: async ({ lang }) => log.info({ lang }, 'a mail was not sent: SMTP_URL is not set'),
      close: async () => {},
    }
  }
  const transport = createTransport(config.SMTP_URL, { from: config.MAIL_FROM })
  const encryption = createFieldEncryption(config)
  const sendMail = async ({ to, replyTo, subject, text, html, lang, isPersonal, unsubscribeUrl }: Mail & { to: string }) => {
    const { name, accentColor } = await readBrand()
    const siteName = name[lang]
    const escapedSiteName = siteName.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const fillHtml = (template: string) =>
      template.replaceAll(siteNamePlaceholder, () => escapedSiteName).replaceAll(buttonColorPlaceholder, accentColor ?? defaultButtonColor)
    await transport.sendMail({
      // an object is never parsed as a list of addresses
      to: { name: '', address: to },
      ...(replyTo ? { replyTo } : {}),
      subject: subject.replaceAll(siteNamePlaceholder, () => siteName),
      text: text.replaceAll(siteNamePlaceholder, () => siteName),
      ...(html ? { html: fillHtml(html) } : {}),
      headers: {
        'Content-Language': lang,
        ...(isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
        ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
      },
    })
  }
  await jobs.work<{ sealed: string }>(queue, queueOptions, async ({ sealed: encryptedMail }, { id, isLastAttempt }) => {
    const mail = JSON.parse(encryption.decrypt(encryptedMail, 'pgboss.job.data', id)) as Mail
    const { to, deliveryId } = mail
    if (to === null || (deliveryId !== undefined && !(await deliveryLog.begin(deliveryId)))) return
    try {
      await sendMail({ ...mail, to })
    } catch (error) {
      const isFinal = isLastAttempt || isRejected(error)
      if (deliveryId !== undefined) await deliveryLog.setResult(deliveryId, isFinal ? 'failed' : 'retry')
      throw error
    }
    if (deliveryId !== undefined) await deliveryLog.setResult(deliveryId, 'sent')
  })
  return {
    isEnabled: true,
    send: (mail, tx) => {
      const id = randomUUIDv7()
      const data = { sealed: encryption.encrypt(JSON.stringify(mail), 'pgboss.job.data', id) }
      return jobs.send(queue, data, { tx, id, priority: mail.isBulk ? -1 : 0 })
    },
    close: async () => transport.close(),
  }
}
