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

/** Creates the mailer and handles the mail queue. `config` has the keys of `loadSecretKeys`. `readBrand` returns the name and the accent colour of the site for the mails. Queued mails are encrypted because they may contain one-time links. */
export const createMailer = async (
  config: Config,
  jobs: JobQueue,
  log: Log,
  readBrand: () => Promise<Pick<Brand, 'name' | 'accentColor'>>,
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
  await jobs.work<{ sealed: string }>(queue, queueOptions, async ({ sealed: encryptedMail }, id) => {
    const { to, replyTo, subject, text, html, lang } = JSON.parse(encryption.decrypt(encryptedMail, 'pgboss.job.data', id)) as Mail
    if (to === null) return
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
      headers: { 'Content-Language': lang, 'Auto-Submitted': 'auto-generated' },
    })
  })
  return {
    isEnabled: true,
    send: (mail, tx) => {
      const id = randomUUIDv7()
      return jobs.send(queue, { sealed: encryption.encrypt(JSON.stringify(mail), 'pgboss.job.data', id) }, { tx, id })
    },
    close: async () => transport.close(),
  }
}
