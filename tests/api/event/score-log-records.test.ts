import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createDeletedTeamPurgeService } from '#server/accounts/privacy/erase-teams.ts'
import { createEventService } from '#server/event/events/service.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createRecordTools, createScoreLogTools } from '../../support/api/score-log.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let log: ReturnType<typeof createScoreLogTools>
let records: ReturnType<typeof createRecordTools>
beforeAll(async () => {
  t = await startJudgesApp()
  log = createScoreLogTools(t)
  records = createRecordTools(t)
})
afterAll(() => t.close())

test('awards are rows with their team and a hash of their names', async () => {
  const { id, teams } = await records.createEvent()
  const awardId = await records.giveAward(id, teams[0].id)
  const path = getPath('PUT /api/admin/events/:eventId/results/awards/:awardId', { eventId: id, awardId })
  t.ok(
    await t.ask('PUT', path, {
      payload: { name: { en: 'Best robot', ar: 'أفضل روبوت' }, teamId: teams[1].id, position: 3 },
    }),
  )
  t.ok(await t.ask('DELETE', path))
  const given = {
    awardId,
    teamId: teams[0].id,
    nameHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    position: 1,
  }
  const changed = { ...given, teamId: teams[1].id, position: 3 }
  const changes = await log.listChanges(id, 'award')
  expect(changes).toEqual([
    [null, given],
    [given, changed],
    [changed, null],
  ])
  expect(changes[1]?.[0].nameHash).not.toBe(changes[1]?.[1].nameHash)
  expect(JSON.stringify(await log.listRows(id))).not.toContain('Best')
  expect(await log.listProblems(id)).toEqual([])
})

test('awards of final results that change after the published head are listed', async () => {
  const { id, teams } = await records.createEvent()
  await records.addResult(id, teams[0].id)
  await records.giveAward(id, teams[0].id)
  await records.publishFinal(id)
  expect(await log.check(id)).toMatchObject({ problems: [], awardsAfterPublication: [] })
  await records.giveAward(id, teams[1].id, 'Team spirit')
  const { head } = await log.check(id)
  expect(await log.check(id)).toMatchObject({ problems: [], awardsAfterPublication: [head.sequence] })
  await t.database.pool.query("delete from awards where event_id = $1 and name_en = 'Team spirit'", [id])
  expect(await log.listProblems(id)).toEqual(['award-differs'])
})

test('advancement and its undoing are rows, and only final results have them', async () => {
  const { id, teams } = await records.createEvent()
  for (const [index, team] of teams.entries()) await records.addResult(id, team.id, 5 - index)
  await records.publishFinal(id)
  const selection = { stage: 'national', lastRank: 1, count: 1 }
  const { advancement } = t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/advancements', { eventId: id }), {
      payload: selection,
    }),
  )
  const [[before, after]] = (await log.listChanges(id, 'advance')) as [[Body, Body]]
  expect([before, after]).toMatchObject([
    null,
    {
      advancementId: advancement.id,
      stage: 'national',
      targetEventId: null,
      teams: [{ id: teams[0].id, rank: 1, isAdded: false }],
      undoneAt: null,
    },
  ])
  expect(await log.check(id)).toMatchObject({ problems: [], teamsWithOtherStage: [] })
  const describe = ({ teamNo }: { teamNo: number }, name: string) => ({ teamNo, name })
  const setStage = (team: { id: string }, stage: string) =>
    t.database.pool.query('update teams set stage = $2 where id = $1', [team.id, stage])
  await setStage(teams[1], 'national')
  expect(await log.check(id)).toMatchObject({
    problems: [],
    teamsWithOtherStage: [describe(teams[1], 'Hawks')],
  })
  await setStage(teams[1], '')
  await setStage(teams[0], 'regional')
  expect(await log.check(id)).toMatchObject({
    problems: [],
    teamsWithOtherStage: [describe(teams[0], 'Falcons')],
  })
  await setStage(teams[0], 'national')
  t.ok(
    await t.ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/results/advancements/:advancementId/undo', {
        eventId: id,
        advancementId: advancement.id,
      }),
    ),
  )
  const [[, undone]] = (await log.listChanges(id, 'undo-advance')) as [[Body, Body]]
  expect(undone).toEqual({ ...after, undoneAt: expect.any(String) })
  const { advancements, head, problems } = await log.check(id)
  expect({ advancements, problems }).toEqual({
    advancements: [head.sequence - 1, head.sequence],
    problems: [],
  })
  t.ok(
    await t.ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId: id }),
      {
        payload: { reason: 'A mistake.' },
      },
    ),
  )
  const forged = { ...undone, advancementId: crypto.randomUUID(), undoneAt: null }
  await records.append(id, 'advance', forged)
  expect((await log.listProblems(id))[0]).toBe(`step-wrong ${head.sequence + 2}`)
})

test('an advancement into an event that was deleted permanently since can be undone', async () => {
  const { id, teams } = await records.createEvent()
  const target = await records.createEvent()
  await records.addResult(id, teams[0].id)
  await records.publishFinal(id)
  const advance = async (targetEventId: string): Promise<string> =>
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/advancements', { eventId: id }), {
        payload: { stage: `Stage ${targetEventId}`, targetEventId, lastRank: 1, count: 1 },
      }),
    ).advancement.id
  const undo = async (advancementId: string) =>
    t.ok(
      await t.ask(
        'POST',
        getPath('POST /api/admin/events/:eventId/results/advancements/:advancementId/undo', {
          eventId: id,
          advancementId,
        }),
      ),
    )
  const advancementId = await advance(target.id)
  t.ok(await t.ask('DELETE', `/api/admin/events?id=${target.id}`))
  await t.database.pool.query("update events set deleted_at = now() - interval '31 days' where id = $1", [
    target.id,
  ])
  expect(await createEventService(t).purge()).toBe(1)
  expect(await log.listProblems(id)).toEqual([])
  await undo(advancementId)
  expect((await log.listChanges(id, 'undo-advance'))[0]).toMatchObject([
    { advancementId, targetEventId: null, undoneAt: null },
    { advancementId, targetEventId: null, undoneAt: expect.any(String) },
  ])
  expect(await log.listProblems(id)).toEqual([])
  // an event that still exists is not forgotten
  const other = await advance((await records.createEvent()).id)
  await t.database.pool.query('update advancements set target_event_id = null where id = $1', [other])
  await undo(other)
  expect(await log.listProblems(id)).toEqual(['advancement-differs'])
})

test('a planned freeze is a row when it is set, moved, cancelled, and when it begins', async () => {
  const { id, teams } = await records.createEvent()
  await records.addResult(id, teams[0].id)
  const [first, second] = ['2999-01-01T00:00:00.000Z', '2999-01-02T00:00:00.000Z']
  await records.setFreeze(id, first)
  expect(await log.listProblems(id)).toEqual([])
  await records.setFreeze(id, second)
  await records.endFreeze(id)
  expect(await log.listChanges(id, 'plan-freeze')).toEqual([
    [null, { freezeAt: first }],
    [{ freezeAt: first }, { freezeAt: second }],
    [{ freezeAt: second }, null],
  ])
  expect(await log.listProblems(id)).toEqual([])
  await records.setFreeze(id, second)
  await records.setFreeze(id, null)
  expect(await log.listProblems(id)).toEqual([])
  const [[, frozen]] = (await log.listChanges(id, 'freeze')) as [[Body, Body]]
  expect(frozen).toEqual({ freezeAt: expect.any(String), frozenAt: expect.any(String) })
  await records.endFreeze(id)
  expect(await log.listProblems(id)).toEqual([])
})

test.each([
  ["insert into ranking_freezes (event_id, freeze_at) values ($1, '2999-01-01')", false],
  ["update ranking_freezes set freeze_at = freeze_at + interval '3 days' where event_id = $1", true],
  ['delete from ranking_freezes where event_id = $1', true],
])('a planned freeze of final results is found: %s', async (statement, isPlanned) => {
  const { id, teams } = await records.createEvent()
  await records.addResult(id, teams[0].id)
  if (isPlanned) await records.setFreeze(id, '2999-01-02T00:00:00.000Z')
  await records.publishFinal(id)
  expect(await log.listProblems(id)).toEqual([])
  expect((await t.database.pool.query(statement, [id])).rowCount).toBe(1)
  expect(await log.listProblems(id)).toContain('freeze-differs freezeAt')
})

test('the erasure of a team and of a judge leaves the check without problems', async () => {
  const { id, teams } = await records.createEvent()
  const [falcons, hawks] = teams
  await records.sendSheet(id, createSheet(falcons.id))
  await records.sendSheet(id, createSheet(hawks.id))
  const awardId = await records.giveAward(id, falcons.id)
  await records.giveAward(id, hawks.id)
  await records.publishFinal(id)
  t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/advancements', { eventId: id }), {
      payload: { stage: 'national', lastRank: 1, count: 2 },
    }),
  )
  await t.database.pool.query("update teams set deleted_at = now() - interval '31 days' where id = $1", [
    falcons.id,
  ])
  expect(await createDeletedTeamPurgeService(t).purge()).toBe(1)
  await t.ownerPool.query('delete from judges where event_id = $1', [id])
  expect((await log.listChanges(id, 'award')).at(-1)).toMatchObject([{ awardId }, null])
  const { rows } = await t.database.pool.query(
    'select team_id, judge_id from judge_sheets where event_id = $1 order by received_at',
    [id],
  )
  expect(rows).toEqual([
    { team_id: null, judge_id: null },
    { team_id: hawks.id, judge_id: null },
  ])
  expect(await log.listProblems(id)).toEqual([])
  // a team that still exists is not forgotten
  await t.database.pool.query('update judge_sheets set team_id = null where event_id = $1', [id])
  expect(await log.listProblems(id)).toEqual(['sheet-differs'])
})
