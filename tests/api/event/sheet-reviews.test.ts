import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createJudgeService } from '#server/event/judges/service.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { getEventOverviewCacheTag, getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { createSheet, cubesRuleSet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { recordTags } from '../../support/api/recorded-tags.ts'
import { readPublicReplies } from '../../support/api/results-freeze.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** A rule set whose sheets have points and a time, which earlier attempts fit. */
const plainRuleSet = {
  ...cubesRuleSet,
  groups: cubesRuleSet.groups.map((group) => ({
    ...group,
    fields: [
      {
        kind: 'count',
        key: 'points',
        label: { en: 'Points', ar: 'النقاط' },
        min: 0,
        max: 1000,
        pointsPerUnit: 1,
      },
      { kind: 'time', key: 'time', label: { en: 'Time', ar: 'الوقت' }, max: 120_000 },
    ],
  })),
}

describe('sheets of an event that needs a second judge', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const sheetsPath = (eventId: string) => `/api/admin/events/${eventId}/judge-sheets`
  const setSecondJudge = (eventId: string, needsSecondJudge: boolean) =>
    t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, { payload: { needsSecondJudge } })
  const publish = (eventId: string, status: string) =>
    t.ask('PUT', `/api/admin/events/${eventId}/results/publication`, { payload: { status } })
  /** Creates an event that needs a second judge, with a team and two judges. */
  const prepare = async (title: string, judge: object = {}) => {
    const event = await t.event({ title_en: title })
    const eventId = event._id as string
    t.ok(await setSecondJudge(eventId, true))
    const team = await addEventTeam(t, eventId, 'Falcons')
    const first = await t.createSignedInJudge(eventId, judge)
    const second = await t.createSignedInJudge(eventId, { names: ['Omar Saleh'] })
    return { eventId, slug: event.slug as string, team, first, second }
  }
  const send = (token: string, sheet: object) => t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
  const review = (token: string, sheetId: string, decision: object) =>
    t.askAsJudge('POST', `/api/v1/judge/sheets/${sheetId}/review`, token, decision)
  const confirm = (token: string, sheetId: string) => review(token, sheetId, { decision: 'confirm' })
  const reject = (token: string, sheetId: string, reason = 'Two cubes were counted twice.') =>
    review(token, sheetId, { decision: 'reject', reason })
  const reviewAsOrganizer = (eventId: string, sheetId: string, decision: object) =>
    t.ask('POST', `${sheetsPath(eventId)}/${sheetId}/review`, { payload: decision })
  const getData = async (token: string): Promise<Body> =>
    t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', token))
  const listReviews = async (eventId: string): Promise<Body> =>
    t.ok(await t.ask('GET', sheetsPath(eventId))).reviews
  const listScores = async (eventId: string) =>
    (await t.board(eventId)).event.Scores.map((row: { totalScore: number; attempts: number }) => [
      row.totalScore,
      row.attempts,
    ])
  const readRows = async (sql: string, values: unknown[]): Promise<Body[]> =>
    (await t.ownerPool.query(sql, values)).rows
  const findStored = async (sheetId: string) =>
    (
      await readRows(
        'select * from sheet_reviews r join judge_sheets s on s.id = r.sheet_id where s.id = $1',
        [sheetId],
      )
    )[0]

  it('wait, and change no public reply, export, score or row about a score until they are confirmed', {
    timeout: 60_000,
  }, async () => {
    const { eventId, slug, team, first, second } = await prepare('Waiting')
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/guests`, { payload: { acceptsGuests: true } }))
    const { id } = await t.add(eventId, { name: 'Sara', score: 20, time: 10 })
    const records = {
      eventId,
      slug,
      entryIds: [id],
      teamId: team.id,
      teamNo: team.teamNo,
      token: t.authorization,
    }
    const readAll = async () => ({
      replies: await readPublicReplies(t.app, records, false),
      csv: (await t.ask('GET', `/api/admin/events/${eventId}/scores/export`)).body,
      log: await readRows(
        'select hash from score_log where event_id = $1 and attempt_id is not null order by sequence',
        [eventId],
      ),
      attempts: (await getData(second.token)).attempts,
    })
    const before = await readAll()
    const sheet = createSheet(team.id)
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(first.token, sheet)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(replies[0]?.json()).toMatchObject({ sheet: { id: sheet.id, attemptId: null }, attempts: [] })
    expect(await readAll()).toEqual(before)
    const waiting = {
      sheetId: sheet.id,
      status: 'waiting',
      teamName: 'Falcons',
      round: 1,
      score: 50,
      timeMs: 30_000,
      judgeName: 'Huda Nasser',
    }
    expect(await listReviews(eventId)).toMatchObject([waiting])
    for (const { token } of [first, second])
      expect(await getData(token)).toMatchObject({
        needsSecondJudge: true,
        reviews: [{ ...waiting, judgeId: first.judge.id }],
      })

    t.ok(await confirm(second.token, sheet.id))
    expect(await listScores(eventId)).toEqual([
      [50, 1],
      [20, 1],
    ])
  })

  it('count once when another judge confirms them, however often, with both judges and both devices', async () => {
    const { eventId, team, first, second } = await prepare('Confirmed')
    const sheet = createSheet(team.id)
    t.ok(await send(first.token, sheet))
    const own = await confirm(first.token, sheet.id)
    expect([own.status, own.json()]).toMatchObject([
      409,
      { code: 'own-sheet', msg: expect.stringContaining('another judge') },
    ])
    expect((await reject(first.token, sheet.id)).json().code).toBe('own-sheet')
    expect(await listScores(eventId)).toEqual([])

    const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(second.token, sheet.id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(replies[0]?.json().review).toMatchObject({
      status: 'confirmed',
      judgeName: 'Huda Nasser',
      reviewerName: 'Omar Saleh',
    })
    expect(await listScores(eventId)).toEqual([[50, 1]])
    expect(await listReviews(eventId)).toEqual([])
    expect((await getData(first.token)).attempts).toMatchObject([{ score: 50, judgeName: 'Huda Nasser' }])
    const [session, otherSession] = await Promise.all(
      [first, second].map(
        async ({ judge }) =>
          (await readRows('select id from judge_sessions where judge_id = $1', [judge.id]))[0].id,
      ),
    )
    expect(await findStored(sheet.id)).toMatchObject({
      ...{ judge_id: first.judge.id, reviewer_id: second.judge.id, reviewed_by: null, status: 'confirmed' },
      attempt_id: expect.stringMatching(/-/),
    })
    expect(await readRows('select device from sheet_reviews where sheet_id = $1', [sheet.id])).toEqual([
      { device: otherSession },
    ])
    expect(
      await readRows('select source, device from score_log where event_id = $1 and attempt_id is not null', [
        eventId,
      ]),
    ).toEqual([{ source: 'judge', device: session }])
    expect((await reject(second.token, sheet.id)).json().code).toBe('sheet-decided')
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })

  it('are listed for and decided by judges of their tables and days only, and by organizers', async () => {
    const { eventId, team, first, second } = await prepare('Tables', { tables: ['A'] })
    const payload = { round: 1, table: 'A', startsAt: '2026-12-05T09:00:00Z', teamId: team.id }
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/schedule/slots`, { payload }))
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const [sameTable, otherTable, otherDay] = [
      await t.createSignedInJudge(eventId, { names: ['Lina'], tables: ['A', 'B'] }),
      await t.createSignedInJudge(eventId, { names: ['Nora'], tables: ['B'] }),
      await t.createSignedInJudge(eventId, { names: ['Sami'], days: [day] }),
    ]
    const sheet = createSheet(team.id)
    t.ok(await send(first.token, sheet))
    for (const { token } of [first, second, sameTable]) expect((await getData(token)).reviews).toHaveLength(1)
    for (const { token } of [otherTable, otherDay]) {
      expect((await getData(token)).reviews).toEqual([])
      for (const reply of [await confirm(token, sheet.id), await reject(token, sheet.id)])
        expect([reply.status, reply.json().code]).toEqual([409, 'judge-not-assigned'])
    }
    expect(await findStored(sheet.id)).toMatchObject({ status: 'waiting' })
    t.ok(await confirm(sameTable.token, sheet.id))
    expect(await listScores(eventId)).toEqual([[50, 1]])
    const further = createSheet(team.id, {
      expected: (await getData(first.token)).attempts.map(({ id, version }: Body) => ({ id, version })),
    })
    t.ok(await send(first.token, further))
    t.ok(await reviewAsOrganizer(eventId, further.id, { decision: 'confirm' }))
  })

  it('are rejected with a reason, stay on record, and are listed until another sheet for the round is received', async () => {
    const { eventId, team, first, second } = await prepare('Rejected')
    const third = await t.createSignedInJudge(eventId, { names: ['Lina Adel'] })
    const sheet = createSheet(team.id)
    t.ok(await send(first.token, sheet))
    const withoutReason = await reject(second.token, sheet.id, ' ')
    expect(withoutReason.json()).toMatchObject({
      code: 'bad-input',
      fields: [{ field: 'reason', code: 'required' }],
    })
    t.ok(await reject(second.token, sheet.id))
    t.ok(await reject(second.token, sheet.id, 'Another reason'))
    expect((await confirm(second.token, sheet.id)).json().code).toBe('sheet-decided')
    const rejected = {
      sheetId: sheet.id,
      status: 'rejected',
      reason: 'Two cubes were counted twice.',
      reviewerName: 'Omar Saleh',
    }
    expect((await getData(first.token)).reviews).toMatchObject([rejected])
    expect((await getData(third.token)).reviews).toEqual([])
    expect(await listReviews(eventId)).toMatchObject([rejected])
    expect(await listScores(eventId)).toEqual([])
    const audits = await readRows(
      "select before, after, actor_name from audit_log where action = 'reject-sheet' and entity_id = $1",
      [eventId],
    )
    expect(audits).toMatchObject([
      { after: { sheet: sheet.id, team: team.id, round: 1 }, actor_name: `judge …${second.judge.hint}` },
    ])
    expect(JSON.stringify(audits)).not.toContain('cubes')

    const corrected = createSheet(team.id, { score: 30 })
    t.ok(await send(first.token, corrected))
    expect((await getData(first.token)).reviews).toMatchObject([{ sheetId: corrected.id, status: 'waiting' }])
    expect(await findStored(sheet.id)).toMatchObject({ status: 'rejected', sheet: { score: 50 } })
    t.ok(await confirm(third.token, corrected.id))
    expect(await listScores(eventId)).toEqual([[30, 1]])
  })

  it('are rejected during a freeze without a sign in public: the run stays one that has taken place', async () => {
    const { eventId, slug, team, first, second } = await prepare('Frozen')
    const schedule = `/api/admin/events/${eventId}/schedule`
    const slot = { teamId: team.id, round: 1, table: 'A1', startsAt: '2099-12-05T06:30:00Z' }
    t.ok(await t.ask('POST', `${schedule}/slots`, { payload: { ...slot, acceptOtherDays: true } }))
    t.ok(await t.ask('POST', `${schedule}/published`, { payload: { isPublished: true } }))
    const isPlayed = async () =>
      t.ok(await t.visitor(getPath('GET /api/v1/events/:idOrSlug/schedule/slots', { idOrSlug: slug })))
        .slots[0].isPlayed ?? false
    const freeze = getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId })
    const sendRejected = async () => {
      const sheet = createSheet(team.id)
      t.ok(await send(first.token, sheet))
      return recordTags(t, async () => t.ok(await reject(second.token, sheet.id)))
    }
    expect(await sendRejected()).toContain(getScheduleCacheTag(eventId))
    t.ok(await t.ask('PUT', freeze, { payload: { at: null } }))
    expect(await isPlayed()).toBe(false)
    expect(await sendRejected()).toEqual([getEventOverviewCacheTag(eventId)])
    // the reply of before may be a few seconds old
    await t.invalidator.invalidate(getScheduleCacheTag(eventId))
    expect(await isPlayed()).toBe(true)
    const { overview } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/overview`))
    expect(overview.runs.recorded).toBe(0)
    t.ok(await t.ask('DELETE', freeze))
    await t.invalidator.invalidate(getScheduleCacheTag(eventId))
    expect(await isPlayed()).toBe(false)
    // a result that is removed during a freeze stays, too
    const sheet = createSheet(team.id)
    t.ok(await send(first.token, sheet))
    t.ok(await confirm(second.token, sheet.id))
    t.ok(await t.ask('PUT', freeze, { payload: { at: null } }))
    const [{ id: entryId }] = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId })),
    ).scores
    const { attempt_id: attemptId } = await findStored(sheet.id)
    const attempt = getPath('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
      eventId,
      entryId,
      attemptId,
    })
    t.ok(await t.ask('DELETE', attempt, { payload: { reason: 'x' } }))
    await t.invalidator.invalidate(getScheduleCacheTag(eventId))
    expect(await isPlayed()).toBe(true)
  })

  it('are not confirmed when the round, the rules or the event changed; organizers confirm them in a closed event', async () => {
    const { eventId, team, first, second } = await prepare('Changed')
    const { id: otherTeamId } = await addEventTeam(t, eventId, 'Sharks')
    const [waiting, other] = [createSheet(team.id), createSheet(otherTeamId, { score: 70 })]
    for (const sheet of [waiting, other]) t.ok(await send(first.token, sheet))
    const entry = t.ok(
      await t.ask('POST', t.path(eventId), {
        payload: { teamId: team.id, attempts: [{ mission: 1, score: 10, timeMs: 1000 }] },
      }),
    ).entry
    const conflict = await confirm(second.token, waiting.id)
    expect(conflict.json()).toMatchObject({ code: 'sheet-conflict', details: { attempts: [{ score: 10 }] } })
    expect((await reviewAsOrganizer(eventId, waiting.id, { decision: 'confirm' })).json().code).toBe(
      'sheet-conflict',
    )
    t.ok(await t.ask('DELETE', `${t.path(eventId)}/${entry.id}`))

    const close = (isClosed: boolean) =>
      t.ask('POST', `/api/admin/events/${eventId}/judging/closed`, { payload: { isClosed } })
    t.ok(await close(true))
    expect((await confirm(second.token, other.id)).json().code).toBe('judging-closed')
    t.ok(await reviewAsOrganizer(eventId, other.id, { decision: 'confirm' }))
    const stored = await findStored(other.id)
    expect([stored.reviewer_id, stored.reviewed_by]).toEqual([null, expect.any(String)])
    t.ok(await close(false))
    t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, {
        payload: { ruleSet: plainRuleSet, version: null },
      }),
    )
    expect((await confirm(second.token, waiting.id)).json()).toMatchObject({
      code: 'rules-changed',
      details: { ruleSet: expect.anything() },
    })
    t.ok(await reviewAsOrganizer(eventId, waiting.id, { decision: 'reject', reason: 'The rules changed.' }))
    expect((await getData(first.token)).reviews).toMatchObject([
      { reason: 'The rules changed.', reviewerName: '' },
    ])
    expect(await listScores(eventId)).toEqual([[70, 1]])
  })

  it('are judged by the rule set when they are received, with its version, and correct the attempt that they replace', async () => {
    const { eventId, team, first, second } = await prepare('Rule set')
    const { version } = t.ok(
      await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, {
        payload: { ruleSet: cubesRuleSet, version: null },
      }),
    )
    const impossible = createSheet(team.id, { values: { cubes: 9, time: 1 }, ruleVersion: version })
    expect((await send(first.token, impossible)).json().code).toBe('bad-input')
    const sheet = createSheet(team.id, {
      score: 0,
      timeMs: 0,
      values: { cubes: 4, time: 61_000 },
      ruleVersion: version,
    })
    t.ok(await send(first.token, sheet))
    expect(await listReviews(eventId)).toMatchObject([
      { score: 40, timeMs: 61_000, values: { cubes: 4, time: 61_000 }, ruleVersion: version, replaces: null },
    ])
    t.ok(await confirm(second.token, sheet.id))
    const [attempt] = (await getData(first.token)).attempts
    const replacement = createSheet(team.id, {
      ...{ values: { cubes: 6, time: 50_000 }, ruleVersion: version, replaces: attempt.id },
      expected: [{ id: attempt.id, version: attempt.version }],
    })
    t.ok(await send(first.token, replacement))
    expect(await listScores(eventId)).toEqual([[40, 1]])
    t.ok(await confirm(second.token, replacement.id))
    expect(await listScores(eventId)).toEqual([[60, 1]])
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })

  it('of a file wait, too, and a judge confirms only sheets of the own event', async () => {
    const { eventId, team, first } = await prepare('File')
    const other = await prepare('Other event')
    const sheet = createSheet(team.id)
    const take = async () =>
      t.ok(
        await t.ask('POST', sheetsPath(eventId), {
          payload: { sheets: [{ ...sheet, judgeId: first.judge.id }] },
        }),
      ).results[0].result
    expect([await take(), await take()]).toEqual(['waiting', 'repeated'])
    expect((await confirm(other.second.token, sheet.id)).status).toBe(404)
    expect((await reviewAsOrganizer(other.eventId, sheet.id, { decision: 'confirm' })).status).toBe(404)
    expect((await reviewAsOrganizer(eventId, randomUUID(), { decision: 'confirm' })).status).toBe(404)
    expect(await listScores(eventId)).toEqual([])
    // a discarded sheet does not count, so nobody has to confirm it
    t.ok(await send(first.token, createSheet(team.id, { isDiscarded: true })))
    expect(await listReviews(eventId)).toHaveLength(1)
  })

  it('keep the requirement until all are decided; final results need all of them decided, too', async () => {
    const { eventId, team, first, second } = await prepare('Switched off')
    const sheet = createSheet(team.id)
    t.ok(await send(first.token, sheet))
    for (const reply of [await setSecondJudge(eventId, false), await publish(eventId, 'final')])
      expect([reply.status, reply.json().code]).toEqual([409, 'sheets-waiting'])
    t.ok(await publish(eventId, 'provisional'))
    t.ok(await confirm(second.token, sheet.id))
    t.ok(await setSecondJudge(eventId, false))
    t.ok(await setSecondJudge(eventId, false))
    t.ok(await send(first.token, createSheet(team.id, { round: 2, score: 5 })))
    expect(await listScores(eventId)).toEqual([[55, 2]])
    // recorded attempts keep counting
    t.ok(await setSecondJudge(eventId, true))
    expect(await listScores(eventId)).toEqual([[55, 2]])
    t.ok(await publish(eventId, 'final'))
    const audits = await readRows(
      "select before, after from audit_log where entity = 'schedule' and entity_id = $1 and after ? 'needsSecondJudge' order by id",
      [eventId],
    )
    expect(audits.map(({ before, after }) => [before.needsSecondJudge, after.needsSecondJudge])).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ])
    expect((await confirm(second.token, sheet.id)).status).toBe(200)
    expect((await send(first.token, createSheet(team.id, { round: 3 }))).json().code).toBe('judging-closed')
  })

  it('lose the reasons of rejections with the names of judges', async () => {
    const { eventId, team, first, second } = await prepare('Erased')
    const sheet = createSheet(team.id)
    t.ok(await send(first.token, sheet))
    t.ok(await reject(second.token, sheet.id))
    await createJudgeService(t).purge(new Date(Date.now() + 366 * 86_400_000))
    expect(await findStored(sheet.id)).toMatchObject({ status: 'rejected', reason: '' })
    expect((await listReviews(eventId))[0]).toMatchObject({ judgeName: '', reviewerName: '', reason: '' })
  })
})
