import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { addEventTeam, addRegisteredTeam } from '../../support/api/judging.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

const readCase = (name: string) => readFileSync(`tests/fixtures/scores/${name}.csv`, 'utf8')

let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())

/** Lists the ranking as `rank number name points`. */
const listBoard = async (eventId: string): Promise<string[]> =>
  (await t.board(eventId)).event.Scores.map(
    ({ rank, teamId, userId, totalScore }: Body) =>
      `${rank} ${teamId.teamNo} ${teamId.name || userId.info.name.fname} ${totalScore}`,
  )
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
const post = (eventId: string, payload: object) =>
  t.ask('POST', t.path(eventId), { payload: { attempts: [{ score: 1, timeMs: 0 }], ...payload } })
const getProblems = (reply: Body) =>
  reply.problems.map(({ line, field, msg }: Body) => `${line} ${field} ${msg}`)
const listLogProblems = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems

describe('a file of an event with teams', () => {
  it('adds to the teams with its numbers, also where they have results', async () => {
    const { eventId, ids } = await createEventWithTeams('Numbers', [
      ['Alpha', 79],
      ['Beta', 80],
    ])
    for (const [at, score] of [40, 30].entries())
      t.ok(await post(eventId, { teamId: ids[at], attempts: [{ mission: 1, score, timeMs: 0 }] }))
    const content = readCase('01-scores-by-team-number')
    const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
    expect(preview).toMatchObject({
      problems: [],
      warnings: [],
      participantCount: 2,
      registeredCount: 2,
      newParticipantCount: 0,
      newEntryCount: 0,
    })
    expect(preview.rows).toMatchObject([
      { teamNo: '79', teamName: 'Alpha', kind: 'team', isNewEntry: false },
      { teamNo: '80', teamName: 'Beta', kind: 'team', isNewEntry: false },
    ])
    t.ok(await t.sendScoresFile(eventId, content))
    expect(await listBoard(eventId)).toEqual(['1 80 Beta 100', '2 79 Alpha 90'])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('finds a team by number and name that has no result yet, and its next result joins it', async () => {
    const { eventId, ids } = await createEventWithTeams('First import', [['Own 75860', 98]])
    const content = readCase('01b-number-and-name-first-import')
    const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
    expect(preview).toMatchObject({
      registeredCount: 1,
      newParticipantCount: 0,
      newEntryCount: 1,
      warnings: [],
    })
    t.ok(await t.sendScoresFile(eventId, content))
    t.ok(await post(eventId, { teamId: ids[0], attempts: [{ mission: 2, score: 40, timeMs: 1000 }] }))
    expect(await listBoard(eventId)).toEqual(['1 98 Own 75860 90'])
    const { scores } = t.ok(await t.ask('GET', t.path(eventId)))
    expect(scores).toMatchObject([{ hasTeam: true, schoolName: 'School of Own 75860' }])
  })

  it('finds teams by every spelling of a number and of a name, and by a column "Team" of either', async () => {
    const { eventId } = await createEventWithTeams('Spellings', [
      ['أبطال الرياض', 301],
      ['Beta', 302],
    ])
    for (const content of [
      'team_no,score\n٣٠١,1\n0302,1\n',
      'Team number,Points\n#301,1\n\u200f302,1\n',
      'team_name,score\nابطال الرياض,1\n"BETA ",1\n',
      'Team,Points\n301,1\n302,1\n',
      'Rank,Team,Team Name,Score\n1,301,أبطال الرياض,1\n2,302,Beta,1\n',
      'الفريق;النقاط\n٣٠١;1\n٣٠٢;1\n',
      'Team,Points\nBeta,1\nأبطال الرياض,1\n',
      'رقم الفريق;الفريق;النقاط\n301;أبطال الرياض;1\n302;Beta;1\n',
    ]) {
      const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
      expect([content, preview.problems, preview.registeredCount]).toEqual([content, [], 2])
      t.ok(await t.sendScoresFile(eventId, content))
    }
    expect(await t.entryCount(eventId)).toEqual([2, 2])
    expect((await listBoard(eventId)).toSorted()).toEqual(['1 301 أبطال الرياض 1', '1 302 Beta 1'])
  })

  it('with a column "Team" beside a number takes it as the name, and an assigned one as it was assigned', async () => {
    const { eventId } = await createEventWithTeams('Assigned', [['31', 311]])
    const preview = t.ok(await t.sendScoresFile(eventId, 'team_no,Team,score\n311,31,1\n', { preview: true }))
    expect(preview.rows).toMatchObject([{ teamNo: '311', teamName: '31' }])
  })

  it('is refused where a line fits no team, several, or contradicts itself, with the names of the teams', async () => {
    const { eventId } = await createEventWithTeams('Refused', [
      ['Alpha', 401],
      ['Beta', 402],
      ['Falcons', 412],
      ['Hawks', 412, 1],
    ])
    const { competition } = await addRegisteredTeam(t, 'Elsewhere')
    const lines = [
      ['499', '', '', ''],
      ['', 'Gamma', '', ''],
      ['401', 'Beta', '', ''],
      ['499', 'Beta', '', ''],
      ['412', '', '', ''],
      ['401.0', '', '', ''],
      ['A 401', '', '', ''],
      ['', '', '', 'Sara'],
      ['', '', '', 'alpha'],
      ['412', '', 'engineers', ''],
      ['401', 'Alfa', '', ''],
      ['412', 'hawks', '', ''],
    ]
    const content = [
      'team_no,team_name,competition,name,score',
      ...lines.map((line) => `${line.join()},1`),
    ].join('\n')
    const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
    expect(preview.problems.map(({ line, field }: Body) => `${line} ${field}`)).toEqual([
      '2 team_no',
      '3 team_name',
      '4 team_name',
      '5 team_no',
      '6 team_no',
      '7 team_no',
      '8 team_no',
      '9 name',
      '10 name',
      '11 competition',
    ])
    expect(getProblems(preview)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('401 Alpha, but the name is that of 402 Beta'),
        expect.stringContaining(`\u2068412 Falcons (${competition})\u2069`),
        expect.stringContaining('for example 7'),
        expect.stringContaining('also the name of 401 Alpha'),
      ]),
    )
    expect(preview.warnings).toEqual([expect.stringContaining('401 Alpha ≠ Alfa')])
    const arabic = await t.sendScoresFile(eventId, content, { cookie: 'lang=ar' })
    expect([arabic.status, arabic.json().code]).toEqual([422, 'import-rejected'])
    for (const { msg } of arabic.json().details.problems) expect(msg).toMatch(/[\u0600-\u06ff]{3}/)
    expect(await t.entryCount(eventId)).toEqual([0, 0])
    const right = [`412,,${competition}`, '412,Hawks,', '401,,'].map((line) => `${line},5`)
    t.ok(await t.sendScoresFile(eventId, ['team_no,team_name,competition,score', ...right].join('\n')))
    expect((await listBoard(eventId)).toSorted()).toEqual([
      '1 401 Alpha 5',
      '1 412 Falcons 5',
      '1 412 Hawks 5',
    ])
  })

  it('accepts the email of a person of the team, and no other', async () => {
    const { eventId, ids } = await createEventWithTeams('Emails', [['Alpha', 501]])
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name, email)
       select gen_random_uuid(), id, competition_id, 'member', 'Lina', 'lina.member@school.test' from teams where id = $1`,
      [ids[0]],
    )
    const send = (email: string, preview: boolean) =>
      t.sendScoresFile(eventId, `team_no,email,score\n501,${email},7\n`, { preview })
    const refused = t.ok(await send('stranger@school.test', true))
    expect(getProblems(refused)).toEqual([expect.stringContaining('2 email')])
    t.ok(await send('Lina.Member@school.test', false))
    expect(await listBoard(eventId)).toEqual(['1 501 Alpha 7'])
    const { scores } = t.ok(await t.ask('GET', t.path(eventId)))
    expect(scores).toMatchObject([{ hasTeam: true }])
  })

  it('adds to a guest that has results, with a warning, until the event refuses nobody or the guest is new', async () => {
    const eventId = (
      await t.event({ title_en: 'Kept guest' }, [{ teamNo: '900', teamName: 'Visitors', score: 5, time: 0 }])
    )._id as string
    const reply = await addEventTeam(t, eventId, 'Alpha', { teamNo: 601 })
    expect(reply.teamNo).toBe(601)
    const lines = 'team_no,team_name,score\n0900,Visitors,6\n601,Alpha,9\n'
    const preview = t.ok(await t.sendScoresFile(eventId, lines, { preview: true }))
    expect(preview).toMatchObject({
      problems: [],
      registeredCount: 1,
      newParticipantCount: 0,
      warnings: [expect.stringContaining('\u2068Visitors\u2069')],
    })
    t.ok(await t.sendScoresFile(eventId, lines))
    expect(await listBoard(eventId)).toEqual(['1 601 Alpha 9', '2 900 Visitors 6'])
    const other = 'team_no,score\n901,1\n'
    expect(getProblems(t.ok(await t.sendScoresFile(eventId, other, { preview: true })))).toHaveLength(1)
    const guests = getPath('GET /api/admin/events/:eventId/guests', { eventId })
    t.ok(await t.ask('PUT', guests, { payload: { acceptsGuests: true } }))
    const accepted = t.ok(await t.sendScoresFile(eventId, other, { preview: true }))
    expect(accepted).toMatchObject({ problems: [], newParticipantCount: 1 })
    expect(accepted.rows).toMatchObject([{ kind: 'guest', isNewEntry: true }])
    t.ok(await t.ask('PUT', guests, { payload: { acceptsGuests: false } }))
    expect((await t.sendScoresFile(eventId, other)).status).toBe(422)
  })

  it('that the export wrote comes back to the teams, also those of two competitions with one number', async () => {
    const { eventId } = await createEventWithTeams('Exported', [
      ['Falcons', 712],
      ['Hawks', 712, 1],
    ])
    t.ok(await t.sendScoresFile(eventId, 'team_no,team_name,score\n712,Falcons,3\n712,Hawks,2\n'))
    const { body } = await t.ask('GET', `${t.path(eventId)}/export`)
    expect(t.ok(await t.sendScoresFile(eventId, body, { preview: true }))).toMatchObject({
      problems: [],
      registeredCount: 2,
      newEntryCount: 0,
    })
    t.ok(await t.sendScoresFile(eventId, body))
    expect(await t.entryCount(eventId)).toEqual([2, 2])
  })
})

describe('the office and the simulator in an event with teams', () => {
  it('add to the team with the number or name, and are refused for what fits none', async () => {
    const { eventId } = await createEventWithTeams('Calls', [
      ['Alpha', 801],
      ['Falcons', 812],
      ['Hawks', 812, 1],
    ])
    const key = await t.key(eventId)
    for (const payload of [{ teamNo: '0801' }, { teamName: 'alpha' }, { teamNo: 812, teamName: 'Hawks' }])
      expect(t.ok(await post(eventId, payload)).entry.teamId).not.toBeNull()
    for (const payload of [{ teamNo: '٨٠١' }, { teamName: 'ALPHA' }, { teamNo: '812', teamName: 'Falcons' }])
      expect((await t.post(eventId, key, { ...payload, score: 2, time: 0 })).status).toBe(200)
    expect(await t.entryCount(eventId)).toEqual([3, 3])
    const scores = [
      { teamNo: '801', score: 1, time: 0 },
      { teamNo: '899', score: 1, time: 0 },
      { teamNo: '812', score: 1, time: 0 },
      { teamNo: '801', teamName: 'Hawks', score: 1, time: 0 },
      { name: 'Alpha', score: 1, time: 0 },
      { email: 'new@school.test', score: 1, time: 0 },
    ]
    const refused = await t.post(eventId, key, { scores })
    expect([
      refused.status,
      refused.json().fields.map(({ field, code }: Body) => `${field} ${code}`),
    ]).toEqual([
      400,
      [
        'scores.2.teamNo several-teams',
        'scores.3.teamName other-team',
        'scores.4.name name-of-team',
        'scores.1.teamNo no-such-team',
        'scores.5.email guests-closed',
      ],
    ])
    const office = await post(eventId, { teamNo: '899' })
    expect([office.status, office.json().fields]).toMatchObject([
      400,
      [{ field: 'teamNo', code: 'no-such-team' }],
    ])
    expect(await t.entryCount(eventId)).toEqual([3, 3])
  })

  it('of the simulator may be players of a team by email, whose team is checked and shown', async () => {
    const { eventId } = await createEventWithTeams('Players', [['Alpha', 821]])
    const key = await t.key(eventId)
    const player = { email: 'player@school.test', name: 'Sara', score: 4, time: 0 }
    const wrong = await t.post(eventId, key, { ...player, teamNo: '829' })
    expect([wrong.status, wrong.json().field]).toEqual([400, 'scores.0.teamNo'])
    t.ok(await t.post(eventId, key, { ...player, teamNo: '0821' }))
    const { scores } = t.ok(await t.ask('GET', t.path(eventId)))
    expect(scores).toMatchObject([
      { playerName: 'Sara', teamNo: '821', teamName: 'Alpha', hasTeam: false, attemptCount: 1 },
    ])
    t.ok(await t.post(eventId, key, { ...player, teamNo: '821', score: 9 }))
    // a player with results may be in a team that the event does not have any more
    t.ok(await t.post(eventId, key, { ...player, teamNo: '829' }))
    expect(await t.entryCount(eventId)).toEqual([1, 1])
  })
})

describe('an event without teams', () => {
  it('knows a guest by the normal form of the number, and refuses 7.0 and two names under one number', async () => {
    const eventId = (await t.event({ title_en: 'Without teams' }))._id as string
    const content = readCase('02-team-number-spellings')
    const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
    expect(preview.problems).toMatchObject([{ line: 5, field: 'team_no', value: '7.0' }])
    const right = content.split('\n').slice(0, 4).join('\n')
    expect(t.ok(await t.sendScoresFile(eventId, right, { preview: true }))).toMatchObject({
      problems: [],
      participantCount: 1,
      newParticipantCount: 1,
      registeredCount: 0,
    })
    t.ok(await t.sendScoresFile(eventId, right))
    t.ok(await post(eventId, { teamNo: '#007', attempts: [{ mission: 4, score: 1, timeMs: 0 }] }))
    expect(await listBoard(eventId)).toEqual(['1 7 Falcons 181'])
    const twoNames = t.ok(
      await t.sendScoresFile(eventId, 'team_no,team_name,score\n12,Falcons,1\n012,Hawks,1\n', {
        preview: true,
      }),
    )
    expect(twoNames.problems).toMatchObject([{ line: 3, field: 'team_name', value: 'Hawks' }])
    t.ok(await t.sendScoresFile(eventId, 'team_no,team_name,score\n7,Eagles,1\n'))
    expect(await listBoard(eventId)).toEqual(['1 7 Eagles 181'])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('compares stored keys of version 1.0.0 by their normal form: the exact one wins, two others are a problem', async () => {
    const eventId = (await t.event({ title_en: 'Old keys' }))._id as string
    for (const [key, number] of [
      ['guest:07', '07'],
      ['guest:7', '٧'],
      ['guest:0100', '0100'],
    ]) {
      const { entry } = t.ok(await post(eventId, { teamName: key, attempts: [{ score: 5, timeMs: 0 }] }))
      await t.ownerPool.query(
        "update score_entries set participant_key = $2, team_no = $3, team_name = 'Old' where id = $1",
        [entry.id, key, number],
      )
    }
    const simulatorKey = await t.key(eventId)
    for (const teamNo of ['07', '7', '٧', '100', '#0100'])
      t.ok(await t.post(eventId, simulatorKey, { teamNo, score: 1, time: 0 }))
    expect(await t.entryCount(eventId)).toEqual([3, 3])
    const counts = t
      .ok(await t.ask('GET', t.path(eventId)))
      .scores.map(({ teamNo, attemptCount }: Body) => `${teamNo} ${attemptCount}`)
    // the simulator keeps the stored names
    expect(counts.toSorted()).toEqual(['0100 3', '07 2', '٧ 3'].toSorted())
    const refused = await t.post(eventId, simulatorKey, { teamNo: '007', score: 1, time: 0 })
    expect([refused.status, refused.json().fields[0]]).toMatchObject([
      400,
      { field: 'scores.0.teamNo', code: 'several-guests' },
    ])
    const { guests } = t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/guests', { eventId })))
    expect(guests.map(({ teamNo, isRepeated }: Body) => [teamNo, isRepeated]).toSorted()).toEqual(
      [
        ['07', true],
        ['٧', true],
      ].toSorted(),
    )
  })

  it('finds a team that has only a result, and refuses no guests', async () => {
    const { ids } = await createEventWithTeams('Elsewhere', [['Alpha', 861]])
    const eventId = (await t.event({ title_en: 'Only results' }))._id as string
    t.ok(await post(eventId, { teamId: ids[0], attempts: [{ mission: 1, score: 5, timeMs: 0 }] }))
    t.ok(await t.sendScoresFile(eventId, 'team_no,team_name,mission,score\n0861,,2,6\n862,Gamma,1,3\n'))
    expect(await listBoard(eventId)).toEqual(['1 861 Alpha 11', '2 862 Gamma 3'])
  })

  it('accepts a file without times as long as it has none', async () => {
    const eventId = (await t.event({ title_en: 'No times' }))._id as string
    t.ok(await t.sendScoresFile(eventId, 'team_no,score\n1,5\n2,6\n'))
    t.ok(await t.sendScoresFile(eventId, 'team_no,score,time\n1,5,\n2,6,\n'))
    const mixed = t.ok(
      await t.sendScoresFile(eventId, 'team_no,score,time\n1,5,3\n2,6,\n', { preview: true }),
    )
    expect(mixed.problems).toMatchObject([{ line: 3, field: 'time' }])
    t.ok(await t.sendScoresFile(eventId, 'team_no,score,time\n1,5,3\n'))
    const missing = t.ok(await t.sendScoresFile(eventId, 'team_no,score\n3,6\n', { preview: true }))
    expect(missing.problems).toMatchObject([{ field: 'time' }])
  })

  it('gets a warning with its first teams while guests have results', async () => {
    const event = await t.event({ title_en: 'First teams' }, [{ name: 'Sara', score: 1, time: 0 }])
    const { teamNo, competitionId } = await addRegisteredTeam(t, 'Latecomer')
    const add = async () =>
      t.ok(
        await t.ask('POST', getPath('POST /api/admin/events/:eventId/teams', { eventId: event._id }), {
          payload: { competitionId, teamNo },
        }),
      )
    expect(await add()).toMatchObject({ count: 1, guestCount: 1 })
    expect(await add()).toMatchObject({ count: 0, guestCount: 0 })
  })
})

describe('the update from version 1.0.0', () => {
  it('lets events go on to accept guests that had some through a simulator key, and no others', async () => {
    const events = []
    for (const title of ['Had guests of a simulator', 'Had guests of a file', 'Had players of a simulator'])
      events.push(await t.event({ title_en: title }))
    const [ofSimulator, ofFile, ofPlayers] = events
    t.ok(await t.post(ofSimulator._id, await t.key(ofSimulator._id), { teamNo: '5', score: 1, time: 0 }))
    t.ok(await t.sendScoresFile(ofFile._id, 'team_no,score\n5,1\n'))
    await t.ownerPool.query(
      "insert into users (id, role, first_name, email, email_confirmed_at) values (gen_random_uuid(), 'student', 'Rana', 'rana@school.test', now())",
    )
    const player = { email: 'rana@school.test', score: 1, time: 0 }
    t.ok(await t.post(ofPlayers._id, await t.key(ofPlayers._id), player))
    const [, update = ''] = readFileSync('server/platform/db/migrations/0072_guests.sql', 'utf8').split(
      '--> statement-breakpoint',
    )
    await t.ownerPool.query(update)
    for (const { _id } of events) await addEventTeam(t, _id, 'Alpha')
    const accepted = await Promise.all(
      events.map(
        async ({ _id }) =>
          t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/guests', { eventId: _id })))
            .acceptsGuests,
      ),
    )
    expect(accepted).toEqual([true, false, false])
    const posted = await t.post(ofSimulator._id, await t.key(ofSimulator._id), {
      teamNo: '6',
      score: 1,
      time: 0,
    })
    expect(posted.status).toBe(200)
  })

  it('makes the repeat of a post with its Idempotency-Key harmless', async () => {
    const { eventId } = await createEventWithTeams('Repeated post', [['Alpha', 891]])
    const scores = [{ teamNo: '0999', mission: 1, score: 5, time: 7 }]
    const requestHash = createHash('sha256').update(JSON.stringify({ scores })).digest('hex')
    const entry = {
      id: '0198c0de-0000-7000-8000-000000000001',
      totalScore: 5,
      totalTimeMs: 7000,
      attempts: 1,
    }
    await t.ownerPool.query(
      'insert into idempotency_keys (scope, key, request_hash, reply) values ($1, $2, $3, $4)',
      [`scores:${eventId}`, 'sent before', requestHash, JSON.stringify({ entries: [entry], made: 1 })],
    )
    const body = { teamNo: '0999', score: 5, time: 7 }
    const repeat = await t.post(eventId, await t.key(eventId), body, { 'idempotency-key': 'sent before' })
    expect([repeat.status, repeat.json().scores]).toMatchObject([200, [{ totalScore: 5, totalTime: 7 }]])
    expect(await t.entryCount(eventId)).toEqual([0, 0])
    // without the key the number is refused, which no team has
    expect((await t.post(eventId, await t.key(eventId), body)).status).toBe(400)
  })
})

describe('a correction and a restoration', () => {
  it('of a guest with the number of a team give the result to the team, once', async () => {
    const event = await t.event({ title_en: 'Corrected' }, [
      { teamNo: '999', teamName: 'Alfa', score: 5, time: 0 },
      { teamNo: '998', teamName: 'Other', score: 4, time: 0 },
    ])
    const { id } = await addEventTeam(t, event._id, 'Alpha', { teamNo: 871 })
    await addEventTeam(t, event._id, 'Beta', { teamNo: 872 })
    const entries = t.ok(await t.ask('GET', t.path(event._id))).scores
    const put = (at: number, details: object) =>
      t.ask('PUT', `${t.path(event._id)}/${entries[at].id}`, {
        payload: { ...{ teamNo: '', teamName: '', missionType: 0 }, ...details },
      })
    // another school does not make a guest another participant
    expect((await put(0, { teamNo: '999', teamName: 'Alfa', schoolName: 'Al Noor' })).status).toBe(200)
    const refused = await put(0, { teamNo: '871', teamName: 'Beta' })
    expect([refused.status, refused.json().fields[0]]).toMatchObject([400, { code: 'other-team' }])
    expect(t.ok(await put(0, { teamNo: '0871', teamName: 'Alpha' })).entry).toMatchObject({
      teamId: id,
      teamNo: '871',
      hasTeam: true,
    })
    const taken = await put(1, { teamNo: '871', teamName: '' })
    expect([taken.status, taken.json().fields[0]]).toMatchObject([409, { field: 'teamNo', code: 'taken' }])
    expect(t.ok(await put(1, { teamNo: '997', teamName: 'Other' })).entry.teamId).toBeNull()
    expect(await listLogProblems(event._id)).toEqual([])
  })

  it('of the removed result of a guest give it to the team that the guest is', async () => {
    const event = await t.event({ title_en: 'Restored' }, [
      { teamNo: '881', teamName: 'Alpha', score: 5, time: 0 },
      { teamNo: '777', teamName: 'Visitors', score: 4, time: 0 },
    ])
    const { id } = await addEventTeam(t, event._id, 'Alpha', { teamNo: 881 })
    t.ok(await post(event._id, { teamId: id, attempts: [{ mission: 2, score: 3, timeMs: 0 }] }))
    const entries = t.ok(await t.ask('GET', t.path(event._id))).scores
    for (const { id: entryId, hasTeam } of entries.filter(({ hasTeam }: Body) => !hasTeam)) {
      expect(hasTeam).toBe(false)
      const { removedId } = t.ok(await t.ask('DELETE', `${t.path(event._id)}/${entryId}`))
      t.ok(await t.ask('POST', `${t.path(event._id)}/restore`, { payload: { id: removedId } }))
    }
    expect(await listBoard(event._id)).toEqual(['1 881 Alpha 8', '2 777 Visitors 4'])
    expect(await listLogProblems(event._id)).toEqual([])
  })
})
