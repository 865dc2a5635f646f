import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { mailFolder } from './admin.ts'

/** Keeps every mail as a file, whole or not at all. */
export const keepMail =
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

/** The newest mail to an address, waited for. */
export const mailTo = async (address: string): Promise<Email> => {
  const folder = mailFolder(process.env.BOTOLA_E2E_DATA ?? '')
  let found: Email | undefined
  await expect
    .poll(
      async () => {
        for (const name of readdirSync(folder).filter((each) => each.endsWith('.eml'))) {
          const mail = await PostalMime.parse(readFileSync(join(folder, name)))
          if (mail.to?.some((to) => to.address === address)) found = mail
        }
        return found?.subject
      },
      { timeout: 20_000 },
    )
    .toBeTruthy()
  return found as Email
}
