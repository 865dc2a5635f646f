import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addRegisteredTeam } from '../../support/api/judging.ts'
import { createMatchTools } from '../../support/api/matches.ts'
import { createPanelTools } from '../../support/api/panels.ts'
import { createMatchRuleSet, singleGroup } from '../../support/rules/matches.ts'

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

const guestsPath = (eventId: string) => getPath('GET /api/admin/events/:eventId/guests', { eventId })
const listGuests = async (eventId: string): Promise<Body> => t.ok(await t.ask('GET', guestsPath(eventId)))
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
const listLogProblems = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems
const listKinds = async (eventId: string): Promise<string[]> =>
  (
    await t.database.pool.query('select kind from score_log where event_id = $1 order by sequence', [eventId])
  ).rows.map(({ kind }) => kind)

/** Creates an event whose teams 79 and 80 have guests with their numbers, as version 1.0.0 imported them. */
const createEventWithGuests = async (title: string): Promise<string> => {
  const eventId = (await t.event({ title_en: title }))._id as string
  const lines = ['79,Alpha,2,50,10,2026-03-01T10:00:00Z', '80,,2,70,10,2026-03-01T10:00:00Z']
  t.ok(await t.sendScoresFile(eventId, ['team_no,team_name,mission,score,time,at', ...lines].join('\n')))
  await addTeams(eventId)
  return eventId
}
const addTeams = async (eventId: string) => {
  for (const { competitionId, teamNo } of [alpha, beta])
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/teams', { eventId }), {
        payload: { competitionId, teamNo },
      }),
    )
}
const findGuest = async (eventId: string, teamNo: string): Promise<string> =>
  (await listGuests(eventId)).guests.find((guest: Body) => guest.teamNo === teamNo).entryId

describe('the list of guests', () => {
  it('has the registered team of each guest first, and the others in an event with teams', async () => {
    const event = await t.event({ title_en: 'Listed' }, [
      { teamNo: '79', score: 5, time: 0 },
      { teamNo: '500', teamName: 'Visitors', score: 4, time: 0 },
      { teamNo: '501', teamName: 'beta', score: 3, time: 0 },
      { email: 'player@school.test', teamNo: '80', score: 2, time: 0 },
    ])
    // without teams a number alone does not tell a team of the season
    expect(await listGuests(event._id)).toMatchObject({ hasTeams: false, acceptsGuests: false, guests: [] })
    await addTeams(event._id)
    const { guests, ...rest } = await listGuests(event._id)
    expect(rest).toMatchObject({ hasTeams: true, acceptsGuests: false, totalItems: 4 })
    expect(guests.map(({ teamNo, team }: Body) => [teamNo, team?.name ?? null])).toEqual([
      ['79', 'Alpha'],
      ['500', null],
      ['501', null],
      ['80', null],
    ])
    const other = await t.event({ title_en: 'Season' }, [
      { teamNo: '79', teamName: 'alpha', score: 5, time: 0 },
      { teamNo: '80', teamName: 'Other', score: 5, time: 0 },
    ])
    expect((await listGuests(other._id)).guests).toMatchObject([{ teamNo: '79', team: { id: alpha.id } }])
  })
})

describe('a guest that is a registered team', () => {
  it('is previewed, then becomes the entry of a team that has none, with one row of the score log', async () => {
    const eventId = await createEventWithGuests('Becomes a team')
    const entryId = await findGuest(eventId, '79')
    const before = await listKinds(eventId)
    const assignments = [{ entryId, teamId: alpha.id }]
    const preview = t.ok(await assign(eventId, assignments, { preview: true, reason: '' }))
    expect(preview).toMatchObject({
      preview: true,
      assignments: [{ entryId, teamEntryId: entryId, attemptCount: 1, totalScore: 50, rank: 2 }],
      protestCount: 0,
      keptProtests: [],
      certificateCount: 0,
      isFrozen: false,
    })
    expect(await listKinds(eventId)).toEqual(before)
    expect((await readEntry(eventId, entryId)).teamId).toBeNull()
    const missing = await assign(eventId, assignments, { reason: ' ' })
    expect([missing.status, missing.json().field]).toEqual([400, 'reason'])
    t.ok(await assign(eventId, assignments))
    expect(await listKinds(eventId)).toEqual([...before, 'participant'])
    expect(await readEntry(eventId, entryId)).toMatchObject({
      teamId: alpha.id,
      teamNo: '79',
      teamName: 'Alpha',
      hasTeam: true,
    })
    expect(await listLogProblems(eventId)).toEqual([])
    const again = await assign(eventId, assignments)
    expect([again.status, again.json().fields]).toMatchObject([
      400,
      [{ field: 'assignments.0.entryId', code: 'not-found' }],
    ])
    const [line] = (await t.audit()).filter(({ action }) => action === 'assign-guest').slice(-1)
    expect(line).toMatchObject({
      entity: 'score',
      entity_id: entryId,
      after: { event: eventId, team: alpha.id, attempts: 1, reason: 'Imported by number' },
    })
  })

  it('gives its attempts to the entry of the team, with everything that they have, and the import can be undone', async () => {
    const eventId = await createEventWithGuests('Moves')
    const ofAlpha = await post(eventId, {
      teamId: alpha.id,
      attempts: [{ mission: 1, score: 40, timeMs: 0 }],
    })
    const ofBeta = await post(eventId, { teamId: beta.id, attempts: [{ mission: 1, score: 30, timeMs: 0 }] })
    const { guests } = await listGuests(eventId)
    const entries = new Map<string, Body>()
    for (const { entryId } of guests) entries.set(entryId, await readEntry(eventId, entryId))
    const before = await listKinds(eventId)
    const { assignments } = t.ok(
      await assign(
        eventId,
        guests.map(({ entryId, team }: Body) => ({ entryId, teamId: team.id })),
      ),
    )
    expect(assignments).toMatchObject([
      { teamEntryId: ofAlpha.id, totalScore: 90, rank: 2 },
      { teamEntryId: ofBeta.id, totalScore: 100, rank: 1 },
    ])
    expect((await listKinds(eventId)).slice(before.length).toSorted()).toEqual([
      'add',
      'add',
      'remove',
      'remove',
    ])
    expect(await t.entryCount(eventId)).toEqual([2, 2])
    for (const { entryId, teamEntryId } of assignments) {
      const { attempts } = await readEntry(eventId, teamEntryId)
      for (const attempt of entries.get(entryId).attempts) expect(attempts).toContainEqual(attempt)
    }
    expect(await listLogProblems(eventId)).toEqual([])
    // the time machine and the check replay the same log; an import is undone where its attempts are now
    const { imports } = t.ok(await t.ask('GET', '/api/admin/imports'))
    const { id } = imports.find(({ event }: Body) => event?.id === eventId)
    t.ok(await t.ask('POST', `/api/admin/imports/${id}/undo`))
    expect((await listEntries(eventId)).map(({ teamName, totalScore }) => [teamName, totalScore])).toEqual([
      ['Alpha', 40],
      ['Beta', 30],
    ])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('and another guest of the same team become one entry', async () => {
    const event = await t.event({ title_en: 'Two guests' }, [
      { teamNo: '79', mission: 1, score: 5, time: 0 },
      { teamName: 'Alpha', mission: 2, score: 6, time: 0 },
      { name: 'alpha', mission: 3, score: 7, time: 0 },
    ])
    await addTeams(event._id)
    const { guests } = await listGuests(event._id)
    expect(guests).toHaveLength(2)
    t.ok(
      await assign(
        event._id,
        guests.map(({ entryId }: Body) => ({ entryId, teamId: alpha.id })),
      ),
    )
    expect(await listEntries(event._id)).toMatchObject([
      { teamName: 'Alpha', totalScore: 18, playerName: '' },
    ])
    expect(await listLogProblems(event._id)).toEqual([])
  })

  it('brings its sheets, its protests and its panel, but no second sheet of one judge', async () => {
    const panels = createPanelTools(t)
    const eventId = (await t.event({ title_en: 'Panel' }))._id as string
    const prepared = await panels.prepare('Panel rules', 'mean', { teams: [], judges: ['Omar', 'Lina'] })
    const { ruleSet } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: prepared.eventId })),
    )
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet, version: null },
      }),
    )
    const judges = []
    for (const name of ['Omar', 'Lina']) judges.push(await t.createSignedInJudge(eventId, { names: [name] }))
    const [omar, lina] = judges.map(({ judge }) => judge.id)
    const sheet = (judge: string, idea: number) => ({
      mission: 1,
      score: 0,
      timeMs: 0,
      values: { judge, idea },
    })
    const guest = await post(eventId, { teamNo: '79', attempts: [sheet(omar, 8)] })
    await addTeams(eventId)
    await t.database.pool.query(
      "insert into protests (id, event_id, entry_id, attempt_id, reason) values ($1, $2, $3, $4, 'Too few')",
      [randomUUID(), eventId, guest.id, guest.attempts[0].id],
    )
    const team = await post(eventId, { teamId: alpha.id, attempts: [sheet(lina, 4)] })
    const reply = t.ok(await assign(eventId, [{ entryId: guest.id, teamId: alpha.id }]))
    expect(reply).toMatchObject({ protestCount: 1, assignments: [{ teamEntryId: team.id, totalScore: 6 }] })
    const { rows } = await t.database.pool.query(
      'select entry_id, team_id, attempt_id from protests where event_id = $1',
      [eventId],
    )
    expect(rows).toEqual([{ entry_id: team.id, team_id: alpha.id, attempt_id: guest.attempts[0].id }])
    // no judge misses the sheet any more
    const { attempts } = await readEntry(eventId, team.id)
    expect(attempts.map(({ values }: Body) => values.judge).toSorted()).toEqual([omar, lina].toSorted())
    expect(await listLogProblems(eventId)).toEqual([])
    // a file from before the teams has a sheet of the same judge
    t.ok(await t.ask('PUT', guestsPath(eventId), { payload: { acceptsGuests: true } }))
    const second = await post(eventId, { teamNo: '555', attempts: [sheet(omar, 2)] })
    const refused = await assign(eventId, [{ entryId: second.id, teamId: alpha.id }])
    expect([refused.status, refused.json().fields]).toMatchObject([
      400,
      [{ field: 'assignments.0.entryId', code: 'sheets-of-judge' }],
    ])
  })

  it('moves to the entry that the draw gave its team, in an event with matches', async () => {
    const { matches, ...plain } = createMatchRuleSet({ groups: { ...singleGroup, count: 1 } })
    const eventId = (await t.event({ title_en: 'Match' }))._id as string
    const saveRules = async (ruleSet: object, version: number | null) =>
      t.ok(
        await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
          payload: { ruleSet, version },
        }),
      )
    await saveRules(plain, null)
    const values = { score: 3 }
    const guest = await post(eventId, {
      teamNo: '79',
      attempts: [{ mission: 1, score: 0, timeMs: 0, values }],
    })
    await saveRules({ ...plain, matches }, 1)
    await addTeams(eventId)
    const tools = createMatchTools(t)
    const setEntryCount = (count: number) =>
      t.ownerPool.query('update events set entry_count = $2 where id = $1', [eventId, count])
    // version 1.0.0 restored guests after the draw
    await setEntryCount(0)
    t.ok(await tools.draw(eventId, { sides: [[alpha.id], [beta.id]] }))
    await setEntryCount(1)
    t.ok(
      await t.ask('POST', t.path(eventId), {
        payload: { teamId: beta.id, attempts: [{ mission: 1, values: { score: 1 } }] },
      }),
    )
    const { assignments } = t.ok(await assign(eventId, [{ entryId: guest.id, teamId: alpha.id }]))
    const { rows } = await t.database.pool.query('select entry_id from drawn_entries where team_id = $1', [
      alpha.id,
    ])
    expect(assignments[0].teamEntryId).toBe(rows[0].entry_id)
    const { tournament } = await tools.read(eventId)
    expect(tournament.pairings[0].matches[0].result).toMatchObject({ scores: [3, 1], winner: 0 })
    expect((await listEntries(eventId)).map(({ teamName, rank }) => [teamName, rank])).toEqual([
      ['Alpha', 1],
      ['Beta', 2],
    ])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('is not assigned in final results, during a reveal, to another event, or without the team', async () => {
    const eventId = await createEventWithGuests('Refused')
    const entryId = await findGuest(eventId, '79')
    const other = await addRegisteredTeam(t, 'Elsewhere')
    const codes = async (assignments: object[]) => {
      const reply = await assign(eventId, assignments)
      return [reply.status, ...reply.json().fields.map(({ field, code }: Body) => `${field} ${code}`)]
    }
    expect(await codes([{ entryId, teamId: other.id }])).toEqual([400, 'assignments.0.teamId no-such-team'])
    expect(await codes([{ entryId, teamId: randomUUID() }])).toEqual([400, 'assignments.0.teamId not-found'])
    expect(
      await codes([
        { entryId, teamId: alpha.id },
        { entryId, teamId: beta.id },
      ]),
    ).toEqual([400, 'assignments.1.entryId twice'])
    const elsewhere = await createEventWithGuests('Other event')
    const foreign = await findGuest(elsewhere, '79')
    expect(await codes([{ entryId: foreign, teamId: alpha.id }])).toEqual([
      400,
      'assignments.0.entryId not-found',
    ])

    const results = `/api/admin/events/${eventId}/results`
    t.ok(await t.ask('PUT', `${results}/freeze`, { payload: { at: null } }))
    const publicBefore = await t.board(eventId)
    t.ok(await t.ask('POST', `${results}/reveal`, { payload: { isRehearsal: false, rankCount: 10 } }))
    const revealing = await assign(eventId, [{ entryId, teamId: alpha.id }])
    expect([revealing.status, revealing.json().code]).toEqual([409, 'reveal-running'])
    t.ok(await t.ask('DELETE', `${results}/reveal`))
    // a frozen ranking stays as it is
    expect(t.ok(await assign(eventId, [{ entryId, teamId: alpha.id }]))).toMatchObject({ isFrozen: true })
    expect(await t.board(eventId)).toEqual(publicBefore)
    expect(await listLogProblems(eventId)).toEqual([])
    t.ok(await t.ask('DELETE', `${results}/freeze`))
    expect(await listLogProblems(eventId)).toEqual([])

    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    const second = await findGuest(eventId, '80')
    const final = await assign(eventId, [{ entryId: second, teamId: beta.id }], { preview: true })
    expect([final.status, final.json().code]).toEqual([409, 'results-final'])
  })

  it('follows the certificates that were revoked with earlier results, and members get new ones', async () => {
    const eventId = await createEventWithGuests('Certificates')
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name)
       select gen_random_uuid(), id, competition_id, 'member', 'Lina Omar' from teams where id = $1`,
      [alpha.id],
    )
    const team = await post(eventId, { teamId: alpha.id, attempts: [{ mission: 1, score: 40, timeMs: 0 }] })
    const publish = () =>
      t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      })
    t.ok(await publish())
    t.ok(
      await t.ask(
        'POST',
        getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId }),
        {
          payload: { reason: 'Guests' },
        },
      ),
    )
    const entryId = await findGuest(eventId, '79')
    expect(t.ok(await assign(eventId, [{ entryId, teamId: alpha.id }]))).toMatchObject({
      certificateCount: 1,
    })
    const { rows } = await t.database.pool.query(
      'select distinct entry_id from certificates where event_id = $1 and revoked_at is not null and entry_id = $2',
      [eventId, entryId],
    )
    expect(rows).toEqual([])
    t.ok(await publish())
    const { certificates } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/certificates`))
    expect(certificates.map(({ name, teamName, rank }: Body) => [name, teamName, rank])).toContainEqual([
      'Lina Omar',
      'Alpha',
      1,
    ])
    expect((await readEntry(eventId, team.id)).totalScore).toBe(90)
    expect(await listLogProblems(eventId)).toEqual([])
  })
})

describe('a run that a judge has sent', () => {
  it('counts once when a file has it, too', async () => {
    const eventId = (await t.event({ title_en: 'Sheets and file' }))._id as string
    await addTeams(eventId)
    const { token } = await t.createSignedInJudge(eventId)
    t.ok(await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, createSheet(alpha.id)))
    const content = 'team_no,mission,score,time\n79,1,50,30\n79,1,50,30\n79,2,20,10\n'
    const preview = t.ok(await t.sendScoresFile(eventId, content, { preview: true }))
    expect(preview).toMatchObject({ count: 3, recordedCount: 1, problems: [] })
    expect(preview.rows.map(({ isRecorded }: Body) => isRecorded)).toEqual([true, false, false])
    // one sheet stands for one of the two lines with its result
    expect(preview.warnings).toEqual([
      expect.stringContaining('recorded 1 of these attempts'),
      expect.stringContaining('already has 1 of these attempts'),
    ])
    expect(t.ok(await t.sendScoresFile(eventId, content))).toMatchObject({
      count: 2,
      msg: '2 attempts imported.',
    })
    const [entry] = await listEntries(eventId)
    expect(entry).toMatchObject({ teamName: 'Alpha', attemptCount: 3, totalScore: 70 })
    const { overview } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/overview`))
    expect(overview.teamCount).toBe(2)
  })
})

describe('results that a file gave teams by their numbers', () => {
  it('are those of the teams for the overview, the judges, certificates and advancement', async () => {
    const eventId = (await t.event({ title_en: 'By number' }))._id as string
    await addTeams(eventId)
    for (const [at, teamId] of [alpha.id, beta.id].entries())
      t.ok(
        await t.ask('POST', getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId }), {
          payload: {
            teamId,
            round: 1,
            table: `${at}`,
            startsAt: '2026-12-05T08:00:00Z',
            acceptOtherDays: true,
          },
        }),
      )
    const { token } = await t.createSignedInJudge(eventId)
    t.ok(await t.sendScoresFile(eventId, 'team_no,score\n079,50\n#80,40\n'))
    const { overview } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/overview', { eventId })),
    )
    expect(overview.runs).toMatchObject({ planned: 2, recorded: 2 })
    const { attempts } = t.ok(await t.askAsJudge('GET', getPath('GET /api/v1/judge/event'), token))
    expect(attempts.map(({ teamId, round }: Body) => [teamId, round]).toSorted()).toEqual(
      [
        [alpha.id, 1],
        [beta.id, 1],
      ].toSorted(),
    )
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    const { certificates } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId })),
    )
    expect(certificates.map(({ teamName, rank }: Body) => `${rank} ${teamName}`)).toEqual(
      expect.arrayContaining(['1 Alpha', '2 Beta']),
    )
    const preview = t.ok(
      await t.ask(
        'POST',
        getPath('POST /api/admin/events/:eventId/results/advancements/preview', { eventId }),
        {
          payload: { lastRank: 1, perRegion: false, stage: 'national', targetEventId: null },
        },
      ),
    )
    expect(preview.teams).toMatchObject([{ id: alpha.id, rank: 1 }])
    expect(await listLogProblems(eventId)).toEqual([])
  })
})
