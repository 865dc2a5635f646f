import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  password,
  type SessionsApp,
  startTwoSessionsApps,
  type TwoSessionsApps,
} from '../../support/api/session.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'

let t: TwoSessionsApps
beforeAll(async () => {
  t = await startTwoSessionsApps()
})
afterAll(() => t.close())

const enrolled = async (more: Parameters<SessionsApp['person']>[0] = {}) => {
  const account = await t.person(more)
  const authorization = String((await t.signIn(account.email)).headers.authorization)
  const { secret, enrolment } = (
    await t.post('/api/account/second-factor/start', {}, { authorization })
  ).json()
  const body = { enrolment, code: await generateCurrentCode(secret) }
  expect((await t.post('/api/account/second-factor/confirm', body, { authorization })).json().success).toBe(
    true,
  )
  return { ...account, secret: secret as string }
}

let addresses = 0
/** A call from an address that no other call has, so that only the limits by account are met. */
const call = (
  app: SessionsApp['app'],
  url: string,
  payload: object,
  remoteAddress = `10.1.${addresses >> 8}.${addresses++ & 255}`,
) => app.inject({ method: 'POST', url, payload, remoteAddress })
const signIn = (app: SessionsApp['app'], email: string, from?: string) =>
  call(app, '/api/adduser', { national_id: email, password }, from)
const challengeFor = async (app: SessionsApp['app'], email: string): Promise<string> => {
  const reply = await signIn(app, email)
  expect(reply.json().code).toBe('second-factor-required')
  return reply.json().details.challenge
}
const pass = (app: SessionsApp['app'], challenge: string, code: string) =>
  call(app, '/api/adduser/second-factor', { challenge, code })
const endWindow = (id: string) =>
  t.database.pool.query(
    `update second_factor_failures set expires_at = now() - interval '1 second' where user_id = $1`,
    [id],
  )

test('many wrong codes lead to 429 in every process, and the right code works after the time window', async () => {
  const mona = await enrolled()
  const other = await enrolled()
  const codes: string[] = []
  for (const app of [t.app, t.otherApp, t.app, t.otherApp]) {
    const challenge = await challengeFor(app, mona.email)
    const replies = await Promise.all(Array.from({ length: 4 }, () => pass(app, challenge, '000000')))
    codes.push(...replies.map((reply) => reply.json().code))
  }
  expect(codes).toHaveLength(16)
  expect(codes.filter((code) => code === 'second-factor-failed')).toHaveLength(10)
  expect(codes.filter((code) => code === 'too-many')).toHaveLength(6)
  const right = await pass(t.app, await challengeFor(t.app, mona.email), await generateNextCode(mona.secret))
  expect([right.statusCode, right.json().code]).toEqual([429, 'too-many'])
  expect(Number(right.headers['retry-after'])).toSatisfy((seconds: number) => seconds > 0 && seconds <= 3600)
  expect(
    (await pass(t.app, await challengeFor(t.app, other.email), await generateNextCode(other.secret)))
      .statusCode,
  ).toBe(200)

  await endWindow(mona.id)
  expect(
    (await pass(t.app, await challengeFor(t.app, mona.email), await generateNextCode(mona.secret)))
      .statusCode,
  ).toBe(200)
})

test('a right code removes its own count only, not that of wrong codes', async () => {
  const mona = await enrolled()
  const tryCodes = async (count: number) => {
    const challenge = await challengeFor(t.app, mona.email)
    const replies = []
    for (let tried = 0; tried < count; tried++)
      replies.push((await pass(t.app, challenge, '000000')).json().code)
    return replies
  }
  await tryCodes(5)
  await tryCodes(4)
  expect(
    (await pass(t.app, await challengeFor(t.app, mona.email), await generateNextCode(mona.secret)))
      .statusCode,
  ).toBe(200)
  expect(await tryCodes(3)).toEqual(['second-factor-failed', 'too-many', 'too-many'])
  await endWindow(mona.id)
  expect(await tryCodes(1)).toEqual(['second-factor-failed'])
})

test('a counted sign-in is forgiven after the second step, not after the password', async () => {
  const mona = await enrolled({ phone: '+966501234567' })
  const from = '10.2.0.1'
  for (let count = 0; count < 9; count++) expect((await signIn(t.app, mona.email, from)).statusCode).toBe(401)
  const { challenge } = (await signIn(t.app, mona.email, from)).json().details
  expect((await signIn(t.app, mona.email, from)).statusCode).toBe(429)
  const passed = await call(
    t.app,
    '/api/adduser/second-factor',
    { challenge, code: await generateNextCode(mona.secret) },
    from,
  )
  expect(passed.statusCode).toBe(200)
  expect((await signIn(t.app, mona.email, from)).json().code).toBe('second-factor-required')
})

test.each([
  ['en', 'Failed sign-in attempts on your Botola account', 'then 5 wrong verification codes'],
  ['ar', 'محاولات دخول فاشلة إلى حسابك في «بطولة»', 'عددها 5'],
] as const)('the owner gets one mail in language %s after five wrong codes', async (lang, subject, text) => {
  const owner = await enrolled({ lang })
  for (const count of [5, 4]) {
    const challenge = await challengeFor(t.app, owner.email)
    for (let tried = 0; tried < count; tried++)
      expect((await pass(t.app, challenge, '000000')).statusCode).toBe(401)
  }
  const mail = await t.mails.next(owner.email)
  expect([mail.subject, mail.text]).toEqual([subject, expect.stringContaining(text)])
  expect(mail.text).toContain('http://botola.test/forgot-password/')
  // the next window has its own email, and nothing came between
  await endWindow(owner.id)
  const challenge = await challengeFor(t.app, owner.email)
  for (let tried = 0; tried < 5; tried++) await pass(t.app, challenge, '000000')
  await t.mails.next(owner.email, 2)
  expect(t.mails.arrived.filter(({ to }) => to?.some(({ address }) => address === owner.email))).toHaveLength(
    2,
  )
})
