import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { createForm } from '../../support/api/events.ts'
import { addEventTeam, addRegisteredTeam } from '../../support/api/judging.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())

const createEventWithTeams = async (
  title: string,
  teams: readonly (readonly [name: string, teamNo: number, competitionAt?: number])[],
) => {
  const eventId = (await t.event({ title_en: title }))._id as string
  const ids: string[] = []
  for (const [name, teamNo, competitionAt = 0] of teams)
    ids.push((await addEventTeam(t, eventId, name, { teamNo, competitionAt })).id)
  return { eventId, ids }
}
const listEntries = async (eventId: string): Promise<Body[]> =>
  t.ok(await t.ask('GET', t.path(eventId))).scores
const listBoard = async (eventId: string): Promise<string[]> =>
  (await listEntries(eventId))
    .map(({ teamNo, teamName, playerName, totalScore }) =>
      [teamNo, teamName, playerName, totalScore].filter((part) => part !== '').join(' '),
    )
    .toSorted()
const post = (eventId: string, payload: object) =>
  t.ask('POST', t.path(eventId), { payload: { attempts: [{ score: 1, timeMs: 0 }], ...payload } })
const preview = async (eventId: string, content: string): Promise<Body> =>
  t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
const run = async (eventId: string, content: string): Promise<Body> =>
  t.ok(await t.sendScoresFile(eventId, content))
const listFields = ({ problems }: Body): string[] =>
  problems.map(({ line, field }: Body) => `${line} ${field}`)
const listLogProblems = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems

describe('the name of a player beside a team', () => {
  it('is refused as the name of another team, in a file, a form and a post', async () => {
    const { eventId } = await createEventWithTeams('Contradictions', [
      ['Alpha', 1079],
      ['Beta', 1080],
      ['أبطال', 1081],
      ['Gamma', 1082],
    ])
    // version 1.0.0 stored names as they were copied
    await t.ownerPool.query("update teams set name = E'Ga\\u00ad\\u2060mma ' where team_no = 1082")
    const content =
      'team_no,team_name,name,score\n1079,,Beta,50\n1079,Alpha,beta,50\n1080,,ابطال,1\n1079,,Alpha,1\n1079,,gamma,1\n'
    const reply = await preview(eventId, content)
    expect(listFields(reply)).toEqual(['2 name', '3 name', '4 name', '6 name'])
    expect(reply.problems[0].msg).toContain('1080 Beta')
    expect((await t.sendScoresFile(eventId, content)).status).toBe(422)
    const office = await post(eventId, { teamNo: '1079', playerName: 'Beta' })
    expect([office.status, office.json().fields]).toMatchObject([
      400,
      [{ field: 'playerName', code: 'name-of-team' }],
    ])
    const posted = await t.post(eventId, await t.key(eventId), {
      ...{ teamNo: '1079', name: 'BETA', score: 1, time: 0 },
    })
    expect([posted.status, posted.json().field]).toEqual([400, 'scores.0.name'])
    const unclean = await post(eventId, { teamNo: '1079', playerName: 'Gamma' })
    expect([unclean.status, unclean.json().field]).toEqual([400, 'playerName'])
    expect(await t.entryCount(eventId)).toEqual([0, 0])
  })

  it('is not stored by a file and by the office, so that the members of the team get the certificates', async () => {
    const { eventId, ids } = await createEventWithTeams('Members', [['Alpha', 1179]])
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name)
       select gen_random_uuid(), id, competition_id, 'member', 'Lina Omar' from teams where id = $1`,
      ids,
    )
    const content = 'team_no,name,mission,score\n1179,Alpha,1,1\n1179,Sara,2,2\n1179,Omar,3,3\n'
    expect((await preview(eventId, content)).warnings).toEqual([expect.stringContaining('1179 Alpha: Omar')])
    await run(eventId, content)
    t.ok(
      await post(eventId, {
        teamNo: '1179',
        playerName: 'Huda',
        attempts: [{ mission: 4, score: 1, timeMs: 0 }],
      }),
    )
    t.ok(
      await post(eventId, {
        teamId: ids[0],
        playerName: 'ALPHA',
        attempts: [{ mission: 5, score: 1, timeMs: 0 }],
      }),
    )
    // a player of the simulator does not become the player of a team that has results
    t.ok(await t.post(eventId, await t.key(eventId), { teamNo: '1179', name: 'Sara', score: 0, time: 0 }))
    expect(await listBoard(eventId)).toEqual(['1179 Alpha 8'])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    const { certificates } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId })),
    )
    expect(certificates.map(({ name }: Body) => name)).toEqual(['Lina Omar'])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('of the simulator is shown by a new entry of a team, unless it is the name of the team', async () => {
    const { eventId } = await createEventWithTeams('Simulated', [
      ['Alpha', 1279],
      ['Beta', 1280],
    ])
    const key = await t.key(eventId)
    t.ok(await t.post(eventId, key, { teamNo: '1279', name: 'Sara', score: 1, time: 0 }))
    t.ok(await t.post(eventId, key, { teamNo: '1280', name: 'beta', score: 1, time: 0 }))
    expect(await listBoard(eventId)).toEqual(['1279 Alpha Sara 1', '1280 Beta 1'])
  })

  it('and a number that no team has make no guest where the event accepts guests', async () => {
    const { eventId } = await createEventWithTeams('Accepting', [['Alpha', 1379]])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/guests', { eventId }), {
        payload: { acceptsGuests: true },
      }),
    )
    const content = 'team_no,name,score\n1399,Alpha,1\n1398,Sara,1\n'
    expect(listFields(await preview(eventId, content))).toEqual(['2 name'])
  })
})

describe('a line of a file with the names of an entry', () => {
  it('adds to the entry only where the competition fits, as in the first import', async () => {
    const { eventId } = await createEventWithTeams('Competitions', [
      ['Falcons', 1412],
      ['Falcons', 1412, 1],
    ])
    const competitions = []
    for (const competitionAt of [0, 1])
      competitions.push((await addRegisteredTeam(t, 'Other', { competitionAt })).competition)
    const [robo, engineers] = competitions
    const header = 'team_no,team_name,competition,mission,score\n'
    const without = `${header}1412,Falcons,,1,1\n`
    expect(listFields(await preview(eventId, without))).toEqual(['2 team_no'])
    await run(eventId, `${header}1412,Falcons,${robo},1,5\n`)
    expect(listFields(await preview(eventId, without))).toEqual(['2 team_no'])
    expect((await preview(eventId, 'team_name,score\nFalcons,1\n')).problems[0].msg).toContain('the number')
    const second = `${header}1412,Falcons,${engineers},1,7\n`
    expect(await preview(eventId, second)).toMatchObject({ newEntryCount: 1, problems: [] })
    await run(eventId, second)
    expect(await listBoard(eventId)).toEqual(['1412 Falcons 5', '1412 Falcons 7'])
    const known = await preview(eventId, `${header}1412,Falcons,${robo},2,1\n`)
    expect(known.rows).toMatchObject([
      { kind: 'team', isNewEntry: false, competition: { en: expect.anything() } },
    ])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('finds names that version 1.0.0 stored with marks and shapes of letters', async () => {
    const eventId = (await t.event({ title_en: 'Unclean names' }))._id as string
    const stored = [
      ['سارة', 'ﺳﺎﺭﺓ'],
      ['Sara Nasser', 'Sara\u00a0Nasser'],
      ['Omar', '\u200eOmar\u200f '],
    ] as const
    for (const [index, [name, old]] of stored.entries()) {
      const email = `user${index}@unclean.test`
      await t.ownerPool.query(
        "insert into users (id, role, first_name, email, email_confirmed_at) values (gen_random_uuid(), 'student', $1, $2, now())",
        [name, email],
      )
      const { entry } = t.ok(await post(eventId, { playerEmail: email, teamNo: '٧' }))
      await t.ownerPool.query('update score_entries set player_name = $2 where id = $1', [entry.id, old])
    }
    const content = `name,team_no,mission,score\n${stored.flatMap((names) => names.map((name) => `${name},7,2,1`)).join('\n')}\n`
    expect(await preview(eventId, content)).toMatchObject({
      problems: [],
      newEntryCount: 0,
      registeredCount: 3,
    })
    await run(eventId, content)
    expect(await t.entryCount(eventId)).toEqual([3, 3])
    expect((await listEntries(eventId)).map(({ attemptCount }) => attemptCount)).toEqual([3, 3, 3])
  })

  it('finds a player by email, also by the masked one of an export, and asks for it where two have the names', async () => {
    const { eventId } = await createEventWithTeams('Players of an export', [['Alpha', 1521]])
    const key = await t.key(eventId)
    const player = { name: 'Sara', teamNo: '1521', teamName: 'Alpha', score: 4, time: 0 }
    for (const email of ['player@school.test', 'other@school.test'])
      t.ok(await t.post(eventId, key, { ...player, email }))
    t.ok(await t.post(eventId, key, { ...player, email: 'lina@school.test', name: 'Lina' }))
    const header = 'name,email,team_no,team_name,mission,score\n'
    const full = `${header}Sara,Player@school.test,1521,Alpha,2,1\n`
    const masked = `${header}Sara,p•••@school.test,1521,Alpha,3,1\nLina,l•••@school.test,01521,Alpha,2,1\n`
    for (const content of [full, masked]) {
      expect(await preview(eventId, content)).toMatchObject({ problems: [], newEntryCount: 0 })
      await run(eventId, content)
    }
    const { body } = await t.ask('GET', `${t.path(eventId)}/export`)
    expect(await preview(eventId, body)).toMatchObject({ problems: [], newEntryCount: 0, count: 3 })
    expect((await listEntries(eventId)).map(({ attemptCount }) => attemptCount).toSorted()).toEqual([1, 2, 3])
    for (const { id } of await listEntries(eventId)) {
      const { entry } = t.ok(await t.ask('GET', `${t.path(eventId)}/${id}`))
      expect(entry.teamId).toBeNull()
    }
    // two players with the same names and the same masked address
    t.ok(await t.post(eventId, key, { ...player, email: 'pupil@school.test' }))
    expect(listFields(await preview(eventId, masked))).toEqual(['2 name'])
  })
})

describe('a guest of a file', () => {
  it('with two competitions is a problem, because two teams would become one', async () => {
    const eventId = (await t.event({ title_en: 'Two competitions' }))._id as string
    const header = 'team_no,name,competition,score\n'
    const lines = `${header}12,,robo,1\n012,,eng,1\n12,,ROBO,2\n,Sara,robo,1\n,Sara,eng,1\n`
    const reply = await preview(eventId, lines)
    expect(listFields(reply)).toEqual(['3 competition', '6 competition'])
    expect(reply.problems[0].msg).toContain('robo')
    expect((await preview(eventId, `${header}12,,robo,1\n12,,,1\n13,,eng,1\n`)).problems).toEqual([])
  })
})

describe('the repeat of a post of the simulator', () => {
  it('is harmless when version 1.0.0 read its texts without cleaning them', async () => {
    const eventId = (await t.event({ title_en: 'Repeated post' }))._id as string
    const body = {
      ...{ name: ' Sara\u00a0Nasser', teamNo: '\u200f07', school: 'ﺳﺎﺭﺓ', mission: 1, score: 5, time: 7 },
      note: 'First\r\nsecond ',
    }
    // the order of the keys is that of the schema
    const { name, teamNo, school, mission, score, time, note } = body
    const scores = [{ name: name.trim(), teamNo, school, mission, score, time, note: note.trim() }]
    const requestHash = createHash('sha256').update(JSON.stringify({ scores })).digest('hex')
    const entry = {
      id: '0198c0de-0000-7000-8000-000000000002',
      totalScore: 5,
      totalTimeMs: 7000,
      attempts: 1,
    }
    await t.ownerPool.query(
      'insert into idempotency_keys (scope, key, request_hash, reply) values ($1, $2, $3, $4)',
      [`scores:${eventId}`, 'before', requestHash, JSON.stringify({ entries: [entry], made: 1 })],
    )
    const key = await t.key(eventId)
    const send = (payload: object) => t.post(eventId, key, payload, { 'idempotency-key': 'before' })
    for (const payload of [body, { scores: [body] }])
      expect(t.ok(await send(payload)).scores).toMatchObject([{ totalScore: 5, totalTime: 7 }])
    expect((await send({ ...body, note: 'Another' })).status).toBe(409)
    expect(await t.entryCount(eventId)).toEqual([0, 0])
    // a repeat of a post of today is compared as it was cleaned
    for (const payload of [body, { ...body, name: 'Sara Nasser' }])
      expect((await t.post(eventId, key, payload, { 'idempotency-key': 'today' })).status).toBe(200)
    expect((await listEntries(eventId)).map(({ attemptCount }) => attemptCount)).toEqual([1])
  })
})

describe('the repeat of an import with its Idempotency-Key', () => {
  it('is answered as the first, although its lines have problems today', async () => {
    const { eventId } = await createEventWithTeams('Repeated import', [['Alpha', 1679]])
    const send = async (content: string, key: string) => {
      const file = new File([content], 'scores.csv', { type: 'text/csv' })
      const form = await createForm({ preview: 'false', acceptRepeat: 'true', file })
      return t.ask('POST', `${t.path(eventId)}/import`, {
        payload: form.payload,
        headers: { ...form.headers, 'idempotency-key': key },
      })
    }
    const content = 'team_no,score\n1679,5\n'
    expect(t.ok(await send(content, 'first'))).toMatchObject({ count: 1, newEntryCount: 1 })
    await t.ownerPool.query('update teams set team_no = 1680 where team_no = 1679')
    expect((await send(content, 'another')).status).toBe(422)
    expect(t.ok(await send(content, 'first'))).toMatchObject({ newEntryCount: 1, problems: [] })
    expect((await send('team_no,score\n1680,5\n', 'first')).status).toBe(409)
    expect((await listEntries(eventId)).map(({ attemptCount }) => attemptCount)).toEqual([1])
  })
})
