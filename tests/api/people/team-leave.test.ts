import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import type { LeaveRequest } from '#contract/people/teams/team-leave.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { createCoach, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const register = async (fields: Record<string, unknown> = {}) =>
  (await t.send('POST', getPath('POST /api/teams'), t.token, t.team(fields))).json().team as {
    id: string
    name: string
  }
const pay = (teamId: string) =>
  t.json('POST', getPath('POST /api/admin/payments/mark'), t.adminToken, {
    teamId,
    paid: true,
    reason: 'bank transfer',
  })
const registerPaid = async (fields: Record<string, unknown> = {}) => {
  const team = await register(fields)
  expect((await pay(team.id)).statusCode).toBe(200)
  return team
}
const ask = (id: string, token = t.token) =>
  t.send('POST', getPath('POST /api/teams/:teamId/leave', { teamId: id }), token)
const decide = (teamId: string, approved: boolean, token = t.adminToken) =>
  t.json('POST', getPath('POST /api/admin/teams/leave-requests'), token, { teamId, approved })
const readRequests = async () =>
  (await t.send('GET', getPath('GET /api/admin/teams/leave-requests'), t.adminToken)).json()
    .requests as LeaveRequest[]
const readTeam = (id: string) => t.send('GET', `${getPath('GET /api/teams')}?id=${id}`, t.token)

it('the owner of a paid team asks to leave, the organizers refuse, the owner asks again and they approve', async () => {
  const team = await registerPaid()
  expect((await readTeam(team.id)).json().team.leave).toBe(null)
  expect((await ask(team.id)).json().team.leave).toBe('open')
  expect((await ask(team.id)).statusCode).toBe(200)
  const [request, ...others] = await readRequests()
  expect([request?.team, others]).toMatchObject([
    { id: team.id, name: team.name, competition: { en: 'RoboMission' } },
    [],
  ])

  expect((await decide(team.id, false)).statusCode).toBe(200)
  expect(await readRequests()).toEqual([])
  expect((await readTeam(team.id)).json().team).toMatchObject({ leave: 'refused', paid: true })
  expect((await decide(team.id, true)).json().code).toBe('conflict')
  const entries = await t.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.entityId, team.id))
  expect(entries.map(({ action }) => action)).toContain('deny')

  expect((await ask(team.id)).json().team.leave).toBe('open')
  expect((await decide(team.id, true)).statusCode).toBe(200)
  expect((await readTeam(team.id)).statusCode).toBe(404)
  expect(await readRequests()).toEqual([])
  // a restored team has no open request
  expect(
    (await t.json('POST', getPath('POST /api/admin/teams/restore'), t.adminToken, { id: team.id }))
      .statusCode,
  ).toBeLessThan(500)
})

it('an unpaid team, a coach of the team and another account cannot ask', async () => {
  expect((await ask((await register()).id)).json().code).toBe('conflict')
  const coach = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
  const team = await registerPaid({ coaches: [createCoach({ email: coach.email })] })
  expect((await ask(team.id, await t.tokenOf(coach.email))).json().code).toBe('wrong-role')
  expect((await ask(team.id, await t.tokenOf((await t.person({ role: 'student' })).email))).statusCode).toBe(
    404,
  )
  expect((await ask(team.id, '')).statusCode).toBe(401)
  expect((await decide(team.id, true)).json().code).toBe('conflict')
})

it('the request of one team can be read by everyone who sees the page of the team, its payment with the permission', async () => {
  const [team, other] = [await registerPaid(), await registerPaid()]
  await ask(team.id)
  await ask(other.id)
  const read = async (teamId: string, permission: Permission) => {
    const user = await t.person({ role: 'admin', permissions: [permission] })
    const token = String((await t.signIn(user.email, undefined, { type: 4 })).headers.authorization)
    const response = await t.send(
      'GET',
      `${getPath('GET /api/admin/teams/leave-requests')}?teamId=${teamId}`,
      token,
    )
    return response.json().requests as LeaveRequest[]
  }
  expect(await read(team.id, 'results')).toMatchObject([{ team: { id: team.id }, payment: null }])
  expect(await read(team.id, 'finance')).toMatchObject([
    { team: { id: team.id }, payment: { method: 'manual' } },
  ])
  await decide(other.id, false)
  expect(await read(other.id, 'registration')).toEqual([])
  await decide(team.id, false)
})

it('only users of the back office with the permission for registrations decide', async () => {
  const team = await registerPaid()
  await ask(team.id)
  const finance = await t.person({ role: 'admin', permissions: ['finance'] })
  const registration = await t.person({ role: 'admin', permissions: ['registration'] })
  const signIn = async (email: string) =>
    String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
  expect((await decide(team.id, true, t.token)).statusCode).toBe(403)
  expect((await decide(team.id, true, await signIn(finance.email))).json().code).toBe('no-permission')
  expect((await decide(team.id, false, await signIn(registration.email))).statusCode).toBe(200)
})
