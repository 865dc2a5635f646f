import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { normalizeGuestIdentity, normalizeParticipantName } from '#contract/rules/participants.ts'
import { checkScoreLog } from '#server/features/score-log/check.ts'
import { toGuestForm } from '#server/features/scores/service.ts'
import { createForm } from '../support/api/events.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../support/api/judges.ts'
import { addRegisteredTeam } from '../support/api/judging.ts'
import { createMatchTools } from '../support/api/matches.ts'
import { createScoreLogTools } from '../support/api/score-log.ts'
import { createMatchRuleSet, singleGroup } from '../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
type Team = Awaited<ReturnType<typeof addRegisteredTeam>>
let alpha: Team
let beta: Team
beforeAll(async () => {
  t = await startJudgesApp()
  alpha = await addRegisteredTeam(t, 'Alpha', { teamNo: 79 })
  beta = await addRegisteredTeam(t, 'Beta', { teamNo: 80 })
})
afterAll(() => t.close())

const guestsPath = (eventId: string) => `${paths.adminEvents}/${eventId}/guests`
const listGuests = async (eventId: string, query = ''): Promise<Body> =>
  t.ok(await t.ask('GET', `${guestsPath(eventId)}${query}`))
const assign = (eventId: string, assignments: object[], more: object = {}) =>
  t.ask('POST', `${guestsPath(eventId)}/assign`, {
    payload: { assignments, reason: 'Imported by number', preview: false, ...more },
  })
const listEntries = async (eventId: string): Promise<Body[]> =>
  t.ok(await t.ask('GET', t.path(eventId))).scores
const readEntry = async (eventId: string, id: string): Promise<Body> =>
  t.ok(await t.ask('GET', `${t.path(eventId)}/${id}`)).entry
const post = async (eventId: string, payload: object): Promise<Body> =>
  t.ok(await t.ask('POST', t.path(eventId), { payload: { attempts: [{ score: 1, timeMs: 0 }], ...payload } }))
    .entry
const put = (eventId: string, entryId: string, details: object) =>
  t.ask('PUT', `${t.path(eventId)}/${entryId}`, {
    payload: { teamNo: '', teamName: '', missionType: 0, ...details },
  })
const remove = async (eventId: string, entryId: string, attemptId: string): Promise<string> =>
  t.ok(await t.ask('DELETE', `${t.path(eventId)}/${entryId}/attempts/${attemptId}`)).removedId
const restore = async (eventId: string, id: string) =>
  t.ok(await t.ask('POST', `${t.path(eventId)}/restore`, { payload: { id } }))
const addTeams = async (eventId: string) => {
  for (const { competitionId, teamNo } of [alpha, beta])
    t.ok(await t.ask('POST', `${paths.adminEvents}/${eventId}/teams`, { payload: { competitionId, teamNo } }))
}
const findLogProblems = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems
const findEntry = async (eventId: string, teamNo: string): Promise<Body> =>
  (await listEntries(eventId)).find((entry) => entry.teamNo === teamNo)

/** Creates an event with guests, to which the teams Alpha and Beta are added afterwards. */
const createEventWithGuests = async (title: string, guests: readonly object[]): Promise<string> => {
  const event = await t.event(
    { title_en: title },
    guests.map((guest, at) => ({ mission: at + 1, score: 10 + at, time: 0, ...guest })),
  )
  await addTeams(event._id)
  return event._id
}

describe('the list of guests', () => {
  it('suggests no team whose number or name the guest contradicts, and shows masked addresses', async () => {
    const eventId = await createEventWithGuests('Contradictions', [
      { teamNo: '79', teamName: 'Visitors' },
      { teamNo: '80', name: 'Alpha' },
      { email: 'player@school.test' },
      { teamName: 'beta' },
    ])
    const { guests, ...counts } = await listGuests(eventId)
    expect(
      guests.map(({ teamNo, teamName, playerEmail, team }: Body) => [
        teamNo || teamName || playerEmail,
        team?.name ?? null,
      ]),
    ).toEqual([
      ['beta', 'Beta'],
      ['79', null],
      ['80', null],
      ['p•••@school.test', null],
    ])
    expect(counts).toMatchObject({ totalItems: 4, foundCount: 1 })
    expect(await listGuests(eventId, '?limit=0')).toMatchObject({ guests: [], totalItems: 4, foundCount: 1 })
    const tooMany = await t.ask('GET', `${guestsPath(eventId)}?limit=501`)
    expect(tooMany.status).toBe(400)
  })

  it('has the normal form of each key of version 1.0.0, without the others being computed', () => {
    const texts = ['07', '7', '٧', '#7', '＃ 007', '७', '7७', '0', '00', '#A 7', 'A 007', '12B', '7.0', '0x']
    const names = [
      'Alpha',
      'نجوم الواحة',
      'Été',
      'Falcons\u00ad',
      'Fal\u2060cons',
      'Fal\ufe0fcons',
      '\u3164A',
      'ﺳﺎﺭﺓ',
      '日本',
      'a@b.test',
    ]
    for (const text of [...texts, ...names]) {
      const key = `guest:${normalizeParticipantName(text)}`
      expect([text, toGuestForm(key)]).toEqual([text, normalizeGuestIdentity(key.slice('guest:'.length))])
    }
  })

  it('is for organizers with the permission for results only', async () => {
    const eventId = await createEventWithGuests('Permissions', [{ teamNo: '79' }])
    const [{ entryId }] = (await listGuests(eventId)).guests
    const payload = { assignments: [{ entryId, teamId: alpha.id }], reason: 'No', preview: false }
    const signInWith = async (permission: string) => {
      const person = { email: `${permission}@guests.test`, password: 'a long password of their own' }
      const phone = permission === 'results' ? '01061000001' : '01061000002'
      const form = await createForm({ fname: 'Person', ...person, phone, type: '4', permissions: permission })
      t.ok(await t.ask('POST', `${paths.adminUsers}/`, form))
      const sent = { national_id: person.email, loginType: 'email', password: person.password, type: 4 }
      const reply = await t.ask('POST', '/api/adduser', { payload: sent, visitor: true })
      return { authorization: String(reply.headers.authorization) }
    }
    const calls = [
      ['GET', guestsPath(eventId), {}],
      ['PUT', guestsPath(eventId), { payload: { acceptsGuests: false } }],
      ['POST', `${guestsPath(eventId)}/assign`, { payload }],
    ] as const
    const listStatuses = async (headers: Record<string, string>) => {
      const statuses: number[] = []
      for (const [method, path, body] of calls)
        statuses.push((await t.ask(method, path, { ...body, headers, visitor: true })).status)
      return statuses
    }
    expect(await listStatuses({})).toEqual([401, 401, 401])
    expect(await listStatuses(await signInWith('content'))).toEqual([403, 403, 403])
    expect(await listGuests(eventId)).toMatchObject({ totalItems: 1 })
    expect(await listStatuses(await signInWith('results'))).toEqual([200, 200, 200])
  })
})

describe('a correction of a guest', () => {
  it('makes it no team whose name contradicts the details, and keeps one whose number stays', async () => {
    const eventId = await createEventWithGuests('Corrected', [
      { teamNo: '79', teamName: 'Visitorz' },
      { teamNo: '500', teamName: 'Others' },
    ])
    const visitors = await findEntry(eventId, '79')
    expect(t.ok(await put(eventId, visitors.id, { teamNo: '79', teamName: 'Visitors' })).entry).toMatchObject(
      {
        ...{ teamId: null, teamName: 'Visitors', teamNo: '79' },
      },
    )
    const others = await findEntry(eventId, '500')
    const refused = await put(eventId, others.id, { teamNo: '80', teamName: 'Others' })
    expect([refused.status, refused.json().fields]).toMatchObject([
      400,
      [{ field: 'teamName', code: 'not-name-of-team' }],
    ])
    const named = await put(eventId, others.id, { teamNo: '80', playerName: 'Alpha' })
    expect([named.status, named.json().fields]).toMatchObject([
      400,
      [{ field: 'playerName', code: 'name-of-team' }],
    ])
    const right = t.ok(await put(eventId, others.id, { teamNo: '80', teamName: 'beta', playerName: 'Sara' }))
    expect(right.entry).toMatchObject({ teamId: beta.id, teamName: 'Beta', playerName: '' })
    const [line] = (await t.audit()).filter(({ entity_id: id }) => id === others.id).slice(-1)
    expect(line).toMatchObject({ after: { team: beta.id } })
    expect(await findLogProblems(eventId)).toEqual([])
  })
})

describe('a correction of a guest that contradicts a team', () => {
  it('is accepted where what contradicts stays as it was', async () => {
    const eventId = await createEventWithGuests('Contradicting', [
      { teamNo: '79', teamName: 'Beta' },
      { teamNo: '080', name: 'Alpha' },
    ])
    const [other, named] = [await findEntry(eventId, '79'), await findEntry(eventId, '80')]
    const statuses = []
    for (const [id, details] of [
      [other.id, { teamNo: '79', teamName: 'Beta', playerName: 'Sara' }],
      [named.id, { teamNo: '80', playerName: 'Alpha', teamName: 'beta' }],
      [named.id, { teamNo: '80', playerName: 'ALPHA', teamName: '' }],
    ])
      statuses.push((await put(eventId, id, details)).status)
    expect(statuses).toEqual([200, 200, 400])
    expect((await listEntries(eventId)).map(({ hasTeam }) => hasTeam)).toEqual([false, false])
    expect(await findLogProblems(eventId)).toEqual([])
  })
})

describe('removed results of a guest', () => {
  it('come back to a guest with another name than the team with its number', async () => {
    const eventId = await createEventWithGuests('Restored guest', [{ teamNo: '79', teamName: 'Visitors' }])
    const { id } = await findEntry(eventId, '79')
    const { removedId } = t.ok(await t.ask('DELETE', `${t.path(eventId)}/${id}`))
    await restore(eventId, removedId)
    expect(await listEntries(eventId)).toMatchObject([{ teamName: 'Visitors', hasTeam: false }])
    expect(await findLogProblems(eventId)).toEqual([])
  })

  it('come back to the team that the guest has become, also under another name', async () => {
    const eventId = (await t.event({ title_en: 'Restored team' }))._id as string
    const attempts = [1, 2].map((mission) => ({ mission, score: mission, timeMs: 0 }))
    const guests = []
    for (const teamName of ['Alpha of Riyadh', 'Beta of Jeddah'])
      guests.push(await post(eventId, { teamName, attempts }))
    await addTeams(eventId)
    await post(eventId, { teamId: beta.id, attempts: [{ mission: 3, score: 3, timeMs: 0 }] })
    const removed = []
    for (const { id, attempts } of guests) removed.push(await remove(eventId, id, attempts[0].id))
    t.ok(
      await assign(eventId, [
        { entryId: guests[0].id, teamId: alpha.id },
        { entryId: guests[1].id, teamId: beta.id },
      ]),
    )
    for (const id of removed) await restore(eventId, id)
    expect(
      (await listEntries(eventId)).map(({ teamName, attemptCount }) => [teamName, attemptCount]).toSorted(),
    ).toEqual([
      ['Alpha', 2],
      ['Beta', 3],
    ])
    expect(await findLogProblems(eventId)).toEqual([])
  })
})

describe('an import that renamed a guest', () => {
  it.each(['an assignment', 'a correction'])(
    'does not rename the team after %s, when it is undone',
    async (how) => {
      const eventId = (await t.event({ title_en: `Undone after ${how}` }))._id as string
      const guest = await post(eventId, { teamNo: '79', teamName: 'Old name' })
      t.ok(await t.sendScoresFile(eventId, 'team_no,team_name,mission,score\n79,Alpha,2,5\n'))
      await addTeams(eventId)
      if (how === 'an assignment') t.ok(await assign(eventId, [{ entryId: guest.id, teamId: alpha.id }]))
      else t.ok(await put(eventId, guest.id, { teamNo: '079', teamName: 'Alpha' }))
      const { imports } = t.ok(await t.ask('GET', '/api/admin/imports'))
      const { id } = imports.find(({ event }: Body) => event?.id === eventId)
      t.ok(await t.ask('POST', `/api/admin/imports/${id}/undo`))
      expect(await listEntries(eventId)).toMatchObject([
        { teamName: 'Alpha', hasTeam: true, attemptCount: 1 },
      ])
      expect(await findLogProblems(eventId)).toEqual([])
    },
  )
})

describe('the preview of an assignment', () => {
  it('names the team, and counts the runs that its judges have sent', async () => {
    const eventId = await createEventWithGuests('Repeated runs', [
      { teamNo: '79', mission: 1, score: 50, time: 30 },
      { teamNo: '80', mission: 1, score: 50, time: 30 },
    ])
    const { token } = await t.createSignedInJudge(eventId)
    t.ok(await t.askAsJudge('POST', paths.judgeSheets, token, createSheet(alpha.id)))
    const { guests } = await listGuests(eventId)
    const assignments = guests.map(({ entryId, team }: Body) => ({ entryId, teamId: team.id }))
    expect(t.ok(await assign(eventId, assignments, { preview: true, reason: '' }))).toMatchObject({
      changedMatches: [],
      assignments: [
        { teamNo: 79, teamName: 'Alpha', repeatedCount: 1, attemptCount: 1 },
        { teamNo: 80, teamName: 'Beta', repeatedCount: 0 },
      ],
    })
  })

  it('lists the matches that both have a result of', async () => {
    const { matches, ...plain } = createMatchRuleSet({ groups: { ...singleGroup, count: 1 } })
    const eventId = (await t.event({ title_en: 'Shared matches' }))._id as string
    const saveRules = async (ruleSet: object, version: number | null) =>
      t.ok(await t.ask('PUT', paths.adminRuleSet(eventId), { payload: { ruleSet, version } }))
    await saveRules(plain, null)
    const attempt = (score: number) => ({ mission: 1, score: 0, timeMs: 0, values: { score } })
    const guest = await post(eventId, { teamNo: '79', attempts: [attempt(3)] })
    await saveRules({ ...plain, matches }, 1)
    await addTeams(eventId)
    const setEntryCount = (count: number) =>
      t.ownerPool.query('update events set entry_count = $2 where id = $1', [eventId, count])
    // version 1.0.0 restored guests after the draw
    await setEntryCount(0)
    t.ok(await createMatchTools(t).draw(eventId, { sides: [[alpha.id], [beta.id]] }))
    await setEntryCount(1)
    const assignments = [{ entryId: guest.id, teamId: alpha.id }]
    const preview = async () => t.ok(await assign(eventId, assignments, { preview: true, reason: '' }))
    expect((await preview()).changedMatches).toEqual([])
    await post(eventId, { teamId: alpha.id, attempts: [attempt(1)] })
    expect((await preview()).changedMatches).toEqual([1])
  })
})

describe('what names a guest after its assignment', () => {
  it('is the team: for a protest that stays, and in the ranking of an earlier time', async () => {
    const past = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-03T00:00:00.000Z' }
    const event = await t.event({ title_en: 'Named', ...past }, [{ teamNo: '79', score: 5, time: 0 }])
    const eventId = event._id as string
    await addTeams(eventId)
    const team = await post(eventId, { teamId: alpha.id })
    const [{ entryId }] = (await listGuests(eventId)).guests
    for (const id of [entryId, team.id])
      await t.database.pool.query(
        "insert into protests (id, event_id, entry_id, reason) values ($1, $2, $3, 'Too few')",
        [randomUUID(), eventId, id],
      )
    const log = createScoreLogTools(t)
    const setTimes = (time: string) =>
      log.changeAsOwner(
        `update score_log set time = '${time}' where event_id = '${eventId}' and time > '2026-03-03'`,
      )
    await setTimes('2026-03-01T10:00:30Z')
    const reply = t.ok(await assign(eventId, [{ entryId, teamId: alpha.id }]))
    await setTimes('2026-03-01T11:00:30Z')
    expect(reply.keptProtests).toHaveLength(1)
    const { protests } = t.ok(await t.ask('GET', `${paths.adminEvents}/${eventId}/protests`))
    expect(protests.map(({ teamName, teamNo }: Body) => [teamName, teamNo])).toEqual([
      ['Alpha', '79'],
      ['Alpha', '79'],
    ])
    const earlier = t.ok(await t.visitor(`${paths.scoresAt(event.slug)}?time=2026-03-01T10:01Z`))
    expect(earlier.rows.map(({ teamName }: Body) => teamName)).toEqual(['Alpha', 'Alpha'])
  })
})

describe('the first teams of an event', () => {
  it('bring no warning where the event accepts guests beside them', async () => {
    const event = await t.event({ title_en: 'Accepting' }, [{ teamNo: '500', score: 5, time: 0 }])
    t.ok(await t.ask('PUT', guestsPath(event._id), { payload: { acceptsGuests: true } }))
    const { competitionId, teamNo } = alpha
    const reply = await t.ask('POST', `${paths.adminEvents}/${event._id}/teams`, {
      payload: { competitionId, teamNo },
    })
    expect(t.ok(reply)).toMatchObject({ count: 1, guestCount: 0 })
  })
})

describe('a run whose sheet waits for a second judge', () => {
  it('is shown in the preview of a file and counts once', async () => {
    const eventId = (await t.event({ title_en: 'Waiting' }))._id as string
    await addTeams(eventId)
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    const { token } = await t.createSignedInJudge(eventId)
    const second = await t.createSignedInJudge(eventId, { names: ['Omar'] })
    const sheet = createSheet(alpha.id)
    t.ok(await t.askAsJudge('POST', paths.judgeSheets, token, sheet))
    const content = 'team_no,mission,score,time\n79,1,50,30\n79,2,20,10\n'
    const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
    expect(preview.rows.map(({ isRecorded }: Body) => isRecorded)).toEqual([true, false])
    expect(t.ok(await t.sendScoresFile(eventId, content))).toMatchObject({ count: 1 })
    t.ok(
      await t.askAsJudge('POST', `${paths.judgeSheets}/${sheet.id}/review`, second.token, {
        decision: 'confirm',
      }),
    )
    const entry = await findEntry(eventId, '79')
    expect((await readEntry(eventId, entry.id)).attempts).toHaveLength(2)
    expect(await findLogProblems(eventId)).toEqual([])
  })
})
