import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareRankingKeys,
  decodeRankingKeyPart,
  encodeRankingKeyNumber,
  type RankingKey,
  sortAndRankItems,
} from '#contract/event/scoring/ranking.ts'
import type {
  RuleRankingKey,
  RuleSet,
  ScoreSheetField,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import {
  findValuesNeededToOvertake,
  getBestPossibleKeyValue,
  type NeededValue,
} from '#contract/event/scoring/rule-set-needed-values.ts'
import { createEntryResultCalculator, type SheetAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { listSheetValueProblems } from '#contract/event/scoring/rule-set-sheet.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { arbitraryAttempts, arbitraryRuleSet, label } from '../../support/rules/rule-set.ts'

type Entry = { id: number; key: RankingKey }
const rank = (entries: readonly Entry[]) =>
  sortAndRankItems(
    entries,
    (a, b) => compareRankingKeys(a.key, b.key),
    (a, b) => a.id - b.id,
  )
/**
 * Replaces values of a ranking key. `step` is how much worse (positive) or better than the value, in
 * thousandths.
 */
const withValues = (rules: RuleSet, key: RankingKey, changes: readonly (readonly [NeededValue, number])[]) =>
  changes.reduce<RankingKey>((all, [{ key: ruleKey, value }, step]) => {
    const at = rules.rankingKeys.indexOf(ruleKey)
    return all.with(at, encodeRankingKeyNumber(value, ruleKey.order) + step / 1000)
  }, key)
const apply = ({ amount }: NeededValue) => (amount === 'moreThan' ? -1 : 0)

describe('what a rank would have needed', () => {
  it('is enough for the rank, or to share it, and less is not', () => {
    const seen = { ahead: 0, shared: 0, following: 0, better: 0 }
    fc.assert(
      fc.property(
        arbitraryRuleSet.chain((rules) =>
          fc.tuple(fc.constant(rules), fc.array(arbitraryAttempts(rules), { minLength: 2, maxLength: 6 })),
        ),
        ([rules, all]) => {
          const calculate = createEntryResultCalculator(rules)
          const entries = all.map(
            (attempts, id): Entry => ({ id, key: calculate(attempts)?.rankingKey ?? [] }),
          )
          const ranked = rank(entries)
          for (const { item: entry, rank: before } of ranked) {
            const higher = ranked.findLast((each) => each.rank < before)
            if (!higher) continue
            const needed = findValuesNeededToOvertake(rules, higher.item.key, entry.key)
            // the sums of places of other entries would change, too
            if (rules.rankingKeys.some((key) => key.of === 'group' && key.value === 'places')) {
              expect(needed).toBeUndefined()
              continue
            }
            if (!needed) throw new Error('an entry with a lower rank needs something')
            const { values, isShared, isBetterEnough } = needed
            const rankWith = (key: RankingKey) =>
              rank(entries.map((each) => (each === entry ? { ...each, key } : each))).find(
                ({ item }) => item.id === entry.id,
              )?.rank
            const applied = withValues(
              rules,
              entry.key,
              values.map((value) => [value, apply(value)] as const),
            )
            expect(rankWith(applied)).toBeLessThanOrEqual(higher.rank)
            expect(compareRankingKeys(applied, higher.item.key)).toBe(isShared ? 0 : -1)
            if (isShared) expect(rankWith(applied)).toBe(higher.rank)
            seen[values.length > 1 ? 'following' : isShared ? 'shared' : 'ahead']++
            // without one of the values, or with a little less of it
            values.forEach((short, nth) => {
              const less = withValues(
                rules,
                entry.key,
                values.map(
                  (value, at) =>
                    [value, at === nth ? (short.amount === 'moreThan' ? 0 : 1) : apply(value)] as const,
                ),
              )
              if (nth === values.length - 1 && short.amount === 'moreThan')
                expect(compareRankingKeys(less, higher.item.key)).toBeGreaterThanOrEqual(0)
              else expect(rankWith(less)).toBeGreaterThan(higher.rank)
              const best = encodeRankingKeyNumber(getBestPossibleKeyValue(rules, short.key), short.key.order)
              if (short.amount !== 'exactly')
                expect(best).toBeLessThan(encodeRankingKeyNumber(short.value, short.key.order))
            })
            const [first] = values
            if (first && values.length > 1) {
              expect(rankWith(withValues(rules, entry.key, [[first, 0]]))).toBeGreaterThan(higher.rank)
              expect(compareRankingKeys(withValues(rules, entry.key, [[first, -1]]), higher.item.key)).toBe(
                -1,
              )
              if (isBetterEnough) seen.better++
            }
          }
        },
      ),
      { numRuns: 1500 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
  })

  it('is the same in both sentences, and never more than a sheet can have', () => {
    fc.assert(
      fc.property(
        arbitraryRuleSet.chain((rules) =>
          fc.tuple(fc.constant(rules), arbitraryAttempts(rules), arbitraryAttempts(rules)),
        ),
        ([rules, one, other]) => {
          const calculate = createEntryResultCalculator(rules)
          const [better, worse] = [one, other]
            .map((attempts) => calculate(attempts)?.rankingKey ?? [])
            .sort(compareRankingKeys) as [RankingKey, RankingKey]
          const needed = findValuesNeededToOvertake(rules, better, worse)
          if (!needed) return
          const { en, ar } = explanationTexts.describeNeeded(rules, needed, 7)
          expect(
            en.startsWith(
              needed.isShared && !needed.isBetterEnough ? 'For a shared rank 7: ' : 'To reach rank 7: ',
            ),
          ).toBe(true)
          const sentences = { en: en.split(' (now ')[0] as string, ar: ar.split(' (الآن: ')[0] as string }
          const readNumbers = (text: string) =>
            text
              .replace(/[\u2068\u2069]/g, '')
              .match(/(?<![\w.])-?\d+(?:\.\d+)?/g)
              ?.map(Number)
              .sort()
          expect(readNumbers(sentences.ar)).toEqual(readNumbers(sentences.en))
          const values = [...(needed.isBetterEnough ? needed.values.slice(0, 1) : []), ...needed.values]
          const isYesNo = ({ key }: NeededValue) => key.of === 'field' && key.field === 'parked'
          const isTime = ({ key }: NeededValue) =>
            key.of === 'field' ? key.field.startsWith('time') : key.value === 'time'
          const numbers = values
            .filter((value) => !isYesNo(value))
            .map((value) => (isTime(value) ? value.value / 1000 : value.value))
          for (const number of numbers) expect(readNumbers(sentences.en)).toContain(number)
          for (const text of [en, ar])
            expect(text).not.toMatch(
              /(?:above|below|more than|less than|fewer than|at least|at most) (?:yes|no|none)\b|less than 0\.0+ s|أقصر من 0\.0+ ث|undefined|null|Infinity|NaN/,
            )
        },
      ),
      { numRuns: 1500 },
    )
  })
})

describe('the best value of a ranking key', () => {
  it('is never below that of an entry without a disqualification', () => {
    fc.assert(
      fc.property(
        arbitraryRuleSet.chain((rules) =>
          fc.tuple(fc.constant(rules), arbitraryAttempts(rules, { canBeDisqualified: false })),
        ),
        ([rules, attempts]) => {
          const key = createEntryResultCalculator(rules)(attempts)?.rankingKey ?? []
          rules.rankingKeys.forEach((ruleKey, at) => {
            expect(
              encodeRankingKeyNumber(getBestPossibleKeyValue(rules, ruleKey), ruleKey.order),
            ).toBeLessThanOrEqual(key[at] as number)
          })
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('is reached by some entry, with caps, steps, limits and skipped rounds', () => {
    const field = (key: string) => ({ key, label, isPenalty: false })
    const arbitrarySmallRuleSet = fc
      .record({
        ppu: fc.constantFrom(-1, 2),
        isRequired: fc.boolean(),
        penaltyMs: fc.constantFrom(0, 10),
        max: fc.constantFrom(2, 3),
        cap: fc.constantFrom(undefined, 1),
        limits: fc.constantFrom(
          [null, null] as const,
          [null, 3] as const,
          [-1, null] as const,
          [1, 4] as const,
        ),
        timeLimitMs: fc.constantFrom(null, 6),
        combine: fc.constantFrom('best' as const, 'sum' as const),
        rounds: fc.integer({ min: 1, max: 2 }),
        missing: fc.constantFrom('zero' as const, 'missing' as const),
        key: fc.constantFrom<RuleRankingKey>(
          ...(['high', 'low'] as const).flatMap((order): RuleRankingKey[] => [
            { of: 'total', value: 'points', order },
            { of: 'total', value: 'time', order },
            { of: 'group', group: 'a', value: 'points', nth: null, order },
            { of: 'group', group: 'a', value: 'time', nth: 1, order },
            { of: 'field', group: 'a', field: 'count', nth: null, order },
            { of: 'field', group: 'a', field: 'choice', nth: 1, order },
            { of: 'field', group: 'a', field: 'time', nth: null, order },
          ]),
        ),
      })
      .map(
        ({
          ppu,
          isRequired,
          penaltyMs,
          max,
          cap,
          limits: [minPoints, maxPoints],
          timeLimitMs,
          combine,
          rounds,
          missing,
          key,
        }): RuleSet => {
          const fields: ScoreSheetField[] = [
            {
              kind: 'count',
              ...field('count'),
              isRequired,
              min: 0,
              max,
              step: 2,
              pointsPerUnit: ppu,
              timeMsPerUnit: penaltyMs,
            },
            {
              kind: 'choice',
              ...field('choice'),
              isRequired: true,
              options: [-1, 1].map((points) => ({ key: `c${points + 1}`, label, points })),
            },
            { kind: 'time', ...field('time'), isRequired, min: 5, max: 8 },
          ]
          return {
            template: null,
            groups: [
              {
                ...{ key: 'a', label, combine, fields, minPoints, maxPoints, timeLimitMs },
                rounds: Array.from({ length: rounds }, (_, nth) => ({ key: `a${nth + 1}`, label })),
                caps: cap === undefined ? [] : [{ fields: ['count', 'choice'], maxPoints: cap }],
                missingRound: { countsAs: missing },
              },
            ],
            disqualification: { points: 0, timeMs: null },
            rankingKeys: [key],
          }
        },
      )
    fc.assert(
      fc.property(arbitrarySmallRuleSet, (rules) => {
        const [group] = rules.groups
        const [key] = rules.rankingKeys
        if (!group || !key) throw new Error('no group')
        const sheets: ScoreSheetValues[] = [undefined, 0, 2].flatMap((count) =>
          ['c0', 'c2'].flatMap((choice) =>
            [undefined, 5, 6, 8].map((time) => ({
              choice,
              ...(count === undefined ? {} : { count }),
              ...(time === undefined ? {} : { time }),
            })),
          ),
        )
        const valid = sheets.filter((values) => listSheetValueProblems(group, values).length === 0)
        const toAttempts = (sheet: ScoreSheetValues, mission: number): SheetAttempt => ({
          mission,
          at: mission,
          values: sheet,
        })
        const all = valid.flatMap((one) => [
          [toAttempts(one, 1)],
          ...(group.rounds.length > 1
            ? valid.map((other) => [toAttempts(one, 1), toAttempts(other, 2)])
            : []),
        ])
        const calculate = createEntryResultCalculator(rules)
        const best = Math.min(
          ...all.map((attempts) => calculate(attempts)?.rankingKey[0] ?? Number.POSITIVE_INFINITY),
        )
        expect(getBestPossibleKeyValue(rules, key)).toBe(decodeRankingKeyPart(best, key.order))
      }),
      { numRuns: 400 },
    )
  })
})
