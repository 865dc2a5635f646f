import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { getPath } from '#contract/platform/call-path.ts'
import { startScript } from '../../faults/processes.ts'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { findFreePort } from '../../support/services/free-port.ts'
import { startGatewayStub } from '../../support/services/start-telr-stub.ts'
import { admin, mailFolder } from './admin.ts'
import { saveEmail } from './emails.ts'

/**
 * Starts the built server as `npm start` does, with its own database and folder, demo content, a real mail
 * server and the stand-in of the payment gateway.
 */
export default async () => {
  const folder = createDataFolder('botola-e2e')
  const mails = mailFolder(folder.path)
  mkdirSync(mails, { recursive: true })
  // the simulator exists for one system only
  mkdirSync(join(folder.path, 'downloads'), { recursive: true })
  mkdirSync(join(folder.path, 'backups'))
  writeFileSync(join(folder.path, 'downloads', 'botola-simulator-1.0.exe'), 'MZ and what follows')
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: saveEmail(mails),
  })
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  const mailPort = (smtp.server.address() as { port: number }).port
  const telr = await startGatewayStub({ advice: 'auto' })
  const server = startScript(
    'build/program/main.js',
    {
      NODE_ENV: 'production',
      BOTOLA_ROOT: resolve('.'),
      DATA_DIR: folder.path,
      PORT: String(await findFreePort()),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      BACKUP_URL: join(folder.path, 'backups'),
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      LOG_LEVEL: 'warn',
      ...telr.env,
    },
    { name: 'this user', ids: undefined },
  )
  const address = (await server.line('Botola is at')).replace('Botola is at ', '')
  const signIn = () =>
    fetch(`${address}${getPath('POST /api/adduser')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        national_id: admin.email,
        loginType: 'email',
        password: admin.password,
        type: 4,
      }),
    })
  let reply = await signIn()
  // the server may answer `overloaded` on a busy machine
  for (let round = 0; reply.status === 503 && round < 12; round++) {
    await new Promise((later) => setTimeout(later, 1000 * Number(reply.headers.get('retry-after') ?? 1)))
    reply = await signIn()
  }
  // the tests of the simulator begin without the files of the demo content
  for (const item of ['simulatorWin', 'simulatorMac'])
    await fetch(`${address}${getPath('DELETE /api/admin/media')}?item=${item}`, {
      method: 'DELETE',
      headers: { authorization: reply.headers.get('authorization') ?? '' },
    })
  process.env.BOTOLA_E2E_URL = address
  process.env.BOTOLA_E2E_DATA = folder.path
  process.env.BOTOLA_E2E_TELR = telr.url
  process.env.BOTOLA_E2E_TOKEN = reply.headers.get('authorization') ?? ''
  if (!process.env.BOTOLA_E2E_TOKEN)
    throw new Error(`the administrator could not sign in: ${reply.status} ${await reply.text()}`)
  return async () => {
    await server.stop()
    await telr.stop()
    await new Promise<void>((closed) => smtp.close(closed))
    folder.remove()
  }
}
