import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const createAccount = async () => {
  const { id, email } = await t.person({ birthDate: '2000-05-06' })
  return { id, email, token: await t.tokenOf(email) }
}
type Account = Awaited<ReturnType<typeof createAccount>>
const saveId = ({ token, email }: Account, nationalId: string) =>
  t.json('PUT', '/api/account', token, {
    firstName: 'Mona',
    lastName: 'Saleh',
    phone: '',
    email,
    lang: 'en',
    nationalId,
  })
const countStatuses = (replies: { statusCode: number }[]) =>
  Object.entries(Object.groupBy(replies, ({ statusCode }) => statusCode)).map(([status, of]) => [
    Number(status),
    of?.length,
  ])

it('a national ID of another account is refused without a reason, and the organizers get a message', async () => {
  const nationalId = createSaudiId(71_000_001)
  await t.person({ nationalId })
  const account = await createAccount()
  const refused = await saveId(account, nationalId)
  expect([refused.statusCode, refused.json().fields]).toEqual([
    409,
    [{ field: 'nationalId', code: 'id-not-accepted', msg: expect.stringContaining('organizers') }],
  ])
  expect(refused.body).not.toMatch(/taken|another account/)
  const { rows } = await t.database.pool.query('select body, state from messages where email = $1', [
    account.email,
  ])
  expect(rows).toEqual([{ body: expect.stringContaining('national ID'), state: 'new' }])
  expect(rows[0].body).not.toContain(nationalId)
  expect((await saveId(account, createSaudiId(71_000_002))).statusCode).toBe(200)
})

it('an account has ten conflicts a day, also when it tries many national IDs at once', async () => {
  const taken = Array.from({ length: 20 }, (_, at) => createSaudiId(72_000_000 + at))
  for (const nationalId of taken) await t.person({ nationalId })
  const account = await createAccount()
  const replies = await Promise.all(taken.map((nationalId) => saveId(account, nationalId)))
  expect(countStatuses(replies)).toEqual([
    [409, 10],
    [429, 10],
  ])
  // a free ID is not checked any more, so its reply is the same
  expect((await saveId(account, createSaudiId(73_000_000))).statusCode).toBe(429)
  // team forms have the same limit
  expect((await t.send('POST', '/api/teams/', account.token, t.team())).statusCode).toBe(429)
})

it('concurrent team forms with members of other teams count, too', async () => {
  const members = Array.from({ length: 2 }, () => createMember())
  expect((await t.send('POST', '/api/teams/', t.token, t.team({ members }))).statusCode).toBe(200)
  const { token } = await createAccount()
  // the last five have no member of another team, and their replies do not tell
  const forms = Array.from({ length: 25 }, (_, at) =>
    t.team({ members: [createMember(), at < 20 ? members[0] : createMember()] }),
  )
  const replies = await Promise.all(forms.map((form) => t.send('POST', '/api/teams/', token, form)))
  expect(countStatuses(replies)).toEqual([
    [409, 10],
    [429, 15],
  ])
})

it('what is saved without a conflict does not count', async () => {
  const { token } = await createAccount()
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => t.send('POST', '/api/teams/', token, t.team())),
  )
  expect(countStatuses(replies)).toEqual([[200, 12]])
})
