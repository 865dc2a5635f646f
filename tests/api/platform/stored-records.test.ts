import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { createForm, eventTexts } from '../../support/api/events.ts'
import { toSubmitted } from '../../support/api/guardian-confirmations.ts'
import { createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const setLimits = (values: Partial<typeof competitions.$inferInsert>) =>
  t.db.update(competitions).set(values).where(eq(competitions.id, t.robo.id))
const register = async (fields: Record<string, unknown> = {}) => {
  const reply = await t.send('POST', getPath('POST /api/teams'), t.token, t.team(fields))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().team
}
type Person = Parameters<typeof toSubmitted>[0] & { kind: 'coach' | 'member'; version: number }
const savePerson = (teamId: string, person: Person, change: Record<string, unknown>) => {
  const { id, ...values } = toSubmitted(person)
  return t.send(
    'PUT',
    getPath(`PUT /api/admin/teams/:teamId/${person.kind === 'coach' ? 'coaches' : 'members'}/:personId`, {
      teamId,
      personId: id,
    }),
    t.adminToken,
    {
      ...values,
      version: person.version,
      ...change,
    },
  )
}

it('a stored coach without a phone number can be saved, and keeps a stored number', async () => {
  const team = await register()
  const [coach] = team.coaches
  const emptied = await savePerson(team.id, coach, { phone: '' })
  expect([emptied.statusCode, emptied.json().fields]).toMatchObject([
    400,
    [{ field: 'phone', code: 'required' }],
  ])
  await t.database.pool.query(`update team_people set phone = '' where id = $1`, [coach.id])
  const saved = await savePerson(team.id, coach, { phone: '', email: 'another@school.test' })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().person).toMatchObject({ email: 'another@school.test', phone: '' })
  // a number that is none by today's rules stays until it changes
  await t.database.pool.query(`update team_people set phone = '12345' where id = $1`, [coach.id])
  const { person } = saved.json()
  expect((await savePerson(team.id, person, { phone: '12345' })).statusCode).toBe(200)
  const other = await savePerson(team.id, { ...person, version: person.version + 1 }, { phone: '123456' })
  expect(other.json().fields).toMatchObject([{ field: 'phone', code: 'bad-format' }])
})

it('a member who is too young by now for the competition can be saved, by the office and by the owner', async () => {
  const team = await register()
  await setLimits({ minAge: 14, maxAge: 19 })
  try {
    const [member, other] = team.members
    const saved = await savePerson(team.id, member, { phone: '+966501234567' })
    expect(saved.statusCode, saved.body).toBe(200)
    const younger = await savePerson(team.id, other, {
      birthDate: `${new Date().getUTCFullYear() - 11}-03-04`,
    })
    expect(younger.json().fields).toMatchObject([{ field: 'birthDate', code: 'below-age' }])
    const current = (await t.send('GET', `${getPath('GET /api/teams')}?id=${team.id}`, t.token)).json().team
    const form = {
      ...t.team({ name: 'Renamed', coaches: current.coaches.map(toSubmitted) }),
      members: current.members.map(toSubmitted),
      id: team.id,
      version: current.version,
    }
    const owned = await t.send('PUT', getPath('PUT /api/teams'), t.token, form)
    expect(owned.statusCode, owned.body).toBe(200)
  } finally {
    await setLimits({ minAge: t.robo.minAge, maxAge: t.robo.maxAge })
  }
})

it('a team that has more people than its competition allows by now can be saved, and gets no more', async () => {
  const team = await register({ members: [createMember(), createMember(), createMember()] })
  await setLimits({ minMembers: 1, maxMembers: 2 })
  try {
    const renamed = await t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, {
      id: team.id,
      name: 'Renamed',
    })
    expect(renamed.statusCode, renamed.body).toBe(200)
    expect(renamed.json().team.complete).toBe(false)
    const [member] = team.members
    expect((await savePerson(team.id, member, { email: 'mona@family.test' })).statusCode).toBe(200)
    const { nationalId, birthDate, gender, consent } = createMember()
    const added = await t.send('POST', `/api/admin/teams/${team.id}/members`, t.adminToken, {
      ...{ name: 'One more', nationalId, birthDate, gender, consent },
    })
    expect([added.statusCode, added.json().fields]).toMatchObject([
      400,
      [{ field: 'members', code: 'too-many' }],
    ])
  } finally {
    await setLimits({ minMembers: t.robo.minMembers, maxMembers: t.robo.maxMembers })
  }
})

it('a team whose competition allows fewer people by now is deleted and restored', async () => {
  const team = await register({ members: [createMember(), createMember(), createMember()] })
  await setLimits({ minMembers: 1, maxMembers: 2 })
  try {
    const path = `${getPath('GET /api/admin/teams')}?id=${team.id}`
    expect((await t.send('DELETE', path, t.adminToken)).statusCode).toBe(200)
    const restored = await t.json('POST', '/api/admin/teams/restore', t.adminToken, { id: team.id })
    expect(restored.statusCode, restored.body).toBe(200)
    const { team: owned } = (
      await t.send('GET', `${getPath('GET /api/teams')}?id=${team.id}`, t.token)
    ).json()
    expect(owned).toMatchObject({ complete: false, members: [{}, {}, {}] })
  } finally {
    await setLimits({ minMembers: t.robo.minMembers, maxMembers: t.robo.maxMembers })
  }
})

it('a team with members without a national ID, as an import makes it, can be changed by its owner', async () => {
  const team = await register()
  await t.database.pool.query(
    'update team_people set national_id = null, national_id_index = null where team_id = $1',
    [team.id],
  )
  const save = (members: unknown[], version: number) =>
    t.send('PUT', getPath('PUT /api/teams'), t.token, {
      ...t.team({ name: 'Renamed', coaches: team.coaches.map(toSubmitted), members }),
      ...{ id: team.id, version },
    })
  const members = team.members.map(toSubmitted)
  const renamed = await save(members, team.version)
  expect(renamed.statusCode, renamed.body).toBe(200)
  const { id: _, ...fresh } = members[0]
  const refused = await save([fresh, members[1]], renamed.json().team.version)
  expect(refused.json().fields).toContainEqual(
    expect.objectContaining({ field: 'members.0.nationalId', code: 'required' }),
  )
  const replaced = await save([createMember(), members[1]], renamed.json().team.version)
  expect(replaced.statusCode, replaced.body).toBe(200)
})

it('stored names with a link and phone numbers that are none stay in all four forms, and no new ones are entered', async () => {
  const team = await register()
  const linked = 'Ali.Hassan'
  await t.database.pool.query(
    `update team_people set name = $2, phone = '12345', consent = consent || jsonb_build_object('guardian', $2::text)
      where team_id = $1`,
    [team.id, linked],
  )
  const current = (await t.send('GET', `${getPath('GET /api/teams')}?id=${team.id}`, t.token)).json().team
  const form = (change: Record<string, unknown>) => {
    const [first, ...others] = current.members.map(toSubmitted)
    return t.send('PUT', getPath('PUT /api/teams'), t.token, {
      ...t.team({ name: 'Renamed', coaches: current.coaches.map(toSubmitted) }),
      ...{ members: [{ ...first, ...change }, ...others], id: team.id, version: current.version },
    })
  }
  const person = (change: Record<string, unknown>) => savePerson(team.id, current.members[0], change)
  const account = await t.person({ role: 'coach', firstName: linked, phone: '12345' })
  const token = await t.tokenOf(account.email)
  const user = (change: Record<string, unknown>) => {
    const names = { fname: linked, lname: 'Salem', phone: '12345' }
    return t.send('PUT', getPath('PUT /api/admin/users'), t.adminToken, {
      id: account.id,
      email: account.email,
      ...names,
      ...change,
    })
  }
  const own = (change: Record<string, unknown>) =>
    t.json('PUT', getPath('PUT /api/account'), token, {
      ...{ firstName: linked, lastName: 'Salem', email: account.email, phone: '12345', lang: 'en' },
      ...change,
    })
  const forms: [(change: Record<string, unknown>) => ReturnType<typeof t.send>, string][] = [
    [person, 'name'],
    [form, 'name'],
    [user, 'fname'],
    [own, 'firstName'],
  ]
  for (const [save, field] of forms) {
    const refused = await save({ [field]: 'Omar.Said' })
    expect([refused.statusCode, refused.json().fields?.[0]?.code], refused.body).toEqual([400, 'has-link'])
    expect((await save({ phone: '123456' })).json().fields).toMatchObject([{ code: 'bad-format' }])
    // the version of the team changes with each save
    const saved = await save({})
    expect(saved.statusCode, saved.body).toBe(200)
    if (save === person)
      current.version = (
        await t.send('GET', `${getPath('GET /api/teams')}?id=${team.id}`, t.token)
      ).json().team.version
  }
})

it('a stored user without a phone number can be saved', async () => {
  const user = await t.person({ role: 'student' })
  await t.database.pool.query('update users set phone = null where id = $1', [user.id])
  const edit = { id: user.id, fname: 'Sara', lname: 'Harbi', email: user.email }
  const saved = await t.send('PUT', getPath('PUT /api/admin/users'), t.adminToken, { ...edit, phone: '' })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(
    (
      await t.send('PUT', getPath('PUT /api/admin/users'), t.adminToken, { ...edit, fname: '', phone: '' })
    ).json(),
  ).toMatchObject({ code: 'form-incomplete', fields: [{ field: 'fname' }] })
})

it('a published event keeps a text that it lacks, and loses no other', async () => {
  const save = async (method: 'POST' | 'PUT', fields: Record<string, string>) => {
    const { payload, headers } = await createForm(fields)
    return t.app.inject({
      ...{ method, url: '/api/admin/events/', payload },
      headers: { ...headers, authorization: t.adminToken },
    })
  }
  const { event } = (await save('POST', { ...eventTexts, status: 'true' })).json()
  await t.database.pool.query(`update events set description_ar = '' where id = $1`, [event._id])
  const kept = { ...eventTexts, description_ar: '', id: event._id }
  const saved = await save('PUT', { ...kept, title_en: 'Another title' })
  expect(saved.statusCode, saved.body).toBe(200)
  expect((await save('PUT', { ...kept, description_en: '' })).json()).toMatchObject({
    code: 'form-incomplete',
    fields: [{ field: 'description_en' }],
  })
})
