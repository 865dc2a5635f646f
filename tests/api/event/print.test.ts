import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BadgeSelection } from '#contract/event/print.schema.ts'
import { printSelection } from '#contract/event/print.schema.ts'
import { badgesPerPage, printLimits } from '#contract/event/print.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { fieldErrors as ar } from '#i18n/ar/errors.ts'
import { fieldErrors as en } from '#i18n/en/errors.ts'
import { cubesRuleSet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

describe('what is printed of an event', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const get = async (
    eventId: string,
    document: 'score-sheets' | 'badges' | 'schedule' | 'teams',
    query: Record<string, string | number> = {},
  ) =>
    t.ask(
      'GET',
      `/api/admin/events/${eventId}/print/${document}?${new URLSearchParams(
        Object.entries(query).map(([key, value]) => [key, String(value)]),
      )}`,
    )
  const addSlot = async (eventId: string, teamId: string, round: number, table: string, startsAt: string) =>
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId }), {
        payload: { round, table, startsAt, durationMinutes: 5, teamId, acceptOtherDays: true },
      }),
    )
  /** Creates an event with rules, two teams of two competitions, one in a region, and three runs on two days. */
  const createEventWithSchedule = async () => {
    const event = await t.event({ title_en: 'Print', startDate: '2026-12-05', endDate: '2026-12-06' })
    const eventId = String(event._id)
    const falcons = await addEventTeam(t, eventId, 'Falcons')
    const oryx = await addEventTeam(t, eventId, 'Oryx', { competitionAt: 1 })
    const { rows } = await t.ownerPool.query('select id, name_en from regions order by position, id limit 1')
    await t.ownerPool.query('update teams set region_id = $1 where id = $2', [rows[0].id, oryx.id])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet: cubesRuleSet, version: null },
      }),
    )
    await addSlot(eventId, falcons.id, 1, 'A1', '2026-12-05T06:00:00Z')
    await addSlot(eventId, oryx.id, 1, 'B2', '2026-12-05T06:00:00Z')
    await addSlot(eventId, falcons.id, 2, 'A1', '2026-12-05T22:30:00Z')
    return { eventId, falcons, oryx, region: rows[0] as { id: string; name_en: string } }
  }

  it('score sheets follow the selection, and say what can be chosen', async () => {
    const { eventId, falcons, oryx, region } = await createEventWithSchedule()
    const all = t.ok(await get(eventId, 'score-sheets'))
    expect(all).toMatchObject({
      kind: 'scheduled',
      hasSlots: true,
      pageCount: 2,
      ruleSet: { groups: [{ key: 'runs' }] },
      options: {
        hasTeams: true,
        team: null,
        regions: [{ id: region.id, name: { en: region.name_en } }],
        days: ['2026-12-05', '2026-12-06'],
        tables: ['A1', 'B2'],
        rounds: [1, 2],
      },
    })
    expect(all.options.competitions).toHaveLength(2)
    expect(all.pages.flat().map(({ run }: { run: object }) => run)).toMatchObject([
      { teamId: falcons.id, table: 'A1', startsAt: '2026-12-05T06:00:00.000Z', number: 1 },
      { teamId: falcons.id, startsAt: '2026-12-05T22:30:00.000Z' },
      { teamId: oryx.id, table: 'B2' },
    ])
    const listTeams = async (query: Record<string, string | number>) =>
      t
        .ok(await get(eventId, 'score-sheets', query))
        .pages.flat()
        .map(({ run }: { run: { teamId: string } }) => run.teamId)
    expect(await listTeams({ regionId: region.id })).toEqual([oryx.id])
    expect(await listTeams({ competitionId: all.options.competitions[0].id })).toEqual([
      falcons.id,
      falcons.id,
    ])
    expect(await listTeams({ day: '2026-12-06' })).toEqual([falcons.id])
    expect(await listTeams({ table: 'B2', round: 1 })).toEqual([oryx.id])
    const one = t.ok(await get(eventId, 'score-sheets', { teamId: oryx.id }))
    expect(one.options.team).toEqual({ id: oryx.id, teamNo: oryx.teamNo, name: 'Oryx' })
    expect(one.teams.map(({ id }: { id: string }) => id)).toEqual([oryx.id])
    const blank = t.ok(await get(eventId, 'score-sheets', { kind: 'blank' }))
    expect([blank.kind, blank.pageCount, blank.pages[0]]).toEqual(['blank', 2, [{ round: 1, run: null }]])
  })

  it('score sheets of an event without rules are none, and those without slots are blank', async () => {
    const { _id: eventId } = await t.event({ title_en: 'Empty' })
    expect(t.ok(await get(eventId, 'score-sheets'))).toMatchObject({ ruleSet: null, pages: [], pageCount: 0 })
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet: cubesRuleSet, version: null },
      }),
    )
    expect(t.ok(await get(eventId, 'score-sheets', { kind: 'scheduled' }))).toMatchObject({
      kind: 'blank',
      hasSlots: false,
      pageCount: 2,
    })
  })

  it('the schedule is by table or by team', async () => {
    const { eventId, falcons, oryx } = await createEventWithSchedule()
    const byTable = t.ok(await get(eventId, 'schedule'))
    expect(byTable.pages.map(({ table }: { table: string }) => table)).toEqual(['A1', 'B2'])
    expect([byTable.pageCount, byTable.pairings]).toEqual([2, null])
    const byTeam = t.ok(await get(eventId, 'schedule', { by: 'team', day: '2026-12-05' }))
    expect(byTeam.pages).toMatchObject([{ teams: [{ teamId: falcons.id }, { teamId: oryx.id }] }])
    expect(byTeam.teams.map(({ name }: { name: string }) => name)).toEqual(['Falcons', 'Oryx'])
  })

  it('badges of teams come in parts of pages, with the whole number', async () => {
    const { _id: eventId } = await t.event({ title_en: 'Badges' })
    await addEventTeam(t, eventId, 'First', { teamNo: 1 })
    const perPart = printLimits.pagesShown * badgesPerPage.large
    await t.ownerPool.query(
      `with added as (
         insert into teams (id, competition_id, team_no, name, school)
         select gen_random_uuid(), (select id from competitions where deleted_at is null order by position, id limit 1),
           500000 + n, 'Team ' || n, 'School' from generate_series(1, $2::int) n returning id, team_no)
       insert into event_teams (event_id, team_id, badge_code) select $1, id, 'B' || team_no from added`,
      [eventId, perPart],
    )
    const first = t.ok(await get(eventId, 'badges'))
    expect([first.count, first.pageCount, first.teams.length]).toEqual([perPart + 1, 51, perPart])
    expect(first.teams[0]).toMatchObject({ name: 'First', schoolName: 'School of First' })
    for (const part of [2, 3]) {
      const last = t.ok(await get(eventId, 'badges', { part }))
      expect(last.teams.map(({ name }: { name: string }) => name)).toEqual([`Team ${perPart}`])
    }
    expect(t.ok(await get(eventId, 'badges', { size: 'small' })).pageCount).toBe(21)
    const { id } = first.teams[1]
    expect(t.ok(await get(eventId, 'badges', { teamId: id }))).toMatchObject({
      count: 1,
      options: { team: { id } },
    })

    // a search finds a number first, and not more than a list can show
    const search = async (s: string) => t.ok(await get(eventId, 'teams', { s })).teams
    expect((await search('٥٠٠٠١٢')).map(({ teamNo }: { teamNo: number }) => teamNo)).toEqual([500_012])
    expect((await search('school of FIRST')).map(({ name }: { name: string }) => name)).toEqual(['First'])
    expect((await search('team')).length).toBe(20)
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/print/teams', { eventId }))).teams,
    ).toHaveLength(20)
  })

  it('badges of people are limited by their team, and each part is in the audit log', async () => {
    const { eventId, falcons, oryx } = await createEventWithSchedule()
    for (const [team, name] of [
      [falcons, 'Sara Harbi'],
      [oryx, 'Omar Haddad'],
    ] as const)
      await t.ownerPool.query(
        `insert into team_people (id, team_id, competition_id, kind, name)
         select $1, id, competition_id, 'coach', $2 from teams where id = $3`,
        [randomUUIDv7(), name, team.id],
      )
    await t.createJudge(eventId, { names: ['Huda Nasser'] })
    const ask = async (payload: Partial<Omit<BadgeSelection, 'document'>>) =>
      t.ok(
        await t.ask('POST', getPath('POST /api/admin/events/:eventId/badges', { eventId }), {
          payload: { roles: ['coach', 'judge'], ...payload },
        }),
      )
    const list = (reply: { badges: { name: string }[] }) => reply.badges.map(({ name }) => name)
    const all = await ask({})
    expect([list(all), all.count, all.pageCount]).toEqual([
      ['Sara Harbi', 'Omar Haddad', 'Huda Nasser'],
      3,
      1,
    ])
    // a judge belongs to no team
    expect(list(await ask({ teamId: oryx.id }))).toEqual(['Omar Haddad', 'Huda Nasser'])
    const { rows } = await t.database.pool.query(
      `select after->'badges' as badges from audit_log where action = 'export' and entity_id = $1 order by id`,
      [eventId],
    )
    expect(rows.map(({ badges }) => badges)).toEqual([3, 2])
  })

  it.each([
    ['en', en],
    ['ar', ar],
  ])('a wrong selection has an error at its field in %s', async (lang, texts) => {
    const { _id: eventId } = await t.event({ title_en: 'Wrong' })
    for (const [document, query, field, message] of [
      ['score-sheets', { kind: 'all' }, 'kind', texts['unknown-value']],
      ['schedule', { day: '5.12.2026' }, 'day', texts['bad-date']],
      ['schedule', { by: 'colour' }, 'by', texts['unknown-value']],
      ['badges', { part: 0 }, 'part', texts['too-small'].replace('{{limit}}', '1')],
      ['badges', { size: 'huge' }, 'size', texts['unknown-value']],
    ] as const) {
      const { code, fields } = (await get(eventId, document, { ...query, lang })).json()
      expect([document, code, fields[0].field, fields[0].msg]).toEqual([
        document,
        'bad-input',
        field,
        message,
      ])
    }
    for (const document of ['score-sheets', 'schedule', 'badges', 'teams'] as const)
      expect((await get(randomUUIDv7(), document)).status).toBe(404)
  })

  it('the selection of each document has defaults', () => {
    expect(printSelection.parse({ document: 'badges' })).toEqual({
      document: 'badges',
      size: 'large',
      roles: [],
      volunteers: [],
    })
    expect(printSelection.parse({ document: 'schedule' })).toEqual({ document: 'schedule', by: 'table' })
    expect(printSelection.safeParse({ document: 'letters' }).success).toBe(false)
  })
})
