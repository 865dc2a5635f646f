import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCoach, createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
/** The account whose confirmed address the team names as a coach's. */
let coach: { id: string; email: string; token: string }
let stranger: string
let team: { id: string; version: number; coaches: Stored[]; members: Stored[] }
type Stored = {
  id: string
  name: string
  email: string
  nationalId: string
  phone: string
  picture: string | null
}

const createAccount = async (more: Parameters<TeamsApp['person']>[0] = {}) => {
  const { id, email } = await t.person({ role: 'coach', emailConfirmedAt: new Date(), ...more })
  return { id, email, token: await t.tokenOf(email) }
}
beforeAll(async () => {
  t = await startTeamsApp()
  stranger = (await createAccount()).token
})
afterAll(() => t.close())
beforeEach(async () => {
  coach = await createAccount()
  // the owner may write the address in another case
  const coaches = [createCoach({ name: 'Huda', email: coach.email.toUpperCase() })]
  const saved = await t.send('POST', '/api/teams/', t.token, t.team({ coaches }))
  expect(saved.statusCode, saved.body).toBe(200)
  team = saved.json().team
})

const read = (token: string) => t.send('GET', `/api/teams?id=${team.id}`, token)
const listIds = async (token: string) =>
  (await t.send('GET', '/api/teams', token)).json().teams.map(({ id }: { id: string }) => id)
/** Returns stored people as the form sends them again. */
const toSubmitted = ({ id, name, email, phone, ...person }: Stored & Record<string, unknown>) => ({
  ...{ id, name, email, phone, birthDate: person.birthDate, gender: person.gender },
})
const correct = (token: string, more: Record<string, unknown> = {}) =>
  t.send(
    'PUT',
    '/api/teams',
    token,
    t.team({
      id: team.id,
      version: team.version,
      coaches: team.coaches.map(toSubmitted),
      members: team.members.map(toSubmitted),
      ...more,
    }),
  )
const fieldsOf = (reply: { json: () => { fields: { field: string; code: string }[] } }) =>
  Object.fromEntries(reply.json().fields.map(({ field, code }) => [field, code]))

it('a coach whom a team names by a confirmed address sees it with masked IDs and the name of its owner', async () => {
  const owned = (await read(t.token)).json().team
  const seen = (await read(coach.token)).json().team
  expect(seen).toEqual({ ...owned, role: 'coach', canWithdraw: false, user: { ...owned.user, email: '' } })
  expect([owned.role, owned.user.name]).toEqual(['owner', 'Mona Saleh'])
  expect(seen.members[0].nationalId).toMatch(/^•+\d{3}$/)
  expect(await listIds(coach.token)).toEqual([team.id])
  expect(await listIds(t.token)).toContain(team.id)
})

it('an address that is not confirmed, a member with the address and a deleted team give no access', async () => {
  const unconfirmed = await createAccount({ emailConfirmedAt: null })
  const member = await createAccount()
  const saved = await t.send(
    'POST',
    '/api/teams/',
    t.token,
    t.team({
      coaches: [createCoach({ email: unconfirmed.email })],
      members: [createMember({ email: member.email }), createMember()],
    }),
  )
  for (const { token } of [unconfirmed, member]) {
    expect(await listIds(token)).toEqual([])
    expect((await t.send('GET', `/api/teams?id=${saved.json().team.id}`, token)).statusCode).toBe(404)
  }
  expect((await read(stranger)).statusCode).toBe(404)
  expect((await t.send('DELETE', `/api/teams?id=${team.id}`, t.token)).statusCode).toBe(200)
  expect((await read(coach.token)).statusCode).toBe(404)
  expect(await listIds(coach.token)).toEqual([])
})

it('a coach corrects members, school and photos; the owner stays, and the audit log names the coach', async () => {
  const [first, second] = team.members.map(toSubmitted)
  const picture = new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')])
  const reply = await correct(coach.token, {
    schoolName: 'The right school',
    members: [{ ...first, name: 'Corrected' }, second],
    photo0: picture,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().team).toMatchObject({
    schoolName: 'The right school',
    role: 'coach',
    members: [{ name: 'Corrected' }, {}],
  })
  const photo = reply.json().team.members[0].picture
  expect((await t.app.inject(photo)).statusCode).toBe(200)
  const owned = (await read(t.token)).json().team
  expect(owned).toMatchObject({ schoolName: 'The right school', role: 'owner', user: { id: t.account.id } })
  const { rows } = await t.database.pool.query(
    `select distinct actor_id from audit_log where action = 'update' and entity_id = $1`,
    [team.id],
  )
  expect(rows).toEqual([{ actor_id: coach.id }])
})

it('a coach cannot change who the coaches are', async () => {
  const [own] = team.coaches.map(toSubmitted)
  const renamed = { ...own, name: 'Huda Saleh', phone: '+966509999999' }
  for (const [coaches, fields] of [
    [[{ ...own, email: 'other@school.test' }], { 'coaches.0.email': 'owner-only' }],
    [[createCoach({ name: 'Replacement', email: coach.email })], { coaches: 'owner-only' }],
  ] as const) {
    const refused = await correct(coach.token, { coaches })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([400, fields])
  }
  expect((await correct(coach.token, { coaches: [renamed] })).json().team.coaches[0]).toMatchObject({
    name: 'Huda Saleh',
  })
})

it('a coach can neither withdraw a team, pay for it nor write its season records', async () => {
  const refused = [
    await t.send('DELETE', `/api/teams?id=${team.id}`, coach.token),
    await t.json('POST', '/api/payments', coach.token, { teamId: team.id }),
    await t.send('GET', `/api/payments?teamId=${team.id}`, coach.token),
    await t.json('POST', '/api/seasons/', coach.token, { type: 'regional', team_id: team.id }),
    await t.send('GET', `/api/seasons/?team_id=${team.id}`, coach.token),
    await t.send('GET', `/api/admin/teams/?id=${team.id}`, coach.token),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 404, 404, 404, 404, 403])
  expect((await read(t.token)).statusCode).toBe(200)
})

it('the access of a coach ends at once when the owner or an administrator removes the coach or changes the address', async () => {
  const [own] = team.coaches.map(toSubmitted)
  const byOwner = await correct(t.token, { coaches: [{ ...own, email: 'other@school.test' }] })
  expect(byOwner.statusCode, byOwner.body).toBe(200)
  for (const reply of [await read(coach.token), await correct(coach.token, { version: team.version + 1 })])
    expect(reply.statusCode).toBe(404)
  const back = await correct(t.token, {
    coaches: [{ ...own, email: coach.email }],
    version: byOwner.json().team.version,
  })
  expect(back.statusCode, back.body).toBe(200)
  expect((await read(coach.token)).statusCode).toBe(200)
  const removed = await t.send('DELETE', `/api/admin/teams/${team.id}/coaches/${own?.id}`, t.adminToken)
  expect(removed.statusCode, removed.body).toBe(200)
  expect((await read(coach.token)).statusCode).toBe(404)
  expect(await listIds(coach.token)).toEqual([])
})

it('the access of a coach ends when the account has another address', async () => {
  await t.database.pool.query(`update users set email = 'new-' || email where id = $1`, [coach.id])
  expect((await read(coach.token)).statusCode).toBe(404)
})

it('an address that an administrator enters for an account is not confirmed', async () => {
  const named = await createAccount()
  await t.database.pool.query('delete from users where id = $1', [named.id])
  const account = await createAccount({ role: 'student' })
  const fields = {
    id: account.id,
    fname: 'Mona',
    lname: 'Saleh',
    email: named.email,
    phone: '+966501231234',
    type: 0,
  }
  const saved = await t.send('PUT', '/api/admin/users/', t.adminToken, fields)
  expect(saved.statusCode, saved.body).toBe(200)
  const [own] = team.coaches.map(toSubmitted)
  expect((await correct(t.token, { coaches: [{ ...own, email: named.email }] })).statusCode).toBe(200)
  expect((await read(account.token)).statusCode).toBe(404)
  await t.database.pool.query('update users set email_confirmed_at = now() where id = $1', [account.id])
  expect((await read(account.token)).statusCode).toBe(200)
})

it('a team may have two coaches, and of two who save at once the second gets the current team', async () => {
  await t.database.pool.query('update competitions set max_coaches = 2 where id = $1', [t.robo.id])
  const second = await createAccount()
  const coaches = [...team.coaches.map(toSubmitted), createCoach({ name: 'Second', email: second.email })]
  const saved = await correct(t.token, { coaches })
  expect(saved.statusCode, saved.body).toBe(200)
  team = saved.json().team
  const replies = await Promise.all([
    correct(coach.token, { schoolName: 'One' }),
    correct(second.token, { schoolName: 'Two' }),
    correct(t.token, { schoolName: 'Three' }),
  ])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  const late = replies.find((reply) => reply.statusCode === 409)?.json()
  expect([late?.code, late?.details?.current?.id]).toEqual(['stale-version', team.id])
  const only = await correct(coach.token, {
    coaches: team.coaches.slice(0, 1).map(toSubmitted),
    version: team.version + 1,
  })
  expect([only.statusCode, fieldsOf(only)]).toEqual([400, { coaches: 'owner-only' }])
})

it('the own data of a coach names the teams with the own entry, and no other person', async () => {
  const copy = await t.send('GET', '/api/account/export', coach.token)
  expect(copy.json().coachedTeams).toEqual([
    expect.objectContaining({
      teamId: team.id,
      competition: 'robo_mission',
      person: expect.objectContaining({ kind: 'coach', name: 'Huda' }),
    }),
  ])
  expect(copy.json().teams).toEqual([])
  for (const { name } of team.members) expect(copy.body).not.toContain(name)
})
