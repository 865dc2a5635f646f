import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { competitionLimits, competitionSlugs } from '#contract/event/competition.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { streamTeamsCsv } from '#server/people/teams/export-service.ts'
import { createTeamsCsvLabels, teamImportColumns } from '#server/people/teams/http.import.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { imports } from '#server/platform/db/schema/imports.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { createHeaderReader } from '#server/platform/lib/import-columns.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'
import { encodeWindows1256 } from '../../support/data/windows-1256.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())
const deleteTeams = async () => {
  await t.db.delete(imports)
  await t.db.delete(teams)
}
beforeEach(() => deleteTeams())

const send = (content: string | Uint8Array, { preview = true, lang = 'en', dateOrder = '' } = {}) =>
  t.send('POST', `${getPath('POST /api/admin/teams/import')}?lang=${lang}`, t.adminToken, {
    preview: String(preview),
    ...(dateOrder ? { dateOrder } : {}),
    file: new File([typeof content === 'string' ? content : new Uint8Array(content)], 'teams.csv', {
      type: 'text/csv',
    }),
  })
const exportTeams = async (query: string, isFull = false) =>
  (isFull
    ? await t.json('POST', `${getPath('POST /api/admin/teams/full-export')}?${query}`, t.adminToken, {
        reason: 'A copy',
      })
    : await t.send('GET', `${getPath('GET /api/admin/teams')}?download=true&format=csv${query}`, t.adminToken)
  ).body
const year = new Date().getUTCFullYear()

/**
 * A file as an Arabic Excel writes it: Windows-1256, semicolons, a title above the header, Arabic headers and
 * values.
 */
const arabicFile = (...lines: string[][]) =>
  encodeWindows1256(
    [
      ['قائمة الفرق'],
      [
        ...['اسم الفريق', 'المدرسة أو النادي', 'المنطقة', 'المسابقة', 'الفئة'],
        ...['المدرب: الاسم الكامل', 'بريد المدرب', 'جوال المدرب'],
        ...[1, 2].flatMap((n) => [
          `اسم العضو ${n}`,
          `رقم هوية العضو ${n}`,
          `تاريخ ميلاد العضو ${n}`,
          `جنس العضو ${n}`,
        ]),
        ...[1, 2].flatMap((n) => [`ولي أمر العضو ${n}`, `جوال ولي أمر العضو ${n}`]),
      ],
      ...lines,
    ]
      .map((cells) => cells.join(';'))
      .join('\r\n'),
  )
const arabicLine = (name: string, serial: number, date = `${year - 12}-05-04`, gender = 'أنثى') => [
  ...[name, 'مدرسة النور', '', t.robo.nameAr, 'متوسط', 'عمر', 'omar@school.test', '0501234567'],
  ...[
    'منى',
    createSaudiId(serial),
    date,
    gender,
    'سعد',
    createSaudiId(serial + 1),
    `${year - 12}/5/4`,
    'ذكر',
  ],
  ...['هدى', '0509999007', 'هدى', 'huda@school.test'],
]

test('a file of an Arabic Excel is imported: Windows-1256, semicolons, a title, headers and values in Arabic', async () => {
  const file = arabicFile(arabicLine('صقور الرمال', 9001))
  expect((await send(file)).json()).toMatchObject({ problems: [], problemCount: 0, count: 1, warnings: [] })
  expect((await send(file, { preview: false })).statusCode).toBe(200)
  const [team] = await t.db.select().from(teams)
  expect(team).toMatchObject({ name: 'صقور الرمال', ageLevel: 'junior', competitionId: t.robo.id })
  const people = await t.db
    .select()
    .from(teamPeople)
    .where(eq(teamPeople.teamId, team?.id ?? ''))
  expect(people.map(({ name, gender }) => [name, gender]).toSorted()).toEqual(
    [
      ['سعد', 0],
      ['عمر', null],
      ['منى', 1],
    ].toSorted(),
  )
  // a phone number of a guardian has its country code, so that no spreadsheet removes its leading zero
  expect(people.find(({ name }) => name === 'منى')?.consent?.contact).toBe('+966509999007')
})

test('each problem names the column of the file, its title, the value and what is allowed, in the language of the reader', async () => {
  const file = arabicFile(arabicLine('صقور', 9011, '05/2012', 'فتاة'))
  const problems = (lang: string) => send(file, { lang }).then((reply) => reply.json().problems)
  expect(await problems('en')).toEqual([
    {
      line: 3,
      field: 'member1_dob',
      column: 'تاريخ ميلاد العضو 1',
      label: 'Member 1: Date of birth',
      value: '05/2012',
      msg: expect.stringContaining('YYYY-MM-DD'),
    },
    {
      line: 3,
      field: 'member1_gender',
      column: 'جنس العضو 1',
      label: 'Member 1: Gender',
      value: 'فتاة',
      msg: 'Allowed: male or female.',
    },
  ])
  expect(await problems('ar')).toMatchObject([
    { label: 'العضو 1: تاريخ الميلاد', msg: expect.stringContaining('2012-05-03') },
    {
      label: 'العضو 1: الجنس',
      msg: 'القيم المسموح بها: \u2068ذكر (male)\u2069 أو \u2068أنثى (female)\u2069.',
    },
  ])
})

test('teams are imported into a competition that visitors do not see, and unknown names list it', async () => {
  await t.db.update(competitions).set({ active: false }).where(eq(competitions.id, t.robo.id))
  try {
    const unknown = arabicFile(
      arabicLine('صقور', 9021).map((cell) => (cell === t.robo.nameAr ? 'مسابقة أخرى' : cell)),
    )
    expect((await send(unknown)).json().problems).toMatchObject([
      { field: 'competition', msg: expect.stringContaining('(robo_mission)') },
    ])
    const file = arabicFile(arabicLine('صقور', 9021))
    expect((await send(file)).json().problems).toEqual([])
    expect((await send(file, { preview: false })).statusCode).toBe(200)
  } finally {
    await t.db.update(competitions).set({ active: true }).where(eq(competitions.id, t.robo.id))
  }
})

test('a file that does not tell the order of its dates is asked about, and imported with the answer', async () => {
  const file = arabicFile(
    arabicLine('صقور', 9031, `04/05/${year - 12}`),
    arabicLine('نسور', 9033, `12/05/${year - 12}`),
  )
  const asked = (await send(file)).json()
  expect(asked).toMatchObject({
    rows: [],
    problems: [{ line: 3, field: 'member1_dob', value: `04/05/${year - 12}` }],
    dateQuestion: {
      line: 3,
      column: 'تاريخ ميلاد العضو 1',
      value: `04/05/${year - 12}`,
      readings: [
        { order: 'dayFirst', date: `${year - 12}-05-04` },
        { order: 'monthFirst', date: `${year - 12}-04-05` },
      ],
    },
  })
  const refused = await send(file, { preview: false, lang: 'ar' })
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'import-rejected'])
  // isolated, because Arabic text around it would reverse the date
  expect(refused.json().details.problems[0].msg).toContain(`04/05/${year - 12}`)
  const answered = (await send(file, { dateOrder: 'monthFirst' })).json()
  expect(answered).toMatchObject({ problems: [], count: 2, dateQuestion: asked.dateQuestion })
  const imported = await send(file, { preview: false, dateOrder: 'monthFirst' })
  expect([imported.statusCode, imported.json().msg]).toEqual([200, '2 teams imported.'])
  const born = (await t.db.select().from(teamPeople))
    .filter(({ name }) => name === 'منى')
    .map(({ birthDate }) => birthDate)
  expect(born.toSorted()).toEqual([`${year - 12}-04-05`, `${year - 12}-12-05`])
  expect((await send(file, { dateOrder: 'sideways' })).statusCode).toBe(400)
})

test('a date that tells the order counts for the whole file; days that do not exist and other orders are named', async () => {
  const line = (serial: number, date: string) => arabicLine(`فريق ${serial}`, serial, date)
  const known = arabicFile(line(9041, `12/5/${year - 12}`), line(9043, `13/8/${year - 12}`))
  expect((await send(known)).json()).toMatchObject({ problems: [], count: 2 })
  expect((await send(known)).json().dateQuestion).toBeUndefined()
  const wrong = arabicFile(
    ...[
      line(9051, '31/02/2014'),
      line(9053, `8/13/${year - 12}`),
      line(9055, `14/8/${year - 12}`),
      line(9057, '41032'),
    ],
  )
  const reply = (await send(wrong)).json()
  expect(reply.problems).toMatchObject([
    { line: 3, field: 'member1_dob', msg: expect.stringContaining('no such day: 31/02/2014') },
    { line: 4, field: 'member1_dob', msg: expect.stringContaining('the day comes first') },
    { line: 6, field: 'member1_dob', msg: expect.stringContaining('number that Excel stores') },
  ])
  expect(reply.problemCount).toBe(3)
})

test('a stage is one of those that exist, in either language', async () => {
  const lines = ['Regional', 'وطنية', 'المرحلة الدولية', 'National finals', '', 'final'].map(
    (stage, at) => `T${at},School,robo_mission,${stage}`,
  )
  const { problems } = (await send(`team_name,school,competition,stage\n${lines.join('\n')}\n`)).json()
  expect(problems.filter(({ field }: { field: string }) => field === 'stage')).toEqual([
    expect.objectContaining({
      line: 7,
      value: 'final',
      msg: 'Allowed: regional, national or international.',
    }),
  ])
})

test('unknown competitions and regions are answered with the known ones', async () => {
  const [region] = await t.db.select().from(regions)
  const { problems } = (await send('team_name,school,competition,region\nA,B,chess,Atlantis\n')).json()
  expect(problems.find(({ field }: { field: string }) => field === 'competition')).toMatchObject({
    value: 'chess',
    msg: expect.stringContaining(`${t.robo.nameEn} (${t.robo.slug})`),
  })
  expect(problems.find(({ field }: { field: string }) => field === 'region')).toMatchObject({
    value: 'Atlantis',
    msg: expect.stringContaining(region?.nameEn ?? ''),
  })
})

test('the reply has the first 200 problems and the number of all', async () => {
  const lines = Array.from({ length: 1500 }, (_, at) => `Team ${at},School,chess,unknown level`)
  const reply = (await send(`team_name,school,competition,age_level\n${lines.join('\n')}\n`)).json()
  expect([reply.problems.length, reply.problemCount, reply.count]).toEqual([200, 3000, 1500])
})

test('a file with too many lines is answered with the limit, its lines and how many files to make of it', async () => {
  const { problems } = (
    await send(`team_name,school,competition\n${'A,B,robo_mission\n'.repeat(12_345)}`)
  ).json()
  expect(problems).toMatchObject([{ line: 0, msg: expect.stringMatching(/12345 lines.*5000.*3 files/) }])
})

test('a file that is too large is not called a picture', async () => {
  const reply = await send(`team_name,school,competition\n${'A,B,robo_mission\n'.repeat(700_000)}`)
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'file-too-large'])
  expect(reply.json().fields[0].msg).toMatch(/10 MB\. Split it/)
  expect(reply.body).not.toMatch(/image|picture/)
})

test.each([false, true])(
  'the export of teams (full: %s) is imported again without a change',
  async (isFull) => {
    expect(
      (await send(arabicFile(arabicLine('صقور', 9021), arabicLine('نسور', 9023)), { preview: false }))
        .statusCode,
    ).toBe(200)
    for (const competition of ['', `&competion_id=${t.robo.id}`]) {
      const file = await exportTeams(`${competition}&lang=ar`, isFull)
      const before = (await t.db.select().from(teams))
        .map(({ name, schoolName, ageLevel }) => [name, schoolName, ageLevel])
        .toSorted()
      await deleteTeams()
      const preview = (await send(file)).json()
      expect(preview).toMatchObject({
        problems: [],
        count: 2,
        ignoredColumns: expect.arrayContaining(
          isFull ? ['رقم الفريق', 'الدفع'] : ['team_no', 'payment_status'],
        ),
      })
      expect(preview.warnings).toEqual(!isFull ? [expect.stringContaining('without a national ID: 4')] : [])
      expect((await send(file, { preview: false })).statusCode).toBe(200)
      const after = (await t.db.select().from(teams))
        .map(({ name, schoolName, ageLevel }) => [name, schoolName, ageLevel])
        .toSorted()
      expect(after).toEqual(before)
    }
  },
)

test.each(competitionSlugs)('the import knows every column of the export of %s', async (slug) => {
  const full = {
    getNationalId: () => '',
    formatNote: () => '',
    coaches: competitionLimits.coaches,
    members: competitionLimits.members,
  }
  // rounds of an event with other rules, and more matches than usual
  const contents = { entries: [{ key: 'swim', score: true, time: true }], matches: 5 }
  for (const people of [undefined, full])
    for (const words of [undefined, createTeamsCsvLabels('en'), createTeamsCsvLabels('ar')]) {
      const competition = { slug, rounds: competitionLimits.rounds, contents }
      const options = { timeZone: 'UTC', competition, full: people, words }
      let header = ''
      for await (const part of streamTeamsCsv((async function* () {})(), options)) header += part
      const cells = header.replace('\ufeff', '').trim().split(',')
      expect(new Set(cells).size).toBe(cells.length)
      expect(createHeaderReader(teamImportColumns)(cells)).toMatchObject({ unknown: [], repeated: [] })
      // each column has words of the language
      if (words?.lang === 'ar') expect(cells.filter((cell) => /^[a-z\d_]+$/.test(cell))).toEqual([])
    }
})
