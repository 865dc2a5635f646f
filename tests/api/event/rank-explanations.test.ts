import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: ScoresApp
let engineers: RuleSet
beforeAll(async () => {
  t = await startScoresApp()
  engineers = await t.ruleSetTemplate('future_engineers')
})
afterAll(() => t.close())

const record = async (
  eventId: string,
  teamName: string,
  runs: readonly (readonly [number, number, number?])[],
) => {
  const attempts = runs.map(([mission, points, seconds]) => ({
    mission,
    values: { points, ...(seconds === undefined ? {} : { time: Math.round(seconds * 1000) }) },
  }))
  return t.ok(await t.ask('POST', t.path(eventId), { payload: { teamName, attempts } })).entry.id as string
}
const createEvent = async (ruleSet: RuleSet | null) => {
  const { _id: id } = await t.event()
  if (ruleSet)
    t.ok(await t.ask('PUT', `/api/admin/events/${id}/rule-set`, { payload: { ruleSet, version: null } }))
  return id as string
}
const readEntry = async (eventId: string, entryId: string) =>
  t.ok(await t.visitor(`/api/v1/events/scores/${eventId}/entries/${entryId}`))

describe('the order of a ranking', () => {
  it('is a sentence and a list of keys where the event has a rule set, and absent elsewhere', async () => {
    const id = await createEvent(engineers)
    await record(id, 'Falcons', [[3, 40, 41.2]])
    const { event } = t.ok(await t.visitor(`/api/v1/events/scores/${id}`))
    expect(event.rules.text.en).toMatch(
      /^Ranked by total points, then best obstacle round \(points, then time\), then second-best obstacle round \(points, then time\), then /,
    )
    expect(event.rules.text.ar).toMatch(
      /^يُحدَّد الترتيب حسب: مجموع النقاط، ثم نقاط «جولة العوائق» \(أفضل نتيجة\) فزمنها، ثم نقاط «جولة العوائق» \(ثاني أفضل نتيجة\) فزمنها، ثم /,
    )
    expect(event.rules.keys.slice(0, 3)).toEqual([
      { label: { en: 'Total points', ar: 'مجموع النقاط' }, order: 'high', isTotal: true, kind: 'number' },
      {
        ...{ label: { en: 'Best obstacle round (points)', ar: 'نقاط «جولة العوائق» (أفضل نتيجة)' } },
        ...{ order: 'high', isTotal: false, kind: 'number' },
      },
      {
        label: { en: 'Best obstacle round (time)', ar: 'زمن «جولة العوائق» (أفضل نتيجة)' },
        order: 'low',
        isTotal: false,
        kind: 'time',
      },
    ])
    expect(event.Scores[0].rankingKey).toHaveLength(event.rules.keys.length)
    const plain = t.ok(await t.visitor(`/api/v1/events/scores/${await createEvent(null)}`)).event
    expect('rules' in plain).toBe(false)
  })

  it('names fields, sums of rounds, and answers', () => {
    const label = (text: string) => ({ en: text, ar: text })
    const common = { isPenalty: false, isRequired: true, pointsPerUnit: 1, timeMsPerUnit: 0 }
    const { text, keys } = explanationTexts.describeRules({
      groups: [
        {
          ...{
            key: 'run',
            label: label('Run'),
            combine: 'sum',
            caps: [],
            minPoints: null,
            maxPoints: null,
            timeLimitMs: null,
          },
          rounds: [{ key: 'run1', label: label('Run 1') }],
          fields: [
            { ...common, kind: 'count', key: 'cubes', label: label('Cubes'), min: 0, max: 9, step: 1 },
            { ...common, kind: 'yesNo', key: 'parked', label: label('Parked') },
          ],
        },
      ],
      rankingKeys: [
        { of: 'field', group: 'run', field: 'cubes', nth: null, order: 'low' },
        { of: 'field', group: 'run', field: 'parked', nth: null, order: 'high' },
        { of: 'total', value: 'time', order: 'low' },
      ],
    })
    expect(text.en).toBe('Ranked by cubes (lower first), then parked, then total time.')
    expect(keys.map(({ label: { en }, kind, answers }) => [en, kind, answers?.yes.en])).toEqual([
      ['Cubes', 'number', undefined],
      ['Parked', 'yesNo', 'Yes'],
      ['Total time', 'time', undefined],
    ])
  })
})

describe('the explanation of a rank', () => {
  it('says in both languages why the entry is above the next one, and what the next better rank would have needed', async () => {
    const id = await createEvent(engineers)
    const [falcons, hawks, owls, kites, crows, wrens] = [
      await record(id, 'Falcons', [
        [1, 30, 60],
        [3, 40, 41.2],
        [4, 57, 90],
      ]),
      await record(id, 'Hawks', [
        [1, 30, 60],
        [3, 40, 43],
        [4, 57, 90],
      ]),
      await record(id, 'Owls', [
        [1, 30, 60],
        [4, 57, 90],
      ]),
      await record(id, 'Kites', [[5, 20.5]]),
      await record(id, 'Crows', [[5, 20.5]]),
      await record(id, 'Wrens', [[5, 1]]),
    ]
    const explanations = new Map<string, Body>()
    for (const entryId of [falcons, hawks, owls, kites, crows, wrens])
      explanations.set(entryId, (await readEntry(id, entryId)).explanation)
    expect(explanations.get(falcons)).toEqual({
      next: {
        name: 'Hawks',
        rank: 2,
        key: { of: 'group', group: 'obstacle', value: 'time', nth: 2, order: 'low' },
        better: 41_200,
        worse: 43_000,
        text: {
          en: 'Same total (87). Second-best obstacle round is faster: 41.2 s against 43.0 s',
          ar: 'المجموع متساوٍ (87). زمن أقصر في «جولة العوائق» (ثاني أفضل نتيجة): 41.2 ث مقابل 43.0 ث',
        },
      },
      higher: null,
    })
    expect(explanations.get(hawks).higher).toMatchObject({
      name: 'Falcons',
      rank: 1,
      needed: {
        en: 'For a shared rank 1: second-best obstacle round in 41.2 s (now 43.0 s)',
        ar: 'لمشاركة المركز 1: زمن مقداره 41.2 ث في «جولة العوائق» (ثاني أفضل نتيجة) (الآن: 43.0 ث)',
      },
    })
    expect(explanations.get(hawks).next.text.en).toBe(
      'Same total (87). Second-best obstacle round has more points: 40 against none',
    )
    // both times have the same unit
    await record(id, 'Ravens', [
      [1, 30, 61],
      [3, 40, 61.25],
      [4, 57, 90],
    ])
    expect((await readEntry(id, hawks)).explanation.next.text.en).toBe(
      'Same total (87). Second-best obstacle round is faster: \u20680:43.00\u2069 against \u20681:01.25\u2069',
    )
    expect(explanations.get(owls).next.text.en).toBe('More points in total: 87 against 20.5')
    expect(explanations.get(owls).higher.needed.en).toBe(
      'To reach rank 2: second-best obstacle round with more than 40 points, or second-best obstacle round with 40 points and second-best obstacle round in less than 43.0 s (now none and none)',
    )
    expect(explanations.get(kites).next).toMatchObject({ name: 'Crows', rank: 4, key: null })
    expect(explanations.get(kites).next.text.en).toBe('Equal in all criteria, so the rank is shared')
    // an entry with a shared rank gets the next better rank
    expect(explanations.get(crows).higher).toMatchObject({ name: 'Owls', rank: 3 })
    expect(explanations.get(wrens).next).toBeNull()
    expect((await readEntry(id, hawks)).attempts.find(({ mission }: Body) => mission === 3).round).toEqual({
      en: 'Obstacle round 1',
      ar: 'جولة العوائق 1',
    })
  })

  it('says that the same value is enough for an entry that is better by a later key', async () => {
    const id = await createEvent(engineers)
    await record(id, 'Falcons', [
      [1, 30, 60],
      [3, 40, 41.2],
    ])
    const hawks = await record(id, 'Hawks', [
      [1, 29, 60],
      [3, 40, 30],
    ])
    expect((await readEntry(id, hawks)).explanation.higher.needed).toEqual({
      en: 'To reach rank 1: at least 70 points in total (now 69)',
      ar: 'للوصول إلى المركز 1: مجموع نقاط لا يقل عن 70 (الآن: 69)',
    })
  })

  it('names the best value of a field, which need not be in the best round, and counts yes in rounds that add up', async () => {
    const label = (text: string) => ({ en: text, ar: text })
    const common = { isPenalty: false, isRequired: true, pointsPerUnit: 1, timeMsPerUnit: 0 }
    const groups = (combine: 'best' | 'sum'): RuleSet['groups'] => [
      {
        key: 'r',
        label: label('Round'),
        rounds: [1, 2].map((nth) => ({ key: `r${nth}`, label: label(`Round ${nth}`) })),
        combine,
        fields: [
          { kind: 'count', key: 'points', label: label('Points'), min: 0, max: 100, step: 1, ...common },
          {
            kind: 'count',
            key: 'cubes',
            label: label('Cubes'),
            min: 0,
            max: 100,
            step: 1,
            ...common,
            pointsPerUnit: 0,
          },
          {
            kind: 'yesNo',
            key: 'parked',
            label: label('Parked'),
            isPenalty: false,
            pointsPerUnit: 0,
            timeMsPerUnit: 0,
          },
        ],
        caps: [],
        minPoints: null,
        maxPoints: null,
        timeLimitMs: null,
      },
    ]
    const rules = (combine: 'best' | 'sum', field: string): RuleSet => ({
      template: null,
      groups: groups(combine),
      disqualification: { points: 0, timeMs: null },
      rankingKeys: [
        { of: 'total', value: 'points', order: 'high' },
        { of: 'field', group: 'r', field, nth: null, order: 'high' },
      ],
    })
    const explain = async (ruleSet: RuleSet) => {
      const id = await createEvent(ruleSet)
      const add = async (teamName: string, sheets: object[]) =>
        t.ok(
          await t.ask('POST', t.path(id), {
            payload: { teamName, attempts: sheets.map((values, at) => ({ mission: at + 1, values })) },
          }),
        ).entry.id as string
      const falcons = await add('Falcons', [
        { points: 90, cubes: 2, parked: true },
        { points: 80, cubes: 5, parked: true },
      ])
      await add('Hawks', [
        { points: 90, cubes: 4, parked: true },
        { points: 80, cubes: 1, parked: false },
      ])
      return (await readEntry(id, falcons)).explanation.next.text
    }
    expect(await explain(rules('best', 'cubes'))).toEqual({
      en: 'Same total (90). Best cubes (round) is higher: 5 against 4',
      ar: 'المجموع متساوٍ (90). قيمة أعلى في «Cubes» (أفضل نتيجة) في «Round»: 5 مقابل 4',
    })
    expect((await explain(rules('sum', 'parked'))).en).toBe(
      'Same total (170). Parked, all together (round) is higher: 2 against 1',
    )
  })

  it('asks for what is enough, enough to share the rank, or enough with the key that follows, and for nothing beyond the sheet', async () => {
    const common = (key: string) => ({ key, label: { en: key, ar: key }, isPenalty: false })
    const rules: RuleSet = {
      template: null,
      groups: [
        {
          ...{
            key: 'run',
            label: { en: 'Run', ar: 'المحاولة' },
            combine: 'best',
            caps: [],
            minPoints: null,
            maxPoints: null,
            timeLimitMs: null,
          },
          rounds: [{ key: 'run', label: { en: 'Run', ar: 'المحاولة' } }],
          fields: [
            {
              kind: 'measure',
              ...common('points'),
              isRequired: true,
              min: 0,
              max: 100,
              step: 1,
              pointsPerUnit: 1,
              timeMsPerUnit: 0,
            },
            { kind: 'yesNo', ...common('parked'), pointsPerUnit: 0, timeMsPerUnit: 0 },
            { kind: 'time', ...common('time'), isRequired: true, min: 0, max: 300_000 },
          ],
        },
      ],
      disqualification: { points: 0, timeMs: null },
      rankingKeys: [
        { of: 'total', value: 'points', order: 'high' },
        { of: 'field', group: 'run', field: 'parked', nth: null, order: 'high' },
        { of: 'total', value: 'time', order: 'low' },
      ],
    }
    type Run = [points: number, parked: boolean, seconds: number]
    const toSheet = ([points, parked, seconds]: Run) => ({ points, parked, time: seconds * 1000 })
    /**
     * Records both runs, and returns what the second one would have needed, with the rank of each run that it
     * could have had instead.
     */
    const compare = async (higher: Run, lower: Run, instead: Run[]) => {
      const id = await createEvent(rules)
      t.ok(
        await t.ask('POST', t.path(id), {
          payload: { teamName: 'Falcons', attempts: [{ mission: 1, values: toSheet(higher) }] },
        }),
      )
      const { entry } = t.ok(
        await t.ask('POST', t.path(id), {
          payload: { teamName: 'Hawks', attempts: [{ mission: 1, values: toSheet(lower) }] },
        }),
      )
      const { needed } = (await readEntry(id, entry.id)).explanation.higher
      const ranks: string[] = []
      for (const run of instead) {
        const path = `${t.path(id)}/${entry.id}/attempts/${entry.attempts[0].id}`
        t.ok(await t.ask('PATCH', path, { payload: { values: toSheet(run) } }))
        const { scores } = t.ok(await t.ask('GET', t.path(id)))
        ranks.push(scores.map(({ teamName, rank }: Body) => `${teamName} ${rank}`).join())
      }
      return [needed.en, needed.ar, ...ranks]
    }
    const [first, shared, last] = ['Hawks 1,Falcons 2', 'Falcons 1,Hawks 1', 'Falcons 1,Hawks 2']
    expect(await compare([100, true, 30], [100, false, 20], [[100, true, 20]])).toEqual([
      'To reach rank 1: parked yes (now no)',
      'للوصول إلى المركز 1: «نعم» في «parked» (الآن: لا)',
      first,
    ])
    expect(await compare([100, true, 30], [100, false, 30], [[100, true, 30]])).toEqual([
      'For a shared rank 1: parked yes (now no)',
      'لمشاركة المركز 1: «نعم» في «parked» (الآن: لا)',
      shared,
    ])
    const following: Run[] = [
      [100, true, 41],
      [100, true, 30],
      [100, true, 29.999],
    ]
    expect(await compare([100, true, 30], [100, false, 41], following)).toEqual([
      'To reach rank 1: parked yes, and less than 30.0 s in total (now no and 41.0 s)',
      'للوصول إلى المركز 1: «نعم» في «parked»، وزمن إجمالي أقصر من 30.0 ث (الآن: لا، 41.0 ث)',
      ...[last, shared, first],
    ])
    expect(
      (
        await compare(
          [100, true, 30],
          [98, true, 20],
          [
            [99, true, 20],
            [100, true, 20],
          ],
        )
      ).filter((_, at) => at !== 1),
    ).toEqual(['To reach rank 1: 100 points in total (now 98)', ...[last, first]])
    expect(
      (
        await compare(
          [90, true, 30],
          [80, true, 20],
          [
            [89, true, 20],
            [90, true, 20],
          ],
        )
      ).filter((_, at) => at !== 1),
    ).toEqual(['To reach rank 1: at least 90 points in total (now 80)', ...[last, first]])
    // nothing is faster than 0 seconds
    expect(
      (await compare([100, true, 0], [100, false, 41], [[100, true, 0]])).filter((_, at) => at !== 1),
    ).toEqual(['For a shared rank 1: parked yes, and 0.0 s in total (now no and 41.0 s)', shared])
  })

  it('is that of the frozen ranking while the ranking is frozen', async () => {
    const id = await createEvent(engineers)
    const owls = await record(id, 'Owls', [[1, 20, 60]])
    await record(id, 'Hawks', [[1, 10, 60]])
    t.ok(await t.ask('PUT', `/api/admin/events/${id}/results/freeze`, { payload: { at: null } }))
    const before = (await t.visitor(`/api/v1/events/scores/${id}/entries/${owls}`)).body
    await record(id, 'Hawks', [
      [1, 15, 60],
      [2, 12, 70],
    ])
    expect((await t.visitor(`/api/v1/events/scores/${id}/entries/${owls}`)).body).toBe(before)
    expect(JSON.parse(before).explanation.next.text.en).toBe('More points in total: 20 against 10')
  })

  it('compares total and time in an event without a rule set', async () => {
    const id = await createEvent(null)
    const add = async (teamName: string, score: number, timeMs: number) =>
      t.ok(
        await t.ask('POST', t.path(id), { payload: { teamName, attempts: [{ mission: 1, score, timeMs }] } }),
      ).entry.id as string
    const owls = await add('Owls', 87, 41_200)
    const hawks = await add('Hawks', 87, 43_000)
    const kites = await add('Kites', 20.5, 10_000)
    const read = await readEntry(id, owls)
    expect(Object.keys(read)).toEqual(['success', 'score', 'attempts', 'explanation'])
    expect(read.score).not.toHaveProperty('rankingKey')
    expect(read.explanation).toMatchObject({ higher: null, next: { name: 'Hawks', rank: 2 } })
    expect(read.explanation.next.text).toMatchInlineSnapshot(`
      {
        "ar": "المجموع متساوٍ (87). زمن إجمالي أقصر: 41.2 ث مقابل 43.0 ث",
        "en": "Same total (87). Less time in total: 41.2 s against 43.0 s",
      }
    `)
    const second = (await readEntry(id, hawks)).explanation
    expect(second.next.text.en).toBe('More points in total: 87 against 20.5')
    expect(second.higher.needed).toMatchInlineSnapshot(`
      {
        "ar": "لمشاركة المركز 1: زمن إجمالي مقداره 41.2 ث (الآن: 43.0 ث)",
        "en": "For a shared rank 1: 41.2 s in total (now 43.0 s)",
      }
    `)
    expect((await readEntry(id, kites)).explanation.next).toBeNull()
  })
})

describe('the name of a round in an explanation', () => {
  const describeNthRound = (nth: number) => {
    const decision = {
      key: { of: 'group', group: 'obstacle', value: 'points', nth, order: 'high' },
      better: 40,
      worse: 30,
    } as const
    const rounds = Array.from({ length: ruleSetLimits.rounds }, (_, at) => ({
      key: `o${at + 1}`,
      label: { en: 'Round', ar: 'الجولة' },
    }))
    const groups = engineers.groups.map((group) => (group.key === 'obstacle' ? { ...group, rounds } : group))
    return explanationTexts.describeReason({ ...engineers, groups }, { same: null, decision })
  }

  it('has a name in both languages for every round that a group may have', () => {
    expect(describeNthRound(4)).toEqual({
      en: 'Fourth-best obstacle round has more points: 40 against 30',
      ar: 'نقاط أكثر في «جولة العوائق» (رابع أفضل نتيجة): 40 مقابل 30',
    })
    expect(describeNthRound(11).ar).toBe('نقاط أكثر في «جولة العوائق» (النتيجة رقم 11): 40 مقابل 30')
    expect(describeNthRound(22).en).toBe('22nd-best obstacle round has more points: 40 against 30')
    const texts = Array.from({ length: ruleSetLimits.rounds }, (_, at) => describeNthRound(at + 1))
    for (const { en, ar } of texts) {
      expect(en).toMatch(/^(Best|[A-Z\d][a-z\d-]*-best) obstacle round has/u)
      expect(ar).toMatch(/^نقاط أكثر في «جولة العوائق» \([\p{Script=Arabic}\d ]+\): 40/u)
    }
    expect(new Set(texts.map(({ en }) => en)).size).toBe(ruleSetLimits.rounds)
    expect(new Set(texts.map(({ ar }) => ar)).size).toBe(ruleSetLimits.rounds)
  })

  it('follows the value that both entries have, without two pairs of brackets', () => {
    const key = { of: 'field', group: 'obstacle', field: 'points', nth: 1, order: 'high' } as const
    const { en, ar } = explanationTexts.describeReason(engineers, {
      same: { key, value: 40 },
      decision: { key: { of: 'total', value: 'time', order: 'low' }, better: 1000, worse: 2000 },
    })
    expect(en).toBe('Same in best points (obstacle round): 40. Less time in total: 1.0 s against 2.0 s')
    expect(ar).toBe(
      'تعادل في «النقاط» (أفضل نتيجة) في «جولة العوائق»: 40. زمن إجمالي أقصر: 1.0 ث مقابل 2.0 ث',
    )
  })
})
