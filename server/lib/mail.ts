import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/db/log.ts'
import type { Db } from '#server/db/open.ts'
import { createFieldEncryption } from './encryption.ts'
import type { JobQueue } from './job-queue.ts'
import { loadSecretKey } from './secret-key.ts'

export type Mail = {
  /** One address. Null queues a mail that goes nowhere: the same work as for one that does. */
  to: string | null
  subject: string
  text: string
  html?: string
  lang: 'en' | 'ar'
}

export type Mailer = {
  /** False without `SMTP_URL`: then `send` does nothing. */
  isEnabled: boolean
  /** Queues a mail; it is sent soon, and again when the mail server was away. With `tx` it goes out only if that transaction commits. */
  send: (mail: Mail, tx?: Db) => Promise<void>
  /** Close the job queue first: it sends what is being sent. */
  close: () => Promise<void>
}

const queue = 'mail'
/** Twelve tries with growing pauses reach over more than a day; a sent mail is forgotten after an hour. */
const queueOptions = {
  retryLimit: 12,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 120,
  retentionSeconds: 172_800,
  deleteAfterSeconds: 3600,
}

/** Opens the way out for mail. What waits in the queue is sealed: it may hold one-time links. */
export const createMailer = async (config: Config, jobs: JobQueue, log: Log): Promise<Mailer> => {
  if (!config.SMTP_URL) {
    return {
      isEnabled: false,
      send: async ({ lang }) => log.info({ lang }, 'a mail was not sent: SMTP_URL is not set'),
      close: async () => {},
    }
  }
  const transport = createTransport(config.SMTP_URL, { from: config.MAIL_FROM })
  const encryption = createFieldEncryption(loadSecretKey(config))
  await jobs.work<{ sealed: string }>(queue, queueOptions, async ({ sealed }) => {
    const { to, subject, text, html, lang } = JSON.parse(encryption.decrypt(sealed)) as Mail
    if (to === null) return
    await transport.sendMail({ to, subject, text, ...(html ? { html } : {}), headers: { 'Content-Language': lang } })
  })
  return {
    isEnabled: true,
    send: (mail, tx) => jobs.send(queue, { sealed: encryption.encrypt(JSON.stringify(mail)) }, tx),
    close: async () => transport.close(),
  }
}
