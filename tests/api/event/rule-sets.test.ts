import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createRun, type RuleSetsApp, startRuleSetsApp } from '../../support/api/rule-sets.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: RuleSetsApp
beforeAll(async () => {
  t = await startRuleSetsApp()
})
afterAll(() => t.close())

describe('the templates', () => {
  it('have texts in both languages', async () => {
    const { templates } = t.ok(await t.ask('GET', '/api/admin/rule-set-templates'))
    expect(templates.map(({ key }: Body) => key)).toEqual([
      ...['robo_mission', 'future_engineers', 'robosports', 'future_innovators', 'virtual_robot_challenges'],
    ])
    expect(t.engineers.groups.map(({ label }) => label)).toEqual([
      { en: 'Open round', ar: 'الجولة المفتوحة' },
      { en: 'Obstacle round', ar: 'جولة العوائق' },
      { en: 'Documentation', ar: 'التوثيق' },
    ])
  })
})

describe('an event with a rule set', () => {
  it('ranks its entries by the keys of the rule set', async () => {
    const { _id: id } = await t.event()
    expect(
      t.ok(await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: id }))),
    ).toMatchObject({
      ruleSet: null,
      version: null,
      isClosed: false,
    })
    expect(t.ok(await t.saveRuleSet(id, t.engineers, null)).version).toBe(1)
    // the same total; the second obstacle round of Falcons is faster, Owls have no second one
    for (const [name, seconds] of [
      ['Hawks', 43],
      ['Falcons', 41.2],
    ] as const)
      t.ok(
        await t.recordAttempts(id, name, [
          createRun(1, 30, 60),
          createRun(3, 40, seconds),
          createRun(4, 57, 90),
        ]),
      )
    t.ok(await t.recordAttempts(id, 'Owls', [createRun(1, 30, 60), createRun(4, 57, 90)]))
    t.ok(
      await t.recordAttempts(id, 'Kites', [createRun(1, 30, 60), createRun(3, 40, 43), createRun(4, 57, 90)]),
    )
    t.ok(
      await t.recordAttempts(id, 'Crows', [
        createRun(5, 20.5),
        { mission: 3, values: { disqualified: true } },
      ]),
    )
    expect(await t.listTeamRanks(id)).toEqual([
      ['Falcons', 1, 87, 150],
      ['Hawks', 2, 87, 150],
      ['Kites', 2, 87, 150],
      ['Owls', 4, 87, 150],
      ['Crows', 5, 20.5, 180],
    ])
    // visitors read which attempt was disqualified
    const crows = t.ok(await t.ask('GET', `${t.path(id)}?s=Crows`)).scores[0]
    const { attempts } = t.ok(
      await t.visitor(
        getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', { eventId: id, entryId: crows.id }),
      ),
    )
    expect(attempts.map(({ mission, disqualified }: Body) => [mission, disqualified])).toEqual([
      [5, undefined],
      [3, true],
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
    expect(await t.listLogProblems(id)).toEqual([])
  })

  it('names the field of a rule, and its limit', async () => {
    const { _id: id } = await t.event()
    const listFieldProblems = async (ruleSet: RuleSet) =>
      (await t.saveRuleSet(id, ruleSet, null)).json().fields.map(({ field, msg }: Body) => [field, msg])
    expect(
      await listFieldProblems(createMatchRuleSet({ groups: singleGroup, knockOuts: [plainKnockOut] })),
    ).toEqual([['ruleSet.matches.knockOuts.0.places', 'Enter which places of the groups qualify.']])
    const contradictory = createMatchRuleSet({ points: { win: 1, draw: 3, loss: 0 }, groups: singleGroup })
    expect((await t.saveRuleSet(id, contradictory, null)).json()).toMatchObject({
      field: 'ruleSet.matches.points.win',
      msg: 'Some of the data is not valid. Win: A win must give at least as many points as a draw.',
    })
    const [group] = t.engineers.groups
    if (!group) throw new Error('no group')
    const factors = [{ field: 'points', factor: 101, fields: ['points'] }]
    const problems = await listFieldProblems({
      ...t.engineers,
      groups: [{ ...group, factors }, ...t.engineers.groups.slice(1)],
    })
    expect(problems).toContainEqual(['ruleSet.groups.0.factors.0.factor', 'This is too large (at most 100).'])
    const save = async (changed: Partial<typeof group>) =>
      (await t.saveRuleSet(id, { ...t.engineers, groups: [{ ...group, ...changed }] }, null)).json().msg
    const rounds = group.rounds.slice(0, 2)
    expect(await save({ rounds, combine: 'trimmedMean' })).toContain(
      'Number of rounds: Too few (at least 3).',
    )
    const [first, ...others] = group.fields
    if (!first) throw new Error('no field')
    const fields = [{ ...first, onlyIf: { field: 'below' } }, ...others]
    expect(await save({ fields })).toContain('Counts only if: Choose a field above this one.')
  })

  it('rejects score sheets that do not fit', async () => {
    const { _id: id } = await t.event()
    t.ok(await t.saveRuleSet(id, t.engineers, null))
    const rejected = await t.recordAttempts(id, 'Owls', [
      createRun(1, 31, 60),
      createRun(9, 1),
      { mission: 5, values: { points: 1, time: 3 } },
    ])
    expect([rejected.status, rejected.json().fields.map(({ field, code }: Body) => [field, code])]).toEqual([
      400,
      [
        ['attempts.0.values.points', 'too-large'],
        ['attempts.1.mission', 'unknown-value'],
        ['attempts.2.values.time', 'unexpected-field'],
      ],
    ])
    const { _id: other } = await t.event()
    expect((await t.recordAttempts(other, 'Owls', [createRun(1, 3, 60)])).json().fields).toMatchObject([
      { field: 'attempts.0.values', code: 'unexpected-field' },
    ])
    expect(await t.entryCount(id)).toEqual([0, 0])
  })

  it('rejects score sheets with more points or time than a score can have, and rules that no sheet can follow', async () => {
    const { _id: id } = await t.event()
    const vast = structuredClone(t.engineers)
    vast.groups[0]?.fields.push({
      ...{
        kind: 'count',
        key: 'laps',
        label: { en: 'Laps', ar: 'اللفات' },
        isPenalty: false,
        isRequired: false,
      },
      ...{ min: 0, max: 100_000_000, step: 1, pointsPerUnit: 100_000_000, timeMsPerUnit: 86_400_000 },
    })
    const [open] = vast.groups
    if (open) open.maxPoints = null
    t.ok(await t.saveRuleSet(id, vast, null))
    const rejected = await t.recordAttempts(id, 'Owls', [
      { mission: 1, values: { points: 1, time: 1, laps: 100_000_000 } },
    ])
    expect([rejected.status, rejected.json().fields]).toMatchObject([
      400,
      [{ field: 'attempts.0.values', code: 'too-large' }],
    ])

    const { _id: other } = await t.event()
    const impossible = structuredClone(t.engineers)
    for (const field of impossible.groups[0]?.fields ?? []) if (field.kind === 'time') field.min = 180_001
    expect((await t.saveRuleSet(other, impossible, null)).json().fields).toMatchObject([
      { field: 'ruleSet.groups.0.fields.1.max', code: 'below-others' },
      { field: 'ruleSet.groups.0.timeLimitMs', code: 'below-others' },
    ])
    const long = structuredClone(t.engineers)
    for (const group of long.groups)
      group.rounds = Array.from({ length: 40 }, (_, at) => ({
        key: `${group.key}_${at}`,
        label: { en: `${at}`, ar: `${at}` },
      }))
    expect((await t.saveRuleSet(other, long, null)).json().fields).toMatchObject([
      { field: 'ruleSet.groups', code: 'too-many' },
    ])
  })

  it('accepts points and a time where a score sheet has no other fields, from the simulator too', async () => {
    const { _id: id } = await t.event({ eventCode: 'plain-sheets' })
    t.ok(await t.saveRuleSet(id, t.engineers, null))
    t.ok(await t.recordAttempts(id, 'Owls', [{ mission: 1, score: 20, timeMs: 50_000 }]))
    const key = await t.key(id)
    t.ok(await t.post('plain-sheets', key, { teamName: 'Owls', mission: 3, score: 60, time: 70 }))
    expect(await t.listTeamRanks(id)).toEqual([['Owls', 1, 80, 120]])
    const rejected = await t.post('plain-sheets', key, { teamName: 'Owls', mission: 3, score: 71, time: 70 })
    expect([rejected.status, rejected.json().fields[0].field]).toEqual([400, 'scores.0.score'])
    expect(await t.listLogProblems(id)).toEqual([])
  })

  it('takes the values of score sheets from the simulator', async () => {
    const { _id: id } = await t.event({ eventCode: 'posted-sheets' })
    const ruleSet = structuredClone(t.engineers)
    ruleSet.groups[0]?.fields.push({
      ...{
        kind: 'count',
        key: 'laps',
        label: { en: 'Laps', ar: 'اللفات' },
        isPenalty: false,
        isRequired: true,
      },
      ...{ min: 0, max: 3, step: 1, pointsPerUnit: 1, timeMsPerUnit: 0 },
    })
    t.ok(await t.saveRuleSet(id, ruleSet, null))
    const key = await t.key(id)
    const post = (score: object) => t.post('posted-sheets', key, { teamName: 'Owls', mission: 1, ...score })
    const values = { points: 20, time: 60_500, laps: 3 }
    expect(t.ok(await post({ values })).scores).toMatchObject([
      { totalScore: 23, totalTime: 60.5, attempts: 1 },
    ])
    // the values decide, whatever points and time say
    t.ok(await post({ mission: 3, score: 1, time: 1, values: { points: 60, time: 70_000 } }))
    expect(await t.listTeamRanks(id)).toEqual([['Owls', 1, 83, 130.5]])
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
    expect(await t.listTeamRanks(id)).toEqual([['Owls', 1, 83, 130.5]])
    expect(await t.listLogProblems(id)).toEqual([])
    const plain = await t.event({ eventCode: 'no-sheets' })
    const rejected = await t.post('no-sheets', await t.key(plain._id), {
      name: 'Sara',
      score: 1,
      time: 1,
      values: {},
    })
    expect([rejected.status, rejected.json().fields[0].field]).toEqual([400, 'scores.0.values'])
  })

  it('keeps the values of an attempt when it is corrected, removed and restored', async () => {
    const { _id: id } = await t.event()
    t.ok(await t.saveRuleSet(id, t.engineers, null))
    const { entry } = t.ok(await t.recordAttempts(id, 'Owls', [createRun(1, 20, 60), createRun(3, 50, 80)]))
    const attempt = `${t.path(id)}/${entry.id}/attempts/${entry.attempts.find(({ mission }: Body) => mission === 1).id}`
    const correction = { values: { points: 25, time: 50_000 }, reason: 'The judge misread the sheet' }
    expect(t.ok(await t.ask('PATCH', attempt, { payload: correction })).entry).toMatchObject({
      totalScore: 75,
    })
    const logged = (await t.audit()).filter((line) => line.entity_id === entry.id && line.action === 'update')
    expect(logged.map(({ after }) => after)).toMatchObject([
      { score: 25, reason: 'The judge misread the sheet' },
    ])
    expect(t.ok(await t.ask('PATCH', attempt, { payload: { note: 'checked' } })).entry).toMatchObject({
      totalScore: 75,
    })
    expect(
      t.ok(await t.ask('PATCH', attempt, { payload: { score: 26, timeMs: 50_000 } })).entry,
    ).toMatchObject({ totalScore: 76 })
    expect(
      (await t.ask('PATCH', attempt, { payload: { values: { points: 31, time: 50_000 } } })).json().fields[0]
        .field,
    ).toBe('values.points')
    const { removedId } = t.ok(await t.ask('DELETE', attempt))
    expect(await t.listTeamRanks(id)).toEqual([['Owls', 1, 50, 80]])
    const restored = t.ok(await t.ask('POST', `${t.path(id)}/restore`, { payload: { id: removedId } })).entry
    expect(restored.attempts.find(({ mission }: Body) => mission === 1)).toMatchObject({
      score: 26,
      values: { points: 26, time: 50_000 },
      ruleVersion: 1,
    })
    expect(await t.listTeamRanks(id)).toEqual([['Owls', 1, 76, 130]])
    expect(await t.listLogProblems(id)).toEqual([])
  })
})
