import type {
  FieldCondition,
  RoundGroup,
  RuleSet,
  ScoreSheetField,
} from '#contract/event/scoring/rule-set.schema.ts'
import { type RankingOrder, ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { listMatchRulesProblems } from './match-rules-problems.ts'
import { getBestPossibleSheetPoints, getBestPossibleSheetTime } from './rule-set-needed-values.ts'
import { buildPrescribedSheetResult, hasTimedRounds } from './rule-set-sheet.ts'

/** A contradiction between the parts of a rule set, each of which is valid by itself. */
type RuleSetProblem = {
  path: (string | number)[]
  code: 'twice' | 'unknown-value' | 'below-others' | 'required' | 'too-few' | 'too-many'
  values?: { limit: number }
}

/** Lists the positions of the keys that an earlier item has already. */
const findRepeatedKeys = (items: readonly { key: string }[]): number[] =>
  items.flatMap(({ key }, at) => (items.findIndex((item) => item.key === key) < at ? [at] : []))

/** Finds what is wrong with a condition on one of these fields. A time can be no condition. */
const listConditionProblems = (
  fields: readonly ScoreSheetField[],
  { field: key, option }: FieldCondition,
): RuleSetProblem[] => {
  const field = fields.find((each) => each.key === key)
  if (!field || field.kind === 'time') return [{ path: ['field'], code: 'unknown-value' }]
  if (field.kind !== 'choice')
    return option === undefined ? [] : [{ path: ['option'], code: 'unknown-value' }]
  if (option === undefined) return [{ path: ['option'], code: 'required' }]
  return field.options.some((each) => each.key === option)
    ? []
    : [{ path: ['option'], code: 'unknown-value' }]
}

const listFactorProblems = ({ fields, factors = [] }: RoundGroup): RuleSetProblem[] =>
  factors.flatMap((factor, at) => {
    const counted = fields.find(({ key }) => key === factor.field)
    // a measure has no whole units by which to multiply
    const problems = counted?.kind === 'measure' ? [] : listConditionProblems(fields, factor)
    if (counted?.kind === 'measure') problems.push({ path: ['field'], code: 'unknown-value' })
    for (const [nth, key] of factor.fields.entries()) {
      if (!fields.some((field) => field.key === key && field.kind !== 'time'))
        problems.push({ path: ['fields', nth], code: 'unknown-value' })
      if (factor.fields.indexOf(key) < nth) problems.push({ path: ['fields', nth], code: 'twice' })
    }
    return problems.map((problem) => ({ ...problem, path: ['factors', at, ...problem.path] }))
  })

const listGroupProblems = (group: RuleSet['groups'][number]): RuleSetProblem[] => {
  const problems: RuleSetProblem[] = findRepeatedKeys(group.fields).map((at) => ({
    path: ['fields', at, 'key'],
    code: 'twice',
  }))
  for (const [at, field] of group.fields.entries()) {
    if (field.onlyIf)
      problems.push(
        ...listConditionProblems(group.fields.slice(0, at), field.onlyIf).map(
          (problem): RuleSetProblem => ({ ...problem, path: ['fields', at, 'onlyIf', ...problem.path] }),
        ),
      )
    if ('min' in field && field.max < field.min)
      problems.push({ path: ['fields', at, 'max'], code: 'below-others' })
    if (field.kind === 'time' && group.timeLimitMs !== null && group.timeLimitMs < field.min)
      problems.push({ path: ['timeLimitMs'], code: 'below-others' })
    if (field.kind === 'choice')
      problems.push(
        ...findRepeatedKeys(field.options).map(
          (nth): RuleSetProblem => ({ path: ['fields', at, 'options', nth, 'key'], code: 'twice' }),
        ),
      )
  }
  for (const [at, { fields }] of group.caps.entries())
    for (const [nth, key] of fields.entries()) {
      if (!group.fields.some((field) => field.key === key))
        problems.push({ path: ['caps', at, 'fields', nth], code: 'unknown-value' })
      // a field in two groups would be limited twice
      const isRepeated =
        group.caps.some((cap, other) => other < at && cap.fields.includes(key)) || fields.indexOf(key) < nth
      if (isRepeated) problems.push({ path: ['caps', at, 'fields', nth], code: 'twice' })
    }
  problems.push(...listFactorProblems(group))
  if (
    group.countedRounds !== undefined &&
    (group.countedRounds > group.rounds.length || !['sum', 'mean'].includes(group.combine))
  )
    problems.push({ path: ['countedRounds'], code: 'unknown-value' })
  // without the best and the worst of two rounds, and the highest and the lowest of two sheets, none is left
  if (group.combine === 'trimmedMean' && group.rounds.length < 3)
    problems.push({ path: ['rounds'], code: 'too-few', values: { limit: 3 } })
  if (group.panel?.combine === 'trimmedMean' && group.panel.judges < 3)
    problems.push({ path: ['panel', 'judges'], code: 'too-few', values: { limit: 3 } })
  if (group.minPoints !== null && group.maxPoints !== null && group.maxPoints < group.minPoints)
    problems.push({ path: ['maxPoints'], code: 'below-others' })
  return problems
}

/**
 * Lists what is wrong between the parts of a rule set: repeated keys, unknown groups and fields, maximums
 * below minimums.
 */
export const listRuleSetProblems = (ruleSet: RuleSet): RuleSetProblem[] => {
  const problems: RuleSetProblem[] = findRepeatedKeys(ruleSet.groups).map((at) => ({
    path: ['groups', at, 'key'],
    code: 'twice',
  }))
  problems.push(...listMatchRulesProblems(ruleSet))
  const rounds = ruleSet.groups.flatMap((group, at) =>
    group.rounds.map(({ key }, nth) => ({ key, path: ['groups', at, 'rounds', nth, 'key'] })),
  )
  for (const at of findRepeatedKeys(rounds)) problems.push({ path: rounds[at]?.path ?? [], code: 'twice' })
  for (const [at, group] of ruleSet.groups.entries())
    for (const problem of listGroupProblems(group))
      problems.push({ ...problem, path: ['groups', at, ...problem.path] })
  for (const [at, key] of ruleSet.rankingKeys.entries()) {
    if (key.of === 'total') continue
    const group = ruleSet.groups.find((each) => each.key === key.group)
    if (!group) problems.push({ path: ['rankingKeys', at, 'group'], code: 'unknown-value' })
    else if (key.nth !== null && key.nth > group.rounds.length)
      problems.push({ path: ['rankingKeys', at, 'nth'], code: 'unknown-value' })
    else if (key.of === 'group' && key.value === 'places') {
      if (group.panel?.combine !== 'sumOfPlaces')
        problems.push({ path: ['rankingKeys', at, 'value'], code: 'unknown-value' })
      if (key.order !== 'low') problems.push({ path: ['rankingKeys', at, 'order'], code: 'unknown-value' })
      if (key.nth !== null) problems.push({ path: ['rankingKeys', at, 'nth'], code: 'unknown-value' })
    } else if (key.of === 'field' && key.from && key.nth !== 1)
      problems.push({ path: ['rankingKeys', at, 'nth'], code: 'unknown-value' })
    else if (key.of === 'field' && !group.fields.some((field) => field.key === key.field))
      problems.push({ path: ['rankingKeys', at, 'field'], code: 'unknown-value' })
  }
  for (const [at, { key, panel }] of ruleSet.groups.entries()) {
    const isRanked = ruleSet.rankingKeys.some(
      (each) => each.of === 'group' && each.group === key && each.value === 'places',
    )
    if (panel?.combine === 'sumOfPlaces' && !isRanked)
      problems.push({ path: ['groups', at, 'panel', 'combine'], code: 'required' })
  }
  return problems
}

/**
 * Finds why a group ranks in an unexpected order where the lower value is better. `sum`: a round that is
 * skipped adds nothing, which puts a team ahead; `group`: the same for a group of which all rounds are
 * skipped; `best`: the best round is the one with the most points, so the worst one counts.
 */
export const findLowerIsBetterProblem = (
  { groups, rankingKeys }: Pick<RuleSet, 'groups' | 'rankingKeys'>,
  group: RoundGroup,
): 'sum' | 'group' | 'best' | undefined => {
  // without a sheet the sum of places is missing
  const isSumOfPlaces = (key: RuleSet['rankingKeys'][number]) => key.of === 'group' && key.value === 'places'
  const lowKeys = rankingKeys.filter(
    (key) => key.order === 'low' && !isSumOfPlaces(key) && (key.of === 'total' || key.group === group.key),
  )
  const hasSeveralRounds = group.rounds.length > 1
  const isBestSelected =
    group.combine === 'best'
      ? hasSeveralRounds
      : (group.countedRounds ?? group.rounds.length) < group.rounds.length
  if (isBestSelected && lowKeys.some((key) => key.of !== 'field' && key.value === 'points')) return 'best'
  const kind = group.missingRound?.countsAs ?? 'zero'
  const hasSummedRounds = group.combine === 'sum' && hasSeveralRounds
  const isAffected = lowKeys.some((key) => {
    if (key.of === 'total') {
      const isCounted = (each: RoundGroup) => key.value === 'points' || hasTimedRounds(each)
      return kind === 'zero' && isCounted(group) && (hasSummedRounds || groups.filter(isCounted).length > 1)
    }
    // a fixed result has no values of fields
    return (
      hasSummedRounds && key.nth === null && (kind === 'zero' || (kind === 'value' && key.of === 'field'))
    )
  })
  if (!isAffected) return undefined
  return group.combine === 'best' ? 'group' : 'sum'
}

/** Tells whether a value is better than another one in the order of a key. */
const isBetter = (value: number, other: number, order: RankingOrder): boolean =>
  order === 'high' ? value > other : value < other

/**
 * Returns true when a disqualified attempt may be worth more than a played one: it counts as better points
 * than the worst score sheet of a group has, or as the same points in a better time. A sheet without a limit
 * of its points is taken to have at least 0.
 */
export const canDisqualificationBeatPlayedRound = ({
  groups,
  disqualification,
  rankingKeys,
  matches,
}: RuleSet): boolean => {
  // in a match a disqualification is a walkover
  if (matches) return false
  const opposite = { high: 'low', low: 'high' } as const
  return groups.some((group) => {
    const findOrder = (value: 'points' | 'time'): RankingOrder | undefined =>
      rankingKeys.find(
        (key) => key.of !== 'field' && key.value === value && (key.of === 'total' || key.group === group.key),
      )?.order
    const order = findOrder('points') ?? 'high'
    const worst = getBestPossibleSheetPoints(group, opposite[order])
    const worstPoints = Math.abs(worst) >= ruleSetLimits.points ? 0 : worst
    const { points, timeMs } = buildPrescribedSheetResult(group, disqualification)
    if (points !== worstPoints) return isBetter(points, worstPoints, order)
    const timeOrder = findOrder('time')
    return (
      timeOrder !== undefined &&
      timeMs !== null &&
      isBetter(timeMs, getBestPossibleSheetTime(group, opposite[timeOrder]), timeOrder)
    )
  })
}

/**
 * Returns true when a team can improve a mean or a median by leaving out a round, because rounds without an
 * attempt are left out.
 */
export const canSkippedRoundImproveResult = ({ combine, rounds, missingRound }: RoundGroup): boolean =>
  ['mean', 'median', 'trimmedMean'].includes(combine) &&
  rounds.length > 1 &&
  (missingRound?.countsAs ?? 'zero') === 'zero'
