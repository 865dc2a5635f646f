import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type GuardiansApp, startGuardiansApp } from '../../support/api/guardian-confirmations.ts'

let t: GuardiansApp
beforeAll(async () => {
  t = await startGuardiansApp()
})
afterAll(() => t.close())
afterEach(() => t.reset())

it('organizers record a paper and take it back, with their permission, and the list finds teams without confirmations', async () => {
  const { team, child, readTeam, readState, createToken, listAuditActions } = await t.createTeamWithMinor()
  const record = (method: 'PUT' | 'DELETE', token = t.adminToken, personId = child.id) =>
    t.app.inject({
      method,
      url: getPath('PUT /api/admin/teams/:teamId/members/:personId/guardian-confirmation', {
        teamId: team.id,
        personId,
      }),
      headers: { authorization: token },
      ...(method === 'PUT' ? { payload: { publish: true } } : {}),
    })
  const listFound = async (value: boolean) =>
    (await t.send('GET', `${getPath('GET /api/admin/teams')}?guardian_missing=${value}`, t.adminToken))
      .json()
      .teams.map(({ _id }: { _id: string }) => _id)
  const listStates = async () =>
    (
      await t.send(
        'GET',
        getPath('GET /api/admin/teams/:teamId/guardian-confirmations', { teamId: team.id }),
        t.adminToken,
      )
    ).json().confirmations
  expect([await listFound(true), await listFound(false)]).toEqual([[team.id], []])
  const csv = await t.send(
    'GET',
    `${getPath('GET /api/admin/teams')}?download=true&format=csv&guardian_missing=false`,
    t.adminToken,
  )
  expect(csv.body).not.toContain(team.name)

  const { email } = await t.person({ role: 'admin', permissions: ['finance'] })
  const finance = String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
  expect(
    (
      await t.send(
        'GET',
        getPath('GET /api/admin/teams/:teamId/guardian-confirmations', { teamId: team.id }),
        finance,
      )
    ).statusCode,
  ).toBe(200)
  expect((await record('PUT', finance)).statusCode).toBe(403)
  expect((await record('DELETE')).statusCode).toBe(409)
  const recorded = await record('PUT')
  expect(recorded.json().confirmations).toMatchObject([
    { state: 'confirmed', method: 'paper', recordedBy: expect.stringMatching(/\w/) },
  ])
  expect(await listStates()).toEqual(recorded.json().confirmations)
  expect((await readTeam()).members[0].consent.publish).toBe(true)
  expect((await readState())[0]).not.toHaveProperty('recordedBy')
  expect([await listFound(true), await listFound(false)]).toEqual([[], [team.id]])
  expect((await record('PUT')).statusCode).toBe(409)
  expect((await record('DELETE')).json().confirmations).toMatchObject([{ state: 'missing', method: null }])
  expect((await readTeam()).members[0].consent.publish).toBe(false)
  expect((await record('PUT', t.adminToken, team.members[1]?.id)).statusCode).toBe(409)
  expect((await listAuditActions()).map(([action]) => action)).toEqual([
    'create',
    'record-guardian-paper',
    'remove-guardian-paper',
  ])

  // a refusal counts as missing, and a paper replaces it until the paper is removed
  await t.decide(await createToken(), false)
  expect(await listStates()).toMatchObject([{ state: 'refused', method: 'copied-link' }])
  expect(await listFound(true)).toEqual([team.id])
  const [refusal] = await listStates()
  expect((await record('PUT')).json().confirmations).toMatchObject([{ state: 'confirmed', method: 'paper' }])
  expect((await record('DELETE')).json().confirmations).toEqual([refusal])
  expect((await readTeam()).complete).toBe(false)
})
