import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeletedTeamPurgeService } from '#server/accounts/privacy/erase-teams.ts'
import type { UploadFolder } from '#server/platform/lib/files.ts'
import { createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
let picture: Blob
beforeAll(async () => {
  t = await startTeamsApp()
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
  picture = new Blob([Uint8Array.from(bytes)])
})
afterAll(() => t.close())

const filesIn = (folder: UploadFolder) => readdirSync(`${t.folder}/files/${folder}`)

test('the erasure of an account removes its avatar, the image of its team and the photos of the coaches and members', async () => {
  const registered = await t.send(
    'POST',
    '/api/teams/',
    t.token,
    t.team({ image: picture, photo0: picture, photo1: picture }),
  )
  const { team } = registered.json()
  const coachPath = `/api/admin/teams/${team.id}/coaches/${team.coaches[0].id}`
  const person = { name: 'Omar', email: 'omar@school.test', phone: '+966501234567', picture }
  expect((await t.send('PUT', coachPath, t.adminToken, person)).statusCode).toBe(200)
  // the second member is removed; the photo stays, because the removal can be undone
  const { id, name, birthDate, gender } = team.members[0]
  const members = [
    { ...createMember({ name, birthDate, gender }), id, nationalId: undefined },
    createMember(),
  ]
  const changed = await t.send('PUT', '/api/teams/', t.token, t.team({ id: team.id, members }))
  expect(changed.statusCode, changed.body).toBe(200)
  const account = {
    id: t.account.id,
    fname: 'Mona',
    lname: 'Saleh',
    email: t.account.email,
    phone: '+966505550001',
    logo: picture,
  }
  expect((await t.send('PUT', '/api/admin/users/', t.adminToken, account)).statusCode).toBe(200)
  expect([filesIn('users').length, filesIn('teams').length, filesIn('private').length]).toEqual([1, 1, 3])
  const avatar = await t.app.inject(`/public/uploads/users/${filesIn('users')[0]}`)
  expect([avatar.statusCode, avatar.headers['cache-control']]).toEqual([200, 'public, max-age=300'])

  const erased = await t.json('POST', '/api/admin/users/erasure', t.adminToken, {
    id: t.account.id,
    decision: 'erase',
    ground: 'asked',
  })
  expect(erased.statusCode).toBe(200)
  expect([filesIn('users'), filesIn('teams'), filesIn('private')]).toEqual([[], [], []])
})

test('a team with payments that was deleted 30 days ago keeps its row, but not its image, photos and season records', async () => {
  const owner = await t.person({ role: 'coach' })
  const token = await t.tokenOf(owner.email)
  const { team } = (
    await t.send('POST', '/api/teams/', token, t.team({ image: picture, photo0: picture }))
  ).json()
  expect((await t.json('POST', '/api/seasons', token, { type: 'final', team_id: team.id })).statusCode).toBe(
    200,
  )
  await t.database.pool.query(
    `insert into payments (id, team_id, method, state, cart_id, amount, currency) values (gen_random_uuid(), $1, 'telr', 'declined', 'c1', 15000, 'SAR')`,
    [team.id],
  )
  expect((await t.send('DELETE', `/api/teams/?id=${team.id}`, token)).statusCode).toBe(200)
  await t.database.pool.query(`update teams set deleted_at = now() - interval '31 days' where id = $1`, [
    team.id,
  ])
  const teams = createDeletedTeamPurgeService(t)
  expect([filesIn('teams').length, filesIn('private').length]).toEqual([1, 1])
  expect(await teams.purge()).toBe(0)
  expect([filesIn('teams'), filesIn('private')]).toEqual([[], []])
  const { rows } = await t.database.pool.query(
    `select image, (select count(*)::int from team_people where team_id = t.id) as people, (select count(*)::int from seasons where team_id = t.id) as seasons
     from teams t where id = $1`,
    [team.id],
  )
  expect(rows).toEqual([{ image: null, people: 0, seasons: 0 }])
  expect(await teams.purge()).toBe(0)
})
