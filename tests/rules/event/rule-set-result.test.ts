import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareRankingKeys, sortAndRankItems } from '#contract/event/scoring/ranking.ts'
import type { RuleRankingKey, RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetTemplateKeys } from '#contract/event/scoring/rule-set.ts'
import { explainOrderOfTwoEntries } from '#contract/event/scoring/rule-set-explanation.ts'
import {
  buildSheetValuesFromPointsAndTime,
  createEntryResultCalculator,
  type RuleSetResult,
  type SheetAttempt,
} from '#contract/event/scoring/rule-set-result.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'

const build = (key: (typeof ruleSetTemplateKeys)[number]) =>
  buildRuleSetFromTemplate(key, (code) => ({ en: code, ar: code }))
const engineers = build('future_engineers')
const label = { en: 'x', ar: 'x' }
/** Three fields on one sheet, ranked by 'QP, then RP, then High'. */
const qualification: RuleSet = {
  template: null,
  groups: [
    {
      key: 'qualification',
      label,
      rounds: [{ key: 'final', label }],
      combine: 'best',
      fields: ['qp', 'rp', 'high'].map((key) => ({
        ...{ kind: 'count' as const, key, label, isPenalty: false, isRequired: true },
        ...{ min: 0, max: 1000, step: 1, pointsPerUnit: key === 'qp' ? 1 : 0, timeMsPerUnit: 0 },
      })),
      caps: [],
      minPoints: null,
      maxPoints: null,
      timeLimitMs: null,
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: ['qp', 'rp', 'high'].map((field) => ({
    of: 'field' as const,
    group: 'qualification',
    field,
    nth: null,
    order: 'high' as const,
  })),
}
const [roundGroup] = build('virtual_robot_challenges').groups
if (!roundGroup) throw new Error('no group')
/** Rounds that add up, and a ranking that starts with the lowest penalty. */
const sums: RuleSet = {
  ...build('virtual_robot_challenges'),
  groups: [
    {
      ...roundGroup,
      combine: 'sum',
      fields: [
        ...roundGroup.fields,
        {
          kind: 'count',
          key: 'touches',
          label,
          isPenalty: true,
          isRequired: false,
          min: 0,
          max: 5,
          step: 1,
          pointsPerUnit: -1,
          timeMsPerUnit: 500,
        },
      ],
    },
  ],
  rankingKeys: [
    { of: 'field', group: 'run', field: 'touches', nth: 1, order: 'low' },
    { of: 'group', group: 'run', value: 'points', nth: null, order: 'high' },
    { of: 'group', group: 'run', value: 'points', nth: 2, order: 'high' },
    { of: 'group', group: 'run', value: 'time', nth: 2, order: 'low' },
    { of: 'total', value: 'time', order: 'low' },
  ],
}
/** Rounds of which some count, or whose mean or median counts; a missing round has no result. */
const means = (['sum', 'mean', 'median', 'trimmedMean'] as const).map((combine): RuleSet => {
  const counted = combine === 'sum' || combine === 'mean' ? { countedRounds: 2 } : {}
  return {
    ...build('virtual_robot_challenges'),
    groups: [{ ...roundGroup, combine, missingRound: { countsAs: 'missing' }, ...counted }],
  }
})
const ruleSets: RuleSet[] = [...ruleSetTemplateKeys.map((key) => build(key)), qualification, sums, ...means]

/** Attempts with few different values, so that ties are common. */
const arbitraryAttempt = (ruleSet: RuleSet): fc.Arbitrary<SheetAttempt> =>
  fc.constantFrom(...listRoundsOrPossibleMatches(ruleSet)).chain(({ number, group }) =>
    fc
      .record({
        at: fc.nat(5),
        disqualified: fc.boolean().map((value) => value && number % 2 === 0),
        ...Object.fromEntries(
          group.fields.map(({ key, kind }) => [
            key,
            fc.nat(3).map((value) => (kind === 'time' ? value * 500 : value)),
          ]),
        ),
      })
      .map(({ at, disqualified, ...values }) => ({
        mission: number,
        at,
        values: { ...values, ...(disqualified ? { disqualified } : {}) },
      })),
  )
const arbitraryAttempts = (ruleSet: RuleSet) =>
  fc.array(arbitraryAttempt(ruleSet), { minLength: 1, maxLength: 8 })
const compute = (ruleSet: RuleSet, attempts: readonly SheetAttempt[]): RuleSetResult => {
  const result = createEntryResultCalculator(ruleSet)(attempts)
  if (!result) throw new Error('no result')
  return result
}
const run = (mission: number, points: number, seconds?: number, at = mission): SheetAttempt => ({
  mission,
  at,
  values: { points, ...(seconds === undefined ? {} : { time: seconds * 1000 }) },
})

describe('the result of an entry', () => {
  // open 30 in 60 s and 28, obstacle 40 and 60 in 90 s, documentation 20.5
  const attempts = [run(1, 30, 60), run(2, 28, 50), run(3, 40, 80), run(4, 60, 90), run(5, 20.5)]

  it('is the best round of each group and the others added up', () => {
    expect(compute(engineers, attempts)).toMatchObject({
      totalScore: 110.5,
      totalTimeMs: 150_000,
      score: 20.5,
      timeMs: 0,
      reachedAt: 5,
    })
  })

  it('has the keys of Future Engineers in order', () => {
    const better = [-110.5, -60, 90_000, -40, 80_000, -20.5, -30, -28, 60_000, 50_000]
    expect(compute(engineers, attempts).rankingKey).toEqual(better)
    // without a second obstacle round its points and its time are missing
    const missing = Number.POSITIVE_INFINITY
    expect(
      compute(
        engineers,
        attempts.filter(({ mission }) => mission !== 3),
      ).rankingKey,
    ).toEqual([...[-110.5, -60, 90_000, missing, missing, -20.5, -30, -28, 60_000, 50_000]])
  })

  it('counts a disqualified run as three minutes', () => {
    const disqualified = { mission: 4, at: 4, values: { disqualified: true } }
    expect(compute(engineers, [run(3, 0, 20), disqualified]).rankingKey.slice(1, 5)).toEqual([
      0, 20_000, 0, 180_000,
    ])
    expect(compute(build('virtual_robot_challenges'), [{ ...disqualified, mission: 1 }]).rankingKey).toEqual([
      0,
      Number.POSITIVE_INFINITY,
    ])
  })

  it('adds up the rounds where the rules say so', () => {
    const touched = { mission: 3, at: 3, values: { points: 7, time: 1000, touches: 2 } }
    expect(compute(sums, [run(1, 10, 60), run(2, 12, 50), touched])).toMatchObject({
      totalScore: 27,
      totalTimeMs: 112_000,
    })
  })

  it('takes the best of several attempts in one round', () => {
    expect(
      compute(build('virtual_robot_challenges'), [
        run(1, 10, 60, 1),
        run(1, 20, 70, 2),
        run(1, 20, 65, 3),
        run(1, 5, 1, 4),
      ]),
    ).toMatchObject({
      ...{ totalScore: 20, totalTimeMs: 65_000, score: 5, timeMs: 1000, reachedAt: 3 },
    })
  })

  it('does not exist without attempts', () => {
    expect(createEntryResultCalculator(engineers)([])).toBeUndefined()
  })

  it('does not depend on the order of the attempts', () => {
    for (const ruleSet of ruleSets)
      fc.assert(
        fc.property(
          arbitraryAttempts(ruleSet).chain((all) =>
            fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
          ),
          ([all, shuffled]) => {
            expect(compute(ruleSet, shuffled)).toEqual(compute(ruleSet, all))
          },
        ),
      )
  })

  it('never ranks lower with a better attempt in a round', () => {
    for (const ruleSet of ruleSets)
      fc.assert(
        fc.property(
          arbitraryAttempts(ruleSet),
          fc.nat(),
          fc.nat(2),
          fc.nat(500),
          (all, choice, more, faster) => {
            const known = all[choice % all.length] as SheetAttempt
            const { disqualified: _, ...values } = known.values
            // as good in every value and better in some: more points, less time, fewer penalties
            const better = Object.fromEntries(
              Object.entries(values).map(([key, value]) => {
                const isLower = key === 'time' || key === 'touches'
                return [
                  key,
                  isLower
                    ? Math.max(0, Number(value) - (key === 'time' ? faster : more))
                    : Number(value) + more,
                ]
              }),
            )
            // an attempt is better than all attempts of its round
            fc.pre(
              all.every(
                ({ mission, values: others }) =>
                  mission !== known.mission ||
                  Object.entries(better).every(([key, value]) =>
                    key === 'time' || key === 'touches'
                      ? value <= Number(others[key])
                      : value >= Number(others[key]),
                  ),
              ),
            )
            const after = compute(ruleSet, [...all, { ...known, values: better }])
            expect(
              compareRankingKeys(after.rankingKey, compute(ruleSet, all).rankingKey),
            ).toBeLessThanOrEqual(0)
          },
        ),
      )
  })
})

describe('the order of entries', () => {
  const entries = (ruleSet: RuleSet) =>
    fc
      .array(arbitraryAttempts(ruleSet), { minLength: 3, maxLength: 12 })
      .map((all) => all.map((attempts) => compute(ruleSet, attempts).rankingKey))

  it('is total and transitive', () => {
    for (const ruleSet of ruleSets)
      fc.assert(
        fc.property(entries(ruleSet), (keys) => {
          for (const a of keys)
            for (const b of keys) {
              expect(compareRankingKeys(a, b) + compareRankingKeys(b, a)).toBe(0)
              for (const c of keys)
                if (compareRankingKeys(a, b) <= 0 && compareRankingKeys(b, c) <= 0)
                  expect(compareRankingKeys(a, c)).toBeLessThanOrEqual(0)
            }
        }),
        { numRuns: 30 },
      )
  })

  it('gives a shared rank to entries that are equal in all keys, and to no others', () => {
    for (const ruleSet of ruleSets)
      fc.assert(
        fc.property(entries(ruleSet), (keys) => {
          const ranked = sortAndRankItems(keys, compareRankingKeys, () => 0)
          for (const one of ranked) {
            expect(one.rank).toBe(1 + keys.filter((key) => compareRankingKeys(key, one.item) < 0).length)
            for (const other of ranked)
              expect(one.rank === other.rank).toBe(JSON.stringify(one.item) === JSON.stringify(other.item))
          }
        }),
      )
  })

  it('is the one that its explanation says', () => {
    const isBetter = (key: RuleRankingKey, one: number | null, other: number | null) =>
      one !== null && (other === null || (key.order === 'high' ? one > other : one < other))
    for (const ruleSet of ruleSets)
      fc.assert(
        fc.property(entries(ruleSet), (keys) => {
          const ranked = sortAndRankItems(keys, compareRankingKeys, () => 0)
          ranked.slice(1).forEach(({ item: worse, rank }, at) => {
            const above = ranked[at]
            if (!above) return
            const { same, decision } = explainOrderOfTwoEntries(ruleSet.rankingKeys, above.item, worse)
            expect(decision === null).toBe(above.rank === rank)
            if (decision) {
              expect(isBetter(decision.key, decision.better, decision.worse)).toBe(true)
            }
            // the key before the deciding one is equal in both
            expect(same === null).toBe(decision?.key === ruleSet.rankingKeys[0])
          })
        }),
      )
  })
})

describe('the explanation of a rank', () => {
  const attempts = [run(1, 30, 60), run(3, 40, 41.2), run(4, 57, 90)]

  it('names the key that decides and both values', () => {
    const [one, other] = [attempts, [run(1, 30, 60), run(3, 40, 43), run(4, 57, 90)]].map(
      (all) => compute(engineers, all).rankingKey,
    )
    expect(explainOrderOfTwoEntries(engineers.rankingKeys, one ?? [], other ?? [])).toEqual({
      same: { key: { of: 'total', value: 'points', order: 'high' }, value: 87 },
      decision: {
        key: { of: 'group', group: 'obstacle', value: 'time', nth: 2, order: 'low' },
        better: 41_200,
        worse: 43_000,
      },
    })
  })

  it('says which value is missing', () => {
    const without = [run(1, 30, 60), run(4, 57, 90)]
    const [one, other] = [attempts, without].map((all) => compute(engineers, all).rankingKey)
    expect(explainOrderOfTwoEntries(engineers.rankingKeys, one ?? [], other ?? []).decision).toMatchObject({
      better: 40,
      worse: null,
    })
  })
})

it('converts an attempt with points and a time to a score sheet that has only these', () => {
  const [open, , documentation] = engineers.groups
  if (!open || !documentation) throw new Error('no group')
  expect(buildSheetValuesFromPointsAndTime(open, { score: 12, timeMs: 3400 })).toEqual({
    points: 12,
    time: 3400,
  })
  expect(buildSheetValuesFromPointsAndTime(documentation, { score: 12.5, timeMs: 0 })).toEqual({
    points: 12.5,
  })
  expect(
    buildSheetValuesFromPointsAndTime(qualification.groups[0] ?? open, { score: 12, timeMs: 0 }),
  ).toBeUndefined()
})

describe('a round whose time a condition leaves out', () => {
  const createRules = (combine: RuleSet['groups'][number]['combine']): RuleSet => ({
    ...qualification,
    groups: [
      {
        ...(qualification.groups[0] as RuleSet['groups'][number]),
        combine,
        rounds: [1, 2, 3, 4].map((nth) => ({ key: `run${nth}`, label })),
        fields: [
          {
            ...{ kind: 'count', key: 'points', label, isPenalty: false, isRequired: true },
            ...{ min: 0, max: 100, step: 1, pointsPerUnit: 1, timeMsPerUnit: 0 },
          },
          { kind: 'yesNo', key: 'parked', label, isPenalty: false, pointsPerUnit: 0, timeMsPerUnit: 0 },
          {
            ...{ kind: 'time', key: 'time', label, isPenalty: false, isRequired: false, min: 0, max: 90_000 },
            onlyIf: { field: 'parked' },
          },
        ],
      },
    ],
    rankingKeys: [
      { of: 'total', value: 'points', order: 'high' },
      { of: 'total', value: 'time', order: 'low' },
    ],
  })
  const run = (mission: number, points: number, time?: number): SheetAttempt => ({
    mission,
    values: { points, ...(time === undefined ? {} : { parked: true, time }) },
    at: mission,
  })
  const compute = (
    combine: RuleSet['groups'][number]['combine'],
    runs: readonly SheetAttempt[],
    calculation?: 3,
  ) => {
    const result = createEntryResultCalculator(createRules(combine), calculation)(runs)
    return [result?.totalScore, result?.totalTimeMs, result?.rankingKey[1] === Number.POSITIVE_INFINITY]
  }

  it('adds its points and no time to a sum, a mean, a median and a trimmed mean', () => {
    const runs = [run(1, 40, 9000), run(2, 30), run(3, 20, 5000), run(4, 10, 3000)]
    expect(compute('sum', runs)).toEqual([100, 17_000, false])
    expect(compute('mean', runs)).toEqual([25, 5667, false])
    expect(compute('median', runs)).toEqual([25, 5000, false])
    expect(compute('trimmedMean', runs)).toEqual([25, 5000, false])
  })

  it('made the time of a mean, a median and a trimmed mean missing before version 4 of the calculation', () => {
    const runs = [run(1, 40, 9000), run(2, 30), run(3, 20, 5000), run(4, 10, 3000)]
    expect(compute('sum', runs, 3)).toEqual([100, 17_000, false])
    for (const combine of ['mean', 'median', 'trimmedMean'] as const)
      expect([combine, ...compute(combine, runs, 3)]).toEqual([combine, 25, 0, true])
  })

  it('leaves the time missing where all rounds are such, and where one has no time that it should have', () => {
    for (const combine of ['sum', 'mean', 'median', 'trimmedMean'] as const) {
      expect([combine, compute(combine, [run(1, 30), run(2, 20), run(3, 10)])[2]]).toEqual([combine, true])
      const unmeasured = { mission: 2, values: { points: 20, parked: true }, at: 2 }
      expect([combine, compute(combine, [run(1, 30, 9000), unmeasured, run(3, 10)])[2]]).toEqual([
        combine,
        true,
      ])
    }
  })
})
