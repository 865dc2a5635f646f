import * as argon2 from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRegistration, startAccountsApp } from '../../support/api/person.ts'
import { password, type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { testAdmin } from '../../support/services/app.ts'

// the real functions, whose calls are counted
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof argon2>()
  return { ...real, verify: vi.fn(real.verify), hash: vi.fn(real.hash) }
})

describe('a failed sign-in', () => {
  let t: SessionsApp
  beforeAll(async () => {
    t = await startSessionsApp()
    // the first use creates the decoy
    await t.signIn('nobody@school.test')
  })
  afterAll(() => t.close())

  const workOf = async (
    identity: string,
    secret: string,
    more: object,
    app: Pick<typeof t, 'signIn'> = t,
  ) => {
    vi.mocked(argon2.verify).mockClear()
    vi.mocked(argon2.hash).mockClear()
    const statements: string[] = []
    const real = pg.Client.prototype.query
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [first] = args as [string | { text: string }]
      const text = typeof first === 'string' ? first : first.text
      // the job queue can query jobs at any time
      if (!text.includes('pgboss.')) statements.push(text)
      return Reflect.apply(real, this, args)
    } as typeof real
    try {
      const { statusCode, body } = await app.signIn(identity, secret, more)
      const costs = vi.mocked(argon2.verify).mock.calls.map(([kept]) => argon2.parseOptions(kept))
      return {
        statusCode,
        body,
        statements,
        hashed: vi.mocked(argon2.hash).mock.calls.length,
        costs: costs.map(({ memoryCost, timeCost, parallelism, algorithm }) => ({
          memoryCost,
          timeCost,
          parallelism,
          algorithm,
        })),
      }
    } finally {
      pg.Client.prototype.query = real
    }
  }

  it('does the same work for every reason', async () => {
    const mona = await t.person()
    const off = await t.person({ active: false })
    const passwordless = await t.person({ passwordHash: null })
    const wrong = await workOf(mona.email, 'wrong', {})
    expect(wrong.statusCode).toBe(401)
    // the limit of the address, both limits of the account, and the account itself
    expect(wrong.statements.map((text) => text.split(' ')[0])).toEqual([
      'insert',
      'insert',
      'insert',
      'select',
    ])
    expect(wrong.costs).toEqual([
      { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 /* argon2id */ },
    ])
    expect(await workOf('nobody@school.test', 'wrong', {})).toEqual(wrong)
    expect(await workOf(off.email, 'wrong', {})).toEqual(wrong)
    expect(await workOf(passwordless.email, 'wrong', {})).toEqual(wrong)
    expect(await workOf(mona.email, 'wrong', { type: 4 })).toEqual(wrong)
    expect(await workOf(testAdmin.email, 'wrong', { type: 4 })).toEqual(wrong)
    const byPhone = await workOf('0500000000', 'wrong', { loginType: 'phone' })
    // an unknown number takes the checks of the most accounts that may share one
    expect(byPhone.costs).toEqual(Array(3).fill(wrong.costs[0]))
    expect(await workOf('not a phone', 'wrong', { loginType: 'phone' })).toEqual(byPhone)
    // the right password of an account does not tell either that more than three have the number
    for (const [phone, count] of [
      ['+966501110001', 1],
      ['+966501110003', 3],
      ['+966501110004', 4],
    ] as const) {
      for (let at = 0; at < count; at++) await t.person({ phone })
      expect(await workOf(phone, count > 3 ? password : 'wrong', { loginType: 'phone' })).toEqual(byPhone)
    }
  })

  it('does the same work with registrations that wait for their confirmation', async () => {
    const accounts = await startAccountsApp()
    try {
      const workOfAccount = (identity: string, more = {}) => workOf(identity, 'wrong', more, accounts)
      const confirmed = await accounts.person({ emailConfirmedAt: new Date() })
      const mona = createRegistration()
      await accounts.register(mona)
      // the delivery of an email reads the name of the site
      await accounts.post?.next(mona.email)
      const wrong = await workOfAccount(confirmed.email)
      expect(wrong.statusCode).toBe(401)
      // the account and the newest two registrations
      expect(wrong.costs).toHaveLength(3)
      expect(await workOfAccount('nobody@school.test')).toEqual(wrong)
      expect(await workOfAccount(mona.email)).toEqual(wrong)
      for (const which of [2, 3]) {
        await accounts.register({ ...mona, ...createRegistration({ email: mona.email }) })
        await accounts.post?.next(mona.email, which)
      }
      expect(await workOfAccount(mona.email)).toEqual(wrong)
      const byPhone = await workOfAccount('0500000000', { loginType: 'phone' })
      expect(await workOfAccount(mona.phone, { loginType: 'phone' })).toEqual(byPhone)
    } finally {
      await accounts.close()
    }
  })
})
