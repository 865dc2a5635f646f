import type { RoundGroup, RuleSet } from '#contract/rule-set.schema.ts'
import { hasRoundTime } from './rule-set-sheet.ts'

/** A contradiction between the parts of a rule set, each of which is valid by itself. */
type RuleSetProblem = { path: (string | number)[]; code: 'twice' | 'unknown-value' | 'below-others' }

/** Lists the positions of the keys that an earlier item has already. */
const findRepeatedKeys = (items: readonly { key: string }[]): number[] =>
  items.flatMap(({ key }, at) => (items.findIndex((item) => item.key === key) < at ? [at] : []))

const findGroupProblems = (group: RuleSet['groups'][number]): RuleSetProblem[] => {
  const problems: RuleSetProblem[] = findRepeatedKeys(group.fields).map((at) => ({ path: ['fields', at, 'key'], code: 'twice' }))
  for (const [at, field] of group.fields.entries()) {
    if ('min' in field && field.max < field.min) problems.push({ path: ['fields', at, 'max'], code: 'below-others' })
    if (field.kind === 'time' && group.timeLimitMs !== null && group.timeLimitMs < field.min)
      problems.push({ path: ['timeLimitMs'], code: 'below-others' })
    if (field.kind === 'choice')
      problems.push(
        ...findRepeatedKeys(field.options).map((nth): RuleSetProblem => ({ path: ['fields', at, 'options', nth, 'key'], code: 'twice' })),
      )
  }
  for (const [at, { fields }] of group.caps.entries())
    for (const [nth, key] of fields.entries()) {
      if (!group.fields.some((field) => field.key === key)) problems.push({ path: ['caps', at, 'fields', nth], code: 'unknown-value' })
      // a field in two groups would be limited twice
      const isRepeated = group.caps.some((cap, other) => other < at && cap.fields.includes(key)) || fields.indexOf(key) < nth
      if (isRepeated) problems.push({ path: ['caps', at, 'fields', nth], code: 'twice' })
    }
  if (group.minPoints !== null && group.maxPoints !== null && group.maxPoints < group.minPoints)
    problems.push({ path: ['maxPoints'], code: 'below-others' })
  return problems
}

/** Lists what is wrong between the parts of a rule set: repeated keys, unknown groups and fields, maximums below minimums. */
export const findRuleSetProblems = (ruleSet: RuleSet): RuleSetProblem[] => {
  const problems: RuleSetProblem[] = findRepeatedKeys(ruleSet.groups).map((at) => ({ path: ['groups', at, 'key'], code: 'twice' }))
  const rounds = ruleSet.groups.flatMap((group, at) =>
    group.rounds.map(({ key }, nth) => ({ key, path: ['groups', at, 'rounds', nth, 'key'] })),
  )
  for (const at of findRepeatedKeys(rounds)) problems.push({ path: rounds[at]?.path ?? [], code: 'twice' })
  for (const [at, group] of ruleSet.groups.entries())
    for (const { path, code } of findGroupProblems(group)) problems.push({ path: ['groups', at, ...path], code })
  for (const [at, key] of ruleSet.rankingKeys.entries()) {
    if (key.of === 'total') continue
    const group = ruleSet.groups.find((each) => each.key === key.group)
    if (!group) problems.push({ path: ['rankingKeys', at, 'group'], code: 'unknown-value' })
    else if (key.nth !== null && key.nth > group.rounds.length) problems.push({ path: ['rankingKeys', at, 'nth'], code: 'unknown-value' })
    else if (key.of === 'field' && !group.fields.some((field) => field.key === key.field))
      problems.push({ path: ['rankingKeys', at, 'field'], code: 'unknown-value' })
  }
  return problems
}

/**
 * Finds why a group ranks in an unexpected order where the lower value is better. `sum`: a round that is skipped adds nothing, which puts a team ahead; `group`: the same
 * for a group of which all rounds are skipped; `best`: the best round is the one with the most points, so the worst one counts.
 */
export const findLowerFirstProblem = (
  { groups, rankingKeys }: Pick<RuleSet, 'groups' | 'rankingKeys'>,
  group: RoundGroup,
): 'sum' | 'group' | 'best' | undefined => {
  const lowKeys = rankingKeys.filter((key) => key.order === 'low' && (key.of === 'total' || key.group === group.key))
  const hasSeveralRounds = group.rounds.length > 1
  if (group.combine === 'best' && hasSeveralRounds && lowKeys.some((key) => key.of !== 'field' && key.value === 'points')) return 'best'
  const kind = group.missingRound?.countsAs ?? 'zero'
  const hasSummedRounds = group.combine === 'sum' && hasSeveralRounds
  const isAffected = lowKeys.some((key) => {
    if (key.of === 'total') {
      const isCounted = (each: RoundGroup) => key.value === 'points' || hasRoundTime(each)
      return kind === 'zero' && isCounted(group) && (hasSummedRounds || groups.filter(isCounted).length > 1)
    }
    // a fixed result has no values of fields
    return hasSummedRounds && key.nth === null && (kind === 'zero' || (kind === 'value' && key.of === 'field'))
  })
  if (!isAffected) return undefined
  return group.combine === 'best' ? 'group' : 'sum'
}
