import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCoach, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

it('a coach is updated, deleted and restored, and the national ID is revealed with a reason', async () => {
  const path = '/api/admin/teams/'
  const { team } = (await t.send('POST', path, t.adminToken, { name: 'Hawks', competion: t.robo.id })).json()
  const nationalId = createSaudiId(63_000_001)
  const added = await t.send('POST', `${path}${team._id}/coaches`, t.adminToken, createCoach({ nationalId }))
  const { person } = added.json()
  expect(person).toMatchObject({ name: 'Omar', nationalId: `•••••••${nationalId.slice(-3)}`, version: 1 })
  const url = `${path}${team._id}/coaches/${person.id}`

  const changed = await t.send('PUT', url, t.adminToken, createCoach({ name: 'Huda', version: 1 }))
  expect(changed.json()).toMatchObject({
    success: true,
    person: { name: 'Huda', nationalId: person.nationalId, version: 2 },
  })

  const revealed = await t.json('POST', `${url}/national-id`, t.adminToken, {
    reason: 'Compared with the passport',
  })
  expect(revealed.json()).toMatchObject({ success: true, nationalId })

  expect((await t.send('DELETE', url, t.adminToken)).json()).toMatchObject({
    success: true,
    team: { coaches: [] },
  })
  const restored = await t.send('POST', `${url}/restore`, t.adminToken)
  expect(restored.json()).toMatchObject({
    success: true,
    team: { coaches: [{ id: person.id, name: 'Huda' }] },
  })
})

it('a coach too many is refused with the limit of the competition', async () => {
  const path = '/api/admin/teams/'
  const { team } = (await t.send('POST', path, t.adminToken, { name: 'Kites', competion: t.robo.id })).json()
  const add = () => t.send('POST', `${path}${team._id}/coaches`, t.adminToken, createCoach())
  for (let count = 0; count < t.robo.maxCoaches; count++) expect((await add()).statusCode).toBe(200)
  expect((await add()).json().fields).toEqual([
    { field: 'coaches', code: 'too-many', msg: `Too many (at most ${t.robo.maxCoaches}).` },
  ])
})
