import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { RuleSet } from '#contract/rule-set.ts'
import { checkScoreLog } from '#server/features/score-log/check.ts'
import { eventTexts } from './events-support.ts'
import { type ScoresApp, startScoresApp } from './scores-support.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: ScoresApp
let engineers: RuleSet
beforeAll(async () => {
  t = await startScoresApp()
  engineers = await t.ruleSetTemplate('future_engineers')
})
afterAll(() => t.close())

const path = (eventId: string) => `/api/admin/events/${eventId}/rule-set`
const save = (eventId: string, ruleSet: RuleSet | null, version: number | null) =>
  t.ask('PUT', path(eventId), { payload: { ruleSet, version } })
const record = (eventId: string, teamName: string, attempts: Body[]) =>
  t.ask('POST', t.path(eventId), { payload: { teamName, attempts: attempts.map((attempt) => ({ ...attempt })) } })
const run = (mission: number, points: number, seconds?: number) => ({
  mission,
  values: { points, ...(seconds === undefined ? {} : { time: Math.round(seconds * 1000) }) },
})
const board = async (eventId: string) =>
  (await t.board(eventId)).event.Scores.map((row: Body) => [row.teamId.name, row.rank, row.totalScore, row.totalTime])
const check = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems

describe('the templates', () => {
  it('have texts in both languages', async () => {
    const { templates } = t.ok(await t.ask('GET', '/api/admin/rule-set-templates'))
    expect(templates.map(({ key }: Body) => key)).toEqual([
      ...['robo_mission', 'future_engineers', 'robosports', 'future_innovators', 'virtual_robot_challenges'],
    ])
    expect(engineers.groups.map(({ label }) => label)).toEqual([
      { en: 'Open round', ar: 'الجولة المفتوحة' },
      { en: 'Obstacle round', ar: 'جولة العوائق' },
      { en: 'Documentation', ar: 'التوثيق' },
    ])
  })
})

describe('an event with a rule set', () => {
  it('ranks its entries by the keys of the rule set', async () => {
    const { _id: id } = await t.event()
    expect(t.ok(await t.ask('GET', path(id)))).toMatchObject({ ruleSet: null, version: null, isClosed: false })
    expect(t.ok(await save(id, engineers, null)).version).toBe(1)
    // the same total; the second obstacle round of Falcons is faster, Owls have no second one
    for (const [name, seconds] of [
      ['Hawks', 43],
      ['Falcons', 41.2],
    ] as const)
      t.ok(await record(id, name, [run(1, 30, 60), run(3, 40, seconds), run(4, 57, 90)]))
    t.ok(await record(id, 'Owls', [run(1, 30, 60), run(4, 57, 90)]))
    t.ok(await record(id, 'Kites', [run(1, 30, 60), run(3, 40, 43), run(4, 57, 90)]))
    t.ok(await record(id, 'Crows', [run(5, 20.5), { mission: 3, values: { disqualified: true } }]))
    expect(await board(id)).toEqual([
      ['Falcons', 1, 87, 150],
      ['Hawks', 2, 87, 150],
      ['Kites', 2, 87, 150],
      ['Owls', 4, 87, 150],
      ['Crows', 5, 20.5, 180],
    ])
    const page = t.ok(await t.ask('GET', `${t.path(id)}?s=Hawks`))
    expect(page.scores.map((row: Body) => [row.teamName, row.rank])).toEqual([['Hawks', 2]])
    expect(page.scores[0].rankingKey).toEqual([-87, -57, 90_000, -40, 43_000, null, -30, null, 60_000, null])
    const entry = t.ok(await t.ask('GET', `${t.path(id)}/${page.scores[0].id}`)).entry
    expect(entry.attempts.find(({ mission }: Body) => mission === 3)).toMatchObject({
      mission: 3,
      score: 40,
      timeMs: 43_000,
      values: { points: 40, time: 43_000 },
      ruleVersion: 1,
    })
    expect(await check(id)).toEqual([])
  })

  it('rejects score sheets that do not fit', async () => {
    const { _id: id } = await t.event()
    t.ok(await save(id, engineers, null))
    const rejected = await record(id, 'Owls', [run(1, 31, 60), run(9, 1), { mission: 5, values: { points: 1, time: 3 } }])
    expect([rejected.status, rejected.json().fields.map(({ field, code }: Body) => [field, code])]).toEqual([
      400,
      [
        ['attempts.0.values.points', 'too-large'],
        ['attempts.1.mission', 'unknown-value'],
        ['attempts.2.values.time', 'unexpected-field'],
      ],
    ])
    const { _id: other } = await t.event()
    expect((await record(other, 'Owls', [run(1, 3, 60)])).json().fields).toMatchObject([
      { field: 'attempts.0.values', code: 'unexpected-field' },
    ])
    expect(await t.entryCount(id)).toEqual([0, 0])
  })

  it('rejects score sheets with more points or time than a score can have, and rules that no sheet can follow', async () => {
    const { _id: id } = await t.event()
    const vast = structuredClone(engineers)
    vast.groups[0]?.fields.push({
      ...{ kind: 'count', key: 'laps', label: { en: 'Laps', ar: 'اللفات' }, isPenalty: false, isRequired: false },
      ...{ min: 0, max: 100_000_000, step: 1, pointsPerUnit: 100_000_000, timeMsPerUnit: 86_400_000 },
    })
    const [open] = vast.groups
    if (open) open.maxPoints = null
    t.ok(await save(id, vast, null))
    const rejected = await record(id, 'Owls', [{ mission: 1, values: { points: 1, time: 1, laps: 100_000_000 } }])
    expect([rejected.status, rejected.json().fields]).toMatchObject([400, [{ field: 'attempts.0.values', code: 'too-large' }]])

    const { _id: other } = await t.event()
    const impossible = structuredClone(engineers)
    for (const field of impossible.groups[0]?.fields ?? []) if (field.kind === 'time') field.min = 180_001
    expect((await save(other, impossible, null)).json().fields).toMatchObject([
      { field: 'ruleSet.groups.0.fields.1.max', code: 'below-others' },
      { field: 'ruleSet.groups.0.timeLimitMs', code: 'below-others' },
    ])
    const long = structuredClone(engineers)
    for (const group of long.groups)
      group.rounds = Array.from({ length: 40 }, (_, at) => ({ key: `${group.key}_${at}`, label: { en: `${at}`, ar: `${at}` } }))
    expect((await save(other, long, null)).json().fields).toMatchObject([{ field: 'ruleSet.groups', code: 'too-many' }])
  })

  it('accepts points and a time where a score sheet has no other fields, from the simulator too', async () => {
    const { _id: id } = await t.event({ eventCode: 'plain-sheets' })
    t.ok(await save(id, engineers, null))
    t.ok(await record(id, 'Owls', [{ mission: 1, score: 20, timeMs: 50_000 }]))
    const key = await t.key(id)
    t.ok(await t.post('plain-sheets', key, { teamName: 'Owls', mission: 3, score: 60, time: 70 }))
    expect(await board(id)).toEqual([['Owls', 1, 80, 120]])
    const rejected = await t.post('plain-sheets', key, { teamName: 'Owls', mission: 3, score: 71, time: 70 })
    expect([rejected.status, rejected.json().fields[0].field]).toEqual([400, 'scores.0.score'])
    expect(await check(id)).toEqual([])
  })

  it('takes the values of score sheets from the simulator', async () => {
    const { _id: id } = await t.event({ eventCode: 'posted-sheets' })
    const ruleSet = structuredClone(engineers)
    ruleSet.groups[0]?.fields.push({
      ...{ kind: 'count', key: 'laps', label: { en: 'Laps', ar: 'اللفات' }, isPenalty: false, isRequired: true },
      ...{ min: 0, max: 3, step: 1, pointsPerUnit: 1, timeMsPerUnit: 0 },
    })
    t.ok(await save(id, ruleSet, null))
    const key = await t.key(id)
    const post = (score: object) => t.post('posted-sheets', key, { teamName: 'Owls', mission: 1, ...score })
    const values = { points: 20, time: 60_500, laps: 3 }
    expect(t.ok(await post({ values })).scores).toMatchObject([{ totalScore: 23, totalTime: 60.5, attempts: 1 }])
    // the values decide, whatever points and time say
    t.ok(await post({ mission: 3, score: 1, time: 1, values: { points: 60, time: 70_000 } }))
    expect(await board(id)).toEqual([['Owls', 1, 83, 130.5]])
    for (const [score, field] of [
      [{ score: 20, time: 60.5 }, 'scores.0.values'],
      [{ values: { ...values, laps: 4 } }, 'scores.0.values.laps'],
      [{ values: { ...values, time: 999_999 } }, 'scores.0.values.time'],
      [{ values: { points: 20, time: 60_500 } }, 'scores.0.values.laps'],
      [{ mission: 9, values }, 'scores.0.mission'],
      [{ values: 'x' }, 'scores.0.values'],
    ] as const) {
      const rejected = await post(score)
      expect([rejected.status, rejected.json().fields[0].field]).toEqual([400, field])
    }
    expect(await board(id)).toEqual([['Owls', 1, 83, 130.5]])
    expect(await check(id)).toEqual([])
    const plain = await t.event({ eventCode: 'no-sheets' })
    const rejected = await t.post('no-sheets', await t.key(plain._id), { name: 'Sara', score: 1, time: 1, values: {} })
    expect([rejected.status, rejected.json().fields[0].field]).toEqual([400, 'scores.0.values'])
  })

  it('keeps the values of an attempt when it is corrected, removed and restored', async () => {
    const { _id: id } = await t.event()
    t.ok(await save(id, engineers, null))
    const { entry } = t.ok(await record(id, 'Owls', [run(1, 20, 60), run(3, 50, 80)]))
    const attempt = `${t.path(id)}/${entry.id}/attempts/${entry.attempts.find(({ mission }: Body) => mission === 1).id}`
    const correction = { values: { points: 25, time: 50_000 }, reason: 'The judge misread the sheet' }
    expect(t.ok(await t.ask('PATCH', attempt, { payload: correction })).entry).toMatchObject({ totalScore: 75 })
    const logged = (await t.audit()).filter((line) => line.entity_id === entry.id && line.action === 'update')
    expect(logged.map(({ after }) => after)).toMatchObject([{ score: 25, reason: 'The judge misread the sheet' }])
    expect(t.ok(await t.ask('PATCH', attempt, { payload: { note: 'checked' } })).entry).toMatchObject({ totalScore: 75 })
    expect(t.ok(await t.ask('PATCH', attempt, { payload: { score: 26, timeMs: 50_000 } })).entry).toMatchObject({ totalScore: 76 })
    expect((await t.ask('PATCH', attempt, { payload: { values: { points: 31, time: 50_000 } } })).json().fields[0].field).toBe(
      'values.points',
    )
    const { removedId } = t.ok(await t.ask('DELETE', attempt))
    expect(await board(id)).toEqual([['Owls', 1, 50, 80]])
    const restored = t.ok(await t.ask('POST', `${t.path(id)}/restore`, { payload: { id: removedId } })).entry
    expect(restored.attempts.find(({ mission }: Body) => mission === 1)).toMatchObject({
      score: 26,
      values: { points: 26, time: 50_000 },
      ruleVersion: 1,
    })
    expect(await board(id)).toEqual([['Owls', 1, 76, 130]])
    expect(await check(id)).toEqual([])
  })
})

describe('a change of the rules', () => {
  it('shows which ranks change, then computes all entries again and is logged', async () => {
    const { _id: id } = await t.event()
    // before the rule set the totals of all missions add up
    t.ok(
      await record(id, 'Owls', [
        { mission: 1, score: 25, timeMs: 60_000 },
        { mission: 2, score: 24, timeMs: 70_000 },
      ]),
    )
    t.ok(await record(id, 'Hawks', [{ mission: 1, score: 30, timeMs: 50_000 }]))
    const before = [
      ['Owls', 1, 49, 130],
      ['Hawks', 2, 30, 50],
    ]
    expect(await board(id)).toEqual(before)
    const preview = async (ruleSet: RuleSet | null) => t.ok(await t.ask('POST', `${path(id)}/preview`, { payload: { ruleSet } }))
    const { changes, ...counts } = await preview(engineers)
    expect(counts).toMatchObject({ changedCount: 2, unreadableCount: 0 })
    expect(
      changes.map((change: Body) => [change.teamName, change.rankBefore, change.rankAfter, change.totalBefore, change.totalAfter]),
    ).toEqual([
      ['Hawks', 2, 1, 30, 30],
      ['Owls', 1, 2, 49, 25],
    ])
    expect(await board(id)).toEqual(before)

    t.ok(await save(id, engineers, null))
    expect(await board(id)).toEqual([
      ['Hawks', 1, 30, 50],
      ['Owls', 2, 25, 60],
    ])
    const [attempt] = t.ok(await t.ask('GET', `${t.path(id)}/${changes[0].entryId}`)).entry.attempts
    expect(attempt).toMatchObject({ values: { points: 30, time: 50_000 }, ruleVersion: null })
    expect(await check(id)).toEqual([])
    const { entries } = t.ok(await t.ask('GET', `/api/admin/audit?entity=event&s=${id}`))
    expect(entries[0]).toMatchObject({ action: 'update', entityId: id, after: { ruleSetVersion: 1 } })

    const generous: RuleSet = { ...engineers, rankingKeys: [{ of: 'group', group: 'open', value: 'time', nth: 1, order: 'high' }] }
    t.ok(await save(id, generous, 1))
    expect((await board(id)).map(([name]: Body) => name)).toEqual(['Owls', 'Hawks'])
    expect((await preview(null)).changedCount).toBe(0)
    expect(t.ok(await save(id, null, 2)).version).toBe(3)
    expect(await board(id)).toEqual(before)
    expect((await t.board(id)).event.Scores[0]).not.toHaveProperty('rankingKey')
    expect(await check(id)).toEqual([])
  })

  it('is rejected when somebody saved another version, when sheets do not fit, after the last day of the event, and while the ranking is frozen', async () => {
    const { _id: id } = await t.event()
    t.ok(await record(id, 'Owls', [{ mission: 7, score: 20, timeMs: 60_000 }]))
    const rejected = await save(id, engineers, null)
    expect([rejected.status, rejected.json().code, rejected.json().msg]).toEqual([
      ...[409, 'sheets-unreadable', 'Some recorded attempts don’t fit these rules (1). Correct or remove them first, or change the rules.'],
    ])
    expect(await board(id)).toEqual([['Owls', 1, 20, 60]])
    expect(t.ok(await t.ask('GET', path(id))).version).toBeNull()
    expect((await save(id, engineers, 4)).json().code).toBe('stale-version')
    const { _id: over } = await t.event({ startDate: '2020-01-01', endDate: '2020-01-02' })
    expect((await save(over, engineers, null)).json().code).toBe('event-closed')
    expect(t.ok(await t.ask('GET', path(over))).isClosed).toBe(true)
    const { _id: frozen } = await t.event()
    t.ok(await t.ask('PUT', `/api/admin/events/${frozen}/results/freeze`, { payload: { at: null } }))
    expect((await save(frozen, engineers, null)).json().code).toBe('ranking-frozen')
    expect(t.ok(await t.ask('GET', path(frozen))).isFrozen).toBe(true)
    const previewed = await t.ask('POST', `${path(frozen)}/preview`, { payload: { ruleSet: engineers } })
    expect(t.ok(previewed)).toMatchObject({ isFrozen: true, changedCount: 0 })
    expect((await t.ask('GET', path('018f0000-0000-7000-8000-000000000000'))).status).toBe(404)
  })
  it('is rejected for ever after an event ended with scores, whatever happens to its dates, its scores and the event', async () => {
    const edit = async (id: string, fields: Record<string, string>) => {
      const reply = await t.save({ id, ...eventTexts, ...fields }, 'PUT')
      expect(reply.status, reply.body).toBe(200)
    }
    const ended = { startDate: '2020-01-01', endDate: '2020-01-02' }
    const { _id: id } = await t.event()
    t.ok(await save(id, engineers, null))
    const { entry } = t.ok(await record(id, 'Owls', [run(1, 20, 60)]))
    await edit(id, ended)
    expect(t.ok(await t.ask('GET', path(id)))).toMatchObject({ isClosed: true, hasEnded: true })
    // without its scores, which can be restored
    t.ok(await t.ask('DELETE', `${t.path(id)}/${entry.id}`))
    await edit(id, { endDate: '2999-01-02' })
    const expectClosed = async () => {
      expect(t.ok(await t.ask('GET', path(id)))).toMatchObject({ isClosed: true, hasEnded: false })
      expect((await save(id, { ...engineers, rankingKeys: [{ of: 'total', value: 'time', order: 'low' }] }, 1)).json().code).toBe(
        'event-closed',
      )
      expect((await save(id, null, 1)).json().code).toBe('event-closed')
    }
    await expectClosed()
    await edit(id, { startDate: '', endDate: '' })
    await expectClosed()
    t.ok(await t.ask('DELETE', `/api/admin/events?id=${id}`))
    t.ok(await t.ask('POST', '/api/admin/events/restore', { payload: { id } }))
    await expectClosed()
    // an event without scores can be given other dates
    const { _id: unused } = await t.event(ended)
    await edit(unused, { endDate: '2999-01-02' })
    expect(t.ok(await t.ask('GET', path(unused)))).toMatchObject({ isClosed: false, hasEnded: false })
    t.ok(await save(unused, engineers, null))
  })

  it('is rejected when the audit log moves the last day of an event that ended with scores', async () => {
    const { _id: id } = await t.event({ startDate: '2999-01-01', endDate: '2999-01-02' }, [{ name: 'Sara', score: 1, time: 1 }])
    t.ok(await t.save({ id, ...eventTexts, startDate: '2020-01-01', endDate: '2020-01-02' }, 'PUT'))
    const { entries } = t.ok(await t.ask('GET', `${paths.adminAudit}?s=${id}&per_page=50`))
    const moved = entries.find(({ action, after }: Body) => action === 'update' && after?.endDate === '2020-01-02')
    t.ok(await t.ask('POST', `${paths.adminAudit}/${moved.id}/revert`))
    expect(t.ok(await t.ask('GET', path(id)))).toMatchObject({ isClosed: true, hasEnded: false })
    expect((await save(id, engineers, null)).json().code).toBe('event-closed')
  })
})
