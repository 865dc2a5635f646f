import type { KnockOutRules, MatchRules, MatchStandingKey } from '#contract/match-rules.schema.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { isolateLeftToRight } from '#contract/rules/text.ts'
import {
  join,
  say,
  sayNamed,
  sayYesOrNo,
  toListPart,
  toNumberedPart,
  toPart,
  toPrintedPart,
} from './rule-text.ts'
import { nameField } from './score-sheet-description.ts'

/** Names a field of the score sheet of a side. */
const nameFieldOfSide = ({ groups }: Pick<RuleSet, 'groups'>, key: string) =>
  nameField({ fields: groups[0]?.fields ?? [] }, key)

/** Describes a value of the standing: `Points`, `Sum of Cards · Lower first`. */
const describeStandingKey = (ruleSet: RuleSet, key: MatchStandingKey) => {
  if (key.of === 'field')
    return join(
      [
        say('adminMatchRules.standingValues.field', { field: nameFieldOfSide(ruleSet, key.field) }),
        say(`adminRuleSets.orders.${key.order}`),
      ],
      ' · ',
    )
  const name = say(`adminMatchRules.standingValues.${key.of}`)
  if (key.of !== 'headToHead') return name
  const values = key.by.map((value) => say(`adminMatchRules.headToHeadValues.${value}`))
  const apply = sayNamed(say('adminMatchRules.apply'), say(`adminMatchRules.applies.${key.apply}`))
  return join([name, ' (', join(values, ' › '), ') · ', apply], '')
}

const joinPair = (one: string | number | null, other: string | number | null) =>
  isolateLeftToRight(`${one ?? '–'} : ${other ?? '–'}`)

const describeKnockOut = (
  { key, label, places, best, draw, bestOf, thirdPlace, losers, pairs, next, combinations }: KnockOutRules,
  at: number,
) => ({
  id: `knockOut ${key}`,
  name: { label, fallback: say('adminMatchRules.knockOut', { number: at + 1 }) },
  parts: [
    toPart('adminMatchRules.name', { inBothLanguages: label }),
    ...(places
      ? [
          toPart('adminMatchRules.placesFrom', { number: places.from }),
          toPart('adminMatchRules.placesTo', { number: places.to }),
        ]
      : []),
    ...(best
      ? [
          toPart('adminMatchRules.bestCount', { number: best.count }),
          toPart('adminMatchRules.bestPlace', { number: best.place }),
        ]
      : []),
    toPart('adminMatchRules.pairing', say(`adminMatchRules.pairings.${pairs ? 'table' : draw}`)),
    toPart('adminMatchRules.bestOf', say(`adminMatchRules.bestOf${bestOf}`)),
    toPart('adminMatchRules.losers', say(`adminMatchRules.loserRanks.${losers}`)),
    toPart('adminMatchRules.thirdPlace', sayYesOrNo(thirdPlace)),
    ...(pairs ?? []).map(([one, other], nth) =>
      toNumberedPart('adminMatchRules.pair', nth + 1, joinPair(one, other)),
    ),
    ...(next ?? []).map((pairings, nth) =>
      toNumberedPart(
        'adminMatchRules.nextRound',
        nth + 2,
        pairings.map(([one, other]) => joinPair(one, other)).join(' · '),
      ),
    ),
    ...(combinations
      ? [
          toPart(
            'adminMatchRules.combinations', // the text has only the count; the rest of the values shows whether they differ
            say('adminMatchRules.combinationCount', {
              count: combinations.length,
              combinations: combinations.map(({ from, order }) => `${from} ${order}`).join(),
            }),
          ),
        ]
      : []),
  ],
})

const describeDeciders = (ruleSet: RuleSet, deciders: MatchRules['deciders']) => {
  if (deciders.length === 0) return say('adminMatchRules.replay')
  const texts = deciders.map(({ field, order }) =>
    join([nameFieldOfSide(ruleSet, field), ' (', say(`adminRuleSets.orders.${order}`), ')'], ''),
  )
  return join(texts, ' › ')
}

/**
 * Describes what decides a single match: who wins it, what decides a draw in a knock-out, and what a walkover
 * counts as.
 */
export const describeMatchResult = (
  ruleSet: RuleSet,
  { winningScore, knockOuts, deciders, walkover }: MatchRules,
) => [
  toPrintedPart('adminMatchRules.winningScore', say(`adminMatchRules.winningScores.${winningScore}`)),
  ...(knockOuts.length > 0
    ? [toPrintedPart('adminMatchRules.deciders', describeDeciders(ruleSet, deciders))]
    : []),
  toPrintedPart('adminMatchRules.walkover', isolateLeftToRight(`${walkover.winner} : ${walkover.loser}`)),
]

/** Describes the rules of matches. */
export const describeMatches = (ruleSet: RuleSet, matches: MatchRules) => {
  const { teamsPerSide, points, withdrawal, groups, standing, knockOuts } = matches
  return toListPart('adminMatchRules.title', [
    toPart('adminMatchRules.teamsPerSide', say(`adminMatchRules.teamCount${teamsPerSide as 1 | 2 | 3}`)),
    ...describeMatchResult(ruleSet, matches),
    toPart(
      'adminMatchRules.points',
      join(
        (['win', 'draw', 'loss'] as const).map((kind) =>
          join([say(`adminMatchRules.${kind}`), { number: points[kind] }], ' '),
        ),
        ' · ',
      ),
    ),
    toPart('adminMatchRules.withdrawal', say(`adminMatchRules.withdrawals.${withdrawal}`)),
    ...(groups
      ? [
          toPart('adminMatchRules.groupCount', { number: groups.count }),
          toPart('adminMatchRules.legs', say(`adminMatchRules.legs${groups.legs as 1 | 2}`)),
          toPart('adminMatchRules.drawMethod', say(`adminMatchRules.drawMethods.${groups.draw}`)),
          toPart(
            'adminMatchRules.unevenGroups',
            say(`adminMatchRules.unevenGroupChoices.${groups.unevenGroups}`),
          ),
        ]
      : []),
    toListPart(
      'adminMatchRules.standing',
      standing.map((key, at) =>
        toNumberedPart('adminMatchRules.standingKey', at + 1, describeStandingKey(ruleSet, key)),
      ),
    ),
    ...knockOuts.map(describeKnockOut),
  ])
}
