import type {
  KnockOutRules,
  MatchRules,
  MatchStandingKey,
} from '#contract/event/matches/match-rules.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import {
  toCatalogueText,
  toJoinedText,
  toListPart,
  toNamedText,
  toNumberedPart,
  toPart,
  toPrintedPart,
  toYesOrNoText,
} from './rule-text.ts'
import { nameField } from './score-sheet-description.ts'

/** Names a field of the score sheet of a side. */
const nameFieldOfSide = ({ groups }: Pick<RuleSet, 'groups'>, key: string) =>
  nameField({ fields: groups[0]?.fields ?? [] }, key)

/** Describes a value of the standing: `Points`, `Sum of Cards · Lower first`. */
const describeStandingKey = (ruleSet: RuleSet, key: MatchStandingKey) => {
  if (key.of === 'field')
    return toJoinedText(
      [
        toCatalogueText('adminMatchRules.standingValues.field', {
          field: nameFieldOfSide(ruleSet, key.field),
        }),
        toCatalogueText(`adminRuleSets.orders.${key.order}`),
      ],
      ' · ',
    )
  const name = toCatalogueText(`adminMatchRules.standingValues.${key.of}`)
  if (key.of !== 'headToHead') return name
  const values = key.by.map((value) => toCatalogueText(`adminMatchRules.headToHeadValues.${value}`))
  const apply = toNamedText(
    toCatalogueText('adminMatchRules.apply'),
    toCatalogueText(`adminMatchRules.applies.${key.apply}`),
  )
  return toJoinedText([name, ' (', toJoinedText(values, ' › '), ') · ', apply], '')
}

/** Isolates two numbers or places, which stand in this order in both languages. */
const isolateLeftToRight = (pair: string): string => `\u2066${pair}\u2069`

const joinPair = (one: string | number | null, other: string | number | null) =>
  isolateLeftToRight(`${one ?? '–'} : ${other ?? '–'}`)

const describeKnockOut = (
  { key, label, places, best, draw, bestOf, thirdPlace, losers, pairs, next, combinations }: KnockOutRules,
  at: number,
) => ({
  id: `knockOut ${key}`,
  name: { label, fallback: toCatalogueText('adminMatchRules.knockOut', { number: at + 1 }) },
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
    toPart('adminMatchRules.pairing', toCatalogueText(`adminMatchRules.pairings.${pairs ? 'table' : draw}`)),
    toPart('adminMatchRules.bestOf', toCatalogueText(`adminMatchRules.bestOf${bestOf}`)),
    toPart('adminMatchRules.losers', toCatalogueText(`adminMatchRules.loserRanks.${losers}`)),
    toPart('adminMatchRules.thirdPlace', toYesOrNoText(thirdPlace)),
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
            toCatalogueText('adminMatchRules.combinationCount', {
              count: combinations.length,
              combinations: combinations.map(({ from, order }) => `${from} ${order}`).join(),
            }),
          ),
        ]
      : []),
  ],
})

const describeDeciders = (ruleSet: RuleSet, deciders: MatchRules['deciders']) => {
  if (deciders.length === 0) return toCatalogueText('adminMatchRules.replay')
  const texts = deciders.map(({ field, order }) =>
    toJoinedText(
      [nameFieldOfSide(ruleSet, field), ' (', toCatalogueText(`adminRuleSets.orders.${order}`), ')'],
      '',
    ),
  )
  return toJoinedText(texts, ' › ')
}

/**
 * Describes what decides a single match: who wins it, what decides a draw in a knock-out, and what a walkover
 * counts as.
 */
export const describeMatchResult = (
  ruleSet: RuleSet,
  { winningScore, knockOuts, deciders, walkover }: MatchRules,
) => [
  toPrintedPart(
    'adminMatchRules.winningScore',
    toCatalogueText(`adminMatchRules.winningScores.${winningScore}`),
  ),
  ...(knockOuts.length > 0
    ? [toPrintedPart('adminMatchRules.deciders', describeDeciders(ruleSet, deciders))]
    : []),
  toPrintedPart('adminMatchRules.walkover', isolateLeftToRight(`${walkover.winner} : ${walkover.loser}`)),
]

/** Describes the rules of matches. */
export const describeMatches = (ruleSet: RuleSet, matches: MatchRules) => {
  const { teamsPerSide, points, withdrawal, groups, standing, knockOuts } = matches
  return toListPart('adminMatchRules.title', [
    toPart(
      'adminMatchRules.teamsPerSide',
      toCatalogueText(`adminMatchRules.teamCount${teamsPerSide as 1 | 2 | 3}`),
    ),
    ...describeMatchResult(ruleSet, matches),
    toPart(
      'adminMatchRules.points',
      toJoinedText(
        (['win', 'draw', 'loss'] as const).map((kind) =>
          toJoinedText([toCatalogueText(`adminMatchRules.${kind}`), { number: points[kind] }], ' '),
        ),
        ' · ',
      ),
    ),
    toPart('adminMatchRules.withdrawal', toCatalogueText(`adminMatchRules.withdrawals.${withdrawal}`)),
    ...(groups
      ? [
          toPart('adminMatchRules.groupCount', { number: groups.count }),
          toPart('adminMatchRules.legs', toCatalogueText(`adminMatchRules.legs${groups.legs as 1 | 2}`)),
          toPart('adminMatchRules.drawMethod', toCatalogueText(`adminMatchRules.drawMethods.${groups.draw}`)),
          toPart(
            'adminMatchRules.unevenGroups',
            toCatalogueText(`adminMatchRules.unevenGroupChoices.${groups.unevenGroups}`),
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
