import type { KnockOutRules, MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { toGroupLetter } from './match-list.ts'

/** A contradiction in the rules of matches. `path` begins in the rule set, `limit` is the maximum. */
type MatchRulesProblem = {
  path: (string | number)[]
  code: 'twice' | 'unknown-value' | 'below-others' | 'required' | 'too-many'
  values?: { limit: number }
}

const findRepeated = (items: readonly unknown[]): number[] => {
  const texts = items.map((item) => JSON.stringify(item))
  return texts.flatMap((text, at) => (texts.indexOf(text) < at ? [at] : []))
}
/** Returns true for each number from 1 to `count` exactly once. */
const isPermutation = (numbers: readonly number[], count: number): boolean =>
  numbers.length === count && numbers.toSorted((a, b) => a - b).every((number, at) => number === at + 1)

const countCombinations = (n: number, k: number): number =>
  Math.round(
    Array.from({ length: k }, (_, at) => (n - at) / (at + 1)).reduce(
      (product, factor) => product * factor,
      1,
    ),
  )

const listStandingProblems = (
  { standing, groups, knockOuts }: MatchRules,
  fieldKeys: readonly string[],
): MatchRulesProblem[] => {
  const problems: MatchRulesProblem[] = findRepeated(standing).map((at) => ({
    path: ['standing', at],
    code: 'twice',
  }))
  for (const [at, key] of standing.entries()) {
    if (key.of === 'field' && !fieldKeys.includes(key.field))
      problems.push({ path: ['standing', at, 'field'], code: 'unknown-value' })
    if (key.of === 'headToHead')
      problems.push(
        ...findRepeated(key.by).map(
          (nth): MatchRulesProblem => ({ path: ['standing', at, 'by', nth], code: 'twice' }),
        ),
      )
  }
  // who advances is never open once all groups are played
  if (groups && knockOuts.length > 0 && standing.at(-1)?.of !== 'lot')
    problems.push({ path: ['standing', standing.length - 1, 'of'], code: 'required' })
  return problems
}

/**
 * Lists the sides that may be in the pairing table. Without groups their number is known at the draw only.
 */
const listSlots = ({ places, best }: KnockOutRules, groupCount: number): string[] => {
  const fromPlaces = Array.from({ length: groupCount }, (_, group) => toGroupLetter(group)).flatMap(
    (letter) =>
      places
        ? Array.from(
            { length: Math.max(0, places.to - places.from + 1) },
            (_, nth) => `${letter}${places.from + nth}`,
          )
        : [],
  )
  return [...fromPlaces, ...Array.from({ length: best?.count ?? 0 }, (_, at) => `best${at + 1}`)]
}

const listPairProblems = (knockOut: KnockOutRules, groupCount: number): MatchRulesProblem[] => {
  const { pairs, next } = knockOut
  if (!pairs) return next ? [{ path: ['next'], code: 'unknown-value' }] : []
  const problems: MatchRulesProblem[] = []
  const roundCount = Math.log2(pairs.length)
  if (!Number.isInteger(roundCount)) problems.push({ path: ['pairs'], code: 'unknown-value' })
  const allowed = listSlots(knockOut, groupCount)
  const named = pairs.flat()
  const isKnown = (slot: string) => (groupCount === 0 ? slot.startsWith('seed') : allowed.includes(slot))
  for (const [at, slot] of named.entries()) {
    const path = ['pairs', at >> 1, at % 2]
    if (slot !== null && !isKnown(slot)) problems.push({ path, code: 'unknown-value' })
    else if (slot !== null && named.indexOf(slot) < at) problems.push({ path, code: 'twice' })
    else if (slot === null && at % 2 === 1 && named[at - 1] === null)
      problems.push({ path, code: 'required' })
  }
  const seeds = named.flatMap((slot) => (slot?.startsWith('seed') ? Number(slot.slice(4)) : []))
  const isComplete =
    groupCount > 0 ? allowed.every((slot) => named.includes(slot)) : isPermutation(seeds, seeds.length)
  if (!isComplete) problems.push({ path: ['pairs'], code: 'required' })
  if (next && Number.isInteger(roundCount)) {
    if (next.length !== roundCount) problems.push({ path: ['next'], code: 'required' })
    for (const [round, pairings] of next.entries())
      if (!isPermutation(pairings.flat(), pairs.length >> round))
        problems.push({ path: ['next', round], code: 'unknown-value' })
  }
  return problems
}

const listCombinationProblems = (
  { best, combinations, pairs }: KnockOutRules,
  groupCount: number,
): MatchRulesProblem[] => {
  if (!combinations) return []
  if (!best || !pairs) return [{ path: ['combinations'], code: 'unknown-value' }]
  const letters = Array.from({ length: groupCount }, (_, group) => toGroupLetter(group))
  const problems: MatchRulesProblem[] = findRepeated(combinations.map(({ from }) => from)).map((at) => ({
    path: ['combinations', at, 'from'],
    code: 'twice',
  }))
  for (const [at, { from, order }] of combinations.entries()) {
    const isKnown =
      from.length === best.count &&
      [...from].every((letter, nth) => letters.includes(letter) && (from[nth - 1] ?? '') < letter)
    if (!isKnown) problems.push({ path: ['combinations', at, 'from'], code: 'unknown-value' })
    if ([...order].sort().join('') !== from)
      problems.push({ path: ['combinations', at, 'order'], code: 'unknown-value' })
  }
  if (problems.length === 0 && combinations.length < countCombinations(groupCount, best.count))
    problems.push({ path: ['combinations'], code: 'required' })
  return problems
}

const listKnockOutRuleProblems = ({ groups, knockOuts }: MatchRules): MatchRulesProblem[] => {
  const groupCount = groups?.count ?? 0
  const problems: MatchRulesProblem[] = findRepeated(knockOuts.map(({ key }) => key)).map((at) => ({
    path: ['knockOuts', at, 'key'],
    code: 'twice',
  }))
  if (!groups && knockOuts.length === 0) problems.push({ path: ['knockOuts'], code: 'required' })
  if (!groups && knockOuts.length > 1)
    problems.push({ path: ['knockOuts'], code: 'too-many', values: { limit: 1 } })
  const taken = new Set<number>()
  for (const [at, knockOut] of knockOuts.entries()) {
    const add = (code: MatchRulesProblem['code'], path: (string | number)[], limit?: number) =>
      problems.push({
        path: ['knockOuts', at, ...path],
        code,
        ...(limit === undefined ? {} : { values: { limit } }),
      })
    const { places, best } = knockOut
    if (groups && !places) add('required', ['places'])
    for (const part of ['places', 'best'] as const)
      if (!groups && knockOut[part]) add('unknown-value', [part])
    if (places && places.to < places.from) add('below-others', ['places', 'to'])
    const entering = places
      ? Array.from({ length: Math.max(0, places.to - places.from + 1) }, (_, nth) => places.from + nth)
      : []
    if (entering.some((place) => taken.has(place))) add('twice', ['places'])
    for (const place of entering) taken.add(place)
    if (best && taken.has(best.place)) add('twice', ['best', 'place'])
    if (best) taken.add(best.place)
    if (groups && best && best.count > groupCount) add('too-many', ['best', 'count'], groupCount)
    for (const { path, code } of [
      ...listPairProblems(knockOut, groupCount),
      ...listCombinationProblems(knockOut, groupCount),
    ])
      add(code, path)
  }
  return problems
}

/**
 * Lists what is wrong between the rules of matches and the rest of a rule set, and within them. None for a
 * rule set without matches.
 */
export const listMatchRulesProblems = ({
  groups,
  matches,
}: Pick<RuleSet, 'groups' | 'matches'>): MatchRulesProblem[] => {
  if (!matches) return []
  const problems: MatchRulesProblem[] = []
  if (groups.length > 1) problems.push({ path: ['groups'], code: 'too-many', values: { limit: 1 } })
  if ((groups[0]?.rounds.length ?? 0) > 1)
    problems.push({ path: ['groups', 0, 'rounds'], code: 'too-many', values: { limit: 1 } })
  const fieldKeys = (groups[0]?.fields ?? []).map(({ key }) => key)
  const { points, walkover, deciders, winningScore } = matches
  const add = (code: MatchRulesProblem['code'], ...path: (string | number)[]) =>
    problems.push({ path: ['matches', ...path], code })
  if (points.win < points.draw) add('below-others', 'points', 'win')
  if (points.draw < points.loss) add('below-others', 'points', 'draw')
  if (winningScore === 'high' ? walkover.winner <= walkover.loser : walkover.loser <= walkover.winner)
    add('below-others', 'walkover', winningScore === 'high' ? 'winner' : 'loser')
  for (const [at, { field }] of deciders.entries())
    if (!fieldKeys.includes(field)) add('unknown-value', 'deciders', at, 'field')
  for (const at of findRepeated(deciders.map(({ field }) => field))) add('twice', 'deciders', at, 'field')
  for (const problem of [...listStandingProblems(matches, fieldKeys), ...listKnockOutRuleProblems(matches)])
    problems.push({ ...problem, path: ['matches', ...problem.path] })
  return problems
}

/**
 * Returns the name of the sentence about a problem: its path in the rules of matches, with `n` for each
 * position, and its code (`knockOuts-n-places-required`).
 */
export const getMatchRulesProblemTextKey = (path: readonly (string | number)[], code: string): string =>
  [...path.map((part) => (/^\d+$/.test(String(part)) ? 'n' : part)), code].join('-')
