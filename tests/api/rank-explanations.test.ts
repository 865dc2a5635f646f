import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleSet } from '#contract/rule-set.ts'
import { type ScoresApp, startScoresApp } from './scores-support.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: ScoresApp
let engineers: RuleSet
beforeAll(async () => {
  t = await startScoresApp()
  const { templates } = t.ok(await t.ask('GET', '/api/admin/rule-set-templates'))
  engineers = templates.find(({ key }: Body) => key === 'future_engineers').ruleSet
})
afterAll(() => t.close())

const record = async (eventId: string, teamName: string, runs: readonly (readonly [number, number, number?])[]) => {
  const attempts = runs.map(([mission, points, seconds]) => ({
    mission,
    values: { points, ...(seconds === undefined ? {} : { time: Math.round(seconds * 1000) }) },
  }))
  return t.ok(await t.ask('POST', t.path(eventId), { payload: { teamName, attempts } })).entry.id as string
}
const createEvent = async (ruleSet: RuleSet | null) => {
  const { _id: id } = await t.event()
  if (ruleSet) t.ok(await t.ask('PUT', `/api/admin/events/${id}/rule-set`, { payload: { ruleSet, version: null } }))
  return id as string
}
const readEntry = async (eventId: string, entryId: string) => t.ok(await t.visitor(`/api/v1/events/scores/${eventId}/entries/${entryId}`))

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
    for (const entryId of [falcons, hawks, owls, kites, crows, wrens]) explanations.set(entryId, (await readEntry(id, entryId)).explanation)
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
        en: 'For rank 1: second-best obstacle round in less than 41.2 s (now 43.0 s)',
        ar: 'للوصول إلى المركز 1: زمن أقصر من 41.2 ث في «جولة العوائق» (ثاني أفضل نتيجة)، والحالي 43.0 ث',
      },
    })
    expect(explanations.get(hawks).next.text.en).toBe('Same total (87). Second-best obstacle round has more points: 40 against none')
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
    expect(explanations.get(owls).higher.needed.en).toBe('For rank 2: second-best obstacle round with more than 40 points (now none)')
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

  it('does not exist in an event without a rule set', async () => {
    const id = await createEvent(null)
    const { entry } = t.ok(
      await t.ask('POST', t.path(id), { payload: { teamName: 'Owls', attempts: [{ mission: 1, score: 1, timeMs: 1 }] } }),
    )
    const read = await readEntry(id, entry.id)
    expect(Object.keys(read)).toEqual(['success', 'score', 'attempts'])
    expect(read.score).not.toHaveProperty('rankingKey')
  })
})
