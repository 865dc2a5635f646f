import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { faqs } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { imports } from '#server/platform/db/schema/imports.ts'
import { overwrittenScoreDetails, scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

let t: TeamsApp
let eventId: string
beforeAll(async () => {
  t = await startTeamsApp()
  const texts = { titleEn: 'Final', titleAr: 'النهائي', descriptionEn: 'Final', descriptionAr: 'النهائي' }
  const [event] = await t.db
    .insert(events)
    .values({ slug: 'final', ...texts })
    .returning()
  eventId = event?.id ?? ''
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.delete(imports)
  await t.db.delete(teams)
  await t.db.delete(faqs)
  await t.db.delete(scoreEntries)
})

const send = (path: string, content: string, fields: Record<string, unknown> = {}, token = t.adminToken) =>
  t.send('POST', path, token, {
    preview: 'false',
    ...fields,
    file: new File([content], 'قائمة.csv', { type: 'text/csv' }),
  })
const scoresPath = () => getPath('POST /api/admin/events/:eventId/scores/import', { eventId })
const list = async (token = t.adminToken) =>
  (await t.send('GET', getPath('GET /api/admin/imports'), token)).json()
const undo = (id: string, token = t.adminToken, lang = 'en') =>
  t.json(
    'POST',
    `${getPath('POST /api/admin/imports/:importId/undo', { importId: id })}?lang=${lang}`,
    token,
    {},
  )
const warningsOf = async (path: string, content: string) =>
  (await send(path, content, { preview: 'true' })).json().warnings as string[]
const signInWith = async (permissions: string[]) => {
  const { email } = await t.person({ role: 'admin', permissions: permissions as never })
  return String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
}

const born = `${new Date().getUTCFullYear() - 12}-05-04`
const teamHeader = `team_name,school,competition,coach_name,coach_email,coach_phone,${[1, 2]
  .map(
    (n) =>
      `member${n}_name,member${n}_national_id,member${n}_dob,member${n}_gender,member${n}_guardian,member${n}_guardian_contact`,
  )
  .join()}`
const member = (serial: number) => `Member ${serial},${createSaudiId(serial)},${born},female,Huda,0501234567`
const teamLine = (name: string, serial: number) =>
  `${name},Al Noor,robo_mission,Omar,omar@school.test,966501234567,${member(serial)},${member(serial + 1)}`
const teamFile = `${teamHeader}\n${teamLine('Falcons', 7001)}\n${teamLine('Palms', 7003)}\n`
const presentTeams = async () =>
  (await t.db.select().from(teams)).filter(({ deletedAt }) => deletedAt === null).map(({ name }) => name)

test('an import is listed with its file, its user and its records, and can be undone once', async () => {
  expect((await send(getPath('POST /api/admin/teams/import'), teamFile)).statusCode).toBe(200)
  const { imports: rows, totalItems } = await list()
  expect(totalItems).toBe(1)
  expect(rows[0]).toMatchObject({
    kind: 'teams',
    event: null,
    fileName: 'قائمة.csv',
    lineCount: 2,
    recordCount: 2,
    createdByName: expect.stringMatching(/\S/),
    undoneAt: null,
  })

  expect((await undo(rows[0].id)).statusCode).toBe(200)
  expect(await presentTeams()).toEqual([])
  expect((await t.db.select().from(teamPeople)).every(({ deletedAt }) => deletedAt !== null)).toBe(true)
  expect((await list()).imports[0]).toMatchObject({
    undoneAt: expect.any(String),
    undoneByName: expect.stringMatching(/\S/),
  })
  const [entry] = await t.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'undo'), eq(auditLog.entityId, rows[0].id)))
  expect(entry).toMatchObject({
    entity: 'import',
    entityId: rows[0].id,
    before: { kind: 'teams', records: 2 },
  })
  const again = await undo(rows[0].id)
  expect([again.statusCode, again.json().code]).toEqual([409, 'import-undone'])

  // after an undo the file is imported again without a warning
  expect(await warningsOf(getPath('POST /api/admin/teams/import'), teamFile)).toEqual([])
  expect((await send(getPath('POST /api/admin/teams/import'), teamFile)).statusCode).toBe(200)
  expect((await presentTeams()).toSorted()).toEqual(['Falcons', 'Palms'])
})

test('an import of teams is not undone after a change or a payment, and the reply names the team', async () => {
  await send(getPath('POST /api/admin/teams/import'), teamFile)
  const [row] = (await list()).imports
  const [falcons] = await t.db.select().from(teams).where(eq(teams.name, 'Falcons'))
  const [person] = await t.db
    .select()
    .from(teamPeople)
    .where(eq(teamPeople.teamId, falcons?.id ?? ''))
  await t.db
    .update(teamPeople)
    .set({ name: 'Other' })
    .where(eq(teamPeople.id, person?.id ?? ''))
  const changed = await undo(row.id)
  expect([changed.statusCode, changed.json().code]).toEqual([409, 'import-changed'])
  expect(changed.json().msg).toContain('\u2068Falcons\u2069')
  await t.db.update(teams).set({ paid: true }).where(eq(teams.name, 'Palms'))
  const paid = await undo(row.id, t.adminToken, 'ar')
  expect([paid.json().code, paid.json().msg]).toEqual([
    'import-paid',
    expect.stringMatching(/مدفوعات.*Palms/),
  ])
  expect((await presentTeams()).toSorted()).toEqual(['Falcons', 'Palms'])
  expect((await list()).imports[0].undoneAt).toBeNull()
})

test('a file of scores that was imported before is rejected until the user accepts it, and an undo removes its attempts only', async () => {
  const file = 'name,mission,score,time\nSara,1,10,5\nOmar,1,20,7\n'
  expect((await send(scoresPath(), 'name,mission,score,time\nSara,2,3,4\n')).statusCode).toBe(200)
  expect(await warningsOf(scoresPath(), file)).toEqual([])
  expect((await send(scoresPath(), file)).statusCode).toBe(200)
  const attempts = () => t.db.select().from(scoreAttempts)
  expect(await warningsOf(scoresPath(), file)).toEqual([
    expect.stringMatching(/imported before: on \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d GMT\+3 by .+/),
    expect.stringMatching(/already has 2 of these attempts/),
  ])
  // another file with the same attempts has another hash
  expect(await warningsOf(scoresPath(), file.replaceAll('\n', '\r\n'))).toEqual([
    expect.stringMatching(/already has 2 of these attempts/),
  ])
  const repeat = await send(scoresPath(), file)
  expect([repeat.statusCode, repeat.json().code]).toEqual([409, 'imported-before'])
  expect(await attempts()).toHaveLength(3)
  expect((await send(scoresPath(), file, { acceptRepeat: 'true' })).statusCode).toBe(200)
  expect(await attempts()).toHaveLength(5)

  const rows = (await list()).imports
  expect(
    rows.map(({ recordCount, event }: { recordCount: number; event: object }) => [recordCount, event]),
  ).toEqual([
    [2, { id: eventId, title: { en: 'Final', ar: 'النهائي' } }],
    [2, expect.anything()],
    [1, expect.anything()],
  ])
  for (const { id } of rows.slice(0, 2)) expect((await undo(id)).statusCode).toBe(200)
  expect((await attempts()).map(({ mission, score }) => [mission, score])).toEqual([[2, 3]])
  const entries = await t.db.select().from(scoreEntries)
  expect(entries.map(({ playerName, totalScore }) => [playerName, totalScore])).toEqual([['Sara', 3]])
  const [event] = await t.db.select().from(events).where(eq(events.id, eventId))
  expect(event?.entryCount).toBe(1)
})

test('the undo of a score import restores the names that it replaced, but no later correction', async () => {
  const rows = (names: [string, string], score: number) =>
    `email,name,school,score,time\na@guest.test,${names[0]},Al Noor,${score},5\nb@guest.test,${names[1]},Al Noor,${score},5\n`
  await send(scoresPath(), rows(['Sara', 'Omar'], 1))
  await send(scoresPath(), rows(['Sarah Ali', 'Umar Ali'], 2))
  const names = async () =>
    (await t.db.select().from(scoreEntries)).map(({ playerName }) => playerName).toSorted()
  expect(await names()).toEqual(['Sarah Ali', 'Umar Ali'])
  const [omar] = await t.db.select().from(scoreEntries).where(eq(scoreEntries.playerName, 'Umar Ali'))
  const details = {
    playerEmail: 'b@guest.test',
    teamNo: '',
    teamName: '',
    schoolName: 'Al Noor',
    missionType: omar?.missionType,
  }
  const path = getPath('GET /api/admin/events/:eventId/scores/:entryId', {
    eventId,
    entryId: String(omar?.id),
  })
  expect(
    (await t.json('PUT', path, t.adminToken, { ...details, playerName: 'Omar Bin Ali' })).statusCode,
  ).toBe(200)
  const [second, first] = (await list()).imports
  expect((await undo(second.id)).statusCode).toBe(200)
  expect(await names()).toEqual(['Omar Bin Ali', 'Sara'])
  expect(await t.db.select().from(overwrittenScoreDetails)).toEqual([])
  expect((await undo(first.id)).statusCode).toBe(200)
  expect(await names()).toEqual([])
})

test('an import of scores is not undone after a correction or a removal', async () => {
  await send(scoresPath(), 'name,mission,score,time\nSara,1,10,5\nOmar,1,20,7\n')
  const [row] = (await list()).imports
  const [omar] = await t.db.select().from(scoreEntries).where(eq(scoreEntries.playerName, 'Omar'))
  const [attempt] = await t.db
    .select()
    .from(scoreAttempts)
    .where(eq(scoreAttempts.entryId, omar?.id ?? ''))
  const path = getPath('GET /api/admin/events/:eventId/scores/:entryId', {
    eventId,
    entryId: String(omar?.id),
  })
  expect(
    (await t.json('PATCH', `${path}/attempts/${attempt?.id}`, t.adminToken, { score: 21 })).statusCode,
  ).toBe(200)
  const corrected = await undo(row.id)
  expect([corrected.json().code, corrected.json().msg]).toEqual([
    'import-changed',
    expect.stringContaining('Omar'),
  ])
  expect((await t.send('DELETE', path, t.adminToken)).statusCode).toBe(200)
  expect((await undo(row.id)).json().code).toBe('import-changed')
  expect(await t.db.select().from(scoreAttempts)).toHaveLength(1)
})

test('imports of users and questions are undone, unless a record is used', async () => {
  const faqFile = 'question_en,question_ar,answer_en,answer_ar\nWhen?,متى؟,Now,الآن\n'
  await send(getPath('POST /api/admin/faqs/import'), faqFile)
  const userFile =
    'first_name,email,phone\nMona,mona.import@school.test,0501119988\nSaad,saad.import@school.test,0501119989\n'
  await send(getPath('POST /api/admin/users/import'), userFile)
  const [usersImport, faqsImport] = (await list()).imports
  expect([usersImport.kind, faqsImport.kind]).toEqual(['users', 'faqs'])
  expect((await undo(faqsImport.id)).statusCode).toBe(200)
  expect((await t.db.select().from(faqs)).map(({ deletedAt }) => deletedAt !== null)).toEqual([true])

  const saad = () => t.db.select().from(users).where(eq(users.email, 'saad.import@school.test'))
  await t.db.update(users).set({ lastSignInAt: new Date() }).where(eq(users.email, 'saad.import@school.test'))
  expect((await undo(usersImport.id)).json()).toMatchObject({
    code: 'import-changed',
    msg: expect.stringContaining('Saad'),
  })
  await t.db.update(users).set({ lastSignInAt: null }).where(eq(users.email, 'saad.import@school.test'))
  expect((await undo(usersImport.id)).statusCode).toBe(200)
  expect((await saad())[0]?.deletedAt).not.toBeNull()
})

test('users of the back office see and undo the imports that they may run', async () => {
  await send(getPath('POST /api/admin/teams/import'), teamFile)
  await send(scoresPath(), 'name,score,time\nSara,10,5\n')
  const [results, content] = [await signInWith(['results']), await signInWith(['content'])]
  expect((await list(results)).imports.map(({ kind }: { kind: string }) => kind)).toEqual(['scores'])
  expect((await list(content)).imports).toEqual([])
  const [, teamsImport] = (await list()).imports
  const rejected = await undo(teamsImport.id, results)
  expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'no-permission'])
  expect(await presentTeams()).toHaveLength(2)
  expect((await undo('00000000-0000-7000-8000-000000000000')).statusCode).toBe(404)
})

test('the preview warns about teams and members that seem to exist, and about repeated names', async () => {
  await send(getPath('POST /api/admin/teams/import'), teamFile)
  const other = `${teamHeader}\n${teamLine('FALCONS', 7101)}\n${teamLine('Oasis', 7103)}\n${teamLine('oasis', 7105)}\n`
  expect(await warningsOf(getPath('POST /api/admin/teams/import'), other)).toEqual([
    expect.stringMatching(/^Several lines have .*oasis/),
    expect.stringMatching(/teams with the same name.*\(1\): \u2068Falcons\u2069/),
  ])
  const withoutIds = `team_name,school,competition,coach_name,coach_email,coach_phone,member1_name,member1_dob,member1_gender,member2_name,member2_dob,member2_gender
New,Al Noor,robo_mission,Omar,omar@school.test,966501234567,Member 7001,${born},female,Member 9,${born},male\n`
  expect(await warningsOf(getPath('POST /api/admin/teams/import'), withoutIds)).toEqual([
    expect.stringMatching(/without a national ID: 2\./),
    expect.stringMatching(/same name and date of birth.*\(1\): \u2068Member 7001\u2069/),
  ])
})

test('imports are searched by the name of their file', async () => {
  await send(getPath('POST /api/admin/teams/import'), teamFile)
  const search = async (text: string) =>
    (
      await t.send('GET', `${getPath('GET /api/admin/imports')}?s=${encodeURIComponent(text)}`, t.adminToken)
    ).json().totalItems
  expect([await search('قائمه'), await search('scores')]).toEqual([1, 0])
  expect(
    (await t.db.select().from(imports).orderBy(asc(imports.createdAt))).map(({ fileHash }) => fileHash),
  ).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})
