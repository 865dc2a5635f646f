import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displayLimits } from '#contract/event/display.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { openEventStream } from '../../support/api/scores-live.ts'

describe('the screens of the display', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const prepare = async (title: string) => {
    const { _id: eventId, slug } = await t.event({ title_en: title })
    const add = async (payload: object) =>
      t.ok(await t.ask('POST', getPath('POST /api/admin/events/:eventId/screens', { eventId }), { payload }))
        .screen
    const save = (number: number, payload: object) =>
      t.ask(
        'PUT',
        getPath('PUT /api/admin/events/:eventId/screens/:screenNumber', { eventId, screenNumber: number }),
        { payload },
      )
    const setTimer = async (payload: object) =>
      t.ok(
        await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/match-timer', { eventId }), { payload }),
      )
    const readPublic = async () =>
      t.ok(await t.visitor(getPath('GET /api/v1/events/:idOrSlug/screens', { idOrSlug: slug })))
    return { eventId: String(eventId), slug: String(slug), add, save, setTimer, readPublic }
  }
  const message = { en: 'Lunch until two.', ar: 'الغداء حتى الثانية.' }

  it('have numbers of their own, and visitors see the scene of each, at once in the event stream of the display', async () => {
    const { eventId, add, save, readPublic } = await prepare('Screens')
    expect(await readPublic()).toMatchObject({ screens: [], timer: { endsAt: null } })
    const stream = await openEventStream(
      `${await t.listen()}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId })}`,
    )
    expect((await stream.next()).data.display.screens).toEqual([])
    expect(await add({ name: 'Hall' })).toEqual({
      number: 1,
      name: 'Hall',
      scene: 'ranking',
      message: { en: '', ar: '' },
    })
    expect((await stream.next()).data.display.screens).toEqual([
      { number: 1, scene: 'ranking', message: { en: '', ar: '' } },
    ])
    await add({ name: 'Entrance', scene: 'clock', message })
    await add({ name: 'Stage', scene: 'podium' })
    await stream.next()
    // a message that is not shown yet is not public
    expect(JSON.stringify(await readPublic())).not.toContain('Lunch')
    t.ok(await save(2, { name: 'Entrance', scene: 'message', message }))
    const { screens } = await readPublic()
    expect(screens[1]).toEqual({ number: 2, scene: 'message', message })
    await expect.poll(async () => (await stream.next()).data.display.screens[1].scene).toBe('message')
    stream.close()

    t.ok(await t.ask('DELETE', `${getPath('GET /api/admin/events/:eventId/screens', { eventId })}/1`))
    expect((await readPublic()).screens.map(({ number }: { number: number }) => number)).toEqual([2, 3])
    expect((await add({ name: 'Hall again' })).number).toBe(1)
    const { rows } = await t.ownerPool.query(
      `select action, after ->> 'scene' as scene from audit_log where entity = 'screen' and entity_id = $1 order by id`,
      [eventId],
    )
    expect(rows.map(({ action, scene }) => [action, scene])).toEqual([
      ['create', 'ranking'],
      ['create', 'clock'],
      ['create', 'podium'],
      ['update', 'message'],
      ['delete', null],
      ['create', 'ranking'],
    ])
  })

  it('belong to their event, name the wrong field, and are at most 20', async () => {
    const { eventId, add, save } = await prepare('Own screens')
    const other = await prepare('Screens of another event')
    await other.add({ name: 'Hall' })
    expect((await save(1, { name: 'Mine' })).status).toBe(404)
    expect(
      (await t.ask('DELETE', `${getPath('GET /api/admin/events/:eventId/screens', { eventId })}/1`)).status,
    ).toBe(404)
    expect(
      (
        await t.ask(
          'GET',
          getPath('GET /api/admin/events/:eventId/screens', {
            eventId: '01890000-0000-7000-8000-000000000000',
          }),
        )
      ).status,
    ).toBe(404)
    expect(
      (await t.visitor(getPath('GET /api/v1/events/:idOrSlug/screens', { idOrSlug: 'no-such-event' })))
        .status,
    ).toBe(404)
    const expectProblem = async (payload: object, field: string) => {
      const reply = await t.ask('POST', getPath('POST /api/admin/events/:eventId/screens', { eventId }), {
        payload,
      })
      expect(reply.status).toBe(400)
      expect(reply.json().fields.map((problem: { field: string }) => problem.field)).toEqual([field])
    }
    await expectProblem({ name: ' ' }, 'name')
    await expectProblem({ name: 'Hall', scene: 'film' }, 'scene')
    await expectProblem(
      { name: 'Hall', message: { en: 'x'.repeat(displayLimits.message + 1), ar: '' } },
      'message.en',
    )
    const timer = await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/match-timer', { eventId }), {
      payload: { action: 'reset', seconds: 0 },
    })
    expect([timer.status, timer.json().fields[0].field]).toEqual([400, 'seconds'])
    for (let count = 0; count < displayLimits.screens; count++) await add({ name: `Screen ${count}` })
    await expectProblem({ name: 'One more' }, 'name')
    t.ok(await save(20, { name: 'Last', scene: 'sponsors' }))
  })

  it('of a draft are closed to visitors', async () => {
    const { eventId, slug, add } = await prepare('Screens of a draft')
    await add({ name: 'Hall' })
    await t.ownerPool.query('update events set active = false where id = $1', [eventId])
    expect(
      (await t.visitor(getPath('GET /api/v1/events/:idOrSlug/screens', { idOrSlug: slug }))).status,
    ).toBe(404)
  })

  it('share a match timer, which starts, pauses and is reset', async () => {
    const { setTimer, readPublic } = await prepare('Timer')
    expect((await readPublic()).timer).toEqual({ durationMs: 120_000, remainingMs: 120_000, endsAt: null })
    expect((await setTimer({ action: 'reset', seconds: 150 })).timer).toEqual({
      durationMs: 150_000,
      remainingMs: 150_000,
      endsAt: null,
    })
    const started = await setTimer({ action: 'start' })
    expect(Date.parse(started.timer.endsAt) - Date.parse(started.serverTime)).toBe(150_000)
    // a repeated request does not start it again
    expect((await setTimer({ action: 'start' })).timer).toEqual(started.timer)
    expect((await readPublic()).timer).toEqual(started.timer)
    const paused = await setTimer({ action: 'pause' })
    expect(paused.timer.endsAt).toBeNull()
    expect(paused.timer.remainingMs).toBe(Date.parse(started.timer.endsAt) - Date.parse(paused.serverTime))
    const resumed = await setTimer({ action: 'start' })
    expect(Date.parse(resumed.timer.endsAt) - Date.parse(resumed.serverTime)).toBe(paused.timer.remainingMs)
    await setTimer({ action: 'reset', seconds: 1 })
    await t.ownerPool.query(`update match_timers set ends_at = now() - interval '1 second'`)
    // a timer that is over starts with its whole length
    const again = await setTimer({ action: 'start' })
    expect(Date.parse(again.timer.endsAt) - Date.parse(again.serverTime)).toBe(1000)
  })
})

describe('what is on and next at the tables', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  it('is told of the published schedule only, with the number, name and school of each team', async () => {
    const { _id: eventId, slug } = await t.event({ title_en: 'Tables' })
    const teams = [await addEventTeam(t, eventId, 'Falcons'), await addEventTeam(t, eventId, 'Hawks')]
    await t.ownerPool.query(
      `insert into schedule_slots (id, event_id, team_id, round, table_name, starts_at, duration_minutes)
       select gen_random_uuid(), $1, case when table_no = 10 then $3::uuid else $2::uuid end, round, 'Table ' || table_no,
         now() + (round - 2) * interval '10 minutes' - interval '1 minute', 10
       from generate_series(1, 6) round, unnest(array[10, 2]) table_no`,
      [eventId, teams[0]?.id, teams[1]?.id],
    )
    const read = async () =>
      t.ok(await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule/tables', { idOrSlug: slug })))
    expect(await read()).toMatchObject({ isPublished: false, tables: [] })
    const publish = (isPublished: boolean) =>
      t.ask('POST', getPath('POST /api/admin/events/:eventId/schedule/published', { eventId }), {
        payload: { isPublished },
      })
    t.ok(await publish(true))
    const { tables } = await read()
    // the first round is over, the second one is running
    const slot = {
      durationMinutes: 10,
      teamNo: teams[0]?.teamNo,
      teamName: 'Falcons',
      schoolName: 'School of Falcons',
    }
    expect(tables).toMatchObject([
      { table: 'Table 2', slots: [2, 3, 4].map((round) => ({ round, ...slot })) },
      { table: 'Table 10', slots: [2, 3, 4].map((round) => ({ round, teamName: 'Hawks' })) },
    ])
    t.ok(await publish(false))
    expect(await read()).toMatchObject({ isPublished: false, tables: [] })
  })
})
