import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEventResultsCalculator } from '#contract/event/scoring/event-results.ts'
import { decodeRankingKeyPart, type RankingKey } from '#contract/event/scoring/ranking.ts'
import type {
  RoundGroup,
  RuleRankingKey,
  RuleSet,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { createEntryResultCalculator, type SheetAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { arbitraryAttempts, arbitraryRuleSet } from '../../support/rules/rule-set.ts'

// The rules of the schema's descriptions once more, in integers: points and values in thousandths, times in
// milliseconds.
type Result = { points: bigint; time: bigint | null; isTimeOmitted?: boolean }
type Combined = { points: bigint | null; time: bigint | null; isTimeOmitted?: boolean }
const toThousandths = (value: number) => BigInt(Math.round(value * 1000))
const hasTime = ({ fields }: RoundGroup) =>
  fields.some((field) => field.kind === 'time' || ('timeMsPerUnit' in field && field.timeMsPerUnit > 0))
const sum = (numbers: readonly bigint[]) => numbers.reduce((all, number) => all + number, 0n)
const sumUnlessMissing = (numbers: readonly (bigint | null)[]) => {
  const known = numbers.filter((number) => number !== null)
  return known.length === numbers.length ? sum(known) : null
}

const toFixed = (
  group: RoundGroup,
  { points, timeMs }: { points: number; timeMs: number | null },
): Result => {
  const time = timeMs ?? group.timeLimitMs
  return { points: toThousandths(points), time: hasTime(group) && time !== null ? BigInt(time) : null }
}
type Condition = { field: string; option?: string }
/** How often a condition holds; a field whose own condition does not hold is empty. */
const countTimes = (
  group: RoundGroup,
  { field: key, option }: Condition,
  values: ScoreSheetValues,
): number => {
  const field = group.fields.find((each) => each.key === key)
  if (!field || (field.onlyIf && countTimes(group, field.onlyIf, values) === 0)) return 0
  if (field.kind === 'count') return Number(values[key] ?? 0)
  return (field.kind === 'yesNo' ? values[key] === true : values[key] === option) ? 1 : 0
}
const readField = (group: RoundGroup, key: string, values: ScoreSheetValues): bigint | null => {
  const field = group.fields.find((each) => each.key === key)
  const isCounted = !field?.onlyIf || countTimes(group, field.onlyIf, values) > 0
  const value = isCounted ? values[key] : undefined
  if (field?.kind === 'yesNo') return value === true ? 1000n : 0n
  if (field?.kind === 'choice') return value === undefined ? null : value === 'level1' ? 1000n : 3000n
  return typeof value === 'number' ? toThousandths(value) : null
}
/** Divides and rounds to the nearest integer, halves upwards. */
const divide = (dividend: bigint, divisor: bigint): bigint => {
  const twice = 2n * dividend + divisor
  const quotient = twice / (2n * divisor)
  return twice < 0n && twice % (2n * divisor) !== 0n ? quotient - 1n : quotient
}
const judge = (rules: RuleSet, group: RoundGroup, values: ScoreSheetValues): Result => {
  if (values.disqualified === true) return toFixed(group, rules.disqualification)
  let points = 0n
  let added = 0n
  const times: bigint[] = []
  for (const field of group.fields) {
    const value = readField(group, field.key, values)
    if (value === null) continue
    if (field.kind === 'time') times.push(value / 1000n)
    else {
      let product = field.kind === 'choice' ? value : value * BigInt(field.pointsPerUnit)
      for (const factor of group.factors ?? [])
        for (let nth = 0; factor.fields.includes(field.key) && nth < countTimes(group, factor, values); nth++)
          product = divide(product * toThousandths(factor.factor), 1000n)
      points += product
      if (field.kind !== 'choice') added += (value / 1000n) * BigInt(field.timeMsPerUnit)
    }
  }
  if (group.maxPoints !== null && points > toThousandths(group.maxPoints))
    points = toThousandths(group.maxPoints)
  if (group.minPoints !== null && points < toThousandths(group.minPoints))
    points = toThousandths(group.minPoints)
  const isRecorded = times.length > 0 || !group.fields.some(({ kind }) => kind === 'time')
  const time = sum(times) + added
  const timeFields = group.fields.filter(({ kind }) => kind === 'time')
  const isTimeOmitted =
    timeFields.length > 0 &&
    timeFields.every(({ onlyIf }) => onlyIf && countTimes(group, onlyIf, values) === 0)
  return { points, time: hasTime(group) && isRecorded ? (time > 0n ? time : 0n) : null, isTimeOmitted }
}
const isBetter = (a: Combined, b: Combined) =>
  a.points !== null && b.points === null
    ? true
    : a.points === null || b.points === null
      ? false
      : a.points > b.points ||
        (a.points === b.points && a.time !== null && (b.time === null || a.time < b.time))
const sortBestFirst = <T extends Combined>(results: readonly T[]): T[] => {
  const left = [...results]
  const sorted: T[] = []
  while (left.length > 0) {
    const best = left.reduce((one, other) => (isBetter(other, one) ? other : one))
    sorted.push(...left.splice(left.indexOf(best), 1))
  }
  return sorted
}

/** The sum of times, in which those that a condition leaves out do not count; null where all are left out. */
const addTimes = (results: readonly Combined[]): bigint | null => {
  const counted = results.filter(({ isTimeOmitted }) => !isTimeOmitted)
  return counted.length === 0 ? null : sumUnlessMissing(counted.map(({ time }) => time))
}
/**
 * The mean of results; a value that one of them does not have is missing. A time that a condition leaves out is
 * not one of the times.
 */
const toMean = (group: RoundGroup, results: readonly Combined[]): Combined => {
  const points = sumUnlessMissing(results.map((each) => each.points))
  const timed = results.filter(({ isTimeOmitted }) => !isTimeOmitted)
  const time = hasTime(group) && timed.length > 0 ? sumUnlessMissing(timed.map((each) => each.time)) : null
  return {
    points: points === null ? null : divide(points, BigInt(results.length)),
    time: time === null ? null : divide(time, BigInt(timed.length)),
    isTimeOmitted: timed.length === 0,
  }
}
/** The sheets of a round as one result: the best attempt, or those of the judges of a panel together. */
const judgeRound = (
  rules: RuleSet,
  group: RoundGroup,
  sheets: readonly SheetAttempt[],
): Combined | undefined => {
  // of equal attempts, the earliest counts
  const recorded = group.panel ? sheets : sheets.toSorted((a, b) => a.at - b.at)
  const sorted = sortBestFirst<Combined>(recorded.map(({ values }) => judge(rules, group, values)))
  if (sorted.length === 0 || !group.panel) return sorted[0]
  const isTrimmed = group.panel.combine === 'trimmedMean' && sorted.length >= 3
  return toMean(group, isTrimmed ? sorted.filter((_, at) => at > 0 && at < sorted.length - 1) : sorted)
}
/** The sum of places of an entry in a group, in thousandths. */
const sumPlaces = (
  rules: RuleSet,
  group: RoundGroup,
  missions: readonly number[],
  entries: readonly Entry[],
  own: Entry,
): bigint | null => {
  let all = 0n
  for (const mission of missions) {
    const ofRound = (entry: Entry) => entry.filter((each) => each.mission === mission)
    if (entries.every((entry) => ofRound(entry).length === 0)) continue
    const teams = BigInt(entries.filter((entry) => ofRound(entry).length > 0).length)
    const judges = BigInt(group.panel?.judges ?? 0)
    const places = ofRound(own).map(({ values }) => {
      const result = judge(rules, group, values)
      const others = entries
        .flatMap((entry) => (entry === own ? [] : ofRound(entry)))
        .filter((each) => each.values.judge === values.judge)
        .map((each) => judge(rules, group, each.values))
      const better = others.filter((other) => isBetter(other, result)).length
      const equal = others.filter((other) => !isBetter(other, result) && !isBetter(result, other)).length
      // equal entries share the mean of their places, as a share of all teams of the round
      const placed = BigInt(others.length + 1)
      return divide((BigInt(2 * better + equal + 1) * teams + placed) * judges * 1000n, 2n * placed)
    })
    if (places.length === 0) return null
    all += divide(sum(places), BigInt(places.length))
  }
  return all
}
type Entry = readonly SheetAttempt[]

/** Returns the value of each ranking key of an entry of an event, null for a missing one. */
const computeSlowly = (rules: RuleSet, entries: readonly Entry[], attempts: Entry): (bigint | null)[] => {
  let before = 0
  const groups = rules.groups.map((group) => {
    const missions = group.rounds.map((_, nth) => before + nth + 1)
    const rounds = missions.map((number) => attempts.filter(({ mission }) => mission === number))
    before += group.rounds.length
    const kind = group.missingRound?.countsAs
    const isIncomplete = kind === 'missing' && rounds.some((all) => all.length === 0)
    const none: Combined = { points: null, time: null }
    const recorded = rounds.flatMap((all) => judgeRound(rules, group, all) ?? [])
    const missing = Array.from({ length: rounds.length - recorded.length }).flatMap((): Combined[] =>
      group.missingRound?.countsAs === 'value'
        ? [toFixed(group, group.missingRound)]
        : kind === 'missing'
          ? [none]
          : [],
    )
    // of equal results, a recorded round stands before a missing one
    const sorted = sortBestFirst([...recorded, ...missing])
    const combine = (): Combined | undefined => {
      const middle = sorted.length >> 1
      const [best] = sorted
      if (!best) return undefined
      if (group.combine === 'best') return isIncomplete ? none : best
      const counted = {
        sum: sorted.slice(0, group.countedRounds ?? 99),
        mean: sorted.slice(0, group.countedRounds ?? 99),
        trimmedMean: sorted.filter((_, at) => at > 0 && at < sorted.length - 1),
        median:
          sorted.length % 2 === 1 ? sorted.slice(middle, middle + 1) : sorted.slice(middle - 1, middle + 1),
      }[group.combine]
      if (counted.length === 0) return none
      if (group.combine !== 'sum') return toMean(group, counted)
      return {
        points: sumUnlessMissing(counted.map((each) => each.points)),
        time: hasTime(group) ? addTimes(counted) : null,
        isTimeOmitted: counted.every((each) => each.isTimeOmitted),
      }
    }
    return { group, missions, rounds, sorted, result: combine() }
  })
  const readKey = (key: RuleRankingKey): bigint | null => {
    if (key.of === 'total') {
      const counted = groups.filter(
        ({ group, result }) => result && (key.value === 'points' || hasTime(group)),
      )
      if (counted.length === 0) return null
      const combined = counted.flatMap(({ result }) => result ?? [])
      return key.value === 'time' ? addTimes(combined) : sumUnlessMissing(combined.map((each) => each.points))
    }
    const found = groups.find(({ group }) => group.key === key.group)
    if (!found) throw new Error('no group')
    if (key.of === 'group' && key.value === 'places')
      return sumPlaces(rules, found.group, found.missions, entries, attempts)
    if (key.of === 'group') {
      const result = key.nth === null ? found.result : found.sorted[key.nth - 1]
      return (key.value === 'time' ? result?.time : result?.points) ?? null
    }
    const perRound = found.rounds.map((all) => {
      const values = all.flatMap(({ values: sheet }) =>
        sheet.disqualified === true ? [] : (readField(found.group, key.field, sheet) ?? []),
      )
      if (found.group.panel && values.length > 0) {
        const isTime = found.group.fields.some(({ key: own, kind }) => own === key.field && kind === 'time')
        const count = BigInt(values.length)
        return isTime
          ? divide(sum(values.map((value) => value / 1000n)), count) * 1000n
          : divide(sum(values), count)
      }
      return values.length === 0
        ? null
        : values.reduce((one, other) =>
            key.order === 'high' ? (other > one ? other : one) : other < one ? other : one,
          )
    })
    const known = perRound.filter((value) => value !== null)
    if (known.length === 0) return null
    if (key.nth === null && found.group.combine === 'sum')
      return found.group.missingRound?.countsAs === 'missing' ? sumUnlessMissing(perRound) : sum(known)
    const ordered = known.toSorted((a, b) => (a === b ? 0 : (key.order === 'high' ? a > b : a < b) ? -1 : 1))
    return (key.from === 'worst' ? ordered.toReversed() : ordered)[(key.nth ?? 1) - 1] ?? null
  }
  return rules.rankingKeys.map(readKey)
}

/** Reads the values of a ranking key in thousandths, times in milliseconds. */
const readValues = ({ rankingKeys }: RuleSet, rankingKey: RankingKey): (bigint | number | null)[] =>
  rankingKey.map((part, at) => {
    const key = rankingKeys[at] as RuleRankingKey
    const value = decodeRankingKeyPart(part, key.order)
    expect(Object.is(part, -0) || Object.is(value, -0)).toBe(false)
    if (value === null) return null
    if (key.of !== 'field' && key.value === 'time') return BigInt(value)
    // no error of a binary fraction is left
    return Number(String(value)) === Math.round(value * 1000) / 1000 ? toThousandths(value) : Number.NaN
  })
/** Rule sets, in some of which a condition can leave out all times of a sheet. */
const arbitraryConditionalRuleSet = fc
  .tuple(arbitraryRuleSet, fc.constantFrom(undefined, 'touches', 'parked'))
  .map(
    ([rules, condition]): RuleSet => ({
      ...rules,
      groups: rules.groups.map((group) => ({
        ...group,
        fields: group.fields.map((field) =>
          field.kind === 'time' && condition ? { ...field, onlyIf: { field: condition } } : field,
        ),
      })),
    }),
  )
const toArbitraryEvent = (arbitraryRules: fc.Arbitrary<RuleSet>) =>
  arbitraryRules.chain((rules) =>
    fc.tuple(fc.constant(rules), fc.array(arbitraryAttempts(rules), { minLength: 1, maxLength: 4 })),
  )

it('the ranking keys are those of the descriptions of the schema, computed in integers', () => {
  fc.assert(
    fc.property(toArbitraryEvent(arbitraryConditionalRuleSet), ([rules, entries]) => {
      const { totals: results } = createEventResultsCalculator(rules)(
        new Map(entries.map((attempts, at) => [String(at), attempts])),
      )
      for (const [at, attempts] of entries.entries())
        expect(readValues(rules, results.get(String(at))?.rankingKey ?? [])).toEqual(
          computeSlowly(rules, entries, attempts),
        )
    }),
    { numRuns: 3000 },
  )
})

it('the order in which sheets and entries are recorded changes nothing', () => {
  const arbitraryOrder = toArbitraryEvent(arbitraryRuleSet).chain(([rules, entries]) => {
    const numbered = entries.flatMap((attempts, entry) => attempts.map((attempt) => ({ entry, attempt })))
    const shuffled = fc.shuffledSubarray(numbered, { minLength: numbered.length })
    return fc.tuple(fc.constant(rules), fc.constant(numbered), shuffled)
  })
  fc.assert(
    fc.property(arbitraryOrder, ([rules, recorded, shuffled]) => {
      const compute = (sheets: typeof recorded) => {
        const byEntry = Map.groupBy(sheets, ({ entry }) => String(entry))
        const attempts = new Map([...byEntry].map(([id, all]) => [id, all.map(({ attempt }) => attempt)]))
        return [...createEventResultsCalculator(rules)(attempts).totals]
          .map(([id, { rankingKey }]) => [id, rankingKey])
          .sort()
      }
      expect(compute(shuffled)).toEqual(compute(recorded))
    }),
  )
})

it('the first version of the calculation counts a missing time as 0, and differs in nothing else but the rounding of fields', () => {
  fc.assert(
    fc.property(
      arbitraryRuleSet.chain((rules) => fc.tuple(fc.constant(rules), arbitraryAttempts(rules))),
      ([rules, attempts]) => {
        const withTimes = attempts.map(({ values, ...attempt }) => {
          let before = 0
          const group = rules.groups.find(({ rounds }) => {
            before += rounds.length
            return attempt.mission <= before
          })
          const timeKeys = (group?.fields ?? []).filter(({ kind }) => kind === 'time').map(({ key }) => key)
          return { ...attempt, values: { ...Object.fromEntries(timeKeys.map((key) => [key, 0])), ...values } }
        })
        const onlyResults = { ...rules, rankingKeys: rules.rankingKeys.filter(({ of }) => of !== 'field') }
        expect(createEntryResultCalculator(onlyResults, 1)(attempts)).toEqual(
          createEntryResultCalculator(onlyResults, 2)(withTimes),
        )
      },
    ),
  )
})
