import { setTimeout as wait } from 'node:timers/promises'
import { getPath } from '#contract/platform/call-path.ts'
import type { startMailServer } from '../support/services/mail-server.ts'
import type { CallServer } from './call-server.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Requests a new password for an address. Returns the token of the emailed link, and the milliseconds it took. */
export const requestPasswordToken = async (
  call: CallServer,
  mails: MailServer,
  email: string,
): Promise<{ token: string; milliseconds: number }> => {
  const startedAt = performance.now()
  await call('POST', getPath('POST /api/password/forgot'), { email }, '')
  const mail = await mails.next(email)
  const milliseconds = performance.now() - startedAt
  const token = /reset-password\/#([\w-]+)/.exec(mail.text ?? '')?.[1]
  if (!token) throw new Error(`the email has no link: ${mail.text}`)
  return { token, milliseconds }
}

/**
 * Queues announcements to all coaches until `count` emails wait, and measures how long the emails for new
 * passwords of some users take behind them. Times are in milliseconds.
 */
export const measurePasswordEmailsBehindAnnouncements = async (
  call: CallServer,
  mails: MailServer,
  { count, emails }: { count: number; emails: readonly string[] },
): Promise<{ waiting: number; times: number[] }> => {
  const countWaiting = async (): Promise<number> => {
    const { queue } = await call('GET', getPath('GET /api/admin/email-queue'))
    return queue.classes.reduce((sum: number, { waiting }: { waiting: number }) => sum + waiting, 0)
  }
  const audience = await call('GET', getPath('GET /api/admin/announcements/audience'))
  // some are sent before the last ones wait
  for (let queued = 0; queued < count + 1000; queued += audience.totalItems) {
    const { announcement } = await call('POST', getPath('POST /api/admin/announcements'), {
      ...{ subject: { en: 'Country', ar: 'البلد' }, body: { en: 'x', ar: 'س' }, kind: 'registration' },
    })
    await call('POST', getPath('POST /api/admin/announcements/schedule'), { id: announcement.id, at: null })
  }
  while ((await countWaiting()) < count) await wait(500)
  const waiting = await countWaiting()
  const times: number[] = []
  for (const email of emails) times.push((await requestPasswordToken(call, mails, email)).milliseconds)
  return { waiting, times: times.toSorted((a, b) => a - b) }
}
