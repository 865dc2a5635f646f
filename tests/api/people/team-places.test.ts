import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createRecurringJobs } from '#server/jobs.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { createDashboardService } from '#server/site/dashboard/service.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { silentLog } from '../../support/services/cluster.ts'

type Account = { id: string; email: string; token: string }
let t: TeamsApp
let owner: Account
beforeAll(async () => {
  t = await startTeamsApp({ maxTeams: 1 })
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.database.pool.query('delete from payments')
  await t.database.pool.query('delete from teams')
  await setCompetition({ maxTeams: 1, fee: 15_000, paymentDays: 14, active: true, closesAt: null })
  owner = await createAccount()
})

const setCompetition = (values: Partial<typeof competitions.$inferInsert>) =>
  t.db.update(competitions).set(values).where(eq(competitions.id, t.robo.id))
const createAccount = async (more: Parameters<TeamsApp['person']>[0] = {}): Promise<Account> => {
  const { id, email } = await t.person({ role: 'coach', ...more })
  return { id, email, token: await t.tokenOf(email) }
}
const register = (account: Account, more: Record<string, unknown> = {}) =>
  t.send('POST', '/api/teams/', account.token, t.team(more))
const registerId = async (account: Account, more: Record<string, unknown> = {}): Promise<string> => {
  const reply = await register(account, more)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().team.id
}
const wait = (account: Account) => registerId(account, { joinWaitingList: true })
const read = async (account: Account, id: string) =>
  (await t.send('GET', `/api/teams?id=${id}`, account.token)).json().team
/** Moves the status, and the notice, of a team into the past. */
const age = (id: string, days: number) =>
  t.database.pool.query(
    `update teams set status_at = status_at - make_interval(days => $2), place_notice_at = place_notice_at - make_interval(days => $2) where id = $1`,
    [id, days],
  )
const runJob = async () =>
  createRecurringJobs(t, silentLog)
    .find(({ name }) => name === 'update-team-places')
    ?.run()
const countPlaces = async () => {
  const { rows } = await t.database.pool.query('select team_count from competitions where id = $1', [
    t.robo.id,
  ])
  return rows[0].team_count
}
const markPaid = (id: string, paid: boolean) =>
  t.send('PUT', '/api/admin/teams/', t.adminToken, {
    id,
    name: 'Falcons',
    payment_status: String(paid),
    reason: 'Bank transfer',
  })
const listMessages = async () =>
  (await t.database.pool.query(`select body from messages order by id`)).rows.map(({ body }) => body)
const listStatuses = async () =>
  Object.fromEntries(
    (await t.database.pool.query('select id, status from teams')).rows.map(({ id, status }) => [id, status]),
  )

it('an unpaid team lapses after a notice, keeps its data without a place, and is registered again', async () => {
  const id = await registerId(owner)
  const fresh = await read(owner, id)
  expect([fresh.status, Math.round((Date.parse(fresh.payBy) - Date.now()) / 86_400_000)]).toEqual([
    'registered',
    14,
  ])
  expect(await runJob()).toBe(0)
  await age(id, 12)
  expect([await runJob(), await runJob()]).toEqual([1, 0])
  expect((await read(owner, id)).status).toBe('registered')
  await age(id, 4)
  expect([await runJob(), await runJob()]).toEqual([1, 0])
  const lapsed = await read(owner, id)
  expect([lapsed.status, lapsed.payBy, lapsed.members.length, await countPlaces()]).toEqual([
    'lapsed',
    null,
    2,
    0,
  ])
  const back = await t.send('POST', `/api/teams/${id}/place`, owner.token)
  expect([back.statusCode, back.json().team.status, await countPlaces()]).toEqual([200, 'registered', 1])
  expect((await t.send('POST', `/api/teams/${id}/place`, owner.token)).statusCode).toBe(409)
})

it('a team that was never told of its lapse keeps its place until a notice is old enough', async () => {
  const id = await registerId(owner)
  await age(id, 100)
  expect(await runJob()).toBe(1)
  expect(Date.parse((await read(owner, id)).payBy)).toBeGreaterThan(Date.now() + 2 * 86_400_000)
  await age(id, 2)
  expect(await runJob()).toBe(0)
  await age(id, 2)
  expect(await runJob()).toBe(1)
  expect((await read(owner, id)).status).toBe('lapsed')
})

it('nothing lapses without a limit, a fee or a number of days, when it is paid, or when an administrator owns the team', async () => {
  const id = await registerId(owner)
  await age(id, 100)
  for (const values of [{ maxTeams: null }, { fee: 0 }, { paymentDays: null }]) {
    await setCompetition(values)
    expect([await runJob(), (await read(owner, id)).payBy]).toEqual([0, null])
    await setCompetition({ maxTeams: 1, fee: 15_000, paymentDays: 14 })
  }
  await t.database.pool.query('update teams set paid = true where id = $1', [id])
  expect(await runJob()).toBe(0)
  await t.database.pool.query(
    'update teams set paid = false, user_id = (select id from users where role = $2 limit 1) where id = $1',
    [id, 'admin'],
  )
  expect(await runJob()).toBe(0)
})

it('an open payment keeps the place', async () => {
  const id = await registerId(owner)
  await age(id, 100)
  await runJob()
  await age(id, 10)
  await t.database.pool.query(
    `insert into payments (id, team_id, method, state, cart_id, amount, currency) values (gen_random_uuid(), $1, 'telr', 'held', 'held-1', 15000, 'SAR')`,
    [id],
  )
  expect(await runJob()).toBe(0)
  await t.database.pool.query('delete from payments')
  expect(await runJob()).toBe(1)
})

it('a full competition has a waiting list: it is joined on request, and a new team does not overtake it', async () => {
  const id = await registerId(owner)
  const other = await createAccount()
  expect((await register(other)).json().code).toBe('no-places')
  const waiting = [await wait(other), await wait(await createAccount())]
  expect((await read(other, waiting[0] as string)).waitingPosition).toBe(1)
  const listed = (await t.app.inject('/api/competitions'))
    .json()
    .competitions.find((each: { id: string }) => each.id === t.robo.id)
  expect(listed).toMatchObject({ open: false, placesLeft: 0, waitingListOpen: true })
  expect((await t.send('DELETE', `/api/teams?id=${id}`, owner.token)).statusCode).toBe(200)
  // the free place belongs to the first waiting team
  expect((await register(owner)).json().code).toBe('no-places')
  expect([await runJob(), await runJob()]).toEqual([1, 0])
  expect(await listStatuses()).toMatchObject({
    [waiting[0] as string]: 'registered',
    [waiting[1] as string]: 'waiting',
  })
  expect(Date.parse((await read(other, waiting[0] as string)).payBy)).toBeGreaterThan(Date.now())
})

it('a higher maximum gives its places to the first waiting teams', async () => {
  await registerId(owner)
  const accounts = await Promise.all(Array.from({ length: 3 }, () => createAccount()))
  const ids: string[] = []
  for (const account of accounts) ids.push(await wait(account))
  expect(
    (await t.send('PUT', '/api/admin/competitions/', t.adminToken, { id: t.robo.id, maxTeams: 3 }))
      .statusCode,
  ).toBe(200)
  expect(await runJob()).toBe(2)
  const statuses = await listStatuses()
  expect(ids.map((id) => statuses[id])).toEqual(['registered', 'registered', 'waiting'])
  expect((await read(accounts[2] as Account, ids[2] as string)).waitingPosition).toBe(1)
  await setCompetition({ maxTeams: null })
  expect(await runJob()).toBe(1)
})

it('no place is given twice under concurrent registrations, withdrawals and jobs', async () => {
  await setCompetition({ maxTeams: 3, fee: 0 })
  const accounts = await Promise.all(Array.from({ length: 4 }, () => createAccount()))
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, at) => register(accounts[at % 4] as Account, { joinWaitingList: true })),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200))
  const teams = replies.map((reply, at) => ({
    id: reply.json().team.id,
    account: accounts[at % 4] as Account,
    ...reply.json().team,
  }))
  expect(teams.filter(({ status }) => status === 'registered')).toHaveLength(3)
  const registered = teams.filter(({ status }) => status === 'registered')
  const work = await Promise.all([
    ...registered
      .slice(0, 2)
      .map(({ id, account }) => t.send('DELETE', `/api/teams?id=${id}`, account.token)),
    ...Array.from({ length: 6 }, () => runJob()),
    ...accounts.map((account) => register(account, { joinWaitingList: true })),
  ])
  expect(work).toHaveLength(12)
  await runJob()
  const statuses = Object.values(await listStatuses())
  const { rows } = await t.database.pool.query(
    `select count(*)::int as held from teams where status = 'registered' and deleted_at is null`,
  )
  expect([rows[0].held, await countPlaces()]).toEqual([3, 3])
  expect(statuses).toHaveLength(20)
})

it('a late payment takes a free place before waiting teams; without one the team is first, and the organizers are told once', async () => {
  const late = await registerId(owner)
  await age(late, 100)
  await runJob()
  await age(late, 10)
  await runJob()
  const other = await createAccount()
  const second = await registerId(other)
  const third = await wait(await createAccount())
  const before = await listMessages()
  expect((await markPaid(late, true)).statusCode).toBe(200)
  expect(await read(owner, late)).toMatchObject({ paid: true, status: 'waiting', waitingPosition: 1 })
  expect([await runJob(), await runJob()]).toEqual([1, 0])
  const told = (await listMessages()).slice(before.length)
  expect(told).toEqual([expect.stringContaining('“Falcons”')])
  expect((await t.send('DELETE', `/api/teams?id=${second}`, other.token)).statusCode).toBe(200)
  await runJob()
  expect(await listStatuses()).toMatchObject({ [late]: 'registered', [third]: 'waiting' })

  // after a refund the days for the payment start again
  await age(late, 100)
  expect((await markPaid(late, false)).statusCode).toBe(200)
  const unpaid = await read(owner, late)
  expect([unpaid.status, Date.parse(unpaid.payBy) > Date.now() + 13 * 86_400_000]).toEqual([
    'registered',
    true,
  ])
})

it('a late payment takes a place that is free', async () => {
  const late = await registerId(owner)
  await age(late, 100)
  await runJob()
  await age(late, 10)
  await runJob()
  expect((await read(owner, late)).status).toBe('lapsed')
  expect((await markPaid(late, true)).statusCode).toBe(200)
  expect([(await read(owner, late)).status, await countPlaces()]).toEqual(['registered', 1])
})

it('only the owner registers a lapsed team again, while registration is open', async () => {
  const coach = await createAccount({ emailConfirmedAt: new Date() })
  const id = await registerId(owner, {
    coaches: [{ name: 'Huda', email: coach.email, phone: '+966501234567' }],
  })
  await t.database.pool.query(`update teams set status = 'lapsed' where id = $1`, [id])
  const stranger = await createAccount()
  const again = async ({ token }: Account) =>
    (await t.send('POST', `/api/teams/${id}/place`, token)).statusCode
  expect([await again(stranger), await again(coach)]).toEqual([404, 403])
  await setCompetition({ closesAt: new Date(Date.now() - 1000) })
  expect(await again(owner)).toBe(409)
  await setCompetition({ closesAt: null })
  await registerId(stranger)
  const reply = await t.send('POST', `/api/teams/${id}/place`, owner.token)
  expect(reply.json().team).toMatchObject({ status: 'waiting', waitingPosition: 1 })
})

it('the back office lists and filters teams by their place, and the dashboard counts those that have one', async () => {
  const id = await registerId(owner)
  const waiting = await wait(await createAccount())
  const list = async (query: string) =>
    (await t.send('GET', `/api/admin/teams/?page=1&per_page=10${query}`, t.adminToken)).json().teams
  expect(
    (await list('&place_status=waiting')).map((team: { _id: string; place_status: string }) => [
      team._id,
      team.place_status,
    ]),
  ).toEqual([[waiting, 'waiting']])
  const [registered] = await list('&place_status=registered')
  expect([registered._id, 'place_status' in registered]).toEqual([id, false])
  const { rows } = await t.database.pool.query('select 1 from teams')
  const { total } = (await createDashboardService(t).figures(null)).teams
  expect([rows.length, total]).toEqual([2, 1])
})
