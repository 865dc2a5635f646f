import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { hashPassword } from '#server/platform/lib/password.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode } from '../../support/api/verification-codes.ts'

describe('during a change that ends the sessions', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
  })
  afterAll(() => t.close())

  const as = (token: unknown) => ({ authorization: String(token) })
  const waitForLocks = (count: number) =>
    expect
      .poll(
        async () => {
          const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
          return (await t.database.pool.query(waiting)).rowCount
        },
        { timeout: 20_000 },
      )
      .toBe(count)

  /** Sends `request` while `change` waits to end the sessions of a user, and returns both replies. */
  const sendDuring = async <Change, Reply>(
    userId: string,
    change: () => PromiseLike<Change>,
    request: () => PromiseLike<Reply>,
  ): Promise<{ changed: Change; reply: Reply }> => {
    const client = await t.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from sessions where user_id = $1 for update', [userId])
      const changing = Promise.resolve(change())
      await waitForLocks(1)
      const requesting = Promise.resolve(request())
      await waitForLocks(2)
      await client.query('commit')
      return { changed: await changing, reply: await requesting }
    } finally {
      client.release(true)
    }
  }
  /** Begins to set up a second factor, and returns the request that enables it. */
  const startSecondFactor = async (token: unknown) => {
    const { secret, enrolment } = (await t.post('/api/account/second-factor/start', {}, as(token))).json()
    const code = await generateCurrentCode(secret)
    return () => t.post('/api/account/second-factor/confirm', { enrolment, code }, as(token))
  }

  const changes: Record<string, (token: unknown) => ReturnType<typeof startSecondFactor>> = {
    'another password': async (token) => () =>
      t.post('/api/account/password', { current: password, password: 'another long password' }, as(token)),
    'a second factor': startSecondFactor,
  }
  for (const [name, prepare] of Object.entries(changes))
    it(`a sign-in by what was right before opens no session: ${name}`, async () => {
      const person = await t.person()
      const token = (await t.signIn(person.email)).headers.authorization
      const other = (await t.signIn(person.email)).headers.authorization
      const change = await prepare(token)
      const { changed, reply } = await sendDuring(person.id, change, () => t.signIn(person.email))
      expect(changed.statusCode).toBe(200)
      expect([reply.statusCode, reply.headers.authorization]).toEqual([401, undefined])
      expect((await t.post('/api/getuser', {}, as(other))).statusCode).toBe(401)
      expect((await t.post('/api/getuser', {}, as(token))).statusCode).toBe(200)
    })

  it('another session does not replace the second factor that this one enables', async () => {
    const person = await t.person()
    const enable = await startSecondFactor((await t.signIn(person.email)).headers.authorization)
    const enableElsewhere = await startSecondFactor((await t.signIn(person.email)).headers.authorization)
    const { changed, reply } = await sendDuring(person.id, enable, enableElsewhere)
    expect([changed.statusCode, reply.json().code]).toEqual([200, 'ticket-spent'])
  })

  it('a sign-in succeeds though another one has stored the password with a higher cost', async () => {
    const outdated = await hash(password, { memoryCost: 8192, timeCost: 2 })
    const person = await t.person({ passwordHash: outdated })
    const client = await t.database.pool.connect()
    try {
      await client.query('begin')
      const newHash = await hashPassword(password)
      await client.query('update users set password_hash = $2 where id = $1', [person.id, newHash])
      const signingIn = Promise.resolve(t.signIn(person.email))
      await waitForLocks(1)
      await client.query('commit')
      expect((await signingIn).statusCode).toBe(200)
    } finally {
      client.release(true)
    }
  })

  it('a change of the same account waits, and neither fails', async () => {
    const person = await t.person({ role: 'admin', permissions: ['content'] })
    const token = (await t.signIn(person.email, password, { type: 4 })).headers.authorization
    const linkId = randomUUID()
    await t.database.pool.query(
      `insert into provider_links (id, user_id, issuer, subject, is_proven) values ($1, $2, 'https://id.test', 'officer', true)`,
      [linkId, person.id],
    )
    const headers = as(await t.admin())
    const { changed, reply } = await sendDuring(
      person.id,
      () => t.app.inject({ method: 'DELETE', url: `/api/admin/users?id=${person.id}`, headers }),
      () =>
        t.app.inject({
          method: 'DELETE',
          url: getPath('DELETE /api/account/provider-links/:linkId', { linkId }),
          headers: as(token),
        }),
    )
    expect([changed.statusCode, reply.statusCode]).toEqual([200, 404])
  })
})
