import { scoreFields } from '#contract/event/scores/score.ts'
import type {
  RoundGroup,
  RuleRankingKey,
  RuleSet,
  ScoreSheetField,
} from '#contract/event/scoring/rule-set.schema.ts'
import type { RankingOrder } from '#contract/event/scoring/rule-set.ts'
import {
  compareRankingKeys,
  decodeRankingKeyPart,
  encodeRankingKeyNumber,
  findDecidingKeyIndex,
  type RankingKey,
} from './ranking.ts'
import type { ExplainedRules } from './rule-set-explanation.ts'
import {
  buildPrescribedSheetResult,
  canConditionsOmitTime,
  getFieldMaxValue,
  hasTimedRounds,
  multiplyThousandthsRepeatedly,
} from './rule-set-sheet.ts'

/**
 * A value that the lower of two entries needs: the same value as the higher entry, at least that one, or a
 * better one. `now` is the value that it has.
 */
export type NeededValue = {
  key: RuleRankingKey
  amount: 'exactly' | 'atLeast' | 'moreThan'
  value: number
  now: number | null
}
/**
 * What the lower of two entries would have needed to be above the other one, or with `isShared` to share its
 * rank. `isBetterEnough`: instead of all `values`, a better value than the first of them is enough.
 */
export type NeededValues = { values: NeededValue[]; isShared: boolean; isBetterEnough: boolean }

const toThousandths = (value: number) => Math.round(value * 1000)
const pickBest = (order: RankingOrder, numbers: readonly number[]) =>
  order === 'high' ? Math.max(...numbers) : Math.min(...numbers)

/** Returns the lowest and the highest value that a field of numbers accepts. The highest one is on a step. */
const listEndsOfField = (
  group: RoundGroup,
  field: Extract<ScoreSheetField, { min: number }>,
): [number, number] => {
  const max = getFieldMaxValue(group, field)
  if (field.kind === 'time') return [field.min, max]
  const [min, step] = [toThousandths(field.min), toThousandths(field.step)]
  return [min / 1000, (min + Math.floor((toThousandths(max) - min) / step) * step) / 1000]
}

/** Returns the best number that a field can have in a round. */
const getBestFieldNumber = (group: RoundGroup, field: ScoreSheetField, order: RankingOrder): number => {
  if (field.kind === 'yesNo') return order === 'high' ? 1 : 0
  if (field.kind === 'choice')
    return pickBest(
      order,
      field.options.map(({ points }) => points),
    )
  return pickBest(order, listEndsOfField(group, field))
}

const canBeEmpty = (field: ScoreSheetField): boolean =>
  field.kind === 'yesNo' || !field.isRequired || field.onlyIf !== undefined

/** Returns the best points of a field in thousandths. */
const getBestFieldPoints = (group: RoundGroup, field: ScoreSheetField, order: RankingOrder): number => {
  if (field.kind === 'time') return 0
  const empty = canBeEmpty(field) ? [0] : []
  const ends = field.kind === 'choice' || field.kind === 'yesNo' ? [1] : listEndsOfField(group, field)
  const points =
    field.kind === 'choice'
      ? field.options.map((option) => toThousandths(option.points))
      : ends.map((end) => Math.round((toThousandths(end) * toThousandths(field.pointsPerUnit)) / 1000))
  return multiplyBestPoints(group, field.key, [...empty, ...points], order)
}

/**
 * Multiplies possible points of a field by its factors, each as often as it is best, and returns the best
 * product.
 */
const multiplyBestPoints = (
  { fields, factors = [] }: RoundGroup,
  key: string,
  points: readonly number[],
  order: RankingOrder,
): number => {
  let possible = [Math.min(...points), Math.max(...points)]
  for (const factor of factors) {
    if (!factor.fields.includes(key)) continue
    const counted = fields.find((field) => field.key === factor.field)
    const times = counted?.kind === 'count' ? Math.max(0, counted.max) : 1
    possible = possible.flatMap((each) => [each, multiplyThousandthsRepeatedly(each, factor.factor, times)])
    possible = [Math.min(...possible), Math.max(...possible)]
  }
  return pickBest(order, possible)
}

/** Returns the best points of a score sheet that is not disqualified. */
export const getBestPossibleSheetPoints = (group: RoundGroup, order: RankingOrder): number => {
  const points = new Map(group.fields.map((field) => [field.key, getBestFieldPoints(group, field, order)]))
  let sum = [...points.values()].reduce((total, each) => total + each, 0)
  for (const { fields, maxPoints } of group.caps) {
    const capped = fields.reduce((total, key) => total + (points.get(key) ?? 0), 0)
    sum -= Math.max(0, capped - toThousandths(maxPoints))
  }
  if (group.maxPoints !== null) sum = Math.min(sum, toThousandths(group.maxPoints))
  if (group.minPoints !== null) sum = Math.max(sum, toThousandths(group.minPoints))
  return Math.min(Math.max(sum / 1000, scoreFields.score.min), scoreFields.score.max)
}

/** Returns the best time of a score sheet that is not disqualified. */
export const getBestPossibleSheetTime = (group: RoundGroup, order: RankingOrder): number => {
  const timeFields = group.fields.filter((field) => field.kind === 'time')
  const required = timeFields.filter((field) => !canBeEmpty(field))
  // at least one of the fields has a value
  const recorded =
    order === 'high' || required.length > 0
      ? (order === 'high' ? timeFields : required).reduce(
          (sum, field) => sum + getBestFieldNumber(group, field, order),
          0,
        )
      : Math.min(...(timeFields.length > 0 ? timeFields.map(({ min }) => min) : [0]))
  const added = group.fields.reduce((sum, field) => {
    if (!('timeMsPerUnit' in field)) return sum
    const ends = field.kind === 'yesNo' ? [1] : listEndsOfField(group, field)
    const times = [
      ...(canBeEmpty(field) ? [0] : []),
      ...ends.map((end) => Math.round(Math.max(0, end) * field.timeMsPerUnit)),
    ]
    return sum + pickBest(order, times)
  }, 0)
  return Math.min(Math.max(recorded + added, 0), scoreFields.timeMs.max)
}

type Value = 'points' | 'time'
/** The sum of places of an entry follows from the sheets of others, too. */
const isSumOfPlaces = (key: RuleRankingKey) => key.of === 'group' && key.value === 'places'
/**
 * Returns the best result of a single round: of a score sheet that is not disqualified, or what a missing
 * round counts as.
 */
const getBestRound = (group: RoundGroup, value: Value, order: RankingOrder) => {
  const { missingRound } = group
  const fixed =
    missingRound?.countsAs === 'value' ? buildPrescribedSheetResult(group, missingRound) : undefined
  return {
    sheet:
      value === 'points' ? getBestPossibleSheetPoints(group, order) : getBestPossibleSheetTime(group, order),
    missing: (value === 'points' ? fixed?.points : fixed?.timeMs) ?? undefined,
  }
}

/**
 * Adds up rounds of which the first has a score sheet, and each other one the better of a sheet and what it
 * counts as without.
 */
const addRounds = (count: number, sheet: number, without: number | undefined, order: RankingOrder): number =>
  sheet + (count - 1) * (without === undefined ? sheet : pickBest(order, [sheet, without]))

const getBestGroupResult = (
  { groups }: Pick<RuleSet, 'groups'>,
  group: RoundGroup,
  value: Value,
  order: RankingOrder,
): number => {
  const { sheet, missing } = getBestRound(group, value, order)
  const count = group.countedRounds ?? group.rounds.length
  // the whole group can be missing where another one has an attempt, and all rounds that count where another
  // round has one
  const canSkipAll = groups.length > 1 || count < group.rounds.length
  const skipped =
    missing !== undefined && canSkipAll ? [group.combine === 'sum' ? count * missing : missing] : []
  if (group.combine === 'sum') {
    const kind = group.missingRound?.countsAs ?? 'zero'
    const others = [
      ...(kind === 'zero' ? [0] : kind === 'value' && missing !== undefined ? [missing] : []),
      ...(value === 'time' && canConditionsOmitTime(group) ? [0] : []),
    ]
    const without = others.length > 0 ? pickBest(order, others) : undefined
    return pickBest(order, [addRounds(count, sheet, without, order), ...skipped])
  }
  // one round counts, or a mean of several: a missing round with fewer points than the others is not the best
  // one
  const isCounted =
    missing !== undefined &&
    group.rounds.length > 1 &&
    !(group.combine === 'best' && value === 'points' && order === 'low')
  return pickBest(order, [sheet, ...(isCounted ? [missing] : []), ...skipped])
}

const getBestTotal = (rules: Pick<RuleSet, 'groups'>, value: Value, order: RankingOrder): number => {
  const counted = rules.groups.filter((group) => value === 'points' || hasTimedRounds(group))
  if (counted.length === 0)
    return order === 'high' ? Number.POSITIVE_INFINITY : value === 'time' ? 0 : Number.NEGATIVE_INFINITY
  const results = counted.map((group) => ({
    best: getBestGroupResult(rules, group, value, order),
    canBeSkipped:
      (group.missingRound?.countsAs ?? 'zero') === 'zero' ||
      (value === 'time' && canConditionsOmitTime(group)),
  }))
  const added = results.filter(({ best, canBeSkipped }) => !canBeSkipped || pickBest(order, [best, 0]) !== 0)
  const bests = (added.length > 0 ? added : results).map(({ best }) => best)
  return added.length > 0
    ? bests.reduce((sum, best) => sum + toThousandths(best), 0) / 1000
    : pickBest(order, bests)
}

/**
 * Returns the best value that a ranking key can have by the rules: of sheets that are not disqualified, with
 * every other key as it may be.
 */
export const getBestPossibleKeyValue = (rules: Pick<RuleSet, 'groups'>, key: RuleRankingKey): number => {
  if (key.of === 'total') return getBestTotal(rules, key.value, key.order)
  const group = rules.groups.find((each) => each.key === key.group)
  const unlimited = key.order === 'high' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  if (!group) return unlimited
  if (key.of === 'group') {
    if (key.value === 'places') return group.panel?.judges ?? unlimited
    if (key.nth === null) return getBestGroupResult(rules, group, key.value, key.order)
    const { sheet, missing } = getBestRound(group, key.value, key.order)
    return pickBest(key.order, [sheet, ...(missing === undefined ? [] : [missing])])
  }
  const field = group.fields.find((each) => each.key === key.field)
  if (!field) return unlimited
  const best = getBestFieldNumber(group, field, key.order)
  const isSum = key.nth === null && group.combine === 'sum'
  return isSum
    ? addRounds(
        group.rounds.length,
        best,
        group.missingRound?.countsAs === 'missing' ? undefined : 0,
        key.order,
      )
    : best
}

/**
 * Finds what the lower of two entries would have needed, with its other values as they are: the value of the
 * higher entry in the key that decides, and where that is not even enough to share the rank, a value in the
 * keys that follow. A value that no score sheet can have is never needed. Returns undefined when the entries
 * share a rank. Also returns undefined where sums of places rank, because those of other entries would change
 * too.
 */
export const findValuesNeededToOvertake = (
  rules: ExplainedRules,
  better: RankingKey,
  worse: RankingKey,
): NeededValues | undefined => {
  if (rules.rankingKeys.some(isSumOfPlaces)) return undefined
  const values: NeededValue[] = []
  let isBetterEnough = false
  let raised = [...worse]
  for (;;) {
    const at = findDecidingKeyIndex(raised, better)
    if (at === undefined) return values.length > 0 ? { values, isShared: true, isBetterEnough } : undefined
    const key = rules.rankingKeys[at]
    if (!key || compareRankingKeys(raised, better) < 0) return { values, isShared: false, isBetterEnough }
    const part = better[at] ?? Number.POSITIVE_INFINITY
    const value = decodeRankingKeyPart(part, key.order) ?? 0
    const now = decodeRankingKeyPart(worse[at] ?? Number.POSITIVE_INFINITY, key.order)
    const canBeBetter = encodeRankingKeyNumber(getBestPossibleKeyValue(rules, key), key.order) < part
    raised = raised.with(at, part)
    const order = compareRankingKeys(raised, better)
    if (values.length === 0) isBetterEnough = order > 0 && canBeBetter
    else if (order >= 0 && canBeBetter)
      return { values: [...values, { key, amount: 'moreThan', value, now }], isShared: false, isBetterEnough }
    values.push({ key, amount: order < 0 && canBeBetter ? 'atLeast' : 'exactly', value, now })
  }
}
