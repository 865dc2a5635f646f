import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

describe('a head judge', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  /** Creates an event with a team, an ordinary judge and a head judge. */
  const prepare = async (title: string) => {
    const eventId = (await t.event({ title_en: title }))._id as string
    const team = await addEventTeam(t, eventId, 'Falcons')
    const judge = await t.createSignedInJudge(eventId, { names: ['Omar Saleh'] })
    const head = await t.createSignedInJudge(eventId, { names: ['Huda Nasser'], isHead: true })
    return { eventId, team, judge, head }
  }
  const send = (token: string, sheet: object) => t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
  const decide = (token: string, sheetId: string, decision: object) =>
    t.askAsJudge('POST', `/api/v1/judge/sheets/${sheetId}/review`, token, decision)
  const allow = (token: string, teamId: string, round = 1) =>
    t.askAsJudge('POST', '/api/v1/judge/additional-attempts', token, { teamId, round })
  const protest = (token: string, body: object, id: string = randomUUID()) =>
    t.askAsJudge('PUT', `/api/v1/judge/protests/${id}`, token, {
      attemptId: null,
      reason: 'A cube was not counted.',
      ...body,
    })
  const getData = async (token: string): Promise<Body> =>
    t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token))
  const listScores = async (eventId: string) =>
    (await t.board(eventId)).event.Scores.map((row: { totalScore: number; attempts: number }) => [
      row.totalScore,
      row.attempts,
    ])
  const toExpected = (attempts: { id: string; version: string }[]) =>
    attempts.map(({ id, version }) => ({ id, version }))
  const listLog = async (eventId: string): Promise<Body[]> =>
    t.ok(await t.ask('GET', `/api/admin/events/${eventId}/score-log`)).rows

  it('is a judge of a kind that organizers choose; existing and new judges are ordinary without it', async () => {
    const { eventId, judge, head } = await prepare('Kinds')
    expect([judge.judge.isHead, head.judge.isHead]).toEqual([false, true])
    expect((await getData(head.token)).session.judge.isHead).toBe(true)
    const path = `${t.judgesPath(eventId)}/${judge.judge.id}`
    const saved = t.ok(await t.ask('PUT', path, { payload: { name: 'Omar Saleh', isHead: true } }))
    expect(saved.judge.isHead).toBe(true)
    expect((await getData(judge.token)).session.judge.isHead).toBe(true)
    const { rows } = await t.ownerPool.query(
      "select before, after from audit_log where action = 'update' and entity_id = $1",
      [judge.judge.id],
    )
    expect(rows).toMatchObject([{ before: { isHead: false }, after: { isHead: true } }])
  })

  it('decides about one of two sheets of a team and round that are sent at once: they never both count', async () => {
    const { eventId, team, judge, head } = await prepare('Race')
    const other = await t.createSignedInJudge(eventId, { names: ['Lina Adel'] })
    const sheets = [createSheet(team.id, { score: 40 }), createSheet(team.id, { score: 60 })]
    const replies = await Promise.all([
      send(judge.token, sheets[0] as object),
      send(other.token, sheets[1] as object),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const attemptIds = replies.map((reply) => reply.json().sheet.attemptId)
    expect(attemptIds.filter((id) => id === null)).toHaveLength(1)
    expect((await listScores(eventId))[0][1]).toBe(1)
    // both sheets are in the list, so that they can be compared
    const data = await getData(head.token)
    const waiting = sheets[attemptIds.indexOf(null)] as Body
    expect(data.reviews).toMatchObject([
      {
        sheetId: waiting.id,
        status: 'waiting',
        needsDecision: true,
        score: waiting.score,
        recorded: [{ id: attemptIds.find((id) => id !== null) }],
      },
    ])
    const office = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/judge-sheets`))
    expect(office.reviews).toEqual(data.reviews)
    // their sender sees that the sheet waits
    const sender = attemptIds[0] === null ? judge : other
    expect((await getData(sender.token)).reviews).toMatchObject([
      { sheetId: waiting.id, needsDecision: true },
    ])
    // a repeat of both changes nothing
    await Promise.all([send(judge.token, sheets[0] as object), send(other.token, sheets[1] as object)])
    expect((await listScores(eventId))[0][1]).toBe(1)

    // without a resolution it is not clear how the sheet counts
    const undecided = await decide(head.token, waiting.id, { decision: 'confirm' })
    expect([undecided.status, undecided.json().code]).toEqual([409, 'sheet-conflict'])
    const { recorded } = data.reviews[0]
    const resolution = { expected: toExpected(recorded), replaces: recorded[0].id }
    const replaced = t.ok(await decide(head.token, waiting.id, { decision: 'confirm', resolution }))
    expect(replaced.review).toMatchObject({
      status: 'confirmed',
      reviewerName: 'Huda Nasser',
      needsDecision: false,
    })
    expect(await listScores(eventId)).toEqual([[waiting.score, 1]])
    const [last] = await listLog(eventId)
    expect(last).toMatchObject({ judgeName: sender.judge.name, reviewerName: 'Huda Nasser' })
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })

  it('counts a waiting sheet as a further attempt, or not at all with a reason', async () => {
    const { eventId, team, judge, head } = await prepare('Further')
    t.ok(await send(head.token, createSheet(team.id, { score: 40 })))
    const [further, refused] = [createSheet(team.id, { score: 60 }), createSheet(team.id, { score: 90 })]
    for (const sheet of [further, refused]) t.ok(await send(judge.token, sheet))
    const { recorded } = (await getData(head.token)).reviews[0]
    const resolution = { expected: toExpected(recorded), replaces: null }
    t.ok(await decide(head.token, further.id, { decision: 'confirm', resolution }))
    expect(await listScores(eventId)).toEqual([[60, 2]])
    // the attempts changed since
    expect((await decide(head.token, refused.id, { decision: 'confirm', resolution })).json().code).toBe(
      'sheet-conflict',
    )
    expect((await decide(head.token, refused.id, { decision: 'reject' })).json().fields).toMatchObject([
      { field: 'reason' },
    ])
    t.ok(await decide(head.token, refused.id, { decision: 'reject', reason: 'Not a run of this round.' }))
    expect((await getData(judge.token)).reviews).toMatchObject([
      { status: 'rejected', reviewerName: 'Huda Nasser', needsDecision: false },
    ])
    expect(await listScores(eventId)).toEqual([[60, 2]])
  })

  it('is told of a conflict of an own sheet, and decides', async () => {
    const { eventId, team, judge, head } = await prepare('Own')
    t.ok(await send(judge.token, createSheet(team.id, { score: 40 })))
    const own = createSheet(team.id, { score: 70 })
    const conflict = await send(head.token, own)
    expect([conflict.status, conflict.json().code]).toEqual([409, 'sheet-conflict'])
    const { attempts } = conflict.json().details
    t.ok(await send(head.token, { ...own, expected: toExpected(attempts), replaces: attempts[0].id }))
    expect(await listScores(eventId)).toEqual([[70, 1]])
    const [last] = await listLog(eventId)
    expect(last).toMatchObject({ judgeName: 'Huda Nasser' })
  })

  it('is needed to replace the result of another judge; judges correct their own', async () => {
    const { eventId, team, judge, head } = await prepare('Corrections')
    const other = await t.createSignedInJudge(eventId, { names: ['Lina Adel'] })
    const { attempts } = t.ok(await send(judge.token, createSheet(team.id, { score: 40 })))
    const own = createSheet(team.id, { score: 41, expected: toExpected(attempts), replaces: attempts[0].id })
    const corrected = t.ok(await send(judge.token, own)).attempts
    expect(await listScores(eventId)).toEqual([[41, 1]])
    const foreign = createSheet(team.id, {
      score: 99,
      expected: toExpected(corrected),
      replaces: corrected[0].id,
    })
    expect(t.ok(await send(other.token, foreign)).sheet.attemptId).toBeNull()
    expect(await listScores(eventId)).toEqual([[41, 1]])
    // the sheet says what it replaces, so a confirmation is enough
    t.ok(await decide(head.token, foreign.id, { decision: 'confirm' }))
    expect(await listScores(eventId)).toEqual([[99, 1]])
  })

  it('allows one further attempt, which the next sheet of the team for the round uses', async () => {
    const { eventId, team, judge, head } = await prepare('Allowed')
    const { attempts } = t.ok(await send(judge.token, createSheet(team.id, { score: 40 })))
    for (const reply of [await allow(head.token, team.id), await allow(head.token, team.id)]) t.ok(reply)
    expect((await getData(judge.token)).additionalAttempts).toEqual([{ teamId: team.id, round: 1 }])
    // a sheet of somebody who does not know the first attempt is still a conflict
    const unaware = createSheet(team.id, { score: 1 })
    expect(t.ok(await send(judge.token, unaware)).sheet.attemptId).toBeNull()
    const further = [50, 60].map((score) => createSheet(team.id, { score, expected: toExpected(attempts) }))
    const replies = await Promise.all(further.map((sheet) => send(judge.token, sheet)))
    expect(replies.filter((reply) => t.ok(reply).sheet.attemptId !== null)).toHaveLength(1)
    expect((await listScores(eventId))[0][1]).toBe(2)
    expect((await getData(judge.token)).additionalAttempts).toEqual([])
    const { rows } = await t.ownerPool.query(
      "select after, actor_name from audit_log where action = 'allow-attempt' and entity_id = $1",
      [eventId],
    )
    expect(rows).toEqual([{ after: { team: team.id, round: 1 }, actor_name: `judge …${head.judge.hint}` }])
    // organizers can allow one, too
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/additional-attempts`, {
        payload: { teamId: team.id, round: 1 },
      }),
    )
    expect((await getData(judge.token)).additionalAttempts).toHaveLength(1)
    expect((await allow(head.token, randomUUID())).json()).toMatchObject({
      code: 'bad-input',
      field: 'teamId',
    })
  })

  it('enters a protest on paper once, also after the time for protests, which organizers answer', async () => {
    const { eventId, team, judge, head } = await prepare('Protest')
    expect((await protest(head.token, { teamId: team.id })).status).toBe(404)
    const { attempts } = t.ok(await send(judge.token, createSheet(team.id)))
    const id = randomUUID()
    const body = { teamId: team.id, attemptId: attempts[0].id }
    const replies = await Promise.all([1, 2, 3].map(() => protest(head.token, body, id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await protest(head.token, body)).json().code).toBe('protest-exists')
    const { protests } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/protests`))
    expect(protests).toMatchObject([
      {
        id,
        isOnPaper: true,
        state: 'open',
        teamName: 'Falcons',
        askedBy: '',
        reason: 'A cube was not counted.',
        attempt: { score: 50 },
      },
    ])
    const details = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/protests/${id}`))
    expect(details.isAnswerEmailed).toBe(false)
    // the office enters another one, about the whole result
    const whole = { teamId: team.id, attemptId: null, reason: 'Please count again.' }
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/protests/${randomUUID()}`, { payload: whole }))
    const answer = { decision: 'rejected', answer: 'The sheet is right.' }
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/protests/${id}/answer`, { payload: answer }))
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/results/publication`, {
        payload: { status: 'final' },
      }),
    )
    expect((await protest(head.token, body)).json().code).toBe('protests-closed')
  })

  it('has calls that an ordinary judge gets 403 for, and a judge of another event 404', async () => {
    const { eventId, team, judge, head } = await prepare('Rights')
    const elsewhere = await prepare('Elsewhere')
    const { attempts } = t.ok(await send(head.token, createSheet(team.id, { score: 40 })))
    const waiting = createSheet(team.id, { score: 60 })
    t.ok(await send(judge.token, waiting))
    const resolution = { expected: toExpected(attempts), replaces: null }
    const calls = (token: string) => [
      decide(token, waiting.id, { decision: 'confirm', resolution }),
      decide(token, waiting.id, { decision: 'confirm' }),
      decide(token, waiting.id, { decision: 'reject', reason: 'No.' }),
      allow(token, team.id),
      protest(token, { teamId: team.id }),
    ]
    for (const reply of await Promise.all(calls(judge.token)))
      expect([reply.status, reply.json().code]).toEqual([403, 'head-judge-only'])
    const others = await Promise.all(calls(elsewhere.head.token))
    // a team of another event is no team of this one
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 400, 404])
    expect(await listScores(eventId)).toEqual([[40, 1]])
  })

  it('is not needed: without one, organizers decide, and final results wait for the decision', async () => {
    const { eventId, team, judge } = await prepare('Office')
    const { attempts } = t.ok(await send(judge.token, createSheet(team.id, { score: 40 })))
    const waiting = createSheet(team.id, { score: 60 })
    t.ok(await send(judge.token, waiting))
    const publish = () =>
      t.ask('PUT', `/api/admin/events/${eventId}/results/publication`, { payload: { status: 'final' } })
    expect((await publish()).json().code).toBe('sheets-waiting')
    // the sheet does not keep the second judge from being switched off
    for (const needsSecondJudge of [true, false])
      t.ok(
        await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
          payload: { needsSecondJudge },
        }),
      )
    const resolution = { expected: toExpected(attempts), replaces: attempts[0].id }
    const payload = { decision: 'confirm', resolution }
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets/${waiting.id}/review`, { payload }))
    expect(await listScores(eventId)).toEqual([[60, 1]])
    t.ok(await publish())
  })

  it('decides when two sheets for one round waited for a second judge and one was confirmed; an ordinary judge cannot', async () => {
    const { eventId, team, judge, head } = await prepare('Second judge')
    const other = await t.createSignedInJudge(eventId, { names: ['Lina Adel'] })
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    const sheets = [createSheet(team.id, { score: 40 }), createSheet(team.id, { score: 60 })]
    for (const sheet of sheets) t.ok(await send(judge.token, sheet))
    expect((await getData(head.token)).reviews.map((review: Body) => review.needsDecision)).toEqual([
      false,
      false,
    ])
    const replies = await Promise.all(
      sheets.map(({ id }) => decide(other.token, id, { decision: 'confirm' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const left = sheets[replies.findIndex(({ status }) => status === 409)] as Body
    const [review] = (await getData(head.token)).reviews
    expect(review).toMatchObject({ sheetId: left.id, needsDecision: true })
    expect((await decide(other.token, left.id, { decision: 'reject', reason: 'No.' })).json().code).toBe(
      'sheet-conflict',
    )
    t.ok(await decide(head.token, left.id, { decision: 'reject', reason: 'Entered twice.' }))
    expect((await listScores(eventId))[0][1]).toBe(1)
  })
})
