import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createJudgeService } from '#server/event/judges/service.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

const isoTime = /^\d{4}-\d\d-\d\dT/

describe('corrections and the names of judges', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  const send = (token: string, sheet: object) => t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
  const confirm = async (token: string, sheetId: string) =>
    t.ok(await t.askAsJudge('POST', `/api/v1/judge/sheets/${sheetId}/review`, token, { decision: 'confirm' }))
  const listScores = async (eventId: string): Promise<Body[]> =>
    t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId }))).scores
  const getEntry = async (eventId: string, entryId: string): Promise<Body> =>
    t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores/:entryId', { eventId, entryId })))
      .entry
  const readPublicAttempts = async (eventId: string, entryId: string): Promise<Body[]> =>
    t.ok(
      await t.visitor(getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', { eventId, entryId })),
    ).attempts
  const correct = (eventId: string, entryId: string, attemptId: string, fields: object, more: object = {}) =>
    t.ask(
      'PATCH',
      getPath('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
        eventId,
        entryId,
        attemptId,
      }),
      {
        payload: fields,
        ...more,
      },
    )
  const listLogRows = async (eventId: string): Promise<Body[]> =>
    t.ok(await t.ask('GET', `/api/admin/events/${eventId}/score-log`)).rows
  const listAudit = async (entityId: string): Promise<Body[]> =>
    t.ok(await t.ask('GET', `${getPath('GET /api/admin/audit')}?s=${entityId}&per_page=50`)).entries
  /**
   * Creates an event with a team, two judges and a sheet of the first one, which the second one confirms when
   * the event needs that.
   */
  const prepare = async (title: string, { needsSecondJudge = false } = {}) => {
    const event = await t.event({ title_en: title })
    const eventId = String(event._id)
    if (needsSecondJudge)
      t.ok(
        await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
          payload: { needsSecondJudge: true },
        }),
      )
    const team = await addEventTeam(t, eventId, 'Falcons')
    const lina = await t.createSignedInJudge(eventId, { names: ['Lina Omar'] })
    const sara = await t.createSignedInJudge(eventId, { names: ['Sara Saleh'], isHead: true })
    const sheet = createSheet(team.id)
    t.ok(await send(lina.token, sheet))
    if (needsSecondJudge) await confirm(sara.token, sheet.id)
    const [row] = await listScores(eventId)
    const [attempt] = (await getEntry(eventId, row.id)).attempts
    return { eventId, team, lina, sara, sheet, entryId: String(row.id), attemptId: String(attempt.id) }
  }

  it('of a sheet of a judge need a reason, and mark the attempt wherever it is listed; the reason is not public', async () => {
    const { eventId, entryId, attemptId } = await prepare('Corrected')
    const refused = await correct(eventId, entryId, attemptId, { score: 60 })
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { field: 'reason', fields: [{ msg: 'This is required.' }] },
    ])
    const arabic = { headers: { cookie: 'lang=ar' } }
    expect(
      (await correct(eventId, entryId, attemptId, { score: 60, reason: ' ' }, arabic)).json().fields,
    ).toMatchObject([{ field: 'reason', msg: 'هذا الحقل مطلوب.' }])
    // a note is no part of the sheet
    t.ok(await correct(eventId, entryId, attemptId, { note: 'Second table' }))
    expect((await getEntry(eventId, entryId)).attempts[0]).not.toHaveProperty('correctedAt')
    expect((await readPublicAttempts(eventId, entryId))[0]).not.toHaveProperty('correctedAt')

    t.ok(await correct(eventId, entryId, attemptId, { score: 60, reason: 'One cube was counted twice' }))
    const [attempt] = (await getEntry(eventId, entryId)).attempts
    expect(attempt).toMatchObject({
      score: 60,
      source: 'judge',
      judgeName: 'Lina Omar',
      correctedAt: expect.stringMatching(isoTime),
    })
    const [shown] = await readPublicAttempts(eventId, entryId)
    expect(shown).toMatchObject({ score: 60, correctedAt: attempt.correctedAt })
    expect(JSON.stringify(shown)).not.toMatch(/cube|Lina/)
    expect((await listAudit(entryId))[0].after.reason).toBe('One cube was counted twice')
  })

  it('of two organizers who read the same version: the second gets the conflict, with the stored attempt', async () => {
    const event = await t.event({ title_en: 'Corrected twice' }, [{ name: 'Sara', score: 5, time: 60 }])
    const eventId = String(event._id)
    const entryId = String((await listScores(eventId))[0].id)
    const [read] = (await getEntry(eventId, entryId)).attempts
    const replies = await Promise.all(
      [6, 7].map((score) => correct(eventId, entryId, read.id, { score, version: read.version })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [stored] = (await getEntry(eventId, entryId)).attempts
    expect(stored.version).not.toBe(read.version)
    const refused = replies.find(({ status }) => status === 409)?.json()
    const { judgeName: _judge, reviewerName: _reviewer, ...current } = stored
    expect([refused.code, refused.details.current]).toEqual(['stale-version', current])
    expect((await listLogRows(eventId)).filter(({ kind }) => kind === 'correct')).toHaveLength(1)
    // the second organizer looks at the stored attempt, and decides
    t.ok(await correct(eventId, entryId, read.id, { score: 8, version: current.version }))
    expect(
      (await correct(eventId, entryId, read.id, { note: 'Late', version: current.version })).status,
    ).toBe(409)
    // an edit without a version is accepted, as for other records
    t.ok(await correct(eventId, entryId, read.id, { score: 9 }))
    expect((await getEntry(eventId, entryId)).attempts).toMatchObject([{ score: 9, note: '' }])
  })

  it('of a sheet by the file of a tablet are a conflict, which never changes the recorded result', async () => {
    const { eventId, team, lina, attemptId } = await prepare('Corrected by a file')
    const { attempts } = t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', lina.token))
    const expected = attempts.map(({ id, version }: Body) => ({ id, version }))
    const sheet = {
      ...createSheet(team.id, { score: 99, expected, replaces: attemptId }),
      judgeId: lina.judge.id,
    }
    const takeIn = async () =>
      t.ok(await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets`, { payload: { sheets: [sheet] } }))
        .results
    const conflict = [
      { result: 'conflict', sent: { score: 99 }, recorded: [{ score: 50, judgeName: 'Lina Omar' }] },
    ]
    expect(await takeIn()).toMatchObject(conflict)
    // nor as a sheet that an organizer then confirms
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    expect(await takeIn()).toMatchObject(conflict)
    expect((await listScores(eventId)).map(({ totalScore }) => totalScore)).toEqual([50])
    // the judge corrects the own sheet, and an organizer may confirm that
    const { judgeId: _, ...sent } = sheet
    t.ok(await send(lina.token, sent))
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judge-sheets/${sheet.id}/review`, {
        payload: { decision: 'confirm' },
      }),
    )
    expect((await listScores(eventId)).map(({ totalScore }) => totalScore)).toEqual([99])
  })

  it('of an attempt that the office entered need no reason, and are marked as well', async () => {
    const event = await t.event({ title_en: 'Typed' })
    const entry = await t.add(event._id, { name: 'Sara', score: 20, time: 10 })
    t.ok(await correct(event._id, entry.id, entry.attempts[0].id, { score: 25 }))
    expect((await readPublicAttempts(event._id, entry.id))[0].correctedAt).toMatch(isoTime)
  })

  it('keep the mark, the judge and the need of a reason when the attempt is removed and restored', async () => {
    const { eventId, entryId, attemptId, lina } = await prepare('Restored')
    t.ok(await correct(eventId, entryId, attemptId, { score: 60, reason: 'Checked the video' }))
    const { removedId } = t.ok(
      await t.ask(
        'DELETE',
        getPath('DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
          eventId,
          entryId,
          attemptId,
        }),
      ),
    )
    expect((await listLogRows(eventId)).find(({ kind }) => kind === 'add')).toMatchObject({
      judgeName: 'Lina Omar',
    })
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/scores/restore', { eventId }), {
        payload: { id: removedId },
      }),
    )
    const [row] = await listScores(eventId)
    const [attempt] = (await getEntry(eventId, row.id)).attempts
    expect(attempt).toMatchObject({
      score: 60,
      judgeName: 'Lina Omar',
      correctedAt: expect.stringMatching(isoTime),
    })
    expect((await correct(eventId, row.id, attempt.id, { score: 61 })).json().field).toBe('reason')
    expect((await listLogRows(eventId)).find(({ kind }) => kind === 'add')).toMatchObject({
      judgeName: 'Lina Omar',
    })
    expect(lina.judge.name).toBe('Lina Omar')
  })

  it('during a freeze are not shown to visitors; those of before are', async () => {
    const { eventId, entryId, attemptId } = await prepare('Frozen')
    t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/guests`, { payload: { acceptsGuests: true } }))
    const typed = await t.add(eventId, { name: 'Omar', score: 10, time: 10 })
    t.ok(await correct(eventId, typed.id, typed.attempts[0].id, { score: 15 }))
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    const before = await readPublicAttempts(eventId, entryId)
    t.ok(await correct(eventId, entryId, attemptId, { score: 99, reason: 'Hidden' }))
    expect(await readPublicAttempts(eventId, entryId)).toEqual(before)
    expect(before[0]).not.toHaveProperty('correctedAt')
    expect((await readPublicAttempts(eventId, typed.id))[0].correctedAt).toMatch(isoTime)
    t.ok(await t.ask('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId })))
    expect((await readPublicAttempts(eventId, entryId))[0]).toMatchObject({
      score: 99,
      correctedAt: expect.stringMatching(isoTime),
    })
  })

  it('show who judged and who confirmed a sheet in the attempts, the score log and the audit log, until the judge is erased', async () => {
    const { eventId, entryId, lina, sara } = await prepare('Two judges', { needsSecondJudge: true })
    const names = { judgeName: 'Lina Omar', reviewerName: 'Sara Saleh' }
    const readNames = async () => ({
      attempt: (await getEntry(eventId, entryId)).attempts[0],
      row: (await listLogRows(eventId))[0],
      entry: (await listAudit(entryId))[0],
    })
    const first = await readNames()
    expect(first).toMatchObject({
      attempt: names,
      row: names,
      entry: { action: 'create', actor: { id: null, name: 'judge Sara Saleh' } },
    })
    expect(first.entry.references[lina.judge.id]).toEqual({
      entity: 'judge',
      name: { en: 'Lina Omar', ar: 'Lina Omar' },
    })
    expect((await listAudit(lina.judge.id))[0]).toMatchObject({ entity: 'judge', label: 'Lina Omar' })
    // a code that is revoked or renewed keeps the name
    t.ok(await t.ask('DELETE', `${t.judgesPath(eventId)}/${sara.judge.id}`))
    t.ok(await t.ask('POST', `${t.judgesPath(eventId)}/${lina.judge.id}/code`))
    expect(await readNames()).toMatchObject({
      attempt: names,
      row: names,
      entry: { actor: { name: 'judge Sara Saleh' } },
    })
    // no row and no public reply has a name
    const { rows } = await t.ownerPool.query('select * from score_log where event_id = $1', [eventId])
    const replies = [
      await t.visitor(getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', { eventId, entryId })),
      await t.visitor(getPath('GET /api/v1/events/scores/:eventId', { eventId })),
    ]
    expect(JSON.stringify([rows, replies.map(({ body }) => body)])).not.toMatch(/Lina|Sara/)
    const { rows: stored } = await t.ownerPool.query('select * from audit_log where entity_id = $1', [
      entryId,
    ])
    expect(JSON.stringify(stored)).not.toMatch(/Lina|Sara/)

    await t.ownerPool.query(
      `update judges set last_used_at = now() - interval '2 years', created_at = now() - interval '2 years' where event_id = $1`,
      [eventId],
    )
    await createJudgeService(t).purge()
    const erased = await readNames()
    expect(erased).toMatchObject({
      attempt: { judgeName: '', reviewerName: '' },
      row: { judgeName: '', reviewerName: '', device: first.row.device },
      entry: { actor: { name: expect.stringMatching(/^judge …/) }, references: {} },
    })
    expect((await t.ask('GET', `/api/admin/events/${eventId}/score-log`)).body).not.toMatch(/Lina|Sara/)
  })

  it('show the judge of each change of an attempt, and the organizer who confirmed a sheet', async () => {
    const { eventId, entryId, team, lina, sara, attemptId } = await prepare('Several')
    const { attempts } = t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', sara.token))
    const expected = attempts.map(({ id, version }: Body) => ({ id, version }))
    t.ok(await send(sara.token, createSheet(team.id, { score: 70, expected, replaces: attemptId })))
    t.ok(await correct(eventId, entryId, attemptId, { score: 71, reason: 'Video' }))
    t.ok(
      await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
        payload: { needsSecondJudge: true },
      }),
    )
    const waiting = createSheet(team.id, { round: 2 })
    t.ok(await send(lina.token, waiting))
    const review = `/api/admin/events/${eventId}/judge-sheets/${waiting.id}/review`
    t.ok(await t.ask('POST', review, { payload: { decision: 'confirm' } }))
    const rows = (await listLogRows(eventId))
      .filter(({ attemptId: about }: Body) => about !== null)
      .toReversed()
    expect(
      rows.map(({ judgeName, reviewerName, actorName }) => [
        judgeName,
        reviewerName !== '',
        actorName !== '',
      ]),
    ).toEqual([
      ['Lina Omar', false, false],
      ['Sara Saleh', false, false],
      ['', false, true],
      ['Lina Omar', true, true],
    ])
    expect(rows[3].reviewerName).toBe(rows[3].actorName)
    expect((await getEntry(eventId, entryId)).attempts.map(({ judgeName }: Body) => judgeName)).toEqual([
      'Sara Saleh',
      'Lina Omar',
    ])
  })
})
