import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, eventTexts } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addRegisteredTeam } from '../../support/api/judging.ts'

let t: JudgesApp
beforeAll(async () => {
  t = await startJudgesApp()
})
afterAll(() => t.close())

const sendForm = async (method: 'POST' | 'PUT', path: string, fields: Record<string, string>) =>
  t.ask(method, `${path}/`, await createForm(fields))
const save = (method: 'POST' | 'PUT', fields: Record<string, string>) =>
  sendForm(method, getPath('GET /api/admin/events'), { ...eventTexts, ...fields })
const read = async (id: string) =>
  t.ok(await t.ask('GET', `${getPath('GET /api/admin/events')}/?id=${id}`)).event
const readPublic = async (slug: string) => (await t.app.inject(`/api/v1/events/${slug}`)).json().event
let count = 0
const create = async (fields: Record<string, string> = {}): Promise<{ _id: string; slug: string }> =>
  t.ok(await save('POST', { title_en: `Levels ${++count}`, ...fields })).event

describe('the level of an event', () => {
  it('is 0 without a choice, which the back office asks for once', async () => {
    const { _id: id, slug } = await create()
    expect(await read(id)).toMatchObject({ missionType: 0, hasChosenLevel: false })
    expect(await readPublic(slug)).not.toHaveProperty('allLevels')
    t.ok(await save('PUT', { id, title_en: 'Other fields', eventCode: 'X' }))
    expect(await read(id)).toMatchObject({ missionType: 0, hasChosenLevel: false })
    // a client that does not know the choice sends back what it read
    t.ok(await save('PUT', { id, missionType: '0' }))
    expect(await read(id)).toMatchObject({ missionType: 0, hasChosenLevel: false })
    t.ok(await save('PUT', { id, missionType: '0', allLevels: 'false' }))
    expect(await read(id)).toMatchObject({ missionType: 0, hasChosenLevel: true })
  })

  it('can be all levels, which replies show as 0 and keep when they are sent back', async () => {
    const { _id: id, slug } = await create({ allLevels: 'true' })
    for (const event of [await read(id), await readPublic(slug)])
      expect(event).toMatchObject({ missionType: 0, allLevels: true })
    t.ok(await save('PUT', { id, missionType: '0' }))
    expect(await read(id)).toMatchObject({ allLevels: true, hasChosenLevel: true })
    const { rows } = await t.ownerPool.query('select mission_type from events where id = $1', [id])
    expect(rows).toEqual([{ mission_type: null }])
    t.ok(await save('PUT', { id, missionType: '2' }))
    expect(await read(id)).toMatchObject({ missionType: 2 })
    expect(await read(id)).not.toHaveProperty('allLevels')
  })
})

describe('the levels of a ranking', () => {
  const setLevel = (teamId: string, level: string) =>
    t.ownerPool.query('update teams set age_level = $2 where id = $1', [teamId, level])
  const addTeam = async (eventId: string, name: string, level: string, score: number) => {
    const team = await addRegisteredTeam(t, name)
    await setLevel(team.id, level)
    const attempts = [{ mission: 1, score, timeMs: 1000 }]
    t.ok(await t.ask('POST', t.path(eventId), { payload: { teamId: team.id, attempts } }))
    return team
  }
  const addGuest = async (eventId: string, teamName: string, more: object = {}) =>
    t.ok(
      await t.ask('POST', t.path(eventId), {
        payload: { teamName, ...more, attempts: [{ mission: 1, score: 1, timeMs: 1000 }] },
      }),
    )
  type Row = { teamId: { name: string }; missionType: number; level?: number | null }
  const summarize = (rows: Row[]) =>
    rows.map(({ teamId, missionType, level }) => [teamId.name, missionType, level])

  it('are those of the teams, and stored levels and the published filter stay as they are', async () => {
    const { _id: id } = await create({ missionType: '0' })
    const falcons = await addTeam(id, 'Falcons', 'senior', 30)
    await addTeam(id, 'Owls', 'elementary', 20)
    await addGuest(id, 'Guests', { missionType: 1 })
    const { event } = await t.board(id)
    expect([event.levels, summarize(event.Scores)]).toEqual([
      [0, 1, 2],
      [
        ['Falcons', 0, 2],
        ['Owls', 0, undefined],
        ['Guests', 1, undefined],
      ],
    ])
    const names = async (query: string) =>
      summarize((await t.board(id, query)).event.Scores).map(([name]) => name)
    expect(await names('?level=2')).toEqual(['Falcons'])
    expect(await names('?level=0')).toEqual(['Owls'])
    expect(await names('?missionType=0')).toEqual(['Falcons', 'Owls'])
    // pages keep the levels of the first page
    for (const query of ['?page=2', '?level=2', '?missionType=0', '?s=Falcons'])
      expect((await t.board(id, query)).event, query).not.toHaveProperty('levels')
    expect(await names('?level=1')).toEqual(['Guests'])
    const office = t.ok(
      await t.ask('GET', `${getPath('GET /api/admin/events/:eventId/scores', { eventId: id })}?level=2`),
    )
    expect(office).toMatchObject({ levels: [0, 1, 2], scores: [{ teamName: 'Falcons', level: 2 }] })
    const export_ = await t.ask(
      'GET',
      getPath('GET /api/admin/events/:eventId/scores/export', { eventId: id }),
    )
    expect(export_.body).toMatch(/Falcons,.*,0,/)

    // an edit of the team shows at once
    t.ok(
      await sendForm('PUT', getPath('PUT /api/admin/teams'), {
        ...{ id: falcons.id, name: 'Falcons', schoolName: 'School of Falcons' },
        ageLevel: 'Jonior',
      }),
    )
    expect(summarize((await t.board(id)).event.Scores)[0]).toEqual(['Falcons', 0, 1])
    expect(await names('?level=1')).toEqual(['Falcons', 'Guests'])
    expect(await names('?level=2')).toEqual([])
  })

  it('are not named where all entries have the same one', async () => {
    const { _id: id } = await create({ missionType: '0' })
    for (const name of ['Kites', 'Hawks']) await addTeam(id, name, 'senior', 10)
    expect((await t.board(id)).event).not.toHaveProperty('levels')
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId: id }))),
    ).not.toHaveProperty('levels')
  })

  it.each([
    ['all levels', { allLevels: 'true' }, null],
    ['a level that nobody chose', {}, null],
    ['a chosen level', { missionType: '0' }, undefined],
  ] as const)('have none for a guest of an event with %s', async (_, fields, level) => {
    const { _id: id } = await create(fields)
    await addGuest(id, 'Visitors')
    expect(summarize((await t.board(id)).event.Scores)).toEqual([['Visitors', 0, level]])
  })

  it('are those of the event, where one is chosen, for players with an account, which nobody asked', async () => {
    const { rows: users } = await t.ownerPool.query(
      `insert into users (id, role, first_name, last_name, email) values (gen_random_uuid(), 'student', 'Lina', 'Haddad', 'lina@levels.test') returning id`,
    )
    for (const [fields, level] of [
      [{ allLevels: 'true' }, null],
      [{}, null],
      [{ missionType: '0' }, undefined],
      [{ missionType: '2' }, 2],
    ] as const) {
      const { _id: id } = await create(fields)
      const attempts = [{ mission: 1, score: 1, timeMs: 1000 }]
      t.ok(await t.ask('POST', t.path(id), { payload: { userId: users[0].id, attempts } }))
      const [row] = (await t.board(id)).event.Scores
      expect([row.missionType, row.level], JSON.stringify(fields)).toEqual([0, level])
      expect((await t.board(id, '?level=0')).totalItems).toBe(level === undefined ? 1 : 0)
      expect((await t.board(id, '?level=2')).totalItems).toBe(level === 2 ? 1 : 0)
    }
  })
})

describe('the season of an event', () => {
  const thisYear = new Date().getUTCFullYear()
  const listSeasons = async () => t.ok(await t.ask('GET', `${getPath('GET /api/admin/seasons')}/`)).seasons
  const findSeason = async (year: number) =>
    (await listSeasons()).find((season: { year: number }) => season.year === year)
  const activate = async (year: number) =>
    t.ok(
      await t.ask('PATCH', getPath('PATCH /api/admin/seasons'), {
        payload: { id: (await findSeason(year)).id, active: true },
      }),
    )
  const addTeams = (eventId: string, payload: object, lang = 'en') =>
    t.ask('POST', `${getPath('POST /api/admin/events/:eventId/teams', { eventId })}?lang=${lang}`, {
      payload,
    })
  beforeAll(async () => {
    for (const year of [thisYear + 1, thisYear + 2])
      t.ok(
        await sendForm('POST', getPath('POST /api/admin/seasons'), {
          ...{ year: String(year), 'name.en': `Season ${year}`, 'name.ar': `موسم ${year}` },
        }),
      )
  })

  it('stays when another season is activated, and so do the teams that can be added', async () => {
    const { _id: id } = await create({ liveStatus: 'true' })
    expect(await read(id)).toMatchObject({ season: thisYear })
    const late = await addRegisteredTeam(t, 'Late team')
    await activate(thisYear + 1)
    expect((await findSeason(thisYear)).liveEventCount).toBeGreaterThan(0)
    expect(await findSeason(thisYear + 1)).toMatchObject({ active: true, liveEventCount: 0 })
    const { competitionId, teamNo } = late
    t.ok(await addTeams(id, { competitionId, teamNo }))
    const { teams } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/schedule', { eventId: id })),
    )
    expect(teams).toMatchObject([{ name: 'Late team' }])
    await activate(thisYear)
  })

  it('can be chosen, and a team of another season is refused with both names', async () => {
    const { _id: id } = await create({ season: String(thisYear + 1) })
    expect(await read(id)).toMatchObject({ season: thisYear + 1 })
    const { competitionId, teamNo } = await addRegisteredTeam(t, 'Of this season')
    const { rows } = await t.ownerPool.query('select name_en, name_ar from competitions where id = $1', [
      competitionId,
    ])
    const [{ name_en: en, name_ar: ar }] = rows
    const refused = await addTeams(id, { competitionId })
    expect([refused.status, refused.json().code, refused.json().msg]).toEqual([
      404,
      'no-teams-of-season',
      `No team of season ${thisYear + 1} in ${en}.`,
    ])
    expect((await addTeams(id, { competitionId }, 'ar')).json().msg).toContain(ar)
    expect((await addTeams(id, { competitionId, teamNo })).json().msg).toBe(
      `No team number ${teamNo} of season ${thisYear + 1} in ${en}.`,
    )
    const unknown = await addTeams(id, { competitionId: '0198c0de-0000-7000-8000-000000000000' })
    expect([unknown.status, unknown.json().field]).toEqual([400, 'competitionId'])
    for (const season of ['1999', String(thisYear + 9)])
      expect((await save('PUT', { id, season })).json()).toMatchObject({ code: 'bad-input', field: 'season' })
  })

  it('cannot be deleted while it has an event', async () => {
    await create({ season: String(thisYear + 2) })
    const { id } = await findSeason(thisYear + 2)
    expect((await t.ask('DELETE', `${getPath('DELETE /api/admin/seasons')}?id=${id}`)).json().code).toBe(
      'season-in-use',
    )
  })
})
