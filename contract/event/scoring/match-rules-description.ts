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
  toNameAndValueText,
  toNumberedPart,
  toPrintableValuePart,
  toValuePart,
  toYesOrNoText,
} from './rule-text.ts'
import { toFieldLabelText } from './score-sheet-description.ts'

/** Names a field of the score sheet of a side. */
const nameFieldOfSide = ({ groups }: Pick<RuleSet, 'groups'>, key: string) =>
  toFieldLabelText({ fields: groups[0]?.fields ?? [] }, key)

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
  const apply = toNameAndValueText(
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
    toValuePart('adminMatchRules.name', { inBothLanguages: label }),
    ...(places
      ? [
          toValuePart('adminMatchRules.placesFrom', { number: places.from }),
          toValuePart('adminMatchRules.placesTo', { number: places.to }),
        ]
      : []),
    ...(best
      ? [
          toValuePart('adminMatchRules.bestCount', { number: best.count }),
          toValuePart('adminMatchRules.bestPlace', { number: best.place }),
        ]
      : []),
    toValuePart(
      'adminMatchRules.pairing',
      toCatalogueText(`adminMatchRules.pairings.${pairs ? 'table' : draw}`),
    ),
    toValuePart('adminMatchRules.bestOf', toCatalogueText(`adminMatchRules.bestOf${bestOf}`)),
    toValuePart('adminMatchRules.losers', toCatalogueText(`adminMatchRules.loserRanks.${losers}`)),
    toValuePart('adminMatchRules.thirdPlace', toYesOrNoText(thirdPlace)),
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
          toValuePart(
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
export const listMatchResultRuleParts = (
  ruleSet: RuleSet,
  { winningScore, knockOuts, deciders, walkover }: MatchRules,
) => [
  toPrintableValuePart(
    'adminMatchRules.winningScore',
    toCatalogueText(`adminMatchRules.winningScores.${winningScore}`),
  ),
  ...(knockOuts.length > 0
    ? [toPrintableValuePart('adminMatchRules.deciders', describeDeciders(ruleSet, deciders))]
    : []),
  toPrintableValuePart(
    'adminMatchRules.walkover',
    isolateLeftToRight(`${walkover.winner} : ${walkover.loser}`),
  ),
]

/** Describes the rules of matches. */
export const toMatchRulesPart = (ruleSet: RuleSet, matches: MatchRules) => {
  const { teamsPerSide, points, withdrawal, groups, standing, knockOuts } = matches
  return toListPart('adminMatchRules.title', [
    toValuePart(
      'adminMatchRules.teamsPerSide',
      toCatalogueText(`adminMatchRules.teamCount${teamsPerSide as 1 | 2 | 3}`),
    ),
    ...listMatchResultRuleParts(ruleSet, matches),
    toValuePart(
      'adminMatchRules.points',
      toJoinedText(
        (['win', 'draw', 'loss'] as const).map((kind) =>
          toJoinedText([toCatalogueText(`adminMatchRules.${kind}`), { number: points[kind] }], ' '),
        ),
        ' · ',
      ),
    ),
    toValuePart('adminMatchRules.withdrawal', toCatalogueText(`adminMatchRules.withdrawals.${withdrawal}`)),
    ...(groups
      ? [
          toValuePart('adminMatchRules.groupCount', { number: groups.count }),
          toValuePart('adminMatchRules.legs', toCatalogueText(`adminMatchRules.legs${groups.legs as 1 | 2}`)),
          toValuePart(
            'adminMatchRules.drawMethod',
            toCatalogueText(`adminMatchRules.drawMethods.${groups.draw}`),
          ),
          toValuePart(
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
