import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createMatchEvent } from '../../support/api/match-sheets.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
type Values = Record<string, number | boolean>

describe('the sheet of a match', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  /** Creates an event with matches, two ordinary judges and a head judge. */
  const prepare = async (title: string, teamsPerSide = 1) => {
    const created = await createMatchEvent(t, title, teamsPerSide)
    const [omar, lina, huda] = [
      await t.createSignedInJudge(created.eventId, { names: ['Omar'] }),
      await t.createSignedInJudge(created.eventId, { names: ['Lina'] }),
      await t.createSignedInJudge(created.eventId, { names: ['Huda'], isHead: true }),
    ]
    const [[first = ''] = [], [second = ''] = [], [third = ''] = []] = created.sides
    return { ...created, first, second, third, omar: omar.token, lina: lina.token, huda: huda.token }
  }
  const toValues = (score: number | Values): Values => (typeof score === 'number' ? { score } : score)
  /** A sheet: the team of a side with its score or its values, then the other one. */
  const createMatchSheet = (
    match: number,
    one: [string, number | Values],
    other: [string, number | Values],
    fields: object = {},
  ) =>
    createSheet(one[0], {
      ...{ round: match, score: 0, timeMs: 0, values: toValues(one[1]), ruleVersion: 1 },
      opponent: { teamId: other[0], values: toValues(other[1]) },
      ...fields,
    })
  const send = (token: string, sheet: object) => t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
  const decide = (token: string, sheetId: string, decision: object) =>
    t.askAsJudge('POST', `/api/v1/judge/sheets/${sheetId}/review`, token, decision)
  const getData = async (token: string): Promise<Body> =>
    t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token))
  const toExpected = (attempts: { id: string; version: string }[]) =>
    attempts.map(({ id, version }) => ({ id, version }))
  const listScores = async (token: string, match: number): Promise<[string, number][]> =>
    (await getData(token)).attempts
      .filter(({ round }: Body) => round === match)
      .map(({ teamId, score }: Body) => [teamId, score])
  /** Plays the group so that the first side has six points, the second three and the third none. */
  const playGroup = async ({ omar, first, second, third }: Awaited<ReturnType<typeof prepare>>) => {
    for (const sheet of [
      createMatchSheet(1, [second, 2], [third, 0]),
      createMatchSheet(2, [third, 0], [first, 3]),
      createMatchSheet(3, [first, 1], [second, 0]),
    ])
      t.ok(await send(omar, sheet))
  }
  const expectIntactLog = async (eventId: string) =>
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])

  it('counts for both sides in one transaction, with a row of the log for each, and once however often it is sent', async () => {
    const { eventId, first, second, third, sides, omar } = await prepare('Both sides')
    expect((await getData(omar)).draw).toMatchObject({ sides, groups: [[0, 1, 2]], withdrawn: [] })
    const sheet = createMatchSheet(1, [second, 2], [third, 1])
    const replies = await Promise.all([send(omar, sheet), send(omar, sheet), send(omar, sheet)])
    for (const reply of replies)
      expect(t.ok(reply).attempts).toMatchObject([{ judgeName: 'Omar' }, { judgeName: 'Omar' }])
    expect(Object.fromEntries(await listScores(omar, 1))).toEqual({ [second]: 2, [third]: 1 })
    const { rows } = await t.ownerPool.query(
      'select time, source, device from score_log where event_id = $1 and attempt_id is not null',
      [eventId],
    )
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1)
    // the standing: three points for the winner
    const { Scores } = (await t.board(eventId)).event
    expect(Scores.map((row: Body) => [row.teamId.name, row.totalScore])).toEqual([
      ['Owls', 3],
      ['Storks', 0],
    ])
    const changed = await send(omar, { ...sheet, opponent: { teamId: first, values: { score: 1 } } })
    expect([changed.status, changed.json()]).toMatchObject([
      409,
      { code: 'sheet-conflict', details: { isReceived: true } },
    ])
    await expectIntactLog(eventId)
  })

  it('is about a match of the draw and two of its sides', async () => {
    const { eventId, first, second, third, omar, huda } = await prepare('Wrong sides')
    const stranger = (await createMatchEvent(t, 'Elsewhere')).sides[0]?.[0] ?? ''
    const draw = createMatchSheet(4, [first, 1], [second, 1])
    for (const [field, sheet] of [
      // an older app knows no matches
      ['opponent', createMatchSheet(1, [second, 2], [third, 1], { opponent: null })],
      ['round', createMatchSheet(9, [second, 2], [third, 1])],
      ['opponent.teamId', createMatchSheet(1, [second, 2], [stranger, 1])],
      ['opponent.teamId', createMatchSheet(1, [second, 2], [second, 1])],
      ['teamId', createMatchSheet(1, [first, 2], [third, 1])],
      ['opponent.teamId', createMatchSheet(1, [second, 2], [first, 1])],
      ['values.score', createMatchSheet(1, [second, {}], [third, 1])],
      ['opponent.values.score', createMatchSheet(1, [second, 1], [third, 101])],
      ['values.shoot_out', { ...draw, acceptsOtherSides: true }],
    ] as const) {
      const reply = await send(huda, sheet)
      expect([reply.status, reply.json().code, reply.json().field]).toEqual([400, 'bad-input', field])
    }
    // also of a sheet that would wait
    expect((await send(omar, draw)).json()).toMatchObject({ code: 'bad-input', field: 'values.shoot_out' })
    expect((await getData(huda)).attempts).toEqual([])
    // no match in an event of runs
    const plain = await t.event({ title_en: 'Runs' })
    const judge = await t.createSignedInJudge(plain._id)
    expect((await getData(judge.token)).draw).toBeNull()
    await expectIntactLog(eventId)
  })

  it('of a second tablet waits for a decision, and a head judge is told of it', async () => {
    const { eventId, second, third, omar, lina, huda } = await prepare('Two tablets')
    const [mine, hers] = [
      createMatchSheet(1, [second, 2], [third, 1]),
      createMatchSheet(1, [second, 2], [third, 2]),
    ]
    const replies = await Promise.all([send(omar, mine), send(lina, hers)])
    const attemptIds = replies.map((reply) => t.ok(reply).sheet.attemptId)
    expect(attemptIds.filter((id) => id === null)).toHaveLength(1)
    const waiting = attemptIds[0] === null ? mine : hers
    const conflict = await send(huda, createMatchSheet(1, [second, 5], [third, 1]))
    expect([conflict.status, conflict.json()]).toMatchObject([409, { code: 'sheet-conflict' }])
    expect(conflict.json().details.attempts).toHaveLength(2)

    const [review] = (await getData(huda)).reviews
    expect(review).toMatchObject({
      sheetId: waiting.id,
      needsDecision: true,
      teamName: 'Owls',
      opponent: { teamName: 'Storks', teamId: third },
    })
    expect(review.recorded).toHaveLength(2)
    const resolution = { expected: toExpected(review.recorded), replaces: null }
    const refused = await decide(omar, waiting.id, { decision: 'confirm', resolution })
    expect(refused.json().code).toBe('head-judge-only')
    t.ok(await decide(huda, waiting.id, { decision: 'confirm', resolution }))
    expect(Object.fromEntries(await listScores(huda, 1))).toEqual({
      [second]: 2,
      [third]: waiting === mine ? 1 : 2,
    })
    expect((await getData(huda)).reviews).toEqual([])
    await expectIntactLog(eventId)
  })

  it('corrects the result of the same judge; that of another one waits', async () => {
    const { eventId, second, third, omar, lina } = await prepare('Corrections')
    const { attempts } = t.ok(await send(omar, createMatchSheet(1, [second, 2], [third, 1])))
    // the winner changes, and no step between is a draw that anybody sees
    const corrected = t.ok(
      await send(omar, createMatchSheet(1, [second, 1], [third, 2], { expected: toExpected(attempts) })),
    )
    expect(corrected.attempts.map(({ id }: Body) => id).sort()).toEqual(
      attempts.map(({ id }: Body) => id).sort(),
    )
    expect(Object.fromEntries(await listScores(omar, 1))).toEqual({ [second]: 1, [third]: 2 })
    const other = t.ok(
      await send(
        lina,
        createMatchSheet(1, [second, 4], [third, 2], { expected: toExpected(corrected.attempts) }),
      ),
    )
    expect(other.sheet.attemptId).toBeNull()
    expect(Object.fromEntries(await listScores(omar, 1))).toEqual({ [second]: 1, [third]: 2 })
    await expectIntactLog(eventId)
  })

  it('of a walkover may be empty for the side that came', async () => {
    const { eventId, first, second, third, omar, lina } = await prepare('Walkover')
    const sheet = createMatchSheet(1, [second, {}], [third, { disqualified: true }])
    t.ok(await send(omar, sheet))
    t.ok(await send(omar, sheet))
    const { attempts } = await getData(omar)
    expect(attempts.find(({ teamId }: Body) => teamId === second).values).toEqual({ score: 0 })
    expect(attempts.find(({ teamId }: Body) => teamId === third).values).toEqual({ disqualified: true })
    const { Scores } = (await t.board(eventId)).event
    expect(Scores[0]).toMatchObject({ teamId: { name: 'Owls' }, totalScore: 3 })
    // neither came
    t.ok(
      await send(
        lina,
        createMatchSheet(3, [first, { disqualified: true }], [second, { disqualified: true }]),
      ),
    )
    await expectIntactLog(eventId)
  })

  it('waits when other sides play the match by the results', async () => {
    const event = await prepare('Other sides')
    const { eventId, first, second, third, omar, lina, huda } = event
    // nobody knows yet who plays the final
    const early = createMatchSheet(4, [first, 1], [second, 0])
    expect(t.ok(await send(omar, early)).sheet.attemptId).toBeNull()
    await playGroup(event)
    const wrong = createMatchSheet(4, [first, 1], [third, 0])
    expect(t.ok(await send(lina, wrong)).sheet.attemptId).toBeNull()
    const refused = await send(huda, createMatchSheet(4, [first, 2], [third, 0]))
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      { code: 'sheet-conflict', details: { attempts: [], hasOtherSides: true } },
    ])
    expect(await listScores(huda, 4)).toEqual([])
    // the sheet of the right sides needs no decision now, but it has waited for one
    t.ok(await decide(huda, early.id, { decision: 'confirm', resolution: { expected: [], replaces: null } }))
    t.ok(await decide(huda, wrong.id, { decision: 'reject', reason: 'The Owls played.' }))
    expect(Object.fromEntries(await listScores(huda, 4))).toEqual({ [first]: 1, [second]: 0 })
    await expectIntactLog(eventId)
  })

  it('waits when its result would have others play a final that was played, which keeps its sides', async () => {
    const event = await prepare('Played final')
    const { eventId, first, second, third, omar, huda } = event
    await playGroup(event)
    expect(
      t.ok(await send(omar, createMatchSheet(4, [first, 1], [second, 0]))).sheet.attemptId,
    ).not.toBeNull()
    const known = async (match: number) =>
      toExpected((await getData(omar)).attempts.filter(({ round }: Body) => round === match))
    // the third side beats the second one and is second in the group
    const correction = { expected: await known(1) }
    expect(
      t.ok(await send(omar, createMatchSheet(1, [second, 0], [third, 9], correction))).sheet.attemptId,
    ).toBeNull()
    const refused = await send(huda, createMatchSheet(1, [second, 0], [third, 9], correction))
    expect(refused.json()).toMatchObject({ code: 'sheet-conflict', details: { hasOtherSides: true } })
    t.ok(
      await send(
        huda,
        createMatchSheet(1, [second, 0], [third, 9], { ...correction, acceptsOtherSides: true }),
      ),
    )
    expect(Object.fromEntries(await listScores(huda, 1))).toEqual({ [second]: 0, [third]: 9 })
    expect(Object.fromEntries(await listScores(huda, 4))).toEqual({ [first]: 1, [second]: 0 })
    await expectIntactLog(eventId)
  })

  it('counts for each team of an alliance', async () => {
    const { eventId, sides, omar, lina, second, third } = await prepare('Alliances', 2)
    const { attempts } = t.ok(await send(omar, createMatchSheet(1, [sides[1]?.[1] ?? '', 2], [third, 1])))
    expect(attempts).toHaveLength(4)
    expect(Object.fromEntries(await listScores(omar, 1))).toEqual(
      Object.fromEntries([
        ...(sides[1] ?? []).map((id) => [id, 2]),
        ...(sides[2] ?? []).map((id) => [id, 1]),
      ]),
    )
    const { rows } = await t.ownerPool.query(
      'select entry_id from score_log where event_id = $1 and attempt_id is not null',
      [eventId],
    )
    expect(new Set(rows.map(({ entry_id: id }) => id)).size).toBe(4)
    // a sheet in the name of another team of the side is one of the same match
    const other = t.ok(await send(lina, createMatchSheet(1, [second, 2], [third, 1])))
    expect(other.sheet.attemptId).toBeNull()
    await expectIntactLog(eventId)
  })

  it('counts after a second judge has confirmed it', async () => {
    const { eventId, second, third, omar, lina } = await prepare('Second judge')
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    const sheet = createMatchSheet(1, [second, {}], [third, { disqualified: true }])
    expect(t.ok(await send(omar, sheet)).sheet.attemptId).toBeNull()
    expect(await listScores(omar, 1)).toEqual([])
    const confirmed = t.ok(await decide(lina, sheet.id, { decision: 'confirm' }))
    expect(confirmed.review).toMatchObject({
      status: 'confirmed',
      opponent: { teamName: 'Storks', values: { disqualified: true } },
    })
    expect(Object.fromEntries(await listScores(omar, 1))).toEqual({ [second]: 0, [third]: 0 })
    expect((await getData(omar)).attempts).toMatchObject([{ judgeName: 'Omar' }, { judgeName: 'Omar' }])
    await expectIntactLog(eventId)
  })

  it('is taken in from a file with both sides', async () => {
    const { eventId, second, third, first, omar } = await prepare('File')
    t.ok(await send(omar, createMatchSheet(1, [second, 1], [third, 0])))
    const sheets = [createMatchSheet(1, [second, 2], [third, 0]), createMatchSheet(2, [third, 0], [first, 3])]
    const path = `/api/admin/events/${eventId}/judge-sheets`
    const { results } = t.ok(await t.ask('POST', path, { payload: { sheets } }))
    expect(results).toMatchObject([
      { result: 'conflict', teamName: 'Owls – Storks' },
      { result: 'saved', teamName: 'Storks – Falcons' },
    ])
    expect(results[0].recorded).toHaveLength(2)
    const again = t.ok(await t.ask('POST', path, { payload: { sheets, acceptConflicts: true } }))
    expect(again.results).toMatchObject([{ result: 'saved' }, { result: 'repeated' }])
    expect(Object.fromEntries(await listScores(omar, 1))).toEqual({ [second]: 2, [third]: 0 })
    await expectIntactLog(eventId)
  })
})
