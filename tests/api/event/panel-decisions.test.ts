import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { fieldErrors } from '#i18n/en/errors.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { hashPassword } from '#server/platform/lib/password.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createPanelTools } from '../../support/api/panels.ts'
import { recordTags } from '../../support/api/recorded-tags.ts'
import { password } from '../../support/api/session.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let tools: ReturnType<typeof createPanelTools>
beforeAll(async () => {
  t = await startJudgesApp()
  tools = createPanelTools(t)
})
afterAll(() => t.close())

const listLogProblems = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems
/** Creates an account of a student and signs it in. */
const createAccount = async () => {
  const id = randomUUIDv7()
  const email = `${id}@school.test`
  const passwordHash = await hashPassword(password)
  await t.database.db
    .insert(users)
    .values({ id, firstName: 'Mona', lastName: 'Saleh', email, passwordHash, role: 'student' })
  const signedIn = await t.app.inject({
    method: 'POST',
    url: '/api/adduser',
    payload: { national_id: email, password },
  })
  return { id, authorization: String(signedIn.headers.authorization) }
}

describe('a judge who leaves', () => {
  const leave = (eventId: string, judgeId: string, payload: object) =>
    t.ask('POST', `${t.judgesPath(eventId)}/${judgeId}/leave`, { payload })
  const listMissing = async (eventId: string) =>
    (await tools.readPanels(eventId)).teams.map(({ results }: Body) => results[0].missingCount)

  it('is replaced by a substitute, who takes over the missing sheets and no others', async () => {
    const { eventId, teams, judges } = await tools.prepare('Substitute', 'mean', {
      teams: ['Falcons', 'Eagles'],
    })
    const [falcons, eagles] = teams as [Body, Body]
    const [omar, lina, mona] = judges as [Body, Body, Body]
    for (const { token } of [omar, lina, mona]) t.ok(await tools.send({ token, teamId: falcons.id, idea: 6 }))
    const request = { substituteName: 'Sami', reason: 'Ill' }
    expect((await leave(eventId, omar.judge.id, { ...request, reason: '' })).json().fields).toMatchObject([
      { field: 'reason' },
    ])
    const { judge, substitute, excusedTeamCount } = t.ok(await leave(eventId, omar.judge.id, request))
    expect([judge.leave.substituteId, excusedTeamCount]).toEqual([substitute.judge.id, 0])
    expect((await leave(eventId, omar.judge.id, request)).status).toBe(400)
    const refused = await tools.send({ token: omar.token, teamId: eagles.id, idea: 9 })
    expect([refused.status, refused.json().code]).toEqual([401, 'judge-revoked'])
    expect(await listMissing(eventId)).toEqual([0, 3])

    const { token } = t.ok(await t.signInAsJudge(substitute.code))
    // the panel of the first team is complete, so the app of the substitute does not ask for a sheet
    expect((await tools.readEvent(token)).completePanels).toEqual([{ teamId: falcons.id, round: 1 }])
    for (const each of [token, lina.token, mona.token])
      t.ok(await tools.send({ token: each, teamId: eagles.id, idea: 8 }))
    expect(await listMissing(eventId)).toEqual([0, 0])
    expect((await tools.listBoard(eventId)).map((row: Body) => row.slice(2))).toEqual([
      [3, false],
      [3, false],
    ])
    expect((await tools.readPanels(eventId)).recusals).toEqual([])
    const { entries } = t.ok(
      await t.ask('GET', `${getPath('GET /api/admin/audit')}?entity=judge&action=leave-event`),
    )
    expect(entries[0]).toMatchObject({
      entityId: omar.judge.id,
      after: { event: eventId, reason: 'Ill', judge: substitute.judge.id },
    })
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('is missing in no panel that nobody else can complete, and in all again with a new code', async () => {
    const { eventId, teams, judges } = await tools.prepare('Without', 'mean', {
      teams: ['Falcons', 'Eagles'],
    })
    const [falcons, eagles] = teams as [Body, Body]
    const [omar, lina, mona] = judges as [Body, Body, Body]
    t.ok(await tools.send({ token: omar.token, teamId: falcons.id, idea: 6 }))
    // another judge of the panel cannot fill in two sheets of a team
    const { excusedTeamCount } = t.ok(
      await leave(eventId, omar.judge.id, { substituteId: lina.judge.id, reason: 'Ill' }),
    )
    expect(excusedTeamCount).toBe(1)
    const { recusals, judges: listed } = await tools.readPanels(eventId)
    expect(recusals).toMatchObject([{ judgeId: omar.judge.id, teamId: eagles.id, hasLeft: true }])
    expect(listed.find(({ id }: Body) => id === omar.judge.id).hasLeft).toBe(true)
    for (const { token } of [lina, mona])
      for (const { id } of [falcons, eagles]) t.ok(await tools.send({ token, teamId: id, idea: 8 }))
    expect(await listMissing(eventId)).toEqual([0, 0])
    // a sheet on paper of the judge who has left still counts
    const payload = {
      teamId: eagles.id,
      attempts: [{ mission: 1, values: { idea: 5, judge: omar.judge.id } }],
    }
    t.ok(await t.ask('POST', t.path(eventId), { payload }))
    expect(await listMissing(eventId)).toEqual([0, 0])
    t.ok(await t.ask('POST', `${t.judgesPath(eventId)}/${omar.judge.id}/code`))
    expect((await tools.readPanels(eventId)).recusals).toEqual([])
    const { judges: all } = t.ok(await t.ask('GET', t.judgesPath(eventId)))
    expect(all.find(({ id }: Body) => id === omar.judge.id)).toMatchObject({ revokedAt: null })
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('gets a substitute later, and panels wait again for what the substitute can fill in', async () => {
    const { eventId, judges } = await tools.prepare('Late substitute', 'mean')
    const [omar] = judges as [Body]
    const request = { reason: 'Ill' }
    expect(t.ok(await leave(eventId, omar.judge.id, request)).excusedTeamCount).toBe(1)
    const { leave: left } = t
      .ok(await t.ask('GET', t.judgesPath(eventId)))
      .judges.find(({ id }: Body) => id === omar.judge.id)
    expect((await leave(eventId, omar.judge.id, request)).status).toBe(400)
    const named = { ...request, substituteName: 'Sami' }
    const { judge, substitute, excusedTeamCount } = t.ok(await leave(eventId, omar.judge.id, named))
    const now = { substituteId: substitute.judge.id, substituteName: 'Sami' }
    expect([judge.leave, excusedTeamCount]).toEqual([{ ...left, ...now }, 0])
    expect((await tools.readPanels(eventId)).recusals).toEqual([])
    expect(await listMissing(eventId)).toEqual([3])
    expect((await leave(eventId, omar.judge.id, named)).status).toBe(400)
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('changes no panel that this judge could not fill in, also with one connection of the database', async () => {
    const { eventId, teams, judges, head } = await tools.prepare('Elsewhere', 'mean', {
      judges: ['Omar', 'Lina'],
    })
    const [team] = teams as [Body]
    const [omar, lina] = judges as [Body, Body]
    const slot = { teamId: team.id, round: 1, table: 'A1', startsAt: '2099-12-05T06:30:00Z' }
    const payload = { ...slot, acceptOtherDays: true }
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId }), {
        payload,
      }),
    )
    const create = async (assignment: object) => (await t.createJudge(eventId, assignment)).judge
    const leaving = [
      head.judge,
      await create({ names: ['Rana'], tables: ['B9'] }),
      await create({ names: ['Sami'], days: ['2099-12-06'] }),
    ]
    // the panel is short of a judge in any case
    t.ok(await t.ask('DELETE', `${t.judgesPath(eventId)}/${lina.judge.id}`))
    const { pool } = t.database
    const held = await Promise.all(Array.from({ length: (pool.options.max ?? 10) - 1 }, () => pool.connect()))
    try {
      for (const { id } of leaving)
        expect(t.ok(await leave(eventId, id, { reason: 'Ill' })).excusedTeamCount).toBe(0)
      expect(t.ok(await leave(eventId, omar.judge.id, { reason: 'Ill' })).excusedTeamCount).toBe(1)
      t.ok(
        await t.ask('POST', getPath('POST /api/admin/events/:eventId/schedule/published', { eventId }), {
          payload: { isPublished: true },
        }),
      )
    } finally {
      for (const client of held) client.release()
    }
  })

  it('gives tables and days to the substitute, who keeps the own ones', async () => {
    const { eventId } = await tools.prepare('Tables', 'mean', { judges: ['Omar', 'Lina'] })
    const at = async (name: string, tables: string[], days: string[]) =>
      (await t.createJudge(eventId, { names: [name], tables, days })).judge
    const left = await at('Rana', ['A1'], ['2099-12-05'])
    const other = await at('Sami', ['B1'], [])
    const { substitute } = t.ok(await leave(eventId, left.id, { substituteId: other.id, reason: 'Ill' }))
    expect(substitute).toMatchObject({ judge: { id: other.id, tables: ['B1', 'A1'], days: [] }, code: null })
    for (const substituteId of [left.id, eventId])
      expect((await leave(eventId, other.id, { substituteId, reason: 'Ill' })).status).toBe(400)
  })
})

describe('a judge with a conflict of interest', () => {
  it('is left out of a team by a head judge or an organizer, with a reason that is recorded, and comes back the same way', async () => {
    const { eventId, teams, judges, head } = await tools.prepare('Conflict', 'mean', {
      teams: ['Falcons', 'Eagles'],
    })
    const [falcons] = teams as [Body]
    const [omar, lina, mona] = judges as [Body, Body, Body]
    const recusal = { judgeId: omar.judge.id, teamId: falcons.id, isRecused: true }
    const setRecusal = (payload: object) =>
      t.ask('PUT', `/api/admin/events/${eventId}/panels/recusals`, { payload })
    for (const { token } of [lina, mona]) t.ok(await tools.send({ token, teamId: falcons.id, idea: 6 }))
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 6, 2, true]])

    expect(
      (
        await t.askAsJudge('PUT', getPath('PUT /api/v1/judge/panels/recusals'), lina.token, {
          ...recusal,
          reason: 'x',
        })
      ).json().code,
    ).toBe('head-judge-only')
    expect((await setRecusal(recusal)).json().fields).toMatchObject([{ field: 'reason', code: 'required' }])
    expect((await setRecusal({ ...recusal, judgeId: falcons.id, reason: 'x' })).json().fields).toMatchObject([
      { field: 'judgeId' },
    ])
    expect(
      (await setRecusal({ ...recusal, teamId: omar.judge.id, reason: 'x' })).json().fields,
    ).toMatchObject([{ field: 'teamId' }])
    for (const _ of ['once', 'again']) {
      const { panels } = t.ok(
        await t.askAsJudge('PUT', getPath('PUT /api/v1/judge/panels/recusals'), head.token, {
          ...recusal,
          reason: 'Coached the team.',
        }),
      )
      expect(panels.recusals).toMatchObject([
        { judgeId: omar.judge.id, teamId: falcons.id, reason: 'Coached the team.' },
      ])
    }
    // the panel is complete without the judge
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 6, 2, false]])
    expect((await tools.readEvent(omar.token)).teams.map(({ name }: Body) => name)).toEqual(['Eagles'])
    expect((await tools.readEvent(lina.token)).teams).toHaveLength(2)
    const refused = await tools.send({ token: omar.token, teamId: falcons.id, idea: 10 })
    expect([refused.status, refused.json().code]).toEqual([409, 'judge-recused'])
    const office = await t.ask('POST', t.path(eventId), {
      payload: { teamId: falcons.id, attempts: [{ mission: 1, values: { idea: 5, judge: omar.judge.id } }] },
    })
    expect(office.json().fields).toMatchObject([{ field: 'attempts.0.values.judge', code: 'judge-recused' }])

    // a judge who has a sheet and is left out later could not answer a second look
    t.ok(await setRecusal({ ...recusal, judgeId: lina.judge.id, reason: 'x' }))
    const look = await t.ask('POST', `/api/admin/events/${eventId}/panels/second-looks`, {
      payload: { judgeId: lina.judge.id, teamId: falcons.id, round: 1 },
    })
    expect(look.json().fields).toMatchObject([{ field: 'judgeId', code: 'judge-recused' }])
    // the organizer who imports a sheet of the judge is told of the judge
    const sheet = { id: randomUUIDv7(), teamId: falcons.id, round: 1, values: { idea: 5 }, ruleVersion: 1 }
    const sheets = [{ ...sheet, judgedAt: new Date(), judgeId: omar.judge.id }]
    const { results } = t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets`, { payload: { sheets } }),
    )
    expect(results).toMatchObject([
      { result: 'invalid', msg: expect.stringContaining(fieldErrors['judge-recused']) },
    ])
    t.ok(await setRecusal({ ...recusal, judgeId: lina.judge.id, isRecused: false }))

    t.ok(await setRecusal({ ...recusal, isRecused: false }))
    expect((await tools.readEvent(omar.token)).teams).toHaveLength(2)
    t.ok(await tools.send({ token: omar.token, teamId: falcons.id, idea: 9 }))
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 7, 3, false]])
    const { rows } = await t.ownerPool.query(
      "select action, actor_name, after from audit_log where entity = 'judge' and entity_id = $1 and action like '%recus%' order by id",
      [omar.judge.id],
    )
    expect(rows).toMatchObject([
      {
        action: 'recuse-judge',
        actor_name: expect.stringMatching(/^judge …/),
        after: { team: falcons.id, reason: 'Coached the team.' },
      },
      { action: 'take-back-recusal', after: { team: falcons.id } },
    ])
  })
})

describe('a second look', () => {
  it('is asked for by the head judge, who changes nothing, and answered by the next sheet of the judge', async () => {
    const { eventId, teams, judges, head } = await tools.prepare('Look', 'mean')
    const [team] = teams as [Body]
    const [omar, lina] = judges as [Body, Body]
    const ask = (payload: object) =>
      t.askAsJudge('POST', getPath('POST /api/v1/judge/panels/second-looks'), head.token, {
        teamId: team.id,
        round: 1,
        ...payload,
      })
    expect((await ask({ judgeId: omar.judge.id })).json().fields).toMatchObject([
      { field: 'round', code: 'not-found' },
    ])
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 2 }))
    t.ok(await tools.send({ token: lina.token, teamId: team.id, idea: 9 }))
    const before = t.ok(await t.askAsJudge('GET', getPath('GET /api/v1/judge/panels'), head.token)).panels
    expect(before.teams[0].results).toMatchObject([{ round: 1, spread: 7, missingCount: 1 }])
    expect(before.judges.map(({ name }: Body) => name)).toEqual(['Omar', 'Lina', 'Mona'])
    t.ok(await ask({ judgeId: omar.judge.id, note: 'The idea is new.' }))
    expect((await tools.readEvent(omar.token)).secondLooks).toMatchObject([
      { teamId: team.id, round: 1, note: 'The idea is new.' },
    ])
    expect((await tools.readEvent(lina.token)).secondLooks).toEqual([])
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 5.5, 2, true]])

    // the judge confirms the sheet, then is asked again and corrects it
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 2 }))
    expect((await tools.readPanels(eventId)).secondLooks).toMatchObject([
      { isCorrected: false, answeredAt: expect.any(String) },
    ])
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/panels/second-looks`, {
        payload: { judgeId: omar.judge.id, teamId: team.id, round: 1 },
      }),
    )
    // a sheet that was filled in before the request is no answer
    const { attempts: known } = await tools.readEvent(omar.token)
    t.ok(
      await tools.send({
        ...{ token: omar.token, teamId: team.id, idea: 7 },
        more: {
          judgedAt: new Date(Date.now() - 60_000).toISOString(),
          expected: known.map(({ id, version }: Body) => ({ id, version })),
        },
      }),
    )
    expect((await tools.readPanels(eventId)).secondLooks).toMatchObject([{ answeredAt: null }])
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 8 }))
    expect((await tools.readPanels(eventId)).secondLooks).toMatchObject([
      { isCorrected: true, note: '', answeredAt: expect.any(String) },
    ])
    expect(await tools.listBoard(eventId)).toEqual([['Falcons', 8.5, 2, true]])

    // a judge who is left out, or whose code is revoked, could not answer
    t.ok(await ask({ judgeId: lina.judge.id }))
    t.ok(
      await t.askAsJudge('PUT', getPath('PUT /api/v1/judge/panels/recusals'), head.token, {
        judgeId: lina.judge.id,
        teamId: team.id,
        isRecused: true,
        reason: 'Coached the team.',
      }),
    )
    expect((await tools.readEvent(lina.token)).secondLooks).toEqual([])
    expect((await tools.readPanels(eventId)).secondLooks).toMatchObject([{ judgeId: omar.judge.id }])
    t.ok(await t.ask('DELETE', `${t.judgesPath(eventId)}/${omar.judge.id}`))
    expect((await ask({ judgeId: omar.judge.id })).json().fields).toMatchObject([
      { field: 'judgeId', code: 'judge-revoked' },
    ])
    expect(await listLogProblems(eventId)).toEqual([])
  })
})

describe('closed judging and final results', () => {
  it('refuse second looks, and final results refuse recusals, of organizers and head judges', async () => {
    const { eventId, teams, judges, head } = await tools.prepare('Final', 'mean')
    const [team] = teams as [Body]
    const [omar] = judges as [Body]
    t.ok(await tools.send({ token: omar.token, teamId: team.id, idea: 5 }))
    const ids = { judgeId: omar.judge.id, teamId: team.id }
    const [look, recusal] = [
      { ...ids, round: 1 },
      { ...ids, isRecused: true, reason: 'Coached the team.' },
    ]
    const office = `/api/admin/events/${eventId}/panels`
    const close = (isClosed: boolean) =>
      t.ask('POST', `/api/admin/events/${eventId}/judging/closed`, { payload: { isClosed } })
    const listCodes = async (call: 'second-looks' | 'recusals') => {
      const method = call === 'recusals' ? 'PUT' : 'POST'
      const payload = call === 'recusals' ? recusal : look
      const replies = [
        await t.ask(method, `${office}/${call}`, { payload }),
        await t.askAsJudge(method, `${getPath('GET /api/v1/judge/panels')}/${call}`, head.token, payload),
      ]
      return replies.map((reply) => reply.json().code)
    }
    t.ok(await close(true))
    expect(await listCodes('second-looks')).toEqual(['judging-closed', 'judging-closed'])
    t.ok(await close(false))
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    for (const call of ['second-looks', 'recusals'] as const)
      expect(await listCodes(call)).toEqual(['results-final', 'results-final'])
    const { recusals, secondLooks } = await tools.readPanels(eventId)
    expect([recusals, secondLooks]).toEqual([[], []])
  })
})

describe('feedback for a team', () => {
  it('is shown to its owner without names, and only while it is released', async () => {
    const { eventId, teams, judges, head } = await tools.prepare('Feedback', 'mean')
    const [team] = teams as [Body]
    const [omar, lina] = judges as [Body, Body]
    const owner = await createAccount()
    await t.ownerPool.query('update teams set user_id = $2 where id = $1', [team.id, owner.id])
    const { authorization } = owner
    const read = async (): Promise<Body> =>
      t.app.inject({
        url: getPath('GET /api/teams/:teamId/feedback', { teamId: team.id }),
        headers: { authorization },
      })
    t.ok(
      await tools.send({
        token: omar.token,
        teamId: team.id,
        idea: 5,
        more: { feedback: 'Show the robot earlier.' },
      }),
    )
    t.ok(
      await tools.send({ token: lina.token, teamId: team.id, idea: 6, more: { feedback: 'Clear slides.' } }),
    )
    t.ok(
      await tools.send({
        token: omar.token,
        teamId: team.id,
        idea: 5,
        more: { feedback: 'Show the robot at once.' },
      }),
    )
    expect((await read()).json().feedback).toEqual([])
    // those who release it read it before, and head judges do not
    const office = `/api/admin/events/${eventId}/panels/feedback`
    const texts = [
      { round: 1, label: { en: 'Presentation' }, judgeName: 'Omar', text: 'Show the robot at once.' },
      { round: 1, label: { en: 'Presentation' }, judgeName: 'Lina', text: 'Clear slides.' },
    ]
    const listed = [{ team: { id: team.id, name: 'Falcons' }, texts }]
    expect(t.ok(await t.ask('GET', office)).feedback).toMatchObject(listed)
    expect((await t.askAsJudge('GET', office, head.token)).status).toBe(401)
    expect((await t.app.inject({ url: office, headers: { authorization } })).statusCode).toBe(403)
    const ofHead = await t.askAsJudge('GET', getPath('GET /api/v1/judge/panels'), head.token)
    for (const { text } of texts) expect(ofHead.body).not.toContain(text)
    const release = (isReleased: boolean) =>
      t.ask('PUT', `/api/admin/events/${eventId}/panels/feedback`, { payload: { isReleased } })
    expect(t.ok(await release(true)).panels.feedback).toEqual({ count: 2, releasedAt: expect.any(String) })
    const { feedback } = (await read()).json()
    expect(feedback).toMatchObject([
      { event: { id: eventId }, rounds: [{ round: 1, label: { en: 'Presentation' } }] },
    ])
    expect(feedback[0].rounds[0].texts.toSorted()).toEqual(['Clear slides.', 'Show the robot at once.'])
    for (const { name } of [omar.judge, lina.judge]) expect((await read()).body).not.toContain(name)
    expect(t.ok(await t.ask('GET', office)).feedback).toMatchObject(listed)
    // and in the copy of the own data
    const copy = await t.app.inject({ url: getPath('GET /api/account/export'), headers: { authorization } })
    expect(JSON.parse(copy.body).teams[0].feedback).toEqual(feedback)
    const stranger = await createAccount()
    const asStranger = {
      url: getPath('GET /api/teams/:teamId/feedback', { teamId: team.id }),
      headers: { authorization: stranger.authorization },
    }
    expect((await t.app.inject(asStranger)).statusCode).toBe(404)
    // it is in no row of the log and in no public reply
    const { rows } = await t.database.pool.query(
      "select count(*)::int as count from score_log where event_id = $1 and after like '%robot%'",
      [eventId],
    )
    expect(rows[0].count).toBe(0)
    // that of a judge who is left out of the team, or whose sheet was deleted, is not shown until it comes back
    const readTexts = async () => (await read()).json().feedback[0]?.rounds[0].texts
    const recusals = `/api/admin/events/${eventId}/panels/recusals`
    const recusal = { judgeId: omar.judge.id, teamId: team.id, reason: 'Coached the team.' }
    const setRecusal = (isRecused: boolean) => t.ask('PUT', recusals, { payload: { ...recusal, isRecused } })
    expect(t.ok(await setRecusal(true)).panels.feedback.count).toBe(1)
    expect(await readTexts()).toEqual(['Clear slides.'])
    expect(t.ok(await t.ask('GET', office)).feedback[0].texts).toMatchObject([{ judgeName: 'Lina' }])
    expect(t.ok(await setRecusal(false)).panels.feedback.count).toBe(2)
    expect(await readTexts()).toHaveLength(2)
    const scores = getPath('GET /api/admin/events/:eventId/scores', { eventId })
    const [{ id: entryId }] = t.ok(await t.ask('GET', scores)).scores
    const { attempts } = t.ok(await t.ask('GET', `${scores}/${entryId}`)).entry
    const { id: attemptId } = attempts.find(({ judgeName }: Body) => judgeName === 'Omar')
    const { removedId } = t.ok(
      await t.ask('DELETE', `${scores}/${entryId}/attempts/${attemptId}`, { payload: { reason: 'x' } }),
    )
    expect(await readTexts()).toEqual(['Clear slides.'])
    t.ok(await t.ask('POST', `${scores}/restore`, { payload: { id: removedId } }))
    expect(await readTexts()).toHaveLength(2)
    // nor is that for a deleted team
    const setDeleted = (isDeleted: boolean) =>
      t.ownerPool.query('update teams set deleted_at = case when $2 then now() end where id = $1', [
        team.id,
        isDeleted,
      ])
    await setDeleted(true)
    expect((await tools.readPanels(eventId)).feedback.count).toBe(0)
    expect(t.ok(await t.ask('GET', office)).feedback).toEqual([])
    await setDeleted(false)
    expect((await tools.readPanels(eventId)).feedback.count).toBe(2)
    t.ok(await release(false))
    expect((await read()).json().feedback).toEqual([])
    t.ok(await tools.send({ token: lina.token, teamId: team.id, idea: 6 }))
    expect((await tools.readPanels(eventId)).feedback.count).toBe(1)
  })
})

describe('a frozen ranking of a panel', () => {
  it('shows no change, neither of sheets nor of what is provisional, until a reveal opens it', async () => {
    const { eventId, teams, judges } = await tools.prepare('Frozen', 'sumOfPlaces', {
      teams: ['Falcons', 'Eagles'],
    })
    for (const [at, { id }] of teams.entries())
      for (const { token } of judges.slice(at)) t.ok(await tools.send({ token, teamId: id, idea: 5 + at }))
    const readAll = async () => {
      const board = await t.visitor(getPath('GET /api/v1/events/scores/:eventId', { eventId }))
      const entries = board
        .json()
        .event.Scores.map(({ _id }: Body) =>
          t.visitor(
            getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', { eventId, entryId: _id }),
          ),
        )
      return [board, ...(await Promise.all(entries))].map(({ body }: Body) => body)
    }
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    const before = await readAll()
    expect(before[0]).toContain('"provisional":true')
    const [omar] = judges as [Body]
    const setRecusal = (isRecused: boolean) =>
      t.ask('PUT', `/api/admin/events/${eventId}/panels/recusals`, {
        payload: { judgeId: omar.judge.id, teamId: (teams[1] as Body).id, isRecused, reason: 'Relative.' },
      })
    const tags = await recordTags(t, async () => t.ok(await setRecusal(true)))
    expect(tags).toEqual([getEventOverviewCacheTag(eventId)])
    expect(await readAll()).toEqual(before)
    t.ok(await setRecusal(false))
    t.ok(await tools.send({ token: omar.token, teamId: (teams[1] as Body).id, idea: 1 }))
    t.ok(await tools.send({ token: omar.token, teamId: (teams[0] as Body).id, idea: 10 }))
    expect(await readAll()).toEqual(before)
    expect(await listLogProblems(eventId)).toEqual([])
    const path = getPath('POST /api/admin/events/:eventId/results/reveal', { eventId })
    const { reveal } = t.ok(await t.ask('POST', path, { payload: { isRehearsal: false, rankCount: 2 } }))
    const board = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId })),
    ).scores
    for (const [at, row] of board.toReversed().entries()) {
      const opened = t.ok(await t.ask('PATCH', path, { payload: { id: reveal.id, openedCount: at + 1 } }))
      expect(opened.reveal.step).toMatchObject({ rank: row.rank, totals: { totalScore: row.totalScore } })
      expect(JSON.stringify(opened)).not.toContain(omar.judge.id)
    }
    t.ok(await t.ask('DELETE', path))
    t.ok(await t.ask('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId })))
    expect(await readAll()).not.toEqual(before)
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('shows no team that withdraws or comes back; one that withdrew before comes back after the freeze', async () => {
    const { eventId, teams, judges } = await tools.prepare('Withdrawn', 'mean', {
      teams: ['Falcons', 'Eagles'],
    })
    const [[omar], [falcons, eagles]] = [judges as [Body], teams as [Body, Body]]
    for (const { id } of [falcons, eagles]) t.ok(await tools.send({ token: omar.token, teamId: id, idea: 5 }))
    const setWithdrawn = (teamId: string, isWithdrawn: boolean) =>
      t.ask('PUT', `/api/admin/events/${eventId}/teams/${teamId}/withdrawal`, {
        payload: { isWithdrawn, reason: isWithdrawn ? 'Robot broken' : '' },
      })
    const listProvisional = async () =>
      (await tools.listBoard(eventId)).flatMap(([name, , , isProvisional]: Body) =>
        isProvisional ? name : [],
      )
    t.ok(await setWithdrawn(falcons.id, true))
    expect(await listProvisional()).toEqual(['Eagles'])
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    for (const isWithdrawn of [true, false]) {
      t.ok(await setWithdrawn(eagles.id, isWithdrawn))
      expect(await listProvisional()).toEqual(['Eagles'])
    }
    const refused = await setWithdrawn(falcons.id, false)
    expect([refused.status, refused.json().code]).toEqual([409, 'withdrawal-frozen'])
    expect(await listProvisional()).toEqual(['Eagles'])
    t.ok(await t.ask('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId })))
    t.ok(await setWithdrawn(falcons.id, false))
    expect((await listProvisional()).toSorted()).toEqual(['Eagles', 'Falcons'])
  })
})
