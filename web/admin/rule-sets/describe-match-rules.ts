import type { KnockOutRules, MatchRules, MatchStandingKey } from '#contract/match-rules.schema.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { isolateLeftToRight, isolateTextDirection } from '#contract/rules/text.ts'
import { findMatchRulesProblems, getMatchRulesProblemName } from '#contract/scoring/match-rules-problems.ts'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/shared/texts.ts'

/**
 * A part of a rule set: a value as text, or a named list of parts. Parts of two rule sets with the same `id`
 * are compared.
 */
export type RuleSetPart = { id: string; name: string } & (
  | { text: string; compared?: string }
  | { parts: RuleSetPart[] }
)

/**
 * Creates a function that returns the error of a part of the rules of matches (`points.win`), undefined
 * without one. A contradiction has a sentence of its own instead of the general message of the server.
 */
export const createMatchRulesErrorFinder = (
  { t, exists }: Pick<Texts, 't' | 'exists'>,
  ruleSet: RuleSet,
  errors: Record<string, string | undefined>,
) => {
  const problems = findMatchRulesProblems(ruleSet)
  return (path: string): string | undefined => {
    const error = errors[`matches.${path}`]
    const problem =
      error === undefined ? undefined : problems.find((each) => each.path.join('.') === `matches.${path}`)
    if (!problem) return error
    const key = `adminMatchRules.problems.${getMatchRulesProblemName(problem.path.slice(1), problem.code)}`
    return exists(key) ? t(key as 'adminMatchRules.problems.knockOuts-required', problem.values ?? {}) : error
  }
}

const getFieldName = (lang: Language, { groups }: Pick<RuleSet, 'groups'>, key: string): string =>
  isolateTextDirection(groups[0]?.fields.find((field) => field.key === key)?.label[lang] || key)

/** Formats a value of the standing: `Points`, `Sum of Cards · Lower first`. */
const formatStandingKey = (
  t: Texts['t'],
  lang: Language,
  ruleSet: Pick<RuleSet, 'groups'>,
  key: MatchStandingKey,
): string => {
  if (key.of === 'field')
    return `${t('adminMatchRules.standingValues.field', { field: getFieldName(lang, ruleSet, key.field) })} · ${t(`adminRuleSets.orders.${key.order}`)}`
  const name = t(`adminMatchRules.standingValues.${key.of}`)
  if (key.of !== 'headToHead') return name
  const values = key.by.map((value) => t(`adminMatchRules.headToHeadValues.${value}`)).join(' › ')
  return `${name} (${values}) · ${t('adminMatchRules.apply')}: ${t(`adminMatchRules.applies.${key.apply}`)}`
}

const describeKnockOut = (
  t: Texts['t'],
  lang: Language,
  knockOut: KnockOutRules,
  at: number,
): RuleSetPart => {
  const { key, label, places, best, draw, bestOf, thirdPlace, losers, pairs, next, combinations } = knockOut
  const formatBoolean = (value: boolean) => t(value ? 'scoreSheet.yes' : 'scoreSheet.no')
  const formatPair = (one: string | number | null, other: string | number | null) =>
    isolateLeftToRight(`${one ?? '–'} : ${other ?? '–'}`)
  return {
    id: `knockOut ${key}`,
    name: label[lang] ? isolateTextDirection(label[lang]) : t('adminMatchRules.knockOut', { number: at + 1 }),
    parts: [
      {
        id: 'label',
        name: t('adminMatchRules.name'),
        text: `${isolateTextDirection(label.en)} / ${isolateTextDirection(label.ar)}`,
      },
      ...(places
        ? [
            { id: 'from', name: t('adminMatchRules.placesFrom'), text: isolateLeftToRight(places.from) },
            { id: 'to', name: t('adminMatchRules.placesTo'), text: isolateLeftToRight(places.to) },
          ]
        : []),
      ...(best
        ? [
            { id: 'bestCount', name: t('adminMatchRules.bestCount'), text: isolateLeftToRight(best.count) },
            { id: 'bestPlace', name: t('adminMatchRules.bestPlace'), text: isolateLeftToRight(best.place) },
          ]
        : []),
      {
        id: 'pairing',
        name: t('adminMatchRules.pairing'),
        text: t(`adminMatchRules.pairings.${pairs ? 'table' : draw}`),
      },
      { id: 'bestOf', name: t('adminMatchRules.bestOf'), text: t(`adminMatchRules.bestOf${bestOf}`) },
      { id: 'losers', name: t('adminMatchRules.losers'), text: t(`adminMatchRules.loserRanks.${losers}`) },
      { id: 'thirdPlace', name: t('adminMatchRules.thirdPlace'), text: formatBoolean(thirdPlace) },
      ...(pairs ?? []).map(([one, other], nth) => ({
        id: `pair ${nth}`,
        name: t('adminMatchRules.pair', { number: nth + 1 }),
        text: formatPair(one, other),
      })),
      ...(next ?? []).map((pairings, nth) => ({
        id: `next ${nth}`,
        name: t('adminMatchRules.nextRound', { number: nth + 2 }),
        text: pairings.map(([one, other]) => formatPair(one, other)).join(' · '),
      })),
      ...(combinations
        ? [
            {
              id: 'combinations',
              name: t('adminMatchRules.combinations'),
              text: t('adminMatchRules.combinationCount', { count: combinations.length }),
              compared: combinations.map(({ from, order }) => `${from} ${order}`).join(),
            },
          ]
        : []),
    ],
  }
}

const describeGroupRules = (t: Texts['t'], groups: NonNullable<MatchRules['groups']>): RuleSetPart[] => [
  { id: 'groupCount', name: t('adminMatchRules.groupCount'), text: isolateLeftToRight(groups.count) },
  { id: 'legs', name: t('adminMatchRules.legs'), text: t(`adminMatchRules.legs${groups.legs as 1 | 2}`) },
  {
    id: 'draw',
    name: t('adminMatchRules.drawMethod'),
    text: t(`adminMatchRules.drawMethods.${groups.draw}`),
  },
  {
    id: 'unevenGroups',
    name: t('adminMatchRules.unevenGroups'),
    text: t(`adminMatchRules.unevenGroupChoices.${groups.unevenGroups}`),
  },
]

/**
 * Describes what decides a single match: who wins it, what decides a draw in a knock-out, and what a walkover
 * counts as.
 */
const describeMatchResult = (
  t: Texts['t'],
  lang: Language,
  ruleSet: Pick<RuleSet, 'groups'>,
  matches: MatchRules,
): RuleSetPart[] => [
  {
    id: 'winningScore',
    name: t('adminMatchRules.winningScore'),
    text: t(`adminMatchRules.winningScores.${matches.winningScore}`),
  },
  ...(matches.knockOuts.length > 0
    ? [
        {
          id: 'deciders',
          name: t('adminMatchRules.deciders'),
          text:
            matches.deciders
              .map(
                ({ field, order }) =>
                  `${getFieldName(lang, ruleSet, field)} (${t(`adminRuleSets.orders.${order}`)})`,
              )
              .join(' › ') || t('adminMatchRules.replay'),
          compared: matches.deciders.map(({ field, order }) => `${field} ${order}`).join(),
        },
      ]
    : []),
  {
    id: 'walkover',
    name: t('adminMatchRules.walkover'),
    text: isolateLeftToRight(`${matches.walkover.winner} : ${matches.walkover.loser}`),
  },
]

/** Describes the rules of matches, none for a rule set without them. */
export const listMatchRuleParts = (t: Texts['t'], lang: Language, ruleSet: RuleSet): RuleSetPart[] => {
  const { matches } = ruleSet
  if (!matches) return []
  const { points, groups, knockOuts } = matches
  return [
    {
      id: '(matches)',
      name: t('adminMatchRules.title'),
      parts: [
        {
          id: 'teamsPerSide',
          name: t('adminMatchRules.teamsPerSide'),
          text: t(`adminMatchRules.teamCount${matches.teamsPerSide as 1 | 2 | 3}`),
        },
        ...describeMatchResult(t, lang, ruleSet, matches),
        {
          id: 'points',
          name: t('adminMatchRules.points'),
          text: (['win', 'draw', 'loss'] as const)
            .map((kind) => `${t(`adminMatchRules.${kind}`)} ${isolateLeftToRight(points[kind])}`)
            .join(' · '),
        },
        {
          id: 'withdrawal',
          name: t('adminMatchRules.withdrawal'),
          text: t(`adminMatchRules.withdrawals.${matches.withdrawal}`),
        },
        ...(groups ? describeGroupRules(t, groups) : []),
        {
          id: 'standing',
          name: t('adminMatchRules.standing'),
          parts: matches.standing.map((key, at) => ({
            id: String(at),
            name: t('adminMatchRules.standingKey', { number: at + 1 }),
            text: formatStandingKey(t, lang, ruleSet, key),
            compared: JSON.stringify(key),
          })),
        },
        ...knockOuts.map((knockOut, at) => describeKnockOut(t, lang, knockOut, at)),
      ],
    },
  ]
}

/** Lists the rules of a match for the printed score sheet. */
export const listPrintedMatchResultRules = (
  t: Texts['t'],
  lang: Language,
  ruleSet: Pick<RuleSet, 'groups'>,
  matches: MatchRules,
): string[] =>
  describeMatchResult(t, lang, ruleSet, matches).flatMap((part) =>
    'text' in part ? [`${part.name}: ${part.text}`] : [],
  )
