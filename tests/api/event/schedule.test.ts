import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam, addRegisteredTeam } from '../../support/api/judging.ts'

describe('the schedule and the check-in of an event', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const schedulePath = (eventId: string) => `/api/admin/events/${eventId}/schedule`
  const stripIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  const get = async (eventId: string) => t.ok(await t.ask('GET', schedulePath(eventId)))
  const importCsv = async (eventId: string, csv: string, preview = false) => {
    const form = await createForm({
      preview: String(preview),
      file: new File([csv], 'schedule.csv', { type: 'text/csv' }),
    })
    return t.ask('POST', `${schedulePath(eventId)}/import`, form)
  }

  it('imports slots from a CSV file, all or none, with times in the time zone of the site, and adds their teams to the event', async () => {
    const event = await t.event({ title_en: 'Imported' })
    const [falcons, oryx] = [await addRegisteredTeam(t, 'Falcons'), await addRegisteredTeam(t, 'Oryx')]
    const csv = `Round,Table,Time,Team number,Competition\r\n1,A1,2026-12-05 09:30,${falcons.teamNo},${falcons.competition}\r\n2,الطاولة ب,2026-12-05T10:00:00Z,${oryx.teamNo},${oryx.competition}\r\n`
    const preview = t.ok(await importCsv(event._id, csv, true))
    expect(preview).toMatchObject({
      count: 2,
      problems: [],
      rows: [{ teamName: 'Falcons', startsAt: '2026-12-05T06:30:00.000Z' }, { teamName: 'Oryx' }],
    })
    expect((await get(event._id)).slots).toEqual([])
    t.ok(await importCsv(event._id, csv))
    const { slots, teams } = await get(event._id)
    expect(slots).toMatchObject([
      { round: 1, table: 'A1', startsAt: '2026-12-05T06:30:00.000Z', durationMinutes: 5, teamId: falcons.id },
      {
        round: 2,
        table: 'الطاولة ب',
        startsAt: '2026-12-05T10:00:00.000Z',
        durationMinutes: 5,
        teamId: oryx.id,
      },
    ])
    expect(teams.map(({ id }: { id: string }) => id).toSorted()).toEqual([falcons.id, oryx.id].toSorted())
    const rejected = await importCsv(
      event._id,
      `round,table,time,team_no\r\n0,,soon,999999\r\n1,A1,2026-12-05 11:00,${falcons.teamNo}\r\n`,
    )
    expect(rejected.json().code).toBe('import-rejected')
    expect(
      rejected
        .json()
        .details.problems.map(({ line, field }: { line: number; field: string }) => [line, field]),
    ).toEqual([
      [2, 'round'],
      [2, 'table'],
      [2, 'time'],
      [2, 'team_no'],
      [3, 'round'],
    ])
    // the values of a team number are not listed
    expect(rejected.json().details.problems[3].msg).toMatch(/^No team fits this/)
    expect(stripIsolates(rejected.json().details.problems[4].msg)).toBe(
      `Team ${falcons.teamNo} · Falcons already has a slot in round 1: 2026-12-05 09:30.`,
    )
    const twice = await importCsv(
      event._id,
      `round,table,time,team_no\r\n3,A1,2026-12-05 11:00,${falcons.teamNo}\r\n3,A2,2026-12-05 12:00,${falcons.teamNo}\r\n`,
      true,
    )
    const { problems } = t.ok(twice)
    expect(problems).toMatchObject([
      { line: 3, field: 'round', msg: expect.stringContaining('2026-12-05 11:00') },
    ])
    expect((await get(event._id)).slots).toHaveLength(2)
    const { imports } = t.ok(await t.ask('GET', '/api/admin/imports/'))
    t.ok(await t.ask('POST', `/api/admin/imports/${imports[0].id}/undo`))
    expect((await get(event._id)).slots).toEqual([])
  })

  it('imports times as spreadsheets write them, and refuses more slots than an event may have', async () => {
    const event = await t.event({ title_en: 'Spreadsheet' })
    const { id: teamId, teamNo } = await addRegisteredTeam(t, 'Falcons')
    const lines = [
      `1;A1;23/11/2026 20:00;${teamNo}`,
      `2;A1;05/12/2026 08:30 م;${teamNo}`,
      `3;A1;24-Nov-26 9:00;${teamNo}`,
    ]
    const preview = t.ok(
      await importCsv(event._id, `\ufeffround;table;time;team_no\r\n${lines.join('\r\n')}\r\n`, true),
    )
    expect(preview.problems).toEqual([])
    expect(preview.rows.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([
      '2026-11-23T17:00:00.000Z',
      '2026-12-05T17:30:00.000Z',
      '2026-11-24T06:00:00.000Z',
    ])
    const onlyDates = t.ok(
      await importCsv(event._id, `round,table,time,team_no\n1,A1,2026-11-23,${teamNo}\n`, true),
    )
    expect(onlyDates.problems).toMatchObject([
      { field: 'time', msg: expect.stringContaining('2026-03-01 10:30') },
    ])

    await t.ownerPool.query(
      `insert into schedule_slots (id, event_id, team_id, round, table_name, starts_at)
       select gen_random_uuid(), $1, $2, number, 'B', '2026-12-06'::timestamptz + number * interval '1 minute' from generate_series(10, 20008) number`,
      [event._id, teamId],
    )
    const full = await importCsv(
      event._id,
      `round,table,time,team_no\n1,A1,2026-11-23 20:00,${teamNo}\n2,A1,2026-11-23 21:00,${teamNo}\n`,
    )
    expect(full.status).toBe(422)
    expect(full.json().details.problems).toMatchObject([
      {
        line: 0,
        field: 'file',
        msg: 'An event has at most 20000 slots. This one has 19999, and the file would add 2. Remove slots that aren’t needed.',
      },
    ])
  })

  it('adds and removes single slots; a team has each round once', async () => {
    const event = await t.event({ title_en: 'Single' })
    const team = await addEventTeam(t, event._id, 'Falcons')
    const slot = { round: 1, table: 'A', startsAt: '2026-12-05T09:00:00Z', teamId: team.id }
    const add = (fields: object) =>
      t.ask('POST', `${schedulePath(event._id)}/slots`, { payload: { ...slot, ...fields } })
    const added = t.ok(await add({})).slot
    const again = (await add({ table: 'B', startsAt: '2026-12-05T12:00:00Z' })).json()
    expect(again).toMatchObject({ code: 'bad-input', field: 'round' })
    expect(stripIsolates(again.fields[0].msg)).toBe(
      `Team ${team.teamNo} · Falcons already has a slot in round 1: 2026-12-05 12:00.`,
    )
    const arabic = { payload: { ...slot, table: 'B' }, headers: { cookie: 'lang=ar' } }
    expect(
      stripIsolates((await t.ask('POST', `${schedulePath(event._id)}/slots`, arabic)).json().fields[0].msg),
    ).toBe(`للفريق ${team.teamNo} · Falcons موعد في الجولة 1 من قبل: 2026-12-05 12:00.`)
    expect((await add({ round: 2, teamId: event._id })).json()).toMatchObject({
      code: 'bad-input',
      field: 'teamId',
    })
    t.ok(await add({ round: 2, startsAt: '2026-12-05T09:30:00Z' }))
    t.ok(await t.ask('DELETE', `${schedulePath(event._id)}/slots/${added.id}`))
    expect((await t.ask('DELETE', `${schedulePath(event._id)}/slots/${added.id}`)).status).toBe(404)
    t.ok(await t.ask('DELETE', schedulePath(event._id)))
    expect((await get(event._id)).slots).toEqual([])
  })

  it('has times since 1970, as the freeze and the time for protests have', async () => {
    const event = await t.event({ title_en: 'No year' })
    const { id: teamId } = await addEventTeam(t, event._id, 'Early')
    const time = '0000-01-01T00:00:00Z'
    const requests = [
      [
        'POST',
        `${schedulePath(event._id)}/slots`,
        { round: 1, table: 'A', startsAt: time, teamId },
        'startsAt',
      ],
      [
        'PUT',
        getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event._id }),
        { at: time },
        'at',
      ],
      [
        'PUT',
        getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId: event._id }),
        { protestsUntil: time },
        'protestsUntil',
      ],
    ] as const
    for (const [method, path, payload, field] of requests) {
      const reply = await t.ask(method, path, { payload })
      expect([reply.status, reply.json()]).toMatchObject([400, { code: 'bad-input', field }])
    }
  })

  it('shows visitors the next teams, without slots that have begun', async () => {
    const event = await t.event({ title_en: 'Next teams' })
    const team = await addEventTeam(t, event._id, 'Falcons')
    const addSlot = (round: number, startsAt: string) =>
      t.ask('POST', `${schedulePath(event._id)}/slots`, {
        payload: { round, table: 'A', startsAt, teamId: team.id },
      })
    t.ok(await addSlot(3, '2099-01-01T10:00:00Z'))
    t.ok(await addSlot(1, '2020-01-01T10:00:00Z'))
    t.ok(await addSlot(2, '2099-01-01T09:00:00Z'))
    t.ok(await t.ask('POST', `${schedulePath(event._id)}/published`, { payload: { isPublished: true } }))
    const { slots } = t.ok(
      await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule', { idOrSlug: event.slug })),
    )
    const shown = { table: 'A', durationMinutes: 5, teamNo: team.teamNo, teamName: 'Falcons' }
    expect(slots).toEqual([
      { id: expect.any(String), startsAt: '2099-01-01T09:00:00.000Z', round: 2, ...shown },
      { id: expect.any(String), startsAt: '2099-01-01T10:00:00.000Z', round: 3, ...shown },
    ])
    expect(
      (await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule', { idOrSlug: 'no-such-event' })))
        .status,
    ).toBe(404)
  })

  it('checks teams in by id and by the code of their badge, as a scanner types it, once', async () => {
    const event = await t.event({ title_en: 'Checked in' })
    const other = await t.event({ title_en: 'Elsewhere' })
    const team = await addEventTeam(t, event._id, 'Falcons')
    const checkIn = (payload: object, eventId = event._id) =>
      t.ask('POST', `/api/admin/events/${eventId}/check-in`, { payload })
    expect(t.ok(await checkIn({ badgeCode: ` ${team.badgeCode.toLowerCase()} ` }))).toMatchObject({
      wasCheckedIn: false,
      team: { id: team.id },
    })
    const again = t.ok(await checkIn({ teamId: team.id }))
    expect(again).toMatchObject({ wasCheckedIn: true })
    expect((await get(event._id)).teams).toMatchObject([{ checkedInAt: again.team.checkedInAt }])
    t.ok(await checkIn({ teamId: team.id, isCheckedIn: false }))
    expect((await get(event._id)).teams).toMatchObject([{ checkedInAt: null }])
    expect((await checkIn({ badgeCode: team.badgeCode }, other._id)).status).toBe(404)
    expect((await checkIn({})).status).toBe(404)
  })

  it('adds the registered teams of a competition, without those on the waiting list', async () => {
    const event = await t.event({ title_en: 'Whole competition' })
    const team = await addRegisteredTeam(t, 'Falcons')
    const waiting = await addRegisteredTeam(t, 'Waiting')
    await t.ownerPool.query(`update teams set status = 'waiting' where id = $1`, [waiting.id])
    t.ok(
      await t.ask('POST', `/api/admin/events/${event._id}/teams`, {
        payload: { competitionId: team.competitionId },
      }),
    )
    const names = (await get(event._id)).teams.map(({ name }: { name: string }) => name)
    expect(names).toContain('Falcons')
    expect(names).not.toContain('Waiting')
    const { entries } = t.ok(
      await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=schedule&s=${event._id}`),
    )
    expect(entries[0]).toMatchObject({
      action: 'create',
      label: expect.stringMatching(/^Whole competition · /),
    })
  })
})
