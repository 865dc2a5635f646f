import { cleanCodeOrPhoneToWesternDigits } from '#contract/accounts/identity.ts'
import type {
  KnockOutRules,
  MatchRules,
  MatchStandingKey,
} from '#contract/event/matches/match-rules.schema.ts'
import { listBracketSeeds, toGroupLetter } from '#contract/event/scoring/match-list.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'

const usualGroups: NonNullable<MatchRules['groups']> = { count: 1, legs: 1, draw: 'lot', unevenGroups: 'all' }

const createMatchRules = (): MatchRules => ({
  teamsPerSide: 1,
  winningScore: 'high',
  points: { win: 3, draw: 1, loss: 0 },
  standing: [
    { of: 'points' },
    { of: 'difference' },
    { of: 'scored' },
    { of: 'headToHead', apply: 'once', by: ['points', 'difference', 'scored'] },
    { of: 'lot' },
  ],
  deciders: [],
  walkover: { winner: 3, loser: 0 },
  withdrawal: 'annul',
  groups: usualGroups,
  knockOuts: [],
})

/** A part of a rule set that its matches do not have. */
type RemovedPart = 'groups' | 'rounds' | 'panel' | 'missingRound' | 'rankingKeys'

/** Lists what `toRuleSetWithUsualMatches` removes from a rule set. */
export const listPartsRemovedByMatches = ({ groups, rankingKeys }: RuleSet): RemovedPart[] => {
  const [kept] = groups
  const [key] = rankingKeys
  const isUsualRanking = rankingKeys.length === 1 && key?.of === 'total' && key.value === 'points'
  return [
    ...(groups.length > 1 ? (['groups'] as const) : []),
    ...(kept && kept.rounds.length > 1 ? (['rounds'] as const) : []),
    ...(kept?.panel ? (['panel'] as const) : []),
    ...(kept?.missingRound ? (['missingRound'] as const) : []),
    ...(isUsualRanking ? [] : (['rankingKeys'] as const)),
  ]
}

/**
 * Returns the rule set with usual rules of matches. Its first group stays, with one round and the same score
 * sheet; the standing replaces the ranking keys.
 */
export const toRuleSetWithUsualMatches = (ruleSet: RuleSet): RuleSet => {
  const [first] = ruleSet.groups
  if (!first) return ruleSet
  const { missingRound: _missingRound, countedRounds: _countedRounds, panel: _panel, ...group } = first
  const rounds = group.rounds.slice(0, 1).map(({ key }) => ({ key, label: group.label }))
  return {
    ...ruleSet,
    groups: [{ ...group, rounds, combine: 'best' }],
    rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
    matches: createMatchRules(),
  }
}

/** Returns the rule set without matches: its round is a run again. */
export const toRuleSetWithoutMatches = ({ matches: _, ...ruleSet }: RuleSet): RuleSet => ruleSet

/** Renames a field of the score sheet in the standing and in the fields that decide drawn matches. */
export const renameFieldInMatchRules = (matches: MatchRules, before: string, after: string): MatchRules => ({
  ...matches,
  standing: matches.standing.map((key) =>
    key.of === 'field' && key.field === before ? { ...key, field: after } : key,
  ),
  deciders: matches.deciders.map((decider) =>
    decider.field === before ? { ...decider, field: after } : decider,
  ),
})

/**
 * Removes a field of the score sheet from the standing, which keeps at least the points, and from the fields
 * that decide drawn matches.
 */
export const removeFieldFromMatchRules = (matches: MatchRules, removed: string): MatchRules => {
  const standing = matches.standing.filter((key) => key.of !== 'field' || key.field !== removed)
  return {
    ...matches,
    standing: standing.length > 0 ? standing : [{ of: 'points' }],
    deciders: matches.deciders.filter(({ field }) => field !== removed),
  }
}

/** Returns a standing that ends with the lot, which it needs where places of groups enter a knock-out. */
const endWithLot = (standing: readonly MatchStandingKey[]): MatchStandingKey[] => [
  ...standing.filter(({ of }) => of !== 'lot'),
  { of: 'lot' },
]

/** Returns the knock-out without its table of pairs, and what refers to it. */
const removePairs = ({
  pairs: _pairs,
  next: _next,
  combinations: _combinations,
  ...knockOut
}: KnockOutRules): KnockOutRules => knockOut

/**
 * Adds groups, of which two places enter the first knock-out; or removes them, so that all sides enter the
 * only knock-out.
 */
export const addOrRemoveGroupsAndResetKnockOuts = (matches: MatchRules, hasGroups: boolean): MatchRules => {
  const { groups: _, ...others } = matches
  const [first] = matches.knockOuts
  if (!hasGroups) {
    if (!first) return { ...others, knockOuts: [createKnockOut(others)] }
    const { places: _places, best: _best, ...knockOut } = removePairs(first)
    return { ...others, knockOuts: [knockOut] }
  }
  return {
    ...others,
    groups: usualGroups,
    standing: first ? endWithLot(matches.standing) : matches.standing,
    knockOuts: first ? [{ ...removePairs(first), places: { from: 1, to: 2 } }] : [],
  }
}

const createKnockOut = ({
  groups,
  knockOuts,
}: Omit<MatchRules, 'groups'> & Pick<MatchRules, 'groups'>): KnockOutRules => {
  const keys = knockOuts.map(({ key }) => key)
  let number = knockOuts.length + 1
  while (keys.includes(`knock_out_${number}`)) number++
  const from =
    Math.max(0, ...knockOuts.flatMap(({ places, best }) => [places?.to ?? 0, best?.place ?? 0])) + 1
  return {
    key: `knock_out_${number}`,
    label: { en: '', ar: '' },
    ...(groups ? { places: { from, to: from + 1 } } : {}),
    draw: 'seed',
    bestOf: 1,
    thirdPlace: true,
    losers: 'share',
  }
}

/** Adds a knock-out, which the next two places of the groups enter. */
export const addKnockOutAndStandingLot = (matches: MatchRules): MatchRules => ({
  ...matches,
  standing: matches.groups ? endWithLot(matches.standing) : matches.standing,
  knockOuts: [...matches.knockOuts, createKnockOut(matches)],
})

/** Returns the knock-out with so many of the best on the place that follows, none for 0. */
export const toKnockOutWithEnteringBestCount = (knockOut: KnockOutRules, count: number): KnockOutRules => {
  const { best, ...others } = knockOut
  if (count === 0) return others
  return { ...others, best: { count, place: best?.place ?? (knockOut.places?.to ?? 0) + 1 } }
}

/** Lists the sides that enter a knock-out after groups, the first places first: A1, B1, A2, B2, best1. */
const listEnteringSlots = ({ places, best }: KnockOutRules, groupCount: number): string[] => {
  const letters = Array.from({ length: groupCount }, (_, group) => toGroupLetter(group))
  const placeCount = places ? Math.max(0, places.to - places.from + 1) : 0
  return [
    ...Array.from({ length: placeCount }, (_, nth) => nth + (places?.from ?? 1)).flatMap((place) =>
      letters.map((letter) => `${letter}${place}`),
    ),
    ...Array.from({ length: best?.count ?? 0 }, (_, nth) => `best${nth + 1}`),
  ]
}

type Pairs = NonNullable<KnockOutRules['pairs']>

/**
 * Lists the usual pairs of the first round. Two places of 2, 4, 8 or 16 groups cross: A1–B2 and C1–D2 in one
 * half, B1–A2 and D1–C2 in the other. Other sides meet as seeds do, the first against the last; where sides
 * are missing, the strongest advance without a match.
 */
export const listDefaultFirstRoundPairs = (knockOut: KnockOutRules, groupCount: number): Pairs => {
  const { places, best } = knockOut
  const slots = listEnteringSlots(knockOut, groupCount)
  const isCrossing =
    places &&
    places.to === places.from + 1 &&
    !best &&
    groupCount > 1 &&
    Number.isInteger(Math.log2(groupCount))
  if (isCrossing) {
    const cross = (shift: 0 | 1): Pairs =>
      Array.from({ length: groupCount / 2 }, (_, nth) => [
        `${toGroupLetter(nth * 2 + shift)}${places.from}`,
        `${toGroupLetter(nth * 2 + 1 - shift)}${places.to}`,
      ])
    return [...cross(0), ...cross(1)]
  }
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, slots.length)))
  const seeds = listBracketSeeds(size)
  return Array.from({ length: size / 2 }, (_, at) => [
    slots[(seeds[at * 2] ?? 0) - 1] ?? null,
    slots[(seeds[at * 2 + 1] ?? 0) - 1] ?? null,
  ])
}

/** How the sides of the first round are paired. */
export const pairingMethods = ['seed', 'lot', 'table'] as const
export type PairingMethod = (typeof pairingMethods)[number]

/**
 * Returns the knock-out with another way to pair its first round. A new table starts with the usual pairs;
 * without groups with two seeds.
 */
export const toKnockOutWithPairingMethod = (
  knockOut: KnockOutRules,
  method: PairingMethod,
  groupCount: number,
): KnockOutRules => {
  if (method !== 'table') return { ...removePairs(knockOut), draw: method }
  if (knockOut.pairs) return knockOut
  return {
    ...knockOut,
    pairs: groupCount > 0 ? listDefaultFirstRoundPairs(knockOut, groupCount) : [['seed1', 'seed2']],
  }
}

/**
 * Reads a side of the table of pairs: `a1` is A1, an empty text or a dash is no side. Digits may be Arabic.
 * Other texts stay as they are.
 */
export const parsePairSideOrKeepText = (text: string): string | null => {
  const trimmed = cleanCodeOrPhoneToWesternDigits(text)
  if (/^[-\u2013\u2014]?$/.test(trimmed)) return null
  if (/^[a-z]\d+$/i.test(trimmed)) return trimmed.toUpperCase()
  return trimmed.toLowerCase()
}
