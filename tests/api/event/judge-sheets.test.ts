import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clampSheetTimes } from '#server/event/judges/sheet-checks.ts'
import { createSheet, cubesRuleSet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
describe('the sheets of judges', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const prepare = async (title: string, judge: object = {}, dates: Record<string, string> = {}) => {
    const event = await t.event({ title_en: title, ...dates })
    const [team, { token, judge: created }] = [
      await addEventTeam(t, event._id, 'Falcons'),
      await t.createSignedInJudge(event._id, judge),
    ]
    return { eventId: event._id as string, team, token, judgeId: created.id as string }
  }
  const send = (token: string, sheet: object) => t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
  const getData = async (token: string) => t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token))
  const listScores = async (eventId: string) =>
    (await t.board(eventId)).event.Scores.map((row: { totalScore: number; attempts: number }) => [
      row.totalScore,
      row.attempts,
    ])

  it('get everything that judging without a connection needs, and of people nothing but names', async () => {
    const { eventId, team, token } = await prepare('Data', { tables: ['A'] })
    for (const [round, table] of [
      [1, 'A'],
      [2, 'B'],
    ] as const)
      t.ok(
        await t.ask('POST', `/api/admin/events/${eventId}/schedule/slots`, {
          payload: { round, table, startsAt: `2026-12-05T1${round}:00:00Z`, teamId: team.id },
        }),
      )
    t.ok(await send(token, createSheet(team.id)))
    const data = await getData(token)
    expect(data).toMatchObject({
      timeZone: 'Asia/Riyadh',
      // only what a device needs to know whose team it is
      otherSlots: [{ teamId: team.id, round: 2, table: 'B' }],
      ruleSet: null,
      isClosed: false,
      teams: [{ id: team.id, teamNo: team.teamNo, name: 'Falcons', badgeCode: team.badgeCode }],
      slots: [{ round: 1, table: 'A' }],
      attempts: [{ teamId: team.id, round: 1, score: 50, timeMs: 30_000, judgeName: 'Huda Nasser' }],
    })
    expect(Object.keys(data.otherSlots[0])).toEqual(['teamId', 'round', 'table'])
    expect(JSON.stringify(data)).not.toMatch(/@|phone|email|birth|national/i)
  })

  it('list no slots of others for a judge of all tables', async () => {
    const { eventId, team, token } = await prepare('All tables')
    const payload = { round: 1, table: 'B', startsAt: '2026-12-05T09:00:00Z', teamId: team.id }
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/schedule/slots`, { payload }))
    expect(await getData(token)).toMatchObject({ slots: [{ table: 'B' }], otherSlots: [] })
  })

  it('count once, however often they are sent, with the judge, the device and both times', async () => {
    const { eventId, team, token, judgeId } = await prepare('Once')
    const sheet = createSheet(team.id)
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(token, sheet)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await listScores(eventId)).toEqual([[50, 1]])
    const { rows } = await t.ownerPool.query('select * from judge_sheets where id = $1', [sheet.id])
    const { rows: sessions } = await t.ownerPool.query('select id from judge_sessions where judge_id = $1', [
      judgeId,
    ])
    expect(rows).toMatchObject([
      { judge_id: judgeId, device: sessions[0].id, team_id: team.id, is_discarded: false },
    ])
    expect(rows[0].judged_at.toISOString()).toBe(sheet.judgedAt)
    expect(rows[0].confirmed_at.toISOString()).toBe(sheet.confirmedAt)
    const { rows: log } = await t.ownerPool.query(
      'select source, device from score_log where event_id = $1 and attempt_id is not null',
      [eventId],
    )
    expect(log).toEqual([{ source: 'judge', device: sessions[0].id }])
  })

  it('with the id of another sheet are a conflict, because a changed sheet must not be taken for a repeated one', async () => {
    const { eventId, team, token } = await prepare('Changed')
    const sheet = createSheet(team.id, { score: 40 })
    // an organizer takes the sheet in from a file, then the judge changes it
    const path = `/api/admin/events/${eventId}/judge-sheets`
    t.ok(await t.ask('POST', path, { payload: { sheets: [sheet] } }))
    expect(t.ok(await send(token, sheet)).sheet.id).toBe(sheet.id)
    for (const change of [{ score: 60 }, { isDiscarded: true }, { round: 2 }]) {
      const reply = await send(token, { ...sheet, ...change })
      expect([reply.status, reply.json()]).toMatchObject([
        409,
        { code: 'sheet-conflict', details: { isReceived: true } },
      ])
    }
    const other = await prepare('Changed elsewhere')
    const taken = await send(other.token, { ...sheet, teamId: other.team.id })
    expect([taken.status, taken.json()]).toMatchObject([400, { code: 'bad-input', field: 'id' }])
    expect(await listScores(eventId)).toEqual([[40, 1]])
  })

  it('need one connection of the database, and so do new rules, because waiting writers can have all others', async () => {
    const { eventId, team, token } = await prepare(
      'One connection',
      { days: [day(0), day(1)] },
      { startDate: day(0), endDate: day(3) },
    )
    const { pool } = t.database
    const held = await Promise.all(Array.from({ length: (pool.options.max ?? 10) - 1 }, () => pool.connect()))
    try {
      t.ok(
        await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, {
          payload: { ruleSet: cubesRuleSet, version: null },
        }),
      )
      t.ok(
        await send(
          token,
          createSheet(team.id, { score: 0, timeMs: 0, values: { cubes: 5, time: 61_000 }, ruleVersion: 1 }),
        ),
      )
    } finally {
      for (const client of held) client.release()
    }
    expect(await listScores(eventId)).toEqual([[50, 1]])
  })

  it('have times since 1970', async () => {
    const { team, token } = await prepare('Times')
    for (const field of ['judgedAt', 'confirmedAt']) {
      const reply = await send(token, createSheet(team.id, { [field]: '0000-01-01T00:00:00Z' }))
      expect([reply.status, reply.json()]).toMatchObject([400, { code: 'bad-input', field }])
    }
  })

  it('are accepted at every table of an event without a schedule', async () => {
    const { eventId, team, token } = await prepare('Without a schedule', { tables: ['A'] })
    t.ok(await send(token, createSheet(team.id)))
    expect(await listScores(eventId)).toEqual([[50, 1]])
  })

  it('are accepted with any time, and stored with one between the sign-in and now', async () => {
    const { eventId, team, token, judgeId } = await prepare('Clock', { days: [day(0), day(1)] })
    const other = await addEventTeam(t, eventId, 'Owls')
    const { rows } = await t.ownerPool.query('select created_at from judge_sessions where judge_id = $1', [
      judgeId,
    ])
    const dayBefore = rows[0].created_at.getTime() - 86_400_000
    const [past, future] = ['1999-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z']
    const early = createSheet(team.id, { judgedAt: past, confirmedAt: future })
    const late = createSheet(other.id, { judgedAt: future, confirmedAt: past })
    for (const sheet of [early, late]) t.ok(await send(token, sheet))
    const stored = await t.ownerPool.query(
      "select *, greatest(judged_at, confirmed_at) <= received_at + interval '5 minutes' as is_past from judge_sheets where event_id = $1 order by judged_at",
      [eventId],
    )
    const [first, second] = stored.rows
    expect([first.judged_at.getTime(), second.confirmed_at.getTime()]).toEqual([dayBefore, dayBefore])
    expect([first.is_past, second.is_past]).toEqual([true, true])
    // equal results are in the order of the limited times, and no time is in the future
    const { Scores } = (await t.board(eventId)).event
    expect(Scores.map((row: { teamId: { name: string } }) => row.teamId.name)).toEqual(['Falcons', 'Owls'])
    const { rows: attempts } = await t.ownerPool.query(
      'select max(at) <= now() as is_past from score_attempts a join score_entries e on e.id = a.entry_id where e.event_id = $1',
      [eventId],
    )
    expect(attempts).toEqual([{ is_past: true }])
  })

  it('of an unknown judge are stored with times since the day before the event was created', async () => {
    const { eventId, team } = await prepare('Unknown judge')
    const [past, future] = ['1999-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z']
    const sheets = [createSheet(team.id, { judgedAt: past, confirmedAt: future })]
    const { results } = t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets`, { payload: { sheets } }),
    )
    expect(results).toMatchObject([{ result: 'saved' }])
    const { rows } = await t.ownerPool.query(
      `select judged_at = created_at - interval '1 day' as is_limited, confirmed_at <= received_at + interval '5 minutes' as is_past
       from judge_sheets s join events e on e.id = s.event_id where e.id = $1`,
      [eventId],
    )
    expect(rows).toEqual([{ is_limited: true, is_past: true }])
  })

  it('have times that are limited in their order', () => {
    const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    const present = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        instant,
        fc.option(instant),
        present,
        fc.nat(10 * 86_400_000),
        (judged, confirmed, now, age) => {
          const signedInAt = new Date(now.getTime() - age)
          const sheet = { judgedAt: judged.toISOString(), confirmedAt: confirmed?.toISOString() ?? null }
          const limited = clampSheetTimes(sheet, signedInAt, now)
          for (const field of ['judgedAt', 'confirmedAt'] as const) {
            const [given, got] = [sheet[field], limited[field]]
            if (given === null || got === null) {
              expect(got).toBe(given)
              continue
            }
            const isWithin =
              given >= new Date(signedInAt.getTime() - 86_400_000).toISOString() && given <= now.toISOString()
            if (isWithin) expect(got).toBe(given)
            expect(Date.parse(got)).toBeGreaterThanOrEqual(signedInAt.getTime() - 86_400_000)
            expect(Date.parse(got)).toBeLessThanOrEqual(now.getTime() + 5 * 60_000)
          }
          if (sheet.confirmedAt !== null && sheet.judgedAt <= sheet.confirmedAt)
            expect(limited.judgedAt <= String(limited.confirmedAt)).toBe(true)
          expect(clampSheetTimes(limited, signedInAt, now)).toEqual(limited)
        },
      ),
    )
  })

  it('are a conflict when the round has other results than the head judge knew, who adds, corrects or discards', async () => {
    const { eventId, team, token } = await prepare('Conflict', { isHead: true })
    t.ok(await send(token, createSheet(team.id, { score: 40 })))
    const late = createSheet(team.id, { score: 70 })
    const conflict = await send(token, late)
    expect(conflict.json()).toMatchObject({
      code: 'sheet-conflict',
      details: { attempts: [{ score: 40, judgeName: 'Huda Nasser' }] },
    })
    const [current] = conflict.json().details.attempts
    const expected = [{ id: current.id, version: current.version }]
    expect(await listScores(eventId)).toEqual([[40, 1]])
    // replaces the attempt of the other judge
    t.ok(await send(token, { ...late, expected, replaces: current.id }))
    expect(await listScores(eventId)).toEqual([[70, 1]])
    // the attempt changed since, so the earlier version is a conflict again
    const stale = await send(token, createSheet(team.id, { expected, replaces: current.id, score: 1 }))
    expect(stale.json().code).toBe('sheet-conflict')
    const [changed] = stale.json().details.attempts
    t.ok(
      await send(
        token,
        createSheet(team.id, { expected: [{ id: changed.id, version: changed.version }], score: 90 }),
      ),
    )
    expect(await listScores(eventId)).toEqual([[90, 2]])
    const discarded = createSheet(team.id, { isDiscarded: true, score: 99 })
    t.ok(await send(token, discarded))
    expect(await listScores(eventId)).toEqual([[90, 2]])
    const { rows } = await t.ownerPool.query(
      'select is_discarded, attempt_id, sheet from judge_sheets where id = $1',
      [discarded.id],
    )
    expect(rows).toMatchObject([{ is_discarded: true, attempt_id: null, sheet: { score: 99 } }])
  })

  it('are judged by the rule set, and rejected with the new rules when these changed', async () => {
    const { eventId, team, token } = await prepare('Rules')
    const rulesPath = `/api/admin/events/${eventId}/rule-set`
    const saved = t.ok(await t.ask('PUT', rulesPath, { payload: { ruleSet: cubesRuleSet, version: null } }))
    const { ruleVersion } = await getData(token)
    expect(ruleVersion).toBe(saved.version)
    const values = { cubes: 5, time: 61_000 }
    t.ok(await send(token, createSheet(team.id, { score: 0, timeMs: 0, values, ruleVersion })))
    expect(await listScores(eventId)).toEqual([[50, 1]])
    const impossible = await send(
      token,
      createSheet(team.id, { round: 2, values: { cubes: 9, time: 1 }, ruleVersion }),
    )
    expect([impossible.status, impossible.json().code]).toEqual([400, 'bad-input'])
    const stricter = structuredClone(cubesRuleSet)
    ;(stricter.groups[0]?.fields[0] as { pointsPerUnit: number }).pointsPerUnit = 20
    t.ok(await t.ask('PUT', rulesPath, { payload: { ruleSet: stricter, version: ruleVersion } }))
    const old = await send(token, createSheet(team.id, { round: 2, values, ruleVersion }))
    expect(old.json()).toMatchObject({ code: 'rules-changed', details: { ruleVersion: ruleVersion + 1 } })
    t.ok(
      await send(
        token,
        createSheet(team.id, { round: 2, values: { cubes: 6, time: 1000 }, ruleVersion: ruleVersion + 1 }),
      ),
    )
    expect(await listScores(eventId)).toEqual([[120, 2]])
  })

  it('are rejected when judging is closed, the judge is revoked, the day or the table is another, or the team is not in the event', async () => {
    const { eventId, team, token, judgeId } = await prepare('Rejected', { tables: ['A'], days: [day(0)] })
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/schedule/slots`, {
        payload: { round: 2, table: 'B', startsAt: '2026-12-05T09:00:00Z', teamId: team.id },
      }),
    )
    const codeOf = async (fields: object) => (await send(token, createSheet(team.id, fields))).json().code
    expect(await codeOf({ round: 2 })).toBe('judge-not-assigned')
    expect(await codeOf({ round: 3 })).toBe('judge-not-assigned')
    const later = await t.createSignedInJudge(eventId, { days: [day(5)] })
    expect((await send(later.token, createSheet(team.id))).json().code).toBe('judge-not-assigned')
    // a judge can give up a sheet that was rejected
    expect((await send(token, createSheet(team.id, { round: 2, isDiscarded: true }))).status).toBe(200)
    expect(await codeOf({ teamId: randomUUID() })).toBe('bad-input')
    const setClosed = async (isClosed: boolean) =>
      t.ok(await t.ask('POST', `/api/admin/events/${eventId}/judging/closed`, { payload: { isClosed } }))
    for (const _ of ['once', 'again']) await setClosed(true)
    expect(await codeOf({})).toBe('judging-closed')
    expect((await getData(token)).isClosed).toBe(true)
    await setClosed(false)
    const { rows } = await t.ownerPool.query(
      "select after from audit_log where entity = 'schedule' and entity_id = $1 and after ? 'isJudgingClosed' order by id",
      [eventId],
    )
    expect(rows.map(({ after }) => after.isJudgingClosed)).toEqual([true, false])
    t.ok(await t.ask('DELETE', `${t.judgesPath(eventId)}/${judgeId}`))
    expect(await codeOf({})).toBe('judge-revoked')
    expect(await listScores(eventId)).toEqual([])
  })

  it('are rejected when the results are final, also discarded ones, until the results are taken back', async () => {
    const { eventId, team, token } = await prepare('Final')
    t.ok(await send(token, createSheet(team.id)))
    const publication = `/api/admin/events/${eventId}/results/publication`
    t.ok(await t.ask('PUT', publication, { payload: { status: 'final' } }))
    for (const fields of [{}, { round: 2 }, { isDiscarded: true }])
      expect((await send(token, createSheet(team.id, fields))).json()).toMatchObject({
        code: 'judging-closed',
      })
    expect((await getData(token)).isClosed).toBe(true)
    const sheets = [{ ...createSheet(team.id, { isDiscarded: true }) }]
    const taken = t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets`, { payload: { sheets } }),
    )
    expect(taken.results).toMatchObject([{ result: 'invalid', msg: expect.stringContaining('final') }])
    t.ok(await t.ask('POST', `${publication}/take-back`, { payload: { reason: 'A late sheet.' } }))
    expect((await getData(token)).isClosed).toBe(false)
    t.ok(await send(token, createSheet(team.id, { round: 2 })))
    expect(await listScores(eventId)).toEqual([[100, 2]])
  })

  it('of a file are taken in by the back office, each once, and conflicts only when the organizer accepts them', async () => {
    const { eventId, team, token, judgeId } = await prepare('File')
    t.ok(await send(token, createSheet(team.id, { score: 40 })))
    const [unsent, sheet] = [
      createSheet(team.id, { score: 60 }),
      createSheet(team.id, { round: 2, score: 5 }),
    ]
    const sheets = [unsent, sheet].map((each) => ({ ...each, judgeId }))
    const takeIn = async (acceptConflicts: boolean) =>
      t.ok(
        await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets`, {
          payload: { sheets, acceptConflicts },
        }),
      ).results
    expect(await takeIn(false)).toMatchObject([
      // both results, so that the organizer can compare them
      {
        teamName: 'Falcons',
        result: 'conflict',
        sent: { score: 60 },
        recorded: [{ score: 40, judgeName: expect.stringMatching(/./) }],
      },
      { teamName: 'Falcons', result: 'saved', sent: null, recorded: [] },
    ])
    const taken = (await takeIn(true)).map(({ teamName, result }: { teamName: string; result: string }) => [
      teamName,
      result,
    ])
    expect(taken).toEqual([
      ['Falcons', 'saved'],
      ['Falcons', 'repeated'],
    ])
    expect(await listScores(eventId)).toEqual([[65, 3]])
    const { rows } = await t.ownerPool.query('select judge_id, imported_by from judge_sheets where id = $1', [
      unsent.id,
    ])
    expect(rows[0].judge_id).toBe(judgeId)
    expect(rows[0].imported_by).not.toBeNull()
  })
})
