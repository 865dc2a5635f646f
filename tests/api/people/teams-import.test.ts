import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.delete(teams)
  await t.db
    .update(competitions)
    .set({ maxTeams: null, closesAt: new Date(Date.now() - 86_400_000) })
    .where(eq(competitions.id, t.robo.id))
})

const born = `${new Date().getUTCFullYear() - 12}-05-04`
const bornForSenior = `${new Date().getUTCFullYear() - 15}-05-04`
const arabic = bornForSenior.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
const head = [
  ...[
    'team_name',
    'school',
    'region',
    'competition',
    'age_level',
    'stage',
    'coach_name',
    'coach_email',
    'coach_phone',
    'coach_national_id',
  ],
  ...[1, 2, 3].flatMap((at) =>
    ['name', 'national_id', 'dob', 'gender', 'guardian', 'guardian_contact'].map(
      (column) => `member${at}_${column}`,
    ),
  ),
]
const member = (serial: number, name = `Member ${serial}`, birthDate = born) => [
  name,
  createSaudiId(serial),
  birthDate,
  'female',
  'Huda',
  '0501234567',
]
const nobody = ['', '', '', '', '', '']
const line = (name: string, members: string[][], change: Record<string, string> = {}) => {
  const cells = [
    name,
    'Al Noor',
    '',
    'robo_mission',
    'junior',
    'regional',
    'Omar',
    'omar@school.test',
    '966501234567',
    '',
    ...members.flat(),
  ]
  return head.map((column, at) => change[column] ?? cells[at] ?? '').join(',')
}
const fileOf = (...lines: string[]) => `\uFEFF${[head.join(','), ...lines].join('\r\n')}\r\n`
const send = async (
  content: string | Uint8Array,
  preview: boolean,
  { token = t.adminToken, query = '' } = {},
) =>
  t.send('POST', `${getPath('POST /api/admin/teams/import')}${query}`, token, {
    preview: String(preview),
    file: new File([typeof content === 'string' ? content : new Uint8Array(content)], 'teams.csv', {
      type: 'text/csv',
    }),
  })
const placesOf = (problems: { line: number; field: string }[]) =>
  problems.map(({ line, field }) => `${line} ${field}`)
const readImportEntries = () =>
  t.db.select().from(auditLog).where(eq(auditLog.action, 'import')).orderBy(asc(auditLog.id))
const count = async () => (await t.db.select().from(teams)).length

it('a file is previewed without changes, then imported; its members may be in one team only', async () => {
  const earlierEntries = await readImportEntries()
  const [region] = (await t.app.inject('/api/regions')).json().regions
  const good = fileOf(
    line('Sand Falcons', [member(8001), member(8002), nobody], { region: region.ar_name ?? region.en_name }),
    line(
      '"Palm, and stars"',
      [
        member(8003, 'Member 8003', bornForSenior),
        member(8004, 'سارة'),
        member(8005, 'Member 8005', bornForSenior),
      ],
      { age_level: 'ثانوي', member2_dob: arabic },
    ),
  )
  const preview = (await send(good, true)).json()
  expect(preview).toMatchObject({ success: true, preview: true, count: 2, problems: [] })
  expect(preview.rows).toEqual([
    { line: 2, name: 'Sand Falcons', schoolName: 'Al Noor', competition: 'robo_mission', people: 3 },
    { line: 3, name: 'Palm, and stars', schoolName: 'Al Noor', competition: 'robo_mission', people: 4 },
  ])
  expect(await count()).toBe(0)

  expect((await send(good, false)).json()).toMatchObject({
    success: true,
    preview: false,
    count: 2,
    msg: '2 teams imported.',
  })
  const listed = (await t.send('GET', `${getPath('GET /api/admin/teams')}?s=palm`, t.adminToken)).json()
  expect(listed.totalItems).toBe(1)
  const { team } = (
    await t.send(
      'GET',
      `${getPath('GET /api/admin/teams')}?id=${listed.teams[0]._id}&view_team=true`,
      t.adminToken,
    )
  ).json()
  expect(team).toMatchObject({
    ageLevel: 'Senior',
    stage: 'regional',
    complete: true,
    payment_status: false,
    region: null,
  })
  expect(team.coaches[0]).toMatchObject({ name: 'Omar', phone_number: '+966501234567', national_id: null })
  expect(team.members.map(({ name }: { name: string }) => name)).toEqual([
    'Member 8003',
    'سارة',
    'Member 8005',
  ])
  expect(team.members[1]).toMatchObject({
    dob: bornForSenior,
    gender: 1,
    consent: { guardian: 'Huda', contact: '+966501234567', publish: false },
  })
  const rows = await t.db.select().from(teams)
  expect(new Set(rows.map(({ teamNo }) => teamNo)).size).toBe(2)
  expect(rows.find(({ name }) => name === 'Sand Falcons')?.regionId).toBe(region._id)
  const [person] = await t.db.select().from(teamPeople).where(eq(teamPeople.name, 'سارة'))
  expect(person?.nationalId).toMatch(/^v2\./)
  // written down: two teams, seven people, no national ID
  const noted = (await readImportEntries()).slice(earlierEntries.length)
  expect(noted.map(({ entity }) => entity).toSorted()).toEqual(
    [...Array(2).fill('team'), ...Array(7).fill('team-person')].toSorted(),
  )
  expect(JSON.stringify(noted)).not.toContain(createSaudiId(8003))

  // a repeat does nothing
  const again = await send(good, false)
  expect([again.statusCode, again.json().code]).toEqual([422, 'import-rejected'])
  expect(placesOf(again.json().details.problems)).toEqual([
    '2 member1_national_id',
    '2 member2_national_id',
    '3 member1_national_id',
    '3 member2_national_id',
    '3 member3_national_id',
  ])
  expect(await count()).toBe(2)
})

it('a member whose age does not fit the level of the team is refused, with the value and the levels that fit in the language of the reader', async () => {
  const file = fileOf(
    line('Mixed', [member(8301), member(8302, 'Older', bornForSenior), nobody], { age_level: 'elementary' }),
    line('Fitting', [member(8303), member(8304), nobody], { age_level: 'elementary' }),
  )
  const { problems } = (await send(file, true)).json()
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatchObject({
    line: 2,
    field: 'member2_dob',
    column: 'member2_dob',
    value: bornForSenior,
  })
  expect(problems[0].msg).toBe('This age doesn’t fit the team’s level. Matching levels: Junior or Senior.')
  const arabicReply = (await send(file, true, { query: '?lang=ar' })).json()
  expect(arabicReply.problems[0].msg).toBe(
    'هذا العمر لا يناسب فئة الفريق. الفئة المناسبة: المتوسط أو الثانوي.',
  )
  const refused = await send(file, false)
  expect([refused.statusCode, refused.json().code, await count()]).toEqual([422, 'import-rejected', 0])
})

it('each row follows the rules of a registration, errors name their column, and one invalid row rejects the file', async () => {
  const wrong = fileOf(
    line('', [member(8101), nobody, nobody], {
      school: '',
      coach_email: 'nobody',
      coach_phone: '12',
      region: 'Atlantis',
    }),
    line('Ages', [member(8102), member(8103), nobody], {
      member1_dob: '1999-01-01',
      member2_dob: '31/02/2010',
      member2_gender: 'robot',
    }),
    line('IDs', [member(8104), member(8104), member(8105)], { member3_national_id: '1000000001' }),
    line('Consent', [member(8106), member(8107), nobody], {
      member1_guardian: '',
      member2_guardian: '',
      member2_guardian_contact: '',
    }),
    line('No coach', [member(8108), member(8109), nobody], {
      coach_name: '',
      coach_email: '',
      coach_phone: '',
    }),
    line('Where', [member(8110), member(8111), nobody], { competition: 'chess' }),
    line('Other team', [member(8102), member(8112), nobody]),
    line('Good', [member(8113), member(8114), nobody]),
  )
  const preview = (await send(wrong, true)).json()
  expect(preview.count).toBe(8)
  expect(placesOf(preview.problems).toSorted()).toEqual(
    [
      '2 team_name',
      '2 school',
      '2 region',
      '2 coach_email',
      '2 coach_phone',
      '2 member2_name',
      '3 member1_dob',
      '3 member2_dob',
      '3 member2_gender',
      '4 member2_national_id',
      '4 member3_national_id',
      '5 member1_guardian',
      '5 member2_guardian',
      '5 member2_guardian_contact',
      '6 coach_name',
      '7 competition',
      '8 member1_national_id',
    ].toSorted(),
  )
  const refused = await send(wrong, false, { query: '?lang=ar' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().details.problems[0].msg).toMatch(/[\u0600-\u06FF]/)
  expect(await count()).toBe(0)
})

it('an import respects the capacity and the number of people of the competition', async () => {
  await t.db.update(competitions).set({ maxTeams: 1 }).where(eq(competitions.id, t.robo.id))
  const two = fileOf(
    line('One', [member(8201), member(8202), nobody]),
    line('Two', [member(8203), member(8204), nobody]),
  )
  const { details } = (await send(two, false)).json()
  expect(placesOf(details.problems)).toEqual(['3 competition'])
  expect(await count()).toBe(0)
  expect((await send(fileOf(line('One', [member(8201), member(8202), nobody])), false)).statusCode).toBe(200)
  expect(
    placesOf((await send(fileOf(line('Two', [member(8203), member(8204), nobody])), true)).json().problems),
  ).toEqual(['2 competition'])

  await t.db.update(competitions).set({ maxTeams: null }).where(eq(competitions.id, t.robo.id))
  const many = `${head.join(',')},member4_name,member4_national_id,member4_dob,member4_gender,member4_guardian,member4_guardian_contact\n${line('Four', [member(8205), member(8206), member(8207)])},${member(8208).join(',')}\n`
  expect(placesOf((await send(many, true)).json().problems)).toEqual(['2 member4_name'])
})

it('one of two simultaneous imports of the same teams succeeds', async () => {
  const same = fileOf(
    line('Twins', [member(8301), member(8302), nobody]),
    line('Others', [member(8303), member(8304), nobody]),
  )
  const replies = await Promise.all([send(same, false), send(same, false)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  expect(await count()).toBe(2)
})

it('the import is for administrators only, and rejects another kind of file', async () => {
  const good = fileOf(line('One', [member(8401), member(8402), nobody]))
  expect((await send(good, true, { token: '' })).statusCode).toBe(401)
  expect((await send(good, true, { token: t.token })).statusCode).toBe(403)
  const problemsOf = async (content: string | Uint8Array) =>
    placesOf((await send(content, true)).json().problems)
  expect(await problemsOf('')).toEqual(['0 file'])
  expect(await problemsOf(new Uint8Array([0xff, 0xd8, 0xff]))).toEqual(['0 file'])
  expect(await problemsOf('team_name,school\nA,B\n')).toEqual(['1 competition'])
  expect(await problemsOf('team_name,school,competition,colour\nA,B,robo_mission,red\n')).toEqual([
    '1 colour',
  ])
  expect(await problemsOf(`team_name,school,competition\n${'A,B,robo_mission\n'.repeat(5001)}`)).toEqual([
    '0 file',
  ])
})
