import { resolve } from 'node:path'
import { v7 as randomUUIDv7 } from 'uuid'
import { buildApp } from '#server/app.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { hashPassword } from '#server/platform/lib/password.ts'
import { startApp, testAdmin } from '../services/app.ts'
import { startMailServer } from '../services/mail-server.ts'

export const password = 'a long password for tests'

/** Starts an app with functions that create and sign in accounts. */
export const startSessionsApp = async (
  env: Record<string, string> = {},
  options: Parameters<typeof startApp>[1] = {},
) => {
  const t = await startApp(env, options)
  const encryption = createFieldEncryption(t.config)
  const passwordHash = await hashPassword(password)
  const post = (
    url: string,
    body: object,
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ) => t.app.inject({ method: 'POST', url, payload: body, headers, remoteAddress })
  return {
    ...t,
    encryption,
    post,
    person: async (
      with_: Omit<Partial<typeof users.$inferInsert>, 'id' | 'email'> & {
        email?: string
        nationalId?: string
      } = {},
    ) => {
      const id = randomUUIDv7()
      const { nationalId, email = `${id}@school.test`, ...rest } = with_
      const row = {
        id,
        firstName: 'Mona',
        lastName: 'Saleh',
        email,
        passwordHash,
        ...(nationalId
          ? {
              nationalId: encryption.encrypt(nationalId, 'users.national_id', id),
              nationalIdIndex: encryption.keyedHash(nationalId),
            }
          : {}),
        ...rest,
      }
      await t.database.db.insert(users).values(row)
      return row
    },
    signIn: (
      national_id: string,
      secret = password,
      more: object = {},
      headers: Record<string, string> = {},
      from?: string,
    ) => post('/api/adduser', { national_id, password: secret, ...more }, headers, from),
    admin: async () =>
      String(
        (await post('/api/adduser', { national_id: testAdmin.email, password: testAdmin.password, type: 4 }))
          .headers.authorization,
      ),
  }
}
export type SessionsApp = Awaited<ReturnType<typeof startSessionsApp>>

/**
 * Starts the same app twice on one database, as two processes do, with a mail server. `close` closes all of
 * them.
 */
export const startTwoSessionsApps = async () => {
  const mails = await startMailServer()
  const t = await startSessionsApp({ SMTP_URL: mails.url })
  const otherApp = await buildApp({
    ...t,
    logger: false,
    root: resolve('.'),
    pages: 'none',
    maxEventLoopDelay: 0,
  })
  await otherApp.ready()
  return {
    ...t,
    otherApp,
    mails,
    close: async () => {
      await otherApp.close()
      await t.close()
      await mails.close()
    },
  }
}
export type TwoSessionsApps = Awaited<ReturnType<typeof startTwoSessionsApps>>
