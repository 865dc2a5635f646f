import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { generateCurrentCode } from '../../support/api/verification-codes.ts'

describe('a sign-in during a change that ends the sessions', () => {
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

  /** Each returns the request that makes the change. */
  const changes: Record<string, (token: unknown) => Promise<() => PromiseLike<{ statusCode: number }>>> = {
    'the password': async (token) => () =>
      t.post('/api/account/password', { current: password, password: 'another long password' }, as(token)),
    'the second factor': async (token) => {
      const { secret, enrolment } = (await t.post('/api/account/second-factor/start', {}, as(token))).json()
      const code = await generateCurrentCode(secret)
      return () => t.post('/api/account/second-factor/confirm', { enrolment, code }, as(token))
    },
  }
  for (const [name, prepare] of Object.entries(changes))
    it(`opens no session by what was right before: ${name}`, async () => {
      const person = await t.person()
      const token = (await t.signIn(person.email)).headers.authorization
      const other = (await t.signIn(person.email)).headers.authorization
      const change = await prepare(token)
      const client = await t.database.pool.connect()
      try {
        await client.query('begin')
        await client.query('select 1 from sessions where user_id = $1 for update', [person.id])
        const changing = Promise.resolve(change())
        // it waits to end the sessions
        await waitForLocks(1)
        const signingIn = Promise.resolve(t.signIn(person.email))
        await waitForLocks(2)
        await client.query('commit')
        expect((await changing).statusCode).toBe(200)
        const { statusCode, headers } = await signingIn
        expect([statusCode, headers.authorization]).toEqual([401, undefined])
      } finally {
        client.release(true)
      }
      expect((await t.post('/api/getuser', {}, as(other))).statusCode).toBe(401)
      expect((await t.post('/api/getuser', {}, as(token))).statusCode).toBe(200)
    })
})
