import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSheet, cubesRuleSet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { createPanelTools } from '../../support/api/panels.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

describe('the overview of an event', () => {
  let t: JudgesApp
  let address: string
  beforeAll(async () => {
    t = await startJudgesApp()
    address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => t.close())

  const overviewPath = (eventId: string) => `/api/admin/events/${eventId}/overview`
  const read = async (eventId: string): Promise<Body> =>
    t.ok(await t.ask('GET', overviewPath(eventId))).overview
  const send = async (token: string, sheet: object) =>
    t.ok(await t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet))
  const addSlot = async (eventId: string, teamId: string, round: number, table: string, startsAt: Date) =>
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/schedule/slots`, {
        payload: { teamId, round, table, startsAt: startsAt.toISOString() },
      }),
    )
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const create = async (title: string) => {
    const eventId = (await t.event({ title_en: title }))._id as string
    return {
      eventId,
      falcons: await addEventTeam(t, eventId, 'Falcons'),
      sharks: await addEventTeam(t, eventId, 'Sharks'),
    }
  }

  it('is empty without a schedule, judges and scores, and is not found for an unknown event', async () => {
    const event = await t.event({ title_en: 'Empty' })
    expect(await read(event._id)).toMatchObject({
      event: { id: event._id, slug: event.slug },
      runs: { planned: 0, recorded: 0, waiting: 0, rounds: [] },
      ...{
        delayMinutes: null,
        teamCount: 0,
        missingTeams: [],
        tablets: {
          ...{ judges: 0, signedInJudges: 0, count: 0, unsentSheets: 0, problemCount: 0, problems: [] },
        },
        waitingSheets: { decision: 0, secondJudge: 0 },
      },
      ...{ openProtests: 0, isJudgingClosed: false, freeze: null, results: null },
    })
    expect((await t.ask('GET', overviewPath(randomUUID()))).status).toBe(404)
  })

  it('counts recorded, waiting and missing runs by round and table, and the delay', async () => {
    const { eventId, falcons, sharks } = await create('Runs')
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, {
        payload: { ruleSet: cubesRuleSet, version: null },
      }),
    )
    await addSlot(eventId, falcons.id, 1, 'A1', minutesAgo(40))
    await addSlot(eventId, sharks.id, 1, 'A2', minutesAgo(40))
    await addSlot(eventId, falcons.id, 2, 'A1', minutesAgo(30))
    await addSlot(eventId, sharks.id, 2, 'A1', minutesAgo(-30))
    expect((await read(eventId)).delayMinutes).toBe(35)
    const judge = await t.createSignedInJudge(eventId)
    const other = await t.createSignedInJudge(eventId, { names: ['Omar Saleh'] })
    const values = { cubes: 4, time: 61_000 }
    const sheet = (teamId: string, round: number) =>
      createSheet(teamId, { round, values, score: 0, timeMs: 0, ruleVersion: 1 })
    await send(judge.token, sheet(falcons.id, 1))
    await send(other.token, sheet(falcons.id, 1))
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    await send(judge.token, sheet(sharks.id, 1))
    const { runs, delayMinutes, waitingSheets } = await read(eventId)
    expect(runs).toEqual({
      ...{ planned: 4, recorded: 1, waiting: 1 },
      rounds: [
        {
          ...{ round: 1, label: { en: 'Run 1', ar: 'الجولة 1' } },
          tables: [
            { table: 'A1', planned: 1, recorded: 1, waiting: 0 },
            { table: 'A2', planned: 1, recorded: 0, waiting: 1 },
          ],
        },
        {
          round: 2,
          label: { en: 'Run 2', ar: 'الجولة 2' },
          tables: [{ table: 'A1', planned: 2, recorded: 0, waiting: 0 }],
        },
      ],
    })
    expect(delayMinutes).toBe(35)
    expect(waitingSheets).toEqual({ decision: 1, secondJudge: 1 })
  })

  it('lists the teams that are missing, open protests, the freeze, the publication and closed judging', async () => {
    const { eventId, falcons, sharks } = await create('States')
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/check-in`, {
        payload: { teamId: falcons.id, isCheckedIn: true },
      }),
    )
    const { token } = await t.createSignedInJudge(eventId, { isHead: true })
    await send(token, createSheet(falcons.id))
    const protest = { teamId: falcons.id, attemptId: null, reason: 'Please count again.' }
    t.ok(await t.askAsJudge('PUT', `/api/v1/judge/protests/${randomUUID()}`, token, protest))
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/judging/closed`, { payload: { isClosed: true } }))
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/results/publication`, {
        payload: { status: 'provisional' },
      }),
    )
    expect(await read(eventId)).toMatchObject({
      ...{ teamCount: 2, missingTeams: [{ id: sharks.id, teamNo: sharks.teamNo, name: 'Sharks' }] },
      panelSheets: null,
      ...{ openProtests: 1, isJudgingClosed: true, freeze: null, results: { status: 'provisional' } },
    })
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/results/freeze`, { payload: { at: null } }))
    expect((await read(eventId)).freeze).toMatchObject({ isFrozen: true })
  })

  it('leaves teams that have run out of the missing ones, and counts the sheets of panels', async () => {
    const tools = createPanelTools(t)
    const { eventId, teams, judges } = await tools.prepare('Jury', 'mean', { teams: ['Falcons', 'Sharks'] })
    const [falcons, sharks] = teams as [Body, Body]
    t.ok(await tools.send({ token: judges[0]?.token ?? '', teamId: falcons.id, idea: 5 }))
    expect(await read(eventId)).toMatchObject({
      ...{ runs: { planned: 0 }, panelSheets: { planned: 6, missing: 5 } },
      missingTeams: [{ id: sharks.id }],
    })
    const withdrawal = { isWithdrawn: true, reason: 'Ill' }
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/teams/${sharks.id}/withdrawal`, {
        payload: withdrawal,
      }),
    )
    expect(await read(eventId)).toMatchObject({
      ...{ teamCount: 1, panelSheets: { planned: 3, missing: 2 } },
      missingTeams: [],
    })
    expect((await tools.readPanels(eventId)).teams[1].results[0].missingCount).toBe(0)
  })

  it('counts judges and tablets, and names only tablets with unsent sheets or without contact', async () => {
    const { eventId } = await create('Tablets')
    const judge = await t.createSignedInJudge(eventId, {
      names: ['Huda Nasser'],
      tables: ['A1'],
      isHead: true,
    })
    await t.createJudge(eventId, { names: ['Lina Adel'] })
    const { judge: revoked } = await t.createSignedInJudge(eventId, { names: ['Sami Odeh'] })
    t.ok(await t.ask('DELETE', `${t.judgesPath(eventId)}/${revoked.id}`))
    const counts = { judges: 2, signedInJudges: 1, count: 1, unsentSheets: 0, problemCount: 0 }
    expect((await read(eventId)).tablets).toEqual({ ...counts, problems: [] })
    const report = (count: unknown) =>
      t.askAsJudge('GET', `/api/v1/judge/event?unsentSheets=${count}`, judge.token)
    t.ok(await report(3))
    const reported = (await read(eventId)).tablets
    expect(reported).toMatchObject({
      ...{ ...counts, unsentSheets: 3, problemCount: 1 },
      problems: [
        {
          ...{ judgeId: judge.judge.id, judgeName: 'Huda Nasser', isHead: true, tables: ['A1'] },
          ...{ unsentSheets: 3, isSilent: false },
        },
      ],
    })
    // the same count again is no write
    t.ok(await report(3))
    expect((await read(eventId)).tablets).toEqual(reported)
    t.ok(await report(0))
    expect((await read(eventId)).tablets).toEqual({ ...counts, problems: [] })
    for (const bad of ['-1', 'x', '1.5', '10001']) expect((await report(bad)).status).toBe(400)
  })

  it('names a tablet without contact only while its judge judges', async () => {
    const { eventId } = await create('Silent')
    const today = new Date().toISOString().slice(0, 10)
    const others = ['2030-01-01', '2030-01-02']
    const anyDay = await t.createSignedInJudge(eventId, { names: ['Huda Nasser'] })
    await t.createSignedInJudge(eventId, { names: ['Lina Adel'], days: [others[0]] })
    await t.ownerPool.query(
      `update judge_sessions set last_seen_at = now() - interval '5 minutes'
        where judge_id in (select id from judges where event_id = $1)`,
      [eventId],
    )
    const silent = { judgeId: anyDay.judge.id, isSilent: true, unsentSheets: null, reportedAt: null }
    expect((await read(eventId)).tablets).toMatchObject({ count: 2, problemCount: 1, problems: [silent] })
    const setDays = async (days: string[]) =>
      t.ok(
        await t.ask('PUT', `${t.judgesPath(eventId)}/${anyDay.judge.id}`, {
          payload: { name: 'Huda Nasser', days },
        }),
      )
    await setDays(others)
    expect((await read(eventId)).tablets.problemCount).toBe(0)
    // the day of the site may be another one than that of UTC
    const dayMs = 86_400_000
    await setDays(
      [-1, 0, 1].map((days) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)),
    )
    expect((await read(eventId)).tablets.problemCount).toBe(1)
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/judging/closed`, { payload: { isClosed: true } }))
    expect((await read(eventId)).tablets).toMatchObject({ count: 2, problemCount: 0, problems: [] })
  })

  it('names at most 50 of the tablets with a problem, those with the most unsent sheets first', async () => {
    const { eventId } = await create('Many tablets')
    const names = Array.from({ length: 60 }, (_, index) => `Judge ${index}`)
    t.ok(await t.ask('POST', t.judgesPath(eventId), { payload: { names } }))
    await t.ownerPool.query(
      `insert into judge_sessions (id, judge_id, token_hash, unsent_sheets, reported_at)
        select gen_random_uuid(), id, id::text, substring(name from 7)::int, now() from judges where event_id = $1`,
      [eventId],
    )
    const { tablets } = await read(eventId)
    expect(tablets).toMatchObject({ judges: 60, signedInJudges: 60, count: 60, problemCount: 59 })
    expect(tablets.problems.map(({ unsentSheets }: Body) => unsentSheets)).toEqual(
      Array.from({ length: 50 }, (_, index) => 59 - index),
    )
  })

  it('announces its changes on an event stream without content, also in a freeze, which only the key opens', async () => {
    const { eventId, falcons } = await create('Stream')
    const { token, code } = await t.createSignedInJudge(eventId)
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/results/freeze`, { payload: { at: null } }))
    const { streamKey } = await read(eventId)
    const streamPath = (id: string, key: string) =>
      `${address}/api/v1/events/${id}/overview-changes?${new URLSearchParams({ key })}`
    const other = await create('Other stream')
    for (const [id, key] of [
      [eventId, 'wrong'],
      [other.eventId, streamKey],
    ])
      expect((await fetch(streamPath(id as string, key as string))).status).toBe(404)
    const ending = new AbortController()
    const reply = await fetch(streamPath(eventId, streamKey), { signal: ending.signal })
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    const waitFor = async (part: string) => {
      while (!text.includes(part)) text += decoder.decode((await reader.read()).value, { stream: true })
      text = ''
    }
    await waitFor('event: snapshot')
    const changes: (() => Promise<unknown>)[] = [
      () => send(token, createSheet(falcons.id)),
      () => t.askAsJudge('GET', '/api/v1/judge/event?unsentSheets=2', token),
      () =>
        t.ask('POST', `/api/admin/events/${eventId}/check-in`, {
          payload: { teamId: falcons.id, isCheckedIn: true },
        }),
      () => addSlot(eventId, falcons.id, 1, 'A1', new Date()),
      () =>
        t.ask('PUT', `/api/admin/events/${eventId}/protests/${randomUUID()}`, {
          payload: { teamId: falcons.id, attemptId: null, reason: 'Please count again.' },
        }),
      () => t.ask('POST', `/api/admin/events/${eventId}/judging/closed`, { payload: { isClosed: true } }),
      () =>
        t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
          payload: { needsSecondJudge: true },
        }),
      () => t.ask('POST', t.judgesPath(eventId), { payload: { names: ['Omar Ali'] } }),
      () => t.signInAsJudge(code),
      () => t.askAsJudge('DELETE', '/api/v1/judge/session', token),
    ]
    for (const change of changes) {
      await change()
      await waitFor('event: changed')
    }
    ending.abort()
  }, 20_000)
})
