import { asc, eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { createCoach, createMember } from '../../support/api/teams.ts'
import {
  adminTeamsPath,
  getFieldCodes,
  startTeamsAdminApp,
  type TeamsAdminApp,
} from '../../support/api/teams-admin.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

let t: TeamsAdminApp
let admin: string
beforeAll(async () => {
  t = await startTeamsAdminApp()
  admin = t.adminToken
})
afterAll(() => t.close())

const lines = async (entityId: string) =>
  t.db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(asc(auditLog.id))

it('a team is created, read and updated with one form, which reports missing values', async () => {
  const [region] = await t.db.select().from(regions).limit(1)
  const team = await t.createTeam({
    schoolName: 'Oasis',
    stage: 'national',
    ageLevel: 'Senior',
    region: region?.id,
  })
  expect(team).toMatchObject({
    schoolName: 'Oasis',
    stage: 'national',
    ageLevel: 'Senior',
    competion: { slug: 'robo_mission', name_en: 'RoboMission' },
    city: { en_name: region?.nameEn },
    payment_status: false,
    complete: false,
    user: { email: 'admin@botola.test' },
  })
  expect(team.region).toEqual(team.city)
  const edit = await t.send('PUT', adminTeamsPath, admin, {
    id: team._id,
    name: 'Renamed',
    payment_status: 'true',
    reason: 'paid in cash',
  })
  expect(edit.json()).toMatchObject({
    msg: 'Update Successfully!',
    team: { name: 'Renamed', schoolName: 'Oasis', payment_status: true },
  })
  const stale = await t.send('PUT', adminTeamsPath, admin, {
    id: team._id,
    name: 'Late',
    version: team.version,
  })
  expect(stale.json()).toMatchObject({ code: 'stale-version', details: { current: { name: 'Renamed' } } })
  expect(getFieldCodes(await t.send('POST', adminTeamsPath, admin, { name: '' }))).toEqual({
    name: 'required',
    competion: 'required',
  })
  expect(
    getFieldCodes(await t.send('POST', adminTeamsPath, admin, { name: 'A', competion: randomUUIDv7() })),
  ).toEqual({
    competion: 'not-found',
  })
  expect((await t.send('PUT', adminTeamsPath, admin, { id: randomUUIDv7(), name: 'A' })).statusCode).toBe(404)
  const one = await t.send('GET', `${adminTeamsPath}?id=${team._id}&view_team=true`, admin)
  expect(one.json().team).toMatchObject({ _id: team._id, coaches: [], members: [], scores: [] })
})

it('coaches and members are added, updated, deleted and restored, and the team is complete or not', async () => {
  const team = await t.createTeam()
  expect((await t.addPerson(team._id, 'coaches')).json().team.complete).toBe(false)
  const first = (await t.addPerson(team._id, 'members')).json()
  expect(first.team.complete).toBe(false)
  const id = createSaudiId(61_000_001)
  const second = (await t.addPerson(team._id, 'members', createMember({ nationalId: id }))).json()
  expect(second.team.complete).toBe(true)
  expect(second.person.nationalId).toBe(`•••••••${id.slice(-3)}`)
  expect(getFieldCodes(await t.addPerson(team._id, 'coaches'))).toEqual({ coaches: 'too-many' })

  const at = `${adminTeamsPath}${team._id}/members/${second.person.id}`
  const changed = await t.send('PUT', at, admin, {
    ...createMember({ nationalId: undefined, name: 'New' }),
    version: second.person.version,
  })
  expect(changed.json().person).toMatchObject({ name: 'New', nationalId: second.person.nationalId })
  expect(
    (await t.send('PUT', at, admin, { ...createMember(), version: second.person.version })).json().code,
  ).toBe('stale-version')
  // a member is not found as a coach or in another team
  expect((await t.send('PUT', at.replace('members', 'coaches'), admin, createCoach())).statusCode).toBe(404)
  expect(
    (await t.send('PUT', at.replace(team._id, (await t.createTeam())._id), admin, createMember())).statusCode,
  ).toBe(404)

  // a stored member without a national ID can be changed
  await t.db
    .update(teamPeople)
    .set({ nationalId: null, nationalIdIndex: null })
    .where(eq(teamPeople.id, second.person.id))
  const withoutId = await t.send('PUT', at, admin, createMember({ nationalId: '', name: 'Newer' }))
  expect([withoutId.statusCode, withoutId.json().person]).toMatchObject([
    200,
    { name: 'Newer', nationalId: null },
  ])
  expect((await t.send('PUT', at, admin, createMember({ nationalId: id }))).statusCode).toBe(200)

  const out = await t.send('DELETE', at, admin)
  expect(out.json().team).toMatchObject({ complete: false, members: [{ id: first.person.id }] })
  expect((await t.send('POST', `${at}/restore`, admin)).json().team.complete).toBe(true)
  const elsewhere = await t.createTeam()
  expect(
    getFieldCodes(await t.addPerson(elsewhere._id, 'members', createMember({ nationalId: id }))),
  ).toEqual({
    nationalId: 'in-other-team',
  })
  expect(
    getFieldCodes(
      await t.addPerson(
        elsewhere._id,
        'members',
        createMember({ birthDate: null, gender: null, nationalId: '' }),
      ),
    ),
  ).toEqual({
    birthDate: 'required',
    gender: 'required',
  })
  // organizers register a member who has no national ID
  const without = await t.addPerson(elsewhere._id, 'members', createMember({ nationalId: '' }))
  expect([without.statusCode, without.json().person.nationalId]).toEqual([200, null])
})

it('of two simultaneous requests for the last member, one is rejected', async () => {
  const team = await t.createTeam()
  for (let at = 0; at < 2; at++) await t.addPerson(team._id, 'members')
  const both = await Promise.all([t.addPerson(team._id, 'members'), t.addPerson(team._id, 'members')])
  expect(both.map((reply) => reply.statusCode).toSorted()).toEqual([200, 400])
  const stored = await t.db.select().from(teamPeople).where(eq(teamPeople.teamId, team._id))
  expect(stored).toHaveLength(3)
})

it('the database rejects too many people, and too few in a complete team', async () => {
  const team = await t.createTeam()
  const row = { teamId: team._id, competitionId: t.robo.id, kind: 'member' as const, name: 'Nobody' }
  const insert = (count: number) => t.db.insert(teamPeople).values(Array.from({ length: count }, () => row))
  await expect(insert(4)).rejects.toMatchObject({ cause: { constraint: 'team_members_most' } })
  await expect(
    t.db.update(teams).set({ complete: true }).where(eq(teams.id, team._id)),
  ).rejects.toMatchObject({
    cause: { constraint: 'team_members_least' },
  })
  await insert(3)
  const setStatus = (status: 'lapsed' | 'registered') =>
    t.db.update(teams).set({ status }).where(eq(teams.id, team._id))
  const [robo] = await t.db.select().from(competitions).where(eq(competitions.id, t.robo.id))
  const setMaxTeams = (maxTeams: number | null = null) =>
    t.db.update(competitions).set({ maxTeams }).where(eq(competitions.id, t.robo.id))
  await setMaxTeams((robo?.teamCount ?? 0) - 1)
  await setStatus('lapsed')
  await expect(setStatus('registered')).rejects.toMatchObject({
    cause: { constraint: 'competitions_places' },
  })
  await setMaxTeams(robo?.maxTeams)
  await setStatus('registered')
})

it('one national ID is revealed at a time, with a reason that is in the audit log', async () => {
  const team = await t.createTeam()
  const id = createSaudiId(62_000_001)
  const { person } = (await t.addPerson(team._id, 'members', createMember({ nationalId: id }))).json()
  const at = `${adminTeamsPath}${team._id}/members/${person.id}/national-id`
  expect((await t.json('POST', at, admin, {})).statusCode).toBe(400)
  const shown = await t.json('POST', at, admin, { reason: 'Compared with the passport' })
  expect(shown.json().nationalId).toBe(id)
  expect(await lines(person.id)).toMatchObject([
    { action: 'create' },
    { action: 'reveal', after: { reason: 'Compared with the passport' } },
  ])
  const log = JSON.stringify(await t.db.select().from(auditLog))
  expect(log).not.toContain(id)
  expect(log).not.toContain('+966501234567')
})

it('a deleted team frees its people and is restored with them', async () => {
  const team = await t.createTeam()
  const person = createMember()
  await t.addPerson(team._id, 'members', person)
  const gone = await t.send('DELETE', `${adminTeamsPath}?id=${team._id}`, admin)
  expect(gone.json()).toEqual({ success: true, msg: 'Team Delete Successfully!' })
  expect((await t.send('GET', `${adminTeamsPath}?id=${team._id}`, admin)).statusCode).toBe(404)
  const back = () => t.json('POST', `${adminTeamsPath}restore`, admin, { id: team._id })
  expect((await back()).json().team.members).toHaveLength(1)
  await t.send('DELETE', `${adminTeamsPath}?id=${team._id}`, admin)
  const other = await t.createTeam()
  expect((await t.addPerson(other._id, 'members', person)).statusCode).toBe(200)
  expect(getFieldCodes(await back())).toEqual({ nationalId: 'in-other-team' })
  await t.db
    .update(teams)
    .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(teams.id, team._id))
  expect((await back()).statusCode).toBe(404)
})

it('a team moves to another competition, with a new number, if its people are allowed there', async () => {
  const [engineers] = await t.db.select().from(competitions).where(eq(competitions.slug, 'future_engineers'))
  const team = await t.createTeam()
  const person = createMember()
  await t.addPerson(team._id, 'members', person)
  const moved = await t.send('PUT', adminTeamsPath, admin, {
    id: team._id,
    name: team.name,
    competion: engineers?.id,
  })
  expect(moved.json().team).toMatchObject({ team_no: 1, competion: { slug: 'future_engineers' } })
  // the person can join the first competition again, and no longer the second
  const other = await t.createTeam()
  expect((await t.addPerson(other._id, 'members', person)).statusCode).toBe(200)
  const refused = await t.send('PUT', adminTeamsPath, admin, {
    id: team._id,
    name: team.name,
    competion: t.robo.id,
  })
  expect(refused.json().code).toBe('conflict')
})
