import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxUnpaidTeams } from '#contract/people/teams/team-rules.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { hasTeamEventBegun } from '#server/people/teams/queries-competing.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { teamDrafts, teamPeople, teamScores, teams } from '#server/platform/db/schema/teams.ts'
import { createCoach, createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

let t: TeamsApp
let other: string
beforeAll(async () => {
  t = await startTeamsApp()
  other = await t.tokenOf((await t.person()).email)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db
    .update(competitions)
    .set({ maxTeams: null, closesAt: null, opensAt: null, active: true })
    .where(eq(competitions.id, t.robo.id))
})

const register = async (more: Record<string, unknown> = {}, token = t.token) =>
  t.send('POST', '/api/teams/', token, t.team(more))
const photoOf = async (format: 'jpeg' | 'png') =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .toFormat(format)
      .toBuffer(),
  )
const fieldsOf = (reply: { json: () => { fields?: { field: string; code: string }[] } }) =>
  Object.fromEntries((reply.json().fields ?? []).map(({ field, code }) => [field, code]))

it('a team is registered with its people and images, and read by its owner only', async () => {
  const photo = await photoOf('jpeg')
  const stranger = await t.tokenOf((await t.person()).email)
  const [competition] = await t.db.select().from(competitions).where(eq(competitions.id, t.robo.id))
  const teamNo = Number(competition?.lastTeamNo) + 1
  const reply = await register({ image: new Blob([photo]), photo1: new Blob([photo]) })
  expect(reply.statusCode, reply.body).toBe(200)
  const { team } = reply.json()
  expect(team).toMatchObject({
    teamNo,
    ageLevel: 'junior',
    paid: false,
    complete: true,
    editable: true,
    fee: 15_000,
  })
  expect(team.image).toMatch(/^\/public\/uploads\/teams\//)
  expect(team.members[0].nationalId).toMatch(/^•+\d{3}$/)
  expect(team.members[0].picture).toBeNull()
  expect((await t.app.inject(team.members[1].picture)).headers['content-type']).toBe('image/webp')
  // the link works for this picture only, and expires
  expect((await t.app.inject(team.members[1].picture.replace(/signature=./, 'signature=_'))).statusCode).toBe(
    404,
  )
  expect((await t.app.inject(team.members[1].picture.split('?')[0])).statusCode).toBe(404)
  const name = team.members[1].picture.split('/').at(-1).split('?')[0]
  expect((await t.app.inject(`/public/uploads/private/${name}`)).statusCode).toBe(404)

  const mine = await t.send('GET', '/api/teams', t.token)
  expect(mine.json().teams.map(({ id }: { id: string }) => id)).toContain(team.id)
  expect((await t.send('GET', `/api/teams?id=${team.id}`, t.token)).json().team.name).toBe(team.name)
  for (const call of [
    () => t.send('GET', `/api/teams?id=${team.id}`, stranger),
    () => t.send('PUT', '/api/teams', stranger, t.team({ id: team.id })),
    () => t.send('DELETE', `/api/teams?id=${team.id}`, stranger),
  ])
    expect((await call()).statusCode).toBe(404)
  expect((await t.send('GET', '/api/teams', stranger)).json().teams).toEqual([])

  const [stored] = await t.db.select().from(teamPeople).where(eq(teamPeople.id, team.members[0].id))
  expect(stored?.nationalId).toMatch(/^v2\./)
  expect(stored?.consent).toMatchObject({ guardian: 'Huda', publish: false })
})

it('the teams of an account are listed in pages and found by name, school and number', async () => {
  const { id: userId, email } = await t.person({ emailConfirmedAt: new Date() })
  const token = await t.tokenOf(email)
  const mark = randomUUIDv7().slice(-8)
  const rows = Array.from({ length: 30 }, (_, at) => ({
    competitionId: t.robo.id,
    teamNo: 7000 + at,
    name: `أبطال ${mark} ${at}`,
    schoolName: at === 4 ? `Oryx ${mark}` : 'Najd',
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)),
    userId,
  }))
  await t.db.insert(teams).values(rows)
  // a team that only names the confirmed address as a coach's, and one of others
  const [coached] = await t.db
    .insert(teams)
    .values({
      competitionId: t.robo.id,
      teamNo: 7100,
      name: `Coached ${mark}`,
      createdAt: new Date(0),
    })
    .returning()
  await t.db.insert(teamPeople).values({
    teamId: String(coached?.id),
    competitionId: t.robo.id,
    kind: 'coach',
    name: 'Huda',
    email,
  })
  await register({ name: `Others ${mark}` })
  const read = async (query: string) =>
    (await t.send('GET', `${getPath('GET /api/account/teams')}?${query}`, token)).json()
  const listNos = ({ teams: list }: { teams: { teamNo: number }[] }) => list.map(({ teamNo }) => teamNo)

  const first = await read('per_page=25')
  expect(first).toMatchObject({ currentPage: 1, per_page: 25, totalItems: 31 })
  expect(listNos(first)).toEqual(Array.from({ length: 25 }, (_, at) => 7029 - at))
  expect(listNos(await read('per_page=25&page=2'))).toEqual([7004, 7003, 7002, 7001, 7000, 7100])
  expect((await read('page=9')).teams).toEqual([])
  expect(listNos(await read(`s=${encodeURIComponent(`ابطال ${mark} 17`)}`))).toEqual([7017])
  expect(listNos(await read(`s=oryx`))).toEqual([7004])
  expect(listNos(await read('s=7009'))).toEqual([7009])
  expect(await read(`s=Others ${mark}`)).toMatchObject({ teams: [], totalItems: 0 })
  // the rows are those of the list of all teams
  const all = (await t.send('GET', '/api/teams', token)).json().teams
  expect(first.teams).toEqual(all.slice(0, 25))
  const summaries = (await t.send('GET', getPath('GET /api/account/teams/summaries'), token)).json().teams
  expect(summaries).toEqual(
    all.map(({ coaches: _c, members: _m, user: _u, image: _i, ...team }: Record<string, unknown>) => team),
  )
})

it('team numbers count within a competition, without gaps', async () => {
  const first = (await register()).json().team.teamNo
  const all = await Promise.all(Array.from({ length: 8 }, () => register()))
  expect(all.map((reply) => reply.json().team.teamNo).toSorted((a, b) => a - b)).toEqual(
    all.map((_, at) => first + 1 + at),
  )
})

it('all invalid fields are reported together', async () => {
  const year = new Date().getUTCFullYear()
  const reply = await register({
    name: '',
    coaches: [createCoach({ email: '', phone: '12' })],
    members: [
      createMember({ birthDate: `${year - 30}-01-01` }),
      createMember({ birthDate: `${year - 3}-01-01`, nationalId: '1000000009' }),
      createMember({ consent: undefined }),
      createMember({ nationalId: '30101010112345', birthDate: '2001-01-02', gender: 0 }),
    ],
  })
  expect(reply.statusCode).toBe(400)
  expect(fieldsOf(reply)).toEqual({
    name: 'required',
    'coaches.0.email': 'required',
    'coaches.0.phone': 'bad-format',
    members: 'too-many',
    'members.0.birthDate': 'above-age',
    'members.1.birthDate': 'below-age',
    'members.1.nationalId': 'bad-national-id',
    'members.2.consent.guardian': 'required',
    'members.2.consent.contact': 'required',
    'members.2.consent.agreed': 'consent',
    'members.3.birthDate': 'above-age',
    'members.3.nationalId': 'other-birth-date',
  })
  expect(fieldsOf(await register({ members: [createMember()] }))).toEqual({ members: 'too-few' })
  expect(fieldsOf(await register({ competitionId: randomUUIDv7() }))).toEqual({ competitionId: 'not-found' })
  expect(fieldsOf(await register({ regionId: randomUUIDv7() }))).toEqual({ regionId: 'not-found' })
  const twin = createMember()
  expect(fieldsOf(await register({ members: [twin, { ...twin, name: 'Twin' }] }))).toEqual({
    'members.1.nationalId': 'twice',
  })
})

it('a person is in one team of a competition, also when two teams are sent simultaneously', async () => {
  const nationalId = createSaudiId(70_000_001)
  const both = await Promise.all([
    register({ members: [createMember(), createMember({ nationalId })] }),
    register({ members: [createMember({ nationalId }), createMember()] }, other),
  ])
  expect(both.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409])
  const refused = both.find((reply) => reply.statusCode === 409)
  expect(fieldsOf(refused as never)).toEqual({ members: 'not-accepted' })
  const stored = await t.db
    .select()
    .from(teamPeople)
    .where(eq(teamPeople.nationalIdIndex, t.encryption.keyedHash(nationalId)))
  expect(stored).toHaveLength(1)
})

it('one of many simultaneous registrations gets the last place', async () => {
  const [now] = await t.db.select().from(competitions).where(eq(competitions.id, t.robo.id))
  const maxTeams = (now?.teamCount ?? 0) + 1
  await t.db.update(competitions).set({ maxTeams }).where(eq(competitions.id, t.robo.id))
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => register({}, at % 2 ? other : t.token)))
  expect(all.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
  expect(new Set(all.filter((reply) => reply.statusCode !== 200).map((reply) => reply.json().code))).toEqual(
    new Set(['no-places']),
  )
})

it('a team is updated until the registration closes, and a conflicting change is reported', async () => {
  const { team } = (await register()).json()
  const people = {
    coaches: [{ ...createCoach(), id: team.coaches[0].id }],
    members: [
      { ...createMember({ name: 'New name', nationalId: undefined }), id: team.members[0].id },
      createMember({ name: 'Replaced' }),
    ],
  }
  const edit = { ...t.team(people), id: team.id, version: team.version }
  const reply = await t.send('PUT', '/api/teams', t.token, edit)
  expect(reply.statusCode, reply.body).toBe(200)
  const after = reply.json().team
  expect(after.members.map(({ name }: { name: string }) => name)).toEqual(['New name', 'Replaced'])
  expect(after.members[0]).toMatchObject({ id: team.members[0].id, nationalId: team.members[0].nationalId })
  expect(after.teamNo).toBe(team.teamNo)

  const stale = await t.send('PUT', '/api/teams', t.token, edit)
  expect(stale.json()).toMatchObject({
    code: 'stale-version',
    details: { current: { version: after.version } },
  })

  await t.db
    .update(competitions)
    .set({ closesAt: new Date(Date.now() - 1000) })
    .where(eq(competitions.id, t.robo.id))
  expect((await t.send('PUT', '/api/teams', t.token, { ...edit, version: after.version })).json().code).toBe(
    'not-open',
  )
  expect((await register()).json().code).toBe('not-open')
  expect((await t.send('GET', `/api/teams?id=${team.id}`, t.token)).json().team).toMatchObject({
    editable: false,
    canWithdraw: true,
  })
  expect((await t.send('DELETE', `/api/teams?id=${team.id}`, t.token)).statusCode).toBe(200)
})

describe('an unpaid team can be withdrawn after the registration has closed', () => {
  const readCanWithdraw = async (id: string) =>
    (await t.send('GET', `/api/teams?id=${id}`, t.token)).json().team.canWithdraw
  const withdraw = (id: string) => t.send('DELETE', `/api/teams?id=${id}`, t.token)
  const close = () =>
    t.db
      .update(competitions)
      .set({ closesAt: new Date(Date.now() - 1000) })
      .where(eq(competitions.id, t.robo.id))

  it('until an event with teams of its competition begins', async () => {
    const own = (await register()).json().team
    const other = (await register()).json().team
    await close()
    const eventId = randomUUIDv7()
    await t.database.pool.query(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar, start_date) values ($1::uuid, $1::text, 'Final', 'النهائي', '', '', current_date + 3)`,
      [eventId],
    )
    await t.database.pool.query(
      `insert into event_teams (event_id, team_id, badge_code) values ($1, $2, 'BADGE1')`,
      [eventId, other.id],
    )
    expect(await readCanWithdraw(own.id)).toBe(true)
    await t.database.pool.query(`update events set start_date = current_date - 1 where id = $1`, [eventId])
    expect(await readCanWithdraw(own.id)).toBe(false)
    expect((await withdraw(own.id)).json().code).toBe('team-competes')
    // an event that was not published, and one of another competition's teams, do not count
    await t.database.pool.query(`update events set active = false where id = $1`, [eventId])
    expect(await readCanWithdraw(own.id)).toBe(true)
    await t.database.pool.query(`update events set active = true where id = $1`, [eventId])
    await t.database.pool.query(
      `update teams set competition_id = (select id from competitions where slug = 'future_engineers') where id = $1`,
      [other.id],
    )
    expect([await readCanWithdraw(own.id), (await withdraw(own.id)).statusCode]).toEqual([true, 200])
  })

  it('until an event begins in which a team of its competition has a result, and no draft or deleted one', async () => {
    const own = (await register()).json().team
    const rival = (await register()).json().team
    await close()
    const eventId = randomUUIDv7()
    const { pool } = t.database
    await pool.query(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar, start_date) values ($1::uuid, $1::text, 'Regional', 'الإقليمية', '', '', current_date - 1)`,
      [eventId],
    )
    await pool.query(
      `insert into score_entries (id, event_id, participant_key, team_id) values (gen_random_uuid(), $1, 'team:' || $2::text, $2::uuid)`,
      [eventId, rival.id],
    )
    const today = new Date().toISOString().slice(0, 10)
    const hasBegun = () =>
      Promise.all([own.id, rival.id].map((id: string) => hasTeamEventBegun(t.db, id, today)))
    const readBoth = () => Promise.all([own.id, rival.id].map(readCanWithdraw))
    expect([await readBoth(), await hasBegun()]).toEqual([
      [false, false],
      [false, true],
    ])
    for (const change of ['active = false', 'active = true, deleted_at = now()']) {
      await pool.query(`update events set ${change} where id = $1`, [eventId])
      expect([await readBoth(), await hasBegun()]).toEqual([
        [true, true],
        [false, false],
      ])
    }
    for (const { id } of [own, rival]) expect((await withdraw(id)).statusCode).toBe(200)
  })

  it('which tells the organizers when it is in an event', async () => {
    const { pool } = t.database
    const listNotices = async () =>
      (await pool.query(`select body from messages where kind = 'issue' and body like '%withdrew%'`)).rows
    const free = (await register()).json().team
    expect((await withdraw(free.id)).statusCode).toBe(200)
    expect(await listNotices()).toEqual([])
    const drawn = (await register({ name: 'Drawn Owls' })).json().team
    const eventId = randomUUIDv7()
    await pool.query(
      `insert into events (id, slug, title_en, title_ar, description_en, description_ar, start_date) values ($1::uuid, $1::text, 'Final of the West', 'نهائي الغرب', '', '', current_date + 3)`,
      [eventId],
    )
    await pool.query(`insert into event_teams (event_id, team_id, badge_code) values ($1, $2, 'BADGE2')`, [
      eventId,
      drawn.id,
    ])
    expect((await withdraw(drawn.id)).statusCode).toBe(200)
    expect(await listNotices()).toEqual([
      { body: expect.stringMatching(/Drawn Owls.* withdrew it\. .*Final of the West/) },
    ])
  })

  it('until it has a result', async () => {
    const { team } = (await register()).json()
    await close()
    const [score] = await t.db
      .insert(teamScores)
      .values({ teamId: team.id, key: 'robot', score: 10, timeMs: 0, position: 0 })
      .returning({ id: teamScores.id })
    expect(await readCanWithdraw(team.id)).toBe(false)
    expect((await withdraw(team.id)).json().code).toBe('team-competes')
    await t.db.delete(teamScores).where(eq(teamScores.id, score?.id ?? ''))
    expect((await withdraw(team.id)).statusCode).toBe(200)
  })
})

it('a change that gives a person the national ID of another one in the team names the changed person', async () => {
  const [coach, first, second] = [
    createCoach({ nationalId: createSaudiId(70_000_002) }),
    createMember(),
    createMember(),
  ]
  const { team } = (await register({ coaches: [coach], members: [first, second] })).json()
  const keptCoach = { ...coach, nationalId: undefined, id: team.coaches[0].id }
  const [keptFirst, keptSecond] = [first, second].map((member, at) => ({
    ...member,
    nationalId: undefined,
    id: team.members[at].id,
  }))
  const update = (people: object) =>
    t.send('PUT', '/api/teams', t.token, { ...t.team({ ...people, id: team.id }), version: team.version })
  const copiedCoach = {
    coaches: [keptCoach],
    members: [keptFirst, createMember({ nationalId: coach.nationalId })],
  }
  expect(fieldsOf(await update(copiedCoach))).toEqual({ 'members.1.nationalId': 'twice' })
  const copiedMember = {
    coaches: [{ ...keptCoach, nationalId: first.nationalId }],
    members: [keptFirst, keptSecond],
  }
  expect(fieldsOf(await update(copiedMember))).toEqual({ 'coaches.0.nationalId': 'twice' })
})

it('a change that has the same member twice is refused', async () => {
  const { team } = (await register()).json()
  const [{ id }] = team.members
  const members = [createMember({ id, nationalId: undefined }), createMember({ id, nationalId: undefined })]
  const coaches = [{ ...createCoach(), id: team.coaches[0].id }]
  const reply = await t.send('PUT', '/api/teams', t.token, {
    ...t.team({ coaches, members }),
    id: team.id,
    version: team.version,
  })
  expect(fieldsOf(reply)).toEqual({ 'members.1.id': 'twice' })
})

it('an unpaid team is withdrawn, and its place and people are free again', async () => {
  const people = [createMember(), createMember()]
  const { team } = (await register({ members: people })).json()
  await t.db.update(teams).set({ paid: true }).where(eq(teams.id, team.id))
  expect((await t.send('DELETE', `/api/teams?id=${team.id}`, t.token)).json().code).toBe('team-paid')
  await t.db.update(teams).set({ paid: false }).where(eq(teams.id, team.id))
  const reply = await t.send('DELETE', `/api/teams?id=${team.id}`, t.token)
  expect(reply.json().msg).toBe('Team Delete Successfully!')
  expect((await register({ members: people })).statusCode).toBe(200)
})

it('a rejected registration stores no image and no row', async () => {
  const before = await t.db.select({ id: teams.id }).from(teams)
  const photo = new Blob([await photoOf('png')])
  const taken = (await register({ photo0: photo }, other)).json().team
  const [person] = await t.db.select().from(teamPeople).where(eq(teamPeople.id, taken.members[0].id))
  const id = t.encryption.decrypt(String(person?.nationalId), 'team_people.national_id', String(person?.id))
  const files = () => readdirSync(`${t.folder}/files/private`).length
  const there = files()
  expect(
    (await register({ members: [createMember(), createMember({ nationalId: id })], photo0: photo }))
      .statusCode,
  ).toBe(409)
  expect((await register({ photo0: new Blob(['no picture']) })).json().code).toBe('bad-picture')
  expect(fieldsOf(await register({ photo9: photo }))).toEqual({ photo9: 'unexpected-field' })
  expect(files()).toBe(there)
  expect(await t.db.select({ id: teams.id }).from(teams)).toHaveLength(before.length + 1)
})

it('drafts are encrypted and read by their author only', async () => {
  const id = randomUUIDv7()
  const data = JSON.stringify({ members: [{ nationalId: createSaudiId(5) }] })
  const keep = (token: string, text = data) => t.json('PUT', `/api/teams/drafts/${id}`, token, { data: text })
  expect((await keep(t.token)).statusCode).toBe(200)
  expect((await keep(t.token, '{"name":"again"}')).statusCode).toBe(200)
  expect((await keep(other)).statusCode).toBe(404)
  expect((await t.send('GET', '/api/teams/drafts', t.token)).json().drafts).toMatchObject([
    { id, data: '{"name":"again"}' },
  ])
  expect((await t.send('GET', '/api/teams/drafts', other)).json().drafts).toEqual([])
  const [row] = await t.db.select().from(teamDrafts).where(eq(teamDrafts.id, id))
  expect(row?.data).toMatch(/^v2\./)
  await t.send('DELETE', `/api/teams/drafts/${id}`, other)
  expect((await t.send('GET', '/api/teams/drafts', t.token)).json().drafts).toHaveLength(1)
  await t.send('DELETE', `/api/teams/drafts/${id}`, t.token)
  expect((await t.send('GET', '/api/teams/drafts', t.token)).json().drafts).toEqual([])
  const many = await Promise.all(
    Array.from({ length: 25 }, () =>
      t.json('PUT', `/api/teams/drafts/${randomUUIDv7()}`, other, { data: '{}' }),
    ),
  )
  expect(many.filter((reply) => reply.statusCode === 200)).toHaveLength(20)
})

it('a member of another team is refused without naming the member, at most ten times a day, and the organizers get a message', async () => {
  const taken = createMember()
  expect((await register({ members: [taken, createMember()] }, other)).statusCode).toBe(200)
  const person = await t.person({ role: 'coach' })
  const stranger = await t.tokenOf(person.email)
  const guess = (name: string) =>
    register({ name, members: [createMember(), { ...taken, name: 'Somebody' }] }, stranger)
  const first = await guess('Guessers')
  expect(first.statusCode).toBe(409)
  expect(first.json().fields).toEqual([
    { field: 'members', code: 'not-accepted', msg: expect.stringContaining('organizers') },
  ])
  expect(first.body).not.toMatch(/members\.1|another team/)
  const read = async () =>
    (await t.database.pool.query('select body, state from messages where email = $1', [person.email])).rows
  expect(await read()).toEqual([{ body: expect.stringMatching(/“Guessers”/), state: 'new' }])
  expect(JSON.stringify(await read())).not.toContain(String(taken.nationalId))
  for (let tried = 1; tried < 10; tried++) expect((await guess(`Guessers ${tried}`)).statusCode).toBe(409)
  expect((await guess('Guessers 11')).statusCode).toBe(429)
})

it('a member of another own team is named with that team, and the organizers get no message', async () => {
  const coach = await t.person({ role: 'coach', emailConfirmedAt: new Date() })
  const person = await t.person({ role: 'coach' })
  const owner = await t.tokenOf(person.email)
  const [mine, coached, foreign] = [createMember(), createMember(), createMember()]
  const registered = await register({ name: 'Riyadh Falcons', members: [mine, createMember()] }, owner)
  expect(registered.statusCode).toBe(200)
  expect(
    (
      await register(
        {
          name: 'Coached',
          coaches: [createCoach({ email: coach.email })],
          members: [coached, createMember()],
        },
        other,
      )
    ).statusCode,
  ).toBe(200)
  expect((await register({ members: [foreign, createMember()] }, other)).statusCode).toBe(200)
  const read = (email: string) =>
    t.database.pool.query('select id from messages where email = $1', [email]).then(({ rows }) => rows)
  const repeat = (members: object[], token: string, more = {}) => register({ members, ...more }, token)

  for (let tried = 0; tried < 11; tried++) {
    const refused = await repeat([createMember(), { ...mine, name: 'Somebody' }], owner)
    expect(refused.json().fields).toEqual([
      {
        field: 'members.1.nationalId',
        code: 'in-own-team',
        msg: expect.stringContaining('Riyadh Falcons'),
      },
    ])
  }
  expect(await read(person.email)).toEqual([])
  // a coach sees the members of the team, and nothing of others
  const coachToken = await t.tokenOf(coach.email)
  expect(fieldsOf(await repeat([coached, createMember()], coachToken))).toEqual({
    'members.0.nationalId': 'in-own-team',
  })
  expect(fieldsOf(await repeat([coached, foreign], coachToken))).toEqual({
    'members.0.nationalId': 'in-own-team',
  })
  expect(fieldsOf(await repeat([foreign, createMember()], owner))).toEqual({ members: 'not-accepted' })
  expect(await read(person.email)).toHaveLength(1)
  // the team itself is no other team, and a deleted one no longer has members
  const { team } = registered.json()
  const same = { id: team.id, version: team.version, name: 'Renamed' }
  const kept = team.members.map(({ id }: { id: string }, at: number) => ({
    ...(at === 0 ? mine : createMember()),
    id,
  }))
  expect((await t.send('PUT', '/api/teams/', owner, t.team({ ...same, members: kept }))).statusCode).toBe(200)
  expect((await t.send('DELETE', `/api/teams?id=${team.id}`, owner)).statusCode).toBe(200)
  expect((await repeat([mine, createMember()], owner)).statusCode).toBe(200)
})

it('an account may have 20 unpaid teams in a competition with a fee', async () => {
  const person = await t.person({ role: 'coach' })
  const token = await t.tokenOf(person.email)
  const rows = Array.from({ length: maxUnpaidTeams }, (_, at) => ({
    ...{
      competitionId: t.robo.id,
      teamNo: 900_000 + at,
      name: `Unpaid ${at}`,
      schoolName: 'One',
      userId: person.id,
    },
  }))
  await t.db.insert(teams).values(rows)
  const refused = await register({}, token)
  expect([refused.statusCode, fieldsOf(refused)]).toEqual([409, { competitionId: 'unpaid-teams' }])
  await t.database.pool.query('update teams set paid = true where user_id = $1 and team_no = 900000', [
    person.id,
  ])
  expect((await register({}, token)).statusCode).toBe(200)
  expect((await register({}, token)).statusCode).toBe(409)
})
