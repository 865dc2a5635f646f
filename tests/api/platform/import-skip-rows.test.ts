import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { formatCsvRow } from '#contract/platform/csv.ts'
import { importKinds } from '#contract/platform/import.schema.ts'
import { csvImports } from '#contract/platform/import.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { imports } from '#server/platform/db/schema/imports.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

let t: TeamsApp
const logLines: string[] = []
beforeAll(async () => {
  const logger = createLogger('trace', { write: (line) => void logLines.push(line) })
  t = await startTeamsApp({}, {}, { logger })
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.delete(imports)
  await t.db.delete(teams)
  await t.db.delete(users).where(eq(users.lastName, 'Import'))
  await t.db.update(competitions).set({ maxTeams: null }).where(eq(competitions.id, t.robo.id))
})

const paths = {
  teams: getPath('POST /api/admin/teams/import'),
  users: getPath('POST /api/admin/users/import'),
}
type Options = { preview?: boolean; lang?: string; token?: string; acceptRepeat?: boolean; skip?: boolean }
const send = async (
  kind: keyof typeof paths,
  content: string,
  { preview = false, lang = 'en', token = t.adminToken, acceptRepeat = false, skip = true }: Options = {},
) =>
  t.send('POST', `${paths[kind]}?lang=${lang}`, token, {
    preview: String(preview),
    acceptRepeat: String(acceptRepeat),
    ...(skip ? { skipInvalidRows: 'true' } : {}),
    file: new File([content], 'list.csv', { type: 'text/csv' }),
  })
/** Returns the rows of a file of skipped rows, of which no cell has a line break or quotation mark but in the last column. */
const splitRows = (csv: string) =>
  csv
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)

const userHeader = 'first_name,last_name,email,phone,role'
const userLine = (name: string, email: string, phone = '966501234567') =>
  `${name},Import,${email},${phone},student`
const userFile = (...lines: string[]) => `${[userHeader, ...lines].join('\r\n')}\r\n`
const listUsers = async () =>
  (await t.db.select().from(users).where(eq(users.lastName, 'Import')))
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ email }) => email)
    .toSorted()

const born = `${new Date().getUTCFullYear() - 12}-05-04`
const teamHeader = [
  ...['team_name', 'school', 'competition', 'coach_name', 'coach_email', 'coach_phone'],
  ...[1, 2].flatMap((at) =>
    ['name', 'national_id', 'dob', 'gender', 'guardian', 'guardian_contact'].map(
      (column) => `member${at}_${column}`,
    ),
  ),
]
type Member = { id: string; name?: string; born?: string }
const teamLine = (name: string, members: Member[], change: Record<string, string> = {}) => {
  const cells = [
    ...[name, 'Al Noor', 'robo_mission', 'Omar', 'omar@school.test', '966501234567'],
    ...members.flatMap((member) => [
      ...[member.name ?? 'Nora', member.id, member.born ?? born],
      ...['female', 'Huda', '0501234567'],
    ]),
  ]
  return formatCsvRow(teamHeader.map((column, at) => change[column] ?? cells[at] ?? ''))
}
const teamFile = (...lines: string[]) => `\uFEFF${formatCsvRow(teamHeader)}${lines.join('')}`
const member = (serial: number, more: Partial<Member> = {}): Member => ({
  id: createSaudiId(serial),
  ...more,
})
const listTeams = async () =>
  (await t.db.select().from(teams)).filter(({ deletedAt }) => deletedAt === null).map(({ name }) => name)

describe('an import of users without the rows that have problems', () => {
  const mixed = userFile(
    userLine('Sara', 'sara@import.test'),
    userLine("'=Kim", 'no address'),
    userLine('منى', 'muna@import.test', '12'),
    userLine('Omar', 'omar@import.test'),
    userLine('Omar', 'OMAR@import.test'),
  )

  it('is offered in the preview, and refused unless it is asked for', async () => {
    const preview = (await send('users', mixed, { preview: true })).json()
    expect(preview).toMatchObject({ count: 5, problemCount: 3, skippedRows: { count: 3 } })
    expect(preview.skippedRows).not.toHaveProperty('csv')
    const refused = await send('users', mixed, { skip: false })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'import-rejected'])
    expect(refused.json().details).toMatchObject({ problemCount: 3, skippedRows: { count: 3 } })
    expect(await listUsers()).toEqual([])
    // a file without problems has nothing to leave out
    const good = userFile(userLine('Sara', 'sara@import.test'))
    expect((await send('users', good, { preview: true })).json()).not.toHaveProperty('skippedRows')
    expect((await send('users', good)).json()).not.toHaveProperty('skippedRows')
    expect(await listUsers()).toEqual(['sara@import.test'])
  })

  it('writes the others, and returns these rows with their problems once', async () => {
    const reply = (await send('users', mixed)).json()
    expect(reply).toMatchObject({ preview: false, count: 2, msg: '2 users imported.', problemCount: 3 })
    expect(reply.skippedRows.count).toBe(3)
    expect(reply.rows.map(({ line }: { line: number }) => line)).toEqual([2, 5])
    expect(splitRows(reply.skippedRows.csv)).toEqual([
      `${userHeader},Problems in this row`,
      expect.stringMatching(
        /^'=Kim,Import,no address,966501234567,student,email: This isn’t an email address/,
      ),
      expect.stringMatching(/^منى,Import,muna@import\.test,12,student,"?phone: This isn’t a phone number/),
      expect.stringMatching(/^Omar,Import,OMAR@import\.test,966501234567,student,"?email: Another line/),
    ])
    expect(reply.skippedRows.csv).toMatch(/^\uFEFF/)
    expect(await listUsers()).toEqual(['omar@import.test', 'sara@import.test'])
    const [row] = (await t.send('GET', getPath('GET /api/admin/imports'), t.adminToken)).json().imports
    expect(row).toMatchObject({ kind: 'users', lineCount: 2, recordCount: 2 })

    // the undo deletes what was written, and then the file is imported again
    const undo = getPath('POST /api/admin/imports/:importId/undo', { importId: row.id })
    expect((await t.json('POST', undo, t.adminToken, {})).statusCode).toBe(200)
    expect(await listUsers()).toEqual([])
    expect((await send('users', mixed)).json().skippedRows).toEqual(reply.skippedRows)
  })

  it('gives the problems in the language of the page, and its file can be imported again after a correction', async () => {
    const { csv } = (await send('users', mixed, { lang: 'ar' })).json().skippedRows
    expect(splitRows(csv)[0]).toBe(`${userHeader},مشكلات هذا الصف`)
    expect(splitRows(csv)[1]).toMatch(/\u2068email\u2069: .*[\u0600-\u06FF]/)
    // as it is: the same rows are wrong, and the column with the problems is not repeated
    const unchanged = await send('users', csv)
    expect([unchanged.statusCode, unchanged.json().code]).toEqual([422, 'import-rejected'])
    expect(unchanged.json().details).not.toHaveProperty('skippedRows')
    const partly = csv.replace('no address', 'kim@import.test')
    const preview = (await send('users', partly, { preview: true })).json()
    expect(preview).toMatchObject({ ignoredColumns: [], skippedRows: { count: 2 }, warnings: [] })
    const second = (await send('users', partly)).json()
    expect(splitRows(second.skippedRows.csv)[0]).toBe(`${userHeader},Problems in this row`)
    const rest = second.skippedRows.csv.replace(',12,', ',966507654321,').replace('OMAR@', 'omar2@')
    expect((await send('users', rest, { skip: false })).json()).toMatchObject({ count: 2, problems: [] })
    expect(await listUsers()).toEqual([
      ...['kim@import.test', 'muna@import.test', 'omar2@import.test', 'omar@import.test', 'sara@import.test'],
    ])
    // an apostrophe before a formula is none of the name
    const [kim] = await t.db.select().from(users).where(eq(users.email, 'kim@import.test'))
    expect(kim?.firstName).toBe('=Kim')
  })

  it('counts a row as no repeat of one that is left out', async () => {
    const reply = (
      await send(
        'users',
        userFile(
          userLine('Sara', 'sara@import.test', '12'),
          userLine('Sara', 'sara@import.test'),
          userLine('Sara', 'sara@import.test'),
        ),
      )
    ).json()
    expect(reply).toMatchObject({ count: 1, skippedRows: { count: 2 } })
    expect(reply.rows).toMatchObject([{ line: 3 }])
    expect(await listUsers()).toEqual(['sara@import.test'])
  })

  it('is refused where every row has a problem, and where the file itself has one', async () => {
    const files = [
      userFile(userLine('Sara', 'sara'), userLine('Omar', 'omar')),
      'first_name,last_name,phone\nSara,Import,966501234567\n',
      `${userHeader},colour\n${userLine('Sara', 'sara@import.test')},red\n`,
      userFile(...Array.from({ length: 5001 }, (_, at) => userLine('Sara', `sara${at}@import.test`))),
    ]
    for (const file of files) {
      expect((await send('users', file, { preview: true })).json()).not.toHaveProperty('skippedRows')
      const refused = await send('users', file)
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'import-rejected'])
    }
    expect(await listUsers()).toEqual([])
  })

  it('lists at most 200 problems in the reply, and all rows in the file', async () => {
    const wrong = Array.from({ length: 400 }, (_, at) => userLine(`U${at}`, 'wrong'))
    const { problems, problemCount, skippedRows } = (
      await send('users', userFile(userLine('Sara', 'sara@import.test'), ...wrong))
    ).json()
    expect([problems.length, problemCount, skippedRows.count]).toEqual([200, 400, 400])
    expect(splitRows(skippedRows.csv)).toHaveLength(401)
  })

  it('is for those who may import, and writes nothing of the rows into logs', async () => {
    const file = userFile(
      userLine('Sara', 'sara@import.test'),
      userLine('Zahra Secretname', 'zahra.secret@import', '966509999999'),
    )
    const officer = await t.person({ role: 'admin', permissions: ['content'] })
    const tokens = {
      '': 401,
      [t.token]: 403,
      [String((await t.signIn(officer.email, undefined, { type: 4 })).headers.authorization)]: 403,
    }
    for (const [token, status] of Object.entries(tokens))
      expect((await send('users', file, { token })).statusCode).toBe(status)
    expect(await listUsers()).toEqual([])
    expect((await send('users', file)).json().skippedRows.csv).toContain('Zahra Secretname')
    const everything = logLines.join('') + JSON.stringify(await t.db.select().from(auditLog))
    for (const secret of ['Secretname', 'zahra.secret', '509999999']) expect(everything).not.toContain(secret)
  })

  it('is caught when the same file is sent again, unless that is accepted and something is left', async () => {
    expect((await send('users', mixed)).statusCode).toBe(200)
    const again = await send('users', mixed)
    expect([again.statusCode, again.json().code]).toEqual([422, 'import-rejected'])
    await t.db.delete(users).where(eq(users.email, 'sara@import.test'))
    const repeat = await send('users', mixed)
    expect([repeat.statusCode, repeat.json().code]).toEqual([409, 'imported-before'])
    expect(await listUsers()).toEqual(['omar@import.test'])
    const accepted = (await send('users', mixed, { acceptRepeat: true })).json()
    expect(accepted).toMatchObject({ count: 1, skippedRows: { count: 4 } })
  })

  it('leaves out the rows that a simultaneous import has written', async () => {
    const replies = await Promise.all([send('users', mixed), send('users', mixed)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
    expect(await listUsers()).toEqual(['omar@import.test', 'sara@import.test'])
  })
})

describe('an import of teams without the rows that have problems', () => {
  it('leaves out a whole team for one wrong cell, with all of its cells', async () => {
    const wrong = teamLine(
      'صقور "الرمال"',
      [member(9101, { name: 'سارة, الثانية' }), member(9102, { born: '31/02/2014' })],
      { coach_name: '=HYPERLINK("x")', coach_email: 'nobody' },
    )
    const reply = (
      await send('teams', teamFile(teamLine('Palms', [member(9103), member(9104)]), wrong), { lang: 'ar' })
    ).json()
    expect(reply).toMatchObject({ count: 1, skippedRows: { count: 1 } })
    expect(await listTeams()).toEqual(['Palms'])
    expect(await t.db.select().from(teamPeople)).toHaveLength(3)
    const { csv } = reply.skippedRows
    expect(csv).toContain(wrong.trimEnd())
    expect(csv).toMatch(/coach_email\u2069: .*[\u0600-\u06FF].*\n\u2068member2_dob\u2069: .*[\u0600-\u06FF]/)

    const corrected = csv.replace('31/02/2014', born).replace('nobody', 'omar@school.test')
    expect((await send('teams', corrected, { skip: false })).json()).toMatchObject({ count: 1, problems: [] })
    expect((await listTeams()).toSorted()).toEqual(['Palms', 'صقور "الرمال"'].toSorted())
    const names = (await t.db.select().from(teamPeople)).map(({ name }) => name)
    expect(names).toContain('سارة, الثانية')
    expect(names).toContain('=HYPERLINK("x")')
  })

  it('imports a team whose member is also in one that is left out, and gives it the place', async () => {
    await t.db.update(competitions).set({ maxTeams: 2 }).where(eq(competitions.id, t.robo.id))
    const file = teamFile(
      teamLine('First', [member(9201), member(9202)], { coach_email: 'wrong' }),
      teamLine('Second', [member(9201), member(9203)]),
      teamLine('Third', [member(9203), member(9204)]),
      teamLine('Fourth', [member(9204), member(9205)]),
      teamLine('Fifth', [member(9206), member(9207)]),
    )
    const preview = (await send('teams', file, { preview: true })).json()
    expect(preview).toMatchObject({ count: 5, skippedRows: { count: 3 } })
    const reply = (await send('teams', file)).json()
    expect(reply.rows.map(({ name }: { name: string }) => name)).toEqual(['Second', 'Fourth'])
    expect((await listTeams()).toSorted()).toEqual(['Fourth', 'Second'])
    const [row] = await t.db.select().from(imports)
    expect(row).toMatchObject({ lineCount: 2, recordCount: 2 })
  })

  it('warns about the teams that it would import only', async () => {
    const named = teamLine('Twins', [member(9301), member(9302)])
    const wrong = teamLine('Twins', [{ id: '' }, { id: '' }], { coach_phone: '12' })
    const { warnings } = (await send('teams', teamFile(named, wrong), { preview: true })).json()
    expect(warnings).toEqual([])
    const both = teamFile(named, teamLine('Twins', [{ id: '' }, { id: '' }]), wrong)
    expect((await send('teams', both, { preview: true })).json().warnings).toEqual([
      expect.stringMatching(/^Members without a national ID: 2\./),
      expect.stringMatching(/^Several lines have a team with the same name/),
    ])
  })

  it('is caught when a file of teams without national IDs is sent again', async () => {
    const file = teamFile(
      teamLine('Anonymous', [{ id: '' }, { id: '' }]),
      teamLine('Wrong', [{ id: '' }, { id: '' }], { coach_phone: '12' }),
    )
    expect((await send('teams', file)).statusCode).toBe(200)
    const again = await send('teams', file)
    expect([again.statusCode, again.json().code]).toEqual([409, 'imported-before'])
    expect(await listTeams()).toEqual(['Anonymous'])
  })

  it('writes a team once where two imports run at the same time', async () => {
    const file = teamFile(
      teamLine('Twins', [member(9401), member(9402)]),
      teamLine('Wrong', [member(9403), member(9404)], { coach_phone: '12' }),
    )
    const replies = await Promise.all([send('teams', file), send('teams', file)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
    expect(await listTeams()).toEqual(['Twins'])
  })
})

it('no other import skips rows', async () => {
  const others = importKinds.filter((kind) => !('canSkipInvalidRows' in csvImports[kind]))
  expect(others).toEqual(expect.arrayContaining(['scores', 'schedule', 'faqs', 'judges']))
  for (const kind of others) {
    const path = csvImports[kind].path.replace(':eventId', '00000000-0000-7000-8000-000000000000')
    const reply = await t.send('POST', path, t.adminToken, {
      preview: 'false',
      skipInvalidRows: 'true',
      file: new File(['a,b\n1,2\n'], 'list.csv', { type: 'text/csv' }),
    })
    expect([reply.statusCode, reply.json().code], kind).toEqual([400, 'bad-input'])
    expect(JSON.stringify(reply.json()), kind).toContain('skipInvalidRows')
  }
})
