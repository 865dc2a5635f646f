import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { anonymizeScoresAndGetErasures, appendErasuresToScoreLogs } from '#server/event/scores/service.ts'
import { addRegisteredTeam } from '../../support/api/judging.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())

const attempts = [
  { name: 'Sara Nasser', score: 90, time: 60 },
  { name: 'Ali Hassan', score: 80, time: 60 },
]
const publish = (eventId: string, status: string) =>
  t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
    payload: { status },
  })
const takeBack = (eventId: string, reason = 'A sheet was read wrongly.') =>
  t.ask('POST', getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId }), {
    payload: { reason },
  })
const readResults = async (slug: string) => (await t.board(slug)).event.results

it('Provisional results are marked on the public ranking, and scores still change', async () => {
  const event = await t.event({ title_en: 'Provisional Cup' }, attempts)
  expect(await readResults(event.slug)).toBeUndefined()
  const { results } = t.ok(await publish(event._id, 'provisional'))
  expect(results).toMatchObject({
    status: 'provisional',
    logSequence: 6,
    logHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await readResults(event.slug)).toEqual(results)
  expect(
    t.ok(
      await t.ask(
        'GET',
        getPath('GET /api/admin/events/:eventId/results/publication', { eventId: event._id }),
      ),
    ).results,
  ).toEqual(results)
  await t.add(event._id, { name: 'Mona Saleh', score: 95, time: 60 })
  expect((await t.board(event.slug)).event.Scores[0].totalScore).toBe(95)
})

it('Final results have the head of the score log, and refuse every change of scores in the language of the visitor', async () => {
  const event = await t.event({ title_en: 'Final Cup', eventCode: 'FINAL-1' }, attempts)
  const [entry] = (await t.board(event.slug)).event.Scores
  const key = await t.key(event._id)
  t.ok(await publish(event._id, 'provisional'))
  const { results } = t.ok(await publish(event._id, 'final'))
  const { rows } = await t.database.pool.query(
    'select hash from score_log where event_id = $1 order by sequence desc limit 1',
    [event._id],
  )
  expect(results).toMatchObject({ status: 'final', logHash: rows[0].hash })

  const { attempts: stored } = t.ok(
    await t.visitor(
      getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', {
        eventId: event._id,
        entryId: entry._id,
      }),
    ),
  )
  const entryPath = `${t.path(event._id)}/${entry._id}`
  const attempt = { mission: 1, score: 100, timeMs: 1000 }
  const writes = [
    () => t.ask('POST', t.path(event._id), { payload: { playerName: 'Late Guest', attempts: [attempt] } }),
    () => t.ask('PATCH', `${entryPath}/attempts/${stored[0]._id}`, { payload: { score: 1 } }),
    () => t.ask('DELETE', `${entryPath}/attempts/${stored[0]._id}`),
    () => t.ask('DELETE', entryPath),
    () => t.post('FINAL-1', key, { name: 'Late Guest', mission: 1, score: 100, time: 1 }),
    () =>
      t.save(
        {
          id: event._id,
          version: String(event.version),
          title_en: 'Final Cup',
          title_ar: 'كأس',
          description_en: 'A',
          description_ar: 'ب',
          totalRule: 'sum',
        },
        'PUT',
      ),
  ]
  for (const write of writes)
    expect((await write()).json()).toMatchObject({ success: false, code: 'results-final' })
  const arabic = await t.ask('DELETE', entryPath, { headers: { cookie: 'lang=ar' } })
  expect(arabic.json().msg).toContain('نهائية')
  expect((await publish(event._id, 'provisional')).json()).toMatchObject({ code: 'results-final' })
  expect((await t.board(event.slug)).event.Scores).toHaveLength(2)
  // a name can be corrected with a reason
  const details = {
    playerName: 'Sara Naser',
    playerEmail: '',
    teamNo: '',
    teamName: '',
    schoolName: '',
    missionType: 0,
  }
  const refused = await t.ask('PUT', entryPath, { payload: details })
  expect([refused.status, refused.json()]).toEqual([400, expect.objectContaining({ code: 'bad-input' })])
  expect(refused.json().fields).toMatchObject([{ field: 'reason', code: 'required' }])
  t.ok(await t.ask('PUT', entryPath, { payload: { ...details, reason: 'The name was misspelled.' } }))
  const logged = await t.database.pool.query(
    "select after from score_log where event_id = $1 and kind = 'participant' order by sequence desc limit 1",
    [event._id],
  )
  expect(JSON.parse(logged.rows[0].after)).toMatchObject({ isCorrection: true })
  expect(JSON.stringify(logged.rows)).not.toMatch(/misspelled|sara/i)
  const check = await checkScoreLog(t.database.db, event._id)
  expect(check).toMatchObject({
    problems: [],
    corrections: [],
    correctionsAfterPublication: [check.head.sequence],
  })
})

it('A later name of an account or a team leaves final results as they are, and an erasure changes them', async () => {
  const { rows } = await t.database.pool.query(
    `insert into users (id, role, first_name, last_name, email, email_confirmed_at) values (gen_random_uuid(), 'student', 'Lina', 'Haddad', 'lina@cup.sa', now()) returning id`,
  )
  const userId = rows[0].id as string
  const team = await addRegisteredTeam(t, 'Falcons')
  const event = await t.event({ title_en: 'Renamed Cup' }, [{ userId, score: 9, time: 9 }])
  t.ok(
    await t.ask('POST', t.path(event._id), {
      payload: { teamId: team.id, attempts: [{ mission: 1, score: 8, timeMs: 1000 }] },
    }),
  )
  t.ok(await publish(event._id, 'final'))
  await t.database.pool.query("update users set first_name = 'Layla' where id = $1", [userId])
  await t.database.pool.query("update teams set name = 'Eagles' where id = $1", [team.id])
  const readNames = async () =>
    (
      await t.database.pool.query(
        'select player_name, team_name from score_entries where event_id = $1 order by total_score desc',
        [event._id],
      )
    ).rows
  expect(await readNames()).toEqual([
    { player_name: 'Lina Haddad', team_name: '' },
    { player_name: '', team_name: 'Falcons' },
  ])
  expect((await checkScoreLog(t.database.db, event._id)).problems).toEqual([])
  const { erasures } = await anonymizeScoresAndGetErasures(t.database.db, {
    userId,
    email: 'lina@cup.sa',
  })
  await appendErasuresToScoreLogs(t.database.db, erasures)
  const check = await checkScoreLog(t.database.db, event._id)
  expect(check).toMatchObject({ problems: [], erasures: [], erasuresAfterPublication: [check.head.sequence] })
  expect((await readNames())[0]).toEqual({ player_name: 'Player · لاعب', team_name: '' })
})

it('Results that are taken back change again, and the audit log has the reason', async () => {
  const event = await t.event({ title_en: 'Corrected Cup' }, attempts)
  expect((await takeBack(event._id)).status).toBe(409)
  t.ok(await publish(event._id, 'final'))
  expect((await takeBack(event._id, ' ')).status).toBe(400)
  t.ok(await takeBack(event._id))
  expect(await readResults(event.slug)).toBeUndefined()
  await t.add(event._id, { name: 'Mona Saleh', score: 95, time: 60 })
  const { rows } = await t.database.pool.query(
    "select action, after from audit_log where entity_id = $1 and action in ('publish-final', 'take-back-results') order by id",
    [event._id],
  )
  expect(rows).toMatchObject([
    { action: 'publish-final' },
    { action: 'take-back-results', after: { reason: 'A sheet was read wrongly.' } },
  ])
})

it('Results are neither published nor taken back while visitors see a frozen ranking', async () => {
  const event = await t.event({ title_en: 'Frozen Cup' }, attempts)
  t.ok(await publish(event._id, 'provisional'))
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event._id }), {
      payload: { at: null },
    }),
  )
  expect((await publish(event._id, 'final')).json()).toMatchObject({ code: 'results-frozen' })
  expect((await takeBack(event._id)).json()).toMatchObject({ code: 'results-frozen' })
  expect((await readResults(event.slug)).status).toBe('provisional')
  t.ok(
    await t.ask(
      'DELETE',
      getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId: event._id }),
    ),
  )
  t.ok(await publish(event._id, 'final'))
})
