import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { readConfig } from '#server/config.ts'
import { findGuessablePasswordProblem } from '#server/platform/lib/password.ts'
import { seedAdminAndBaseDataIfNew } from '#server/seed/base.ts'
import { createForm } from '../../support/api/events.ts'
import { type AccountsApp, createRegistration, startAccountsApp } from '../../support/api/person.ts'
import { password as currentPassword } from '../../support/api/session.ts'
import { createTestDatabase } from '../../support/services/database.ts'

const email = 'amalalharbi@school.test'

describe('a new password', () => {
  let t: AccountsApp
  let id = ''
  beforeAll(async () => {
    t = await startAccountsApp()
    id = (
      await t.person({
        email,
        phone: '+966501230001',
        firstName: 'Amal',
        lastName: 'Al-Harbi',
        emailConfirmedAt: new Date(),
      })
    ).id
  })
  afterAll(() => t.close())

  const saveUser = async (method: 'POST' | 'PUT', fields: Record<string, string>) => {
    const { payload, headers } = await createForm({ fname: 'Amal', lname: 'Al-Harbi', ...fields })
    return t.app.inject({
      method,
      url: getPath('GET /api/admin/users'),
      payload,
      headers: { ...headers, authorization: await t.admin() },
    })
  }
  let resetToken = ''
  /** Requests one link for all tests, because a rejected password does not consume it. */
  const requestResetToken = async () => {
    if (!resetToken) {
      await t.send(getPath('POST /api/password/forgot'), { email })
      resetToken = t.tokenIn((await t.post?.next(email))?.text)
    }
    return resetToken
  }

  it.each([
    [
      'of a registration',
      (password: string) =>
        t.register(
          createRegistration({
            email: 'amalalharbi@home.test',
            firstName: 'Amal',
            lastName: 'Al-Harbi',
            password,
          }),
        ),
    ],
    [
      'of the own account',
      async (password: string) =>
        t.ask('POST', getPath('POST /api/account/password'), await t.enter(email), {
          current: currentPassword,
          password,
          confirm: password,
        }),
    ],
    [
      'after a forgotten one',
      async (password: string) =>
        t.send(getPath('POST /api/password/reset'), {
          token: await requestResetToken(),
          password,
          confirm: password,
        }),
    ],
    [
      'of a user whom an administrator creates',
      (password: string) =>
        saveUser('POST', { email: 'amalalharbi@work.test', phone: '+966501230002', password }),
    ],
    [
      'that an administrator sets',
      (password: string) => saveUser('PUT', { id, email, phone: '+966501230001', password }),
    ],
  ])('%s can be neither a common one nor the name or address of its owner', async (_place, setPassword) => {
    for (const [password, code] of [
      ['password1', 'common-password'],
      ['QwertyUiop', 'common-password'],
      ['AmalAlHarbi', 'personal-password'],
      ['amal al-harbi', 'personal-password'],
    ] as const) {
      const reply = await setPassword(password)
      expect([password, reply.statusCode]).toEqual([password, 400])
      expect(reply.json()).toMatchObject({ code: 'bad-input', fields: [{ field: 'password', code }] })
    }
    expect((await t.signIn(email)).statusCode).toBe(200)
  })

  it('of the first administrator cannot be a common one', async () => {
    const { database, drop } = await createTestDatabase()
    try {
      const seed = (ADMIN_PASSWORD: string) =>
        seedAdminAndBaseDataIfNew({
          config: readConfig({ ADMIN_EMAIL: 'admin@botola.test', ADMIN_PASSWORD }),
          database,
        })
      await expect(seed('password1')).rejects.toThrow('ADMIN_PASSWORD')
      expect(await seed('correct horse battery staple')).not.toBeNull()
    } finally {
      await drop()
    }
  })

  it('is compared with at least 3,000 common ones', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const long = dictionary['passwords-common'].filter(({ length }) => length >= 8).slice(0, 3000)
    expect(long).toHaveLength(3000)
    for (const password of long)
      expect(await findGuessablePasswordProblem(password, {})).toBe('common-password')
  })
})
