import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { mailFolder } from './admin.ts'

/** Stores every email as a complete file. */
export const saveEmail =
  (folder: string): NonNullable<SMTPServerOptions['onData']> =>
  (stream, _session, done) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => {
      const aside = join(folder, `${randomUUID()}.part`)
      writeFileSync(aside, Buffer.concat(pieces))
      renameSync(aside, aside.replace('.part', '.eml'))
      done()
    })
  }

/** Waits until an address has `count` emails and returns them, in no order. */
export const waitForMails = async (address: string, count = 1): Promise<Email[]> => {
  const folder = mailFolder(process.env.BOTOLA_E2E_DATA ?? '')
  let found: Email[] = []
  await expect
    .poll(
      async () => {
        const names = readdirSync(folder).filter((each) => each.endsWith('.eml'))
        const mails = await Promise.all(
          names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
        )
        found = mails.filter((mail) => mail.to?.some((to) => to.address === address))
        return found.length
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(count)
  return found
}

/** Waits for an email to an address that gets one. */
export const waitForMail = async (address: string): Promise<Email> => {
  const [mail] = await waitForMails(address)
  return mail as Email
}
