import { sql } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createTeamsCsvLabels } from '#server/people/teams/http.import.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { createMember, startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

const lines: string[] = []
let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp(
    {},
    {},
    { logger: createLogger('warn', { write: (line) => void lines.push(line) }) },
  )
})
afterAll(() => t.close())

/** Encrypts a value with a key that the installation does not have. */
const encryptElsewhere = (
  text: string,
  column: 'team_people.national_id' | 'team_drafts.data',
  rowId: string,
) =>
  createFieldEncryption({
    ...t.config,
    SECRET_KEY: 'the key of another installation, with enough characters',
  }).encrypt(text, column, rowId)

/**
 * Creates a team whose first member has a national ID that cannot be decrypted, as after a restore with
 * another key.
 */
const createTeamWithUnreadableId = async (name: string) => {
  const [first, second] = [createMember({ name: 'Sara Saleh' }), createMember({ name: 'Yusuf Saleh' })]
  const saved = await t.send(
    'POST',
    getPath('POST /api/teams'),
    t.token,
    t.team({ name, members: [first, second] }),
  )
  const { id } = saved.json().team.members[0]
  const unreadable = encryptElsewhere(String(first.nationalId), 'team_people.national_id', id)
  await t.db.execute(sql`update team_people set national_id = ${unreadable} where id = ${id}`)
  return { personId: id as string, ids: [String(first.nationalId), String(second.nationalId)] }
}

it.each([
  ['en', 'The national ID of Sara Saleh can’t be decrypted.'],
  ['ar', 'تعذّر فك تشفير رقم الهوية الوطنية: Sara Saleh'],
] as const)(
  'the full export in %s has an empty cell and a note for a national ID that cannot be decrypted, and the log its row',
  async (lang, note) => {
    const name = `Unreadable ${lang}`
    const { personId, ids } = await createTeamWithUnreadableId(name)
    lines.length = 0
    const url = `${getPath('POST /api/admin/teams/full-export')}?s=${encodeURIComponent(name)}&lang=${lang}`
    const reply = await t.json('POST', url, t.adminToken, { reason: 'A copy' })
    expect(reply.statusCode).toBe(200)
    const [header = '', row = '', end] = reply.body.split('\r\n')
    const cells = row.split(',')
    const { getTitle } = createTeamsCsvLabels(lang)
    const read = (column: string) => cells[header.split(',').indexOf(getTitle(column))]
    expect(read('member1_name')).toBe('Sara Saleh')
    expect(read('member1_national_id')).toBe('')
    expect(read('member2_national_id')).toBe(ids[1])
    expect(header.endsWith(`,${getTitle('notes')}`)).toBe(true)
    expect(read('notes')).toBe(note)
    expect(end).toBe('')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, column: 'team_people.national_id', rowId: personId },
    ])
    expect(lines.join('')).not.toMatch(/Sara|v2\./)
  },
)

it('the status page counts the values whose key is unknown', async () => {
  const read = async () =>
    (await t.send('GET', getPath('GET /api/admin/status'), t.adminToken)).json().status.unreadableValues
  const before = await read()
  await createTeamWithUnreadableId('Counted')
  expect(await read()).toBe(before + 1)
})

it('the drafts of an account are listed without one that cannot be decrypted', async () => {
  const [readable, unreadable] = [randomUUIDv7(), randomUUIDv7()]
  for (const id of [readable, unreadable])
    await t.json('PUT', getPath('PUT /api/teams/drafts/:draftId', { draftId: id }), t.token, {
      data: '{"name":"Falcons"}',
    })
  const data = encryptElsewhere('{}', 'team_drafts.data', unreadable)
  await t.db.execute(sql`update team_drafts set data = ${data} where id = ${unreadable}`)
  const reply = await t.send('GET', getPath('GET /api/teams/drafts'), t.token)
  expect(reply.json().drafts).toMatchObject([{ id: readable }])
})
