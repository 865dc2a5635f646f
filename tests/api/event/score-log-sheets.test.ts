import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoggedSheet } from '#contract/event/scores/score-log.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { linkAttemptAndInsertOtherSheets } from '#server/event/judges/queries-sheet-writes.ts'
import type { ScoreLogRows } from '#server/event/scores/log/queries-append.ts'
import { lockAndAppendScoreLogRows } from '#server/event/scores/log/queries-append.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addRegisteredTeam } from '../../support/api/judging.ts'
import { createPanelTools } from '../../support/api/panels.ts'
import { createRecordTools, createScoreLogTools } from '../../support/api/score-log.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let log: ReturnType<typeof createScoreLogTools>
let number = 0
let records: ReturnType<typeof createRecordTools>
beforeAll(async () => {
  t = await startJudgesApp()
  log = createScoreLogTools(t)
  records = createRecordTools(t)
})
afterAll(() => t.close())

const send = async (token: string, sheet: object): Promise<Body> =>
  t.ok(await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, sheet)).sheet
const requireSecondJudge = async (eventId: string) =>
  t.ok(
    await t.ask('POST', `/api/admin/events/${eventId}/judging/second-judge`, {
      payload: { needsSecondJudge: true },
    }),
  )
const review = (eventId: string, sheetId: string, payload: object) =>
  t.ask('POST', `/api/admin/events/${eventId}/judge-sheets/${sheetId}/review`, { payload })

test('a sheet is a row when it is received, confirmed and restored; a discarded and a rejected one, too', async () => {
  const { id, teams } = await records.createEvent()
  await requireSecondJudge(id)
  const [waiting, rejected] = [createSheet(teams[0].id), createSheet(teams[1].id)]
  for (const sheet of [waiting, rejected, { ...createSheet(teams[1].id), isDiscarded: true }])
    await records.sendSheet(id, sheet)
  t.ok(await review(id, rejected.id, { decision: 'reject', reason: 'Two cubes were counted twice.' }))
  t.ok(await review(id, waiting.id, { decision: 'confirm' }))
  const sheets = (await log.listChanges(id, 'sheet')).map(([, sheet]) => sheet as LoggedSheet)
  expect(sheets.map(({ sheetId, attemptId }) => [sheetId, attemptId])).toEqual([
    [waiting.id, null],
    [rejected.id, null],
    [expect.any(String), null],
    [waiting.id, expect.any(String)],
  ])
  // the confirmation has the hash of what the tablet sent
  expect(sheets.map(({ sheetHash }) => sheetHash)).toEqual([
    ...new Set(sheets.map(({ sheetHash }) => sheetHash)),
    sheets[0]?.sheetHash,
  ])
  expect(await log.listProblems(id)).toEqual([])
  const [entry] = (await t.board(id)).event.Scores
  const { removedId } = t.ok(await t.ask('DELETE', `${t.path(id)}/${entry._id}`))
  expect(await log.listProblems(id)).toEqual([])
  t.ok(await t.ask('POST', `${t.path(id)}/restore`, { payload: { id: removedId } }))
  expect((await log.listChanges(id, 'sheet')).at(-1)?.[1]).toMatchObject({ sheetId: waiting.id })
  expect(await log.listProblems(id)).toEqual([])
})

test.each([
  ["sheet = jsonb_set(sheet, '{score}', '99')", true],
  ["sheet = jsonb_set(sheet, '{score}', '99'), salt = repeat('0', 32)", true],
  ['salt = null', true],
  ['round = 2', true],
  [
    'team_id = (select e.team_id from event_teams e where e.event_id = s.event_id and e.team_id <> s.team_id)',
    true,
  ],
  ['judge_id = (select j.id from judges j where j.event_id = s.event_id and j.id <> s.judge_id)', true],
  ["judged_at = judged_at - interval '1 hour'", true],
  ["judged_at = judged_at + interval '1 hour'", true],
  ["confirmed_at = confirmed_at - interval '1 hour'", true],
  ["device = 'other'", true],
  ['judge_id = null', false],
])('a sheet that was changed between receipt and confirmation is found: %s', async (assignment, isStep) => {
  const { id, teams } = await records.createEvent()
  await requireSecondJudge(id)
  const sheet = createSheet(teams[0].id)
  const { token } = await t.createSignedInJudge(id, { names: ['Huda Nasser', 'Omar Saleh'] })
  await send(token, sheet)
  expect(await log.listProblems(id)).toEqual([])
  const forged = await t.database.pool.query(`update judge_sheets s set ${assignment} where id = $1`, [
    sheet.id,
  ])
  expect(forged.rowCount).toBe(1)
  t.ok(await review(id, sheet.id, { decision: 'confirm' }))
  const { head } = await log.check(id)
  expect(await log.listProblems(id)).toContain(isStep ? `step-wrong ${head.sequence}` : 'sheet-differs')
})

test('a judge or team that was deleted between receipt and confirmation is no problem', async () => {
  const { id, teams } = await records.createEvent()
  await requireSecondJudge(id)
  const sheet = createSheet(teams[0].id)
  await records.sendSheet(id, sheet)
  await t.ownerPool.query('delete from judges where event_id = $1', [id])
  t.ok(await review(id, sheet.id, { decision: 'confirm' }))
  expect((await log.listChanges(id, 'sheet')).map(([, { judgeId }]) => judgeId)).toEqual([
    expect.any(String),
    null,
  ])
  expect(await log.listProblems(id)).toEqual([])
})

test('later feedback of a panel changes the time of a sheet and hides no other change', async () => {
  const panels = createPanelTools(t)
  const { eventId: id, teams, judges } = await panels.prepare(`Panel ${++number}`, 'mean')
  const sheetId = crypto.randomUUID()
  const resend = async (feedback: string, seconds: number) => {
    const judgedAt = new Date(Date.now() + seconds * 1000)
    const sheet = { token: judges[0]?.token ?? '', teamId: teams[0]?.id ?? '', idea: 6 }
    t.ok(await panels.send({ ...sheet, more: { id: sheetId, feedback, judgedAt } }))
  }
  await resend('First', -60)
  await resend('Corrected', -40)
  const [first, second] = (await log.listChanges(id, 'sheet')).map(([, sheet]) => sheet as LoggedSheet)
  expect(second).toEqual({ ...first, judgedAt: expect.any(String) })
  expect(second?.judgedAt).not.toBe(first?.judgedAt)
  expect(await log.listProblems(id)).toEqual([])
  await t.database.pool.query('update judge_sheets set confirmed_at = now() where id = $1', [sheetId])
  await resend('Corrected again', -20)
  const { head } = await log.check(id)
  expect(await log.listProblems(id)).toEqual([`step-wrong ${head.sequence}`])
})

test('a guest with the sheet of a judge becomes a team that has another one', async () => {
  const { _id: id } = await t.event({ title_en: `Guest ${++number}` })
  const team = await addRegisteredTeam(t, 'Kites')
  const { id: guestId } = await t.add(id, { teamNo: String(team.teamNo), score: 40, time: 1 })
  t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/teams', { eventId: id }), {
      payload: { competitionId: team.competitionId, teamNo: team.teamNo },
    }),
  )
  const [own, ofGuest] = [createSheet(team.id), createSheet(team.id, { round: 2, isDiscarded: true })]
  for (const sheet of [own, ofGuest]) await records.sendSheet(id, sheet)
  const [attempt] = (await t.ok(await t.ask('GET', `${t.path(id)}/${guestId}`))).entry.attempts
  await inTransaction(t.database.db, async (tx) => {
    const logRows: ScoreLogRows[] = []
    await linkAttemptAndInsertOtherSheets(tx, { logRows }, ofGuest.id, attempt.id, [], null)
    await lockAndAppendScoreLogRows(tx, id, logRows)
  })
  expect(await log.listProblems(id)).toEqual([])
  t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/guests/assign', { eventId: id }), {
      payload: {
        assignments: [{ entryId: guestId, teamId: team.id }],
        reason: 'Imported by number',
        preview: false,
      },
    }),
  )
  const { rows } = await t.database.pool.query(
    'select e.team_id, s.attempt_id from judge_sheets s join score_attempts a on a.id = s.attempt_id join score_entries e on e.id = a.entry_id where s.id = $1',
    [ofGuest.id],
  )
  expect(rows).toEqual([{ team_id: team.id, attempt_id: attempt.id }])
  expect(await log.listProblems(id)).toEqual([])
})

test('the page of the log names the team of an award and of a sheet', async () => {
  const { id, teams } = await records.createEvent()
  await records.sendSheet(id, createSheet(teams[0].id))
  await records.giveAward(id, teams[1].id)
  const { rows } = t.ok(
    await t.ask('GET', getPath('GET /api/admin/events/:eventId/score-log', { eventId: id })),
  )
  const names = rows.map(({ kind, participantName }: Body) => [kind, participantName])
  expect(names).toContainEqual(['award', 'Hawks'])
  expect(names).toContainEqual(['sheet', 'Falcons'])
})

test('the page of the log names who judged the sheet of a row, and who had confirmed it by then', async () => {
  const { id, teams } = await records.createEvent()
  await requireSecondJudge(id)
  const { token } = await t.createSignedInJudge(id)
  const second = await t.createSignedInJudge(id, { names: ['Omar Saleh'] })
  const [confirmed, waiting] = [createSheet(teams[0].id), createSheet(teams[1].id)]
  await send(token, confirmed)
  const url = getPath('POST /api/v1/judge/sheets/:sheetId/review', { sheetId: confirmed.id })
  t.ok(await t.askAsJudge('POST', url, second.token, { decision: 'confirm' }))
  await send(token, waiting)
  await records.sendSheet(id, { ...createSheet(teams[1].id), isDiscarded: true })
  const { rows } = t.ok(
    await t.ask('GET', getPath('GET /api/admin/events/:eventId/score-log', { eventId: id })),
  )
  const names = rows
    .filter(({ kind }: Body) => kind === 'sheet' || kind === 'add')
    .map(({ kind, participantName, judgeName, reviewerName }: Body) => [
      kind,
      participantName,
      judgeName,
      reviewerName,
    ])
  expect(names.toReversed()).toEqual([
    ['sheet', 'Falcons', 'Huda Nasser', ''],
    ['add', 'Falcons', 'Huda Nasser', 'Omar Saleh'],
    ['sheet', 'Falcons', 'Huda Nasser', 'Omar Saleh'],
    ['sheet', 'Hawks', 'Huda Nasser', ''],
    ['sheet', 'Hawks', 'Huda Nasser', ''],
  ])
})
