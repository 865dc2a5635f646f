import { asc, eq, like } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createTeamsCsvLabels } from '#server/people/teams/http.import.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { createMember } from '../../support/api/teams.ts'
import {
  adminTeamsPath,
  getFieldCodes,
  startTeamsAdminApp,
  type TeamsAdminApp,
} from '../../support/api/teams-admin.ts'

let t: TeamsAdminApp
let admin: string
beforeAll(async () => {
  t = await startTeamsAdminApp()
  admin = t.adminToken
})
afterAll(() => t.close())

it('results are replaced as a whole with their matches, and links must be valid', async () => {
  const team = await t.createTeam()
  const scores = [
    {
      key: 'r1',
      score: '٨٥.٥',
      timeMs: 61_250,
      youtubeLink: 'https://www.youtube.com/watch?v=1',
      matches: [{ fbs: -1, obs: 3 }],
    },
    { key: 'r2', score: 90, timeMs: 59_000, github: 'https://github.com/oasis/robot' },
  ]
  const put = (version: number, sent: object[] = scores) =>
    t.json('PUT', `${adminTeamsPath}${team._id}/scores`, admin, { version, scores: sent })
  const saved = (await put(team.version)).json().team
  expect(saved.scores).toMatchObject([
    { key: 'r1', score: 85.5, timeMs: 61_250, matches: [{ fbs: -1, obs: 3, youtubeLink: '' }] },
    { key: 'r2', score: 90 },
  ])
  expect((await put(team.version)).json().code).toBe('stale-version')
  expect(
    getFieldCodes(
      await put(saved.version, [
        { key: 'r1', score: 1 },
        { key: 'r1', score: 2, file: 'javascript:alert(1)' },
      ]),
    ),
  ).toEqual({
    'scores.1.file': 'bad-format',
    'scores.1.key': 'twice',
  })
  expect((await put(saved.version, [])).json().team.scores).toEqual([])
})

it('teams are listed in pages, searched, filtered and counted', async () => {
  const mark = randomUUIDv7().slice(-8)
  const all = []
  for (let at = 0; at < 12; at++)
    all.push(await t.createTeam({ name: `أبطال ${mark} ${at}`, stage: at < 3 ? mark : 'local' }))
  await t.addPerson(all[11]._id, 'members')
  const list = async (query: string) => (await t.send('GET', `${adminTeamsPath}?${query}`, admin)).json()
  const first = await list(`s=${encodeURIComponent(`ابطال ${mark}`)}`)
  expect(first).toMatchObject({ currentPage: 1, per_page: 10, totalItems: 12 })
  expect(first.teams[0]).toMatchObject({ name: `أبطال ${mark} 11`, member_count: 1 })
  expect((await list(`s=${mark}&page=2`)).teams).toHaveLength(2)
  expect(await list(`stage=${mark}`)).toMatchObject({ totalItems: 3 })
  const { stages } = (await t.send('GET', getPath('GET /api/admin/teams/stages'), admin)).json()
  expect(stages.filter((stage: string) => [mark, 'local'].includes(stage))).toEqual(['local', mark])
  expect(stages).not.toContain('')
  expect(await list(`stage=${mark}&payment_status=true`)).toMatchObject({ totalItems: 0 })
  const setFee = (fee: number) => t.db.update(competitions).set({ fee }).where(eq(competitions.id, t.robo.id))
  await setFee(100)
  expect(await list(`s=${mark}&payment_status=false&has_fee=true`)).toMatchObject({ totalItems: 12 })
  expect(await list(`s=${mark}&has_fee=false`)).toMatchObject({ totalItems: 0 })
  await setFee(0)
  expect(await list(`s=${mark}&payment_status=false`)).toMatchObject({ totalItems: 12 })
  expect(await list(`s=${mark}&payment_status=false&has_fee=true`)).toMatchObject({ totalItems: 0 })
  await setFee(t.robo.fee)
  expect(await list(`s=${mark}&competion_id=${t.robo.id}`)).toMatchObject({ totalItems: 12 })
  expect((await t.send('GET', `${adminTeamsPath}?per_page=50`, admin)).statusCode).toBe(400)
  const everything = await list('per_page=500')
  expect(everything.totalItems).toBe(everything.teams.length)
})

it('teams are exported with the columns of their competition, at most two members and the first coach', async () => {
  const mark = randomUUIDv7().slice(-8)
  const team = await t.createTeam({ name: `=${mark}`, schoolName: 'مدرسة "الواحة", الرياض' })
  await t.addPerson(team._id, 'coaches')
  const people = [createMember(), createMember(), createMember()]
  for (const person of people) await t.addPerson(team._id, 'members', person)
  await t.json('PUT', `${adminTeamsPath}${team._id}/scores`, admin, {
    version: team.version + 4,
    scores: [
      { key: 'r1', score: 70, timeMs: 61_250 },
      { key: 'r2', score: 90, timeMs: 59_000 },
    ],
  })
  const json = (
    await t.send('GET', `${adminTeamsPath}?download=true&competion_id=${t.robo.id}&s=${mark}`, admin)
  ).json()
  expect(json).toMatchObject({ comp_slug: 'robo_mission', teams: [{ _id: team._id }] })
  expect(
    (await t.send('GET', `${adminTeamsPath}?download=true&competion_id=all&s=${mark}`, admin)).json()
      .comp_slug,
  ).toBe('all')

  const csv = await t.send(
    'GET',
    `${adminTeamsPath}?download=true&competion_id=${t.robo.id}&format=csv&s=${mark}`,
    admin,
  )
  expect(csv.headers['content-disposition']).toBe('attachment; filename="teams-robo_mission.csv"')
  const [header = '', line = '', end] = csv.body.split('\r\n')
  expect(header).toBe(
    '\uFEFFteam_no,team_name,school,school_type,region,competition,age_level,stage,payment_status,place_status,created_at,coach_name,coach_email,coach_phone,' +
      'member1_name,member1_dob,member1_gender,member2_name,member2_dob,member2_gender,' +
      'r1_score,r1_time,r2_score,r2_time,best_score,best_time,total_score,total_time',
  )
  expect(line).toContain(`,'=${mark},"مدرسة ""الواحة"", الرياض",`)
  expect(line.endsWith(',70,61.25,90,59,90,59,160,120.25')).toBe(true)
  expect(line).toContain(',966501234567,')
  expect(end).toBe('')

  const full = await t.json(
    'POST',
    `${getPath('POST /api/admin/teams/full-export')}?competion_id=all&s=${mark}`,
    admin,
    {
      reason: 'Lists for the hotel',
    },
  )
  for (const { nationalId } of people) {
    expect(csv.body).not.toContain(String(nationalId))
    expect(full.body).toContain(String(nationalId))
  }
  const exports = await t.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'export'))
    .orderBy(asc(auditLog.at))
  // as JSON twice, as CSV, and with all people
  expect(exports.map(({ after }) => (after as { full: boolean }).full)).toEqual([false, false, false, true])
})

it.each(['published', 'page', 'full'] as const)(
  'the CSV file (%s) says whether each team has a place',
  async (kind) => {
    const mark = `Places${kind}`
    const [full, isOfPage] = [kind === 'full', kind !== 'published']
    for (const status of ['registered', 'waiting', 'lapsed'] as const) {
      const { id } = (
        await t.send('POST', '/api/teams', t.token, t.team({ name: `${mark} ${status}` }))
      ).json().team
      await t.db.update(teams).set({ status }).where(eq(teams.id, id))
    }
    const csv = full
      ? await t.json('POST', `${getPath('POST /api/admin/teams/full-export')}?s=${mark}&lang=ar`, admin, {
          reason: 'Lists for the hotel',
        })
      : isOfPage
        ? await t.send('GET', `${getPath('GET /api/admin/teams/export')}?s=${mark}&lang=ar`, admin)
        : await t.send('GET', `${adminTeamsPath}?download=true&competion_id=all&format=csv&s=${mark}`, admin)
    const [header = '', ...rows] = csv.body.trim().split('\r\n')
    const columns = header.split(',')
    const read = (row: string, column: string) => row.split(',')[columns.indexOf(column)]
    const { getTitle, formatValue } = createTeamsCsvLabels('ar')
    const [name, place] = ['team_name', 'place_status'].map((column) =>
      isOfPage ? getTitle(column) : column,
    )
    const states = rows.map((row) => [read(row, name ?? ''), read(row, place ?? '')])
    expect(Object.fromEntries(states)).toEqual(
      Object.fromEntries(
        ['registered', 'waiting', 'lapsed'].map((status) => [
          `${mark} ${status}`,
          isOfPage ? formatValue('place_status', status) : status,
        ]),
      ),
    )
    // the pages have words of the language, and phone numbers as a template has them
    const phones = rows.map((row) =>
      read(row, full ? getTitle('coach1_phone') : isOfPage ? getTitle('coach_phone') : 'coach_phone'),
    )
    for (const phone of phones) expect(phone).toMatch(isOfPage ? /^'\+966\d{9}$/ : /^966\d{9}$/)
    if (isOfPage) {
      expect(columns.slice(0, 3)).toEqual(['رقم الفريق', 'اسم الفريق', 'المدرسة أو النادي'])
      expect(rows.map((row) => read(row, 'الفئة'))).toEqual(['المتوسط', 'المتوسط', 'المتوسط'])
      expect(rows.map((row) => read(row, 'العضو 1: الجنس'))).not.toContain('female')
    }
  },
)

it('a new installation has five competitions, and administrators set their limits', async () => {
  const base = '/api/admin/competitions/'
  const all = (await t.send('GET', `${base}?all_active=true`, admin)).json().competions
  expect(all.map(({ slug }: { slug: string }) => slug)).toEqual(
    expect.arrayContaining([
      'future_engineers',
      'virtual_robot_challenges',
      'robo_mission',
      'future_innovators',
      'robosports',
    ]),
  )
  // the specification spells the path of this one call with a mistake
  expect((await t.send('GET', '/api/admin/competions/?all_active=true', admin)).json().competions).toEqual(
    all,
  )
  const sports = all.find(({ slug }: { slug: string }) => slug === 'robosports')
  const set = (fields: Record<string, unknown>) => t.send('PUT', base, admin, { id: sports._id, ...fields })
  const saved = await set({
    maxMembers: '٤',
    fee: 25_000,
    currency: 'EGP',
    closesAt: '2030-01-01T00:00:00.000Z',
  })
  expect(saved.json().competition).toMatchObject({
    id: sports._id,
    maxMembers: 4,
    fee: 25_000,
    currency: 'EGP',
    name: { en: 'RoboSports' },
  })
  expect(
    getFieldCodes(await set({ maxMembers: 1, minAge: 20, opensAt: '2031-01-01T00:00:00.000Z', fee: 1 })),
  ).toEqual({
    maxMembers: 'below-others',
    maxAge: 'below-others',
    closesAt: 'below-others',
  })
  expect(getFieldCodes(await set({ currency: 'XXX' }))).toEqual({ currency: 'unknown-value' })
  const visitor = (await t.app.inject('/api/competitions')).json().competitions
  expect(visitor.find(({ slug }: { slug: string }) => slug === 'robosports')).toMatchObject({
    open: true,
    placesLeft: null,
    fee: 25_000,
  })

  const fresh = await t.send('POST', base, admin, {
    'name.en': 'Drone Race',
    'name.ar': 'سباق الدرون',
    maxTeams: 1,
  })
  expect(fresh.json().competition).toMatchObject({ slug: 'drone-race', teamCount: 0 })
  const { id } = fresh.json().competition
  expect(getFieldCodes(await t.send('POST', base, admin, { 'name.en': ' ' }))).toEqual({
    'name.en': 'required',
    'name.ar': 'required',
  })
  await t.createTeam({ competion: id })
  // an administrator may add and move teams to a full competition, which still opens for nobody else
  const late = await t.send('POST', adminTeamsPath, admin, { name: 'Late', competion: id })
  expect(late.statusCode, late.body).toBe(200)
  const moved = await t.createTeam()
  const move = { id: moved._id, name: moved.name, competion: id }
  // with one connection, because writers that wait for the lock can have all others
  const { pool } = t.database
  const held = await Promise.all(Array.from({ length: (pool.options.max ?? 10) - 1 }, () => pool.connect()))
  const movedTeam = await t.send('PUT', adminTeamsPath, admin, move)
  for (const client of held) client.release()
  expect(movedTeam.json().team, movedTeam.body).toMatchObject({ competion: { _id: id } })
  const readCompetition = async () => (await t.send('GET', `${base}?id=${id}`, admin)).json().competition
  expect(await readCompetition()).toMatchObject({ teamCount: 3, maxTeams: 1 })
  expect(
    (await t.app.inject('/api/competitions'))
      .json()
      .competitions.find((each: { id: string }) => each.id === id),
  ).toMatchObject({ open: false, placesLeft: 0 })
  const account = await t.send('POST', '/api/teams', t.token, t.team({ competitionId: id }))
  expect(account.json().code).toBe('no-places')
  expect((await t.send('PUT', base, admin, { id, maxTeams: 1, fee: 100 })).statusCode).toBe(200)
  const setMaxTeams = (maxTeams: number) => t.send('PUT', base, admin, { id, maxTeams })
  expect(getFieldCodes(await setMaxTeams(0))).toEqual({ maxTeams: 'too-small' })
  // an exceeded limit can be raised in steps, and not be lowered again
  expect((await setMaxTeams(2)).statusCode).toBe(200)
  expect(getFieldCodes(await setMaxTeams(1))).toEqual({ maxTeams: 'too-small' })
  // the deletion of a team above the limit can be undone
  await t.send('DELETE', `${adminTeamsPath}?id=${moved._id}`, admin)
  expect(await readCompetition()).toMatchObject({ teamCount: 2 })
  const restored = await t.json('POST', `${adminTeamsPath}restore`, admin, { id: moved._id })
  expect(restored.statusCode, restored.body).toBe(200)
  expect(await readCompetition()).toMatchObject({ teamCount: 3, maxTeams: 2 })
  expect((await t.send('DELETE', `${base}?id=${id}`, admin)).json().code).toBe('has-teams')
  const empty = (await t.send('POST', base, admin, { 'name.en': 'Drone Race', 'name.ar': 'سباق آخر' })).json()
    .competition
  expect(empty.slug).toBe('drone-race-2')
  expect((await t.send('DELETE', `${base}?id=${empty.id}`, admin)).statusCode).toBe(200)
  expect((await t.json('POST', `${base}restore`, admin, { id: empty.id })).json().competition).toMatchObject({
    slug: 'drone-race-2',
    deletedAt: null,
  })
  for (const each of [id, empty.id])
    expect((await t.json('PATCH', base, admin, { id: each, active: false })).json().competition.active).toBe(
      false,
    )
  expect((await t.app.inject('/api/competitions')).body).not.toContain('drone-race')
})

it('season records store the state of the team for its owner and administrators', async () => {
  const { team } = (await t.send('POST', '/api/teams', t.token, t.team())).json()
  const stranger = await t.tokenOf((await t.person()).email)
  const post = (
    token: string,
    body: object = { type: 'regional', team_id: team.id, ref: 'S-1', data: { name: 'as it was' } },
  ) =>
    t.app.inject({ method: 'POST', url: '/api/seasons/', headers: { authorization: token }, payload: body })
  const get = (token: string) => t.send('GET', `/api/seasons/?team_id=${team.id}`, token)
  expect((await get(t.token)).json()).toEqual({ success: true, season: null })
  const made = (await post(t.token)).json().season
  expect(made).toMatchObject({ type: 'regional', team_id: team.id, ref: 'S-1', data: { name: 'as it was' } })
  const second = (await post(admin, { type: 'national', team_id: team.id })).json().season
  expect(second.data).toMatchObject({
    name: team.name,
    members: [{ national_id: team.members[0].nationalId }, {}],
  })
  expect((await get(admin)).json().season._id).toBe(second._id)
  expect((await post(stranger)).statusCode).toBe(404)
  expect((await get(stranger)).statusCode).toBe(404)
  expect((await t.send('DELETE', `/api/seasons/?id=${made._id}`, stranger)).statusCode).toBe(404)
  expect((await t.send('DELETE', `/api/seasons/?id=${second._id}`, t.token)).json().success).toBe(true)
  expect((await get(t.token)).json().season._id).toBe(made._id)
})

it('administrators choose among all competitions where none is active, as on a new site', async () => {
  const listSlugs = async () =>
    (await t.send('GET', '/api/admin/competions/?all_active=true', admin))
      .json()
      .competions.map(({ slug }: { slug: string }) => slug)
  const setActive = (active: boolean, slug = '%') =>
    t.db.update(competitions).set({ active }).where(like(competitions.slug, slug))
  const all = await listSlugs()
  expect(all.length).toBeGreaterThan(1)
  await setActive(false)
  expect(await listSlugs()).toEqual(expect.arrayContaining(all))
  expect(await t.createTeam()).toMatchObject({ competion: { _id: t.robo.id } })
  expect((await t.app.inject('/api/competitions')).json().competitions).toEqual([])
  await setActive(true, 'robosports')
  expect(await listSlugs()).toEqual(['robosports'])
  await setActive(true)
})
