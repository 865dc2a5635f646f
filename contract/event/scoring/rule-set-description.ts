import type { RoundGroup, RuleRankingKey, RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { listMatchResultRuleParts, toMatchRulesPart } from './match-rules-description.ts'
import { getRoundCombinationTextKeyAndValues } from './rule-set-explanation.ts'
import {
  listPrintedTextsOfParts,
  toCapitalizedRuleText,
  toCatalogueText,
  toJoinedText,
  toListPart,
  toNameAndValueText,
  toNumberedPart,
  toPrintableValuePart,
  toValuePart,
} from './rule-text.ts'
import {
  describePointsFactor,
  toFieldLabelsText,
  toFieldLabelText,
  toFieldRulePart,
} from './score-sheet-description.ts'
import { getEventScoringTraits } from './scoring-kinds.ts'

/**
 * Describes the round of a group, or the value of a field, that a ranking key takes when they are ordered
 * from best to worst: `Best round`, `Second-best value`.
 */
export const describeNthBestRoundOrValue = (of: 'group' | 'field', nth: number) =>
  toCapitalizedRuleText(
    toCatalogueText(`adminRuleSets.nth.${of === 'field' ? 'value' : 'round'}`, {
      rank: toCatalogueText(`valueRanks.${nth - 1}` as 'valueRanks.0'),
    }),
  )

/** Says how the rounds of a group give one result: `The best 2 of 3 added up`. */
export const describeRoundCombination = (ruleSet: Pick<RuleSet, 'rankingKeys'>, group: RoundGroup) => {
  const { name, values } = getRoundCombinationTextKeyAndValues(ruleSet, group)
  return toCatalogueText(`adminRuleSets.combinations.${name}`, values)
}

const groupTexts = { points: 'groupPoints', time: 'groupTime', places: 'groupPlaces' } as const

/** Describes a ranking key: `Obstacle round: time · Best round · Lower first`. */
const describeRankingKey = ({ groups }: RuleSet, key: RuleRankingKey) => {
  const order = toCatalogueText(`adminRuleSets.orders.${key.order}`)
  if (key.of === 'total')
    return toJoinedText(
      [toCatalogueText(`adminRuleSets.${key.value === 'time' ? 'totalTime' : 'totalPoints'}`), order],
      ' · ',
    )
  const group = groups.find((each) => each.key === key.group)
  const name = { label: group?.label, fallback: key.group }
  const value =
    key.of === 'field'
      ? toCatalogueText('adminRuleSets.groupField', {
          group: name,
          field: toFieldLabelText({ fields: group?.fields ?? [] }, key.field),
        })
      : toCatalogueText(`adminRuleSets.${groupTexts[key.value]}`, { group: name })
  const nth =
    key.of === 'field' && key.from === 'worst'
      ? toCatalogueText('adminRuleSets.nth.worst')
      : describeNthBestRoundOrValue(key.of, key.nth ?? 1)
  return toJoinedText(key.nth === null ? [value, order] : [value, nth, order], ' · ')
}

/** Describes the result of a round that is not played: `Points 0 · Time 3:00`, without a time where no field has one. */
const describeFixedResult = (
  { fields, timeLimitMs }: RoundGroup,
  { points, timeMs }: RuleSet['disqualification'],
) => {
  const hasTime = fields.some(
    (field) => field.kind === 'time' || ('timeMsPerUnit' in field && field.timeMsPerUnit > 0),
  )
  const time = hasTime ? (timeMs ?? timeLimitMs) : null
  const pointsText = toJoinedText([toCatalogueText('adminRuleSets.points'), { number: points }], ' ')
  return time === null
    ? pointsText
    : toJoinedText(
        [pointsText, toJoinedText([toCatalogueText('adminRuleSets.disqualificationTime'), { time }], ' ')],
        ' · ',
      )
}

const describeSkippedRound = (group: RoundGroup) => {
  const { missingRound = { countsAs: 'zero' as const } } = group
  const { countsAs } = missingRound
  const kind = toCatalogueText(`adminRuleSets.skippedRounds.${countsAs}`)
  if (countsAs !== 'value')
    return [toPrintableValuePart('adminRuleSets.skippedRound', kind, countsAs === 'missing')]
  const printed = toNameAndValueText(
    toCatalogueText('adminRuleSets.skippedRound'),
    describeFixedResult(group, missingRound),
  )
  return [
    toValuePart('adminRuleSets.skippedRound', kind, printed),
    toValuePart('adminRuleSets.skippedRoundPoints', { number: missingRound.points }),
    toValuePart('adminRuleSets.skippedRoundTime', { time: missingRound.timeMs }),
  ]
}

const describePanel = ({ panel }: RoundGroup) => {
  const value = toCatalogueText(`adminRuleSets.panels.${panel?.combine ?? 'none'}`)
  if (!panel) return [toValuePart('adminRuleSets.panel', value)]
  const judges = { number: panel.judges }
  const printed = [
    toNameAndValueText(toCatalogueText('adminRuleSets.panel'), value),
    toNameAndValueText(toCatalogueText('adminRuleSets.panelJudges'), judges),
  ]
  return [
    toValuePart('adminRuleSets.panel', value, toJoinedText(printed, ' · ')),
    toValuePart('adminRuleSets.panelJudges', judges),
  ]
}

/** Lists the rounds of a group; a single round with the key and the name of the group is the group. */
const describeRounds = ({ key: groupKey, label: groupLabel, rounds }: RoundGroup) => {
  const [{ key, label } = { key: '', label: groupLabel }] = rounds
  if (rounds.length === 1 && key === groupKey && label.en === groupLabel.en && label.ar === groupLabel.ar)
    return []
  return rounds.map((round, at) => ({
    ...toNumberedPart('adminRuleSets.roundName', at + 1, { inBothLanguages: round.label }),
    id: `round ${at} ${round.key}`,
  }))
}

const describeGroup = (ruleSet: RuleSet, group: RoundGroup) => {
  const { key, label, rounds, fields, factors = [], caps, minPoints, maxPoints, timeLimitMs } = group
  const combination = describeRoundCombination(ruleSet, group)
  return {
    id: key,
    name: { label, fallback: key },
    parts: [
      toValuePart('adminRuleSets.groupName', { inBothLanguages: label }),
      toValuePart('adminRuleSets.roundCount', { number: rounds.length }),
      ...describeRounds(group),
      toValuePart('adminRuleSets.combine', combination, rounds.length > 1 ? combination : undefined),
      ...fields.map((field) => toFieldRulePart(group, field)),
      ...factors.map((each, at) => {
        const factor = describePointsFactor(group, each)
        return toNumberedPart('adminRuleSets.factor', at + 1, factor, factor)
      }),
      ...caps.map((cap, at) => {
        const capped = toFieldLabelsText(group, cap.fields)
        const limit = { number: cap.maxPoints }
        return toNumberedPart(
          'adminRuleSets.cap',
          at + 1,
          toNameAndValueText(capped, limit),
          toNameAndValueText(
            toJoinedText([toCatalogueText('adminRuleSets.capPoints'), ' (', capped, ')'], ''),
            limit,
          ),
        )
      }),
      toPrintableValuePart('adminRuleSets.minPoints', { number: minPoints }, minPoints !== null),
      toPrintableValuePart('adminRuleSets.maxPoints', { number: maxPoints }, maxPoints !== null),
      toPrintableValuePart('adminRuleSets.timeLimit', { time: timeLimitMs }, timeLimitMs !== null),
      ...describeSkippedRound(group),
      ...describePanel(group),
    ],
  }
}

const describeRanking = (ruleSet: RuleSet) => [
  toListPart('adminRuleSets.disqualification', [
    toValuePart('adminRuleSets.points', { number: ruleSet.disqualification.points }),
    toValuePart('adminRuleSets.disqualificationTime', { time: ruleSet.disqualification.timeMs }),
  ]),
  toListPart(
    'adminRuleSets.ranking',
    ruleSet.rankingKeys.map((key, at) =>
      toNumberedPart('adminRuleSets.rankingKey', at + 1, describeRankingKey(ruleSet, key)),
    ),
  ),
]

/** Describes every value of a rule set that has an effect. */
export const listRuleSetParts = (ruleSet: RuleSet) => [
  toValuePart(
    'adminRuleSets.template',
    ruleSet.template === null ? '' : toCatalogueText(`adminRuleSets.templateNames.${ruleSet.template}`),
  ),
  ...(ruleSet.matches ? [toMatchRulesPart(ruleSet, ruleSet.matches)] : []),
  ...ruleSet.groups.map((group) => describeGroup(ruleSet, group)),
  // in matches a walkover and the standing replace them
  ...(getEventScoringTraits(ruleSet).hasRankingKeys ? describeRanking(ruleSet) : []),
]

/**
 * Lists the rules of a round that are about no single field: how its rounds combine, factors, limits of
 * points, the time limit, and what a skipped round and a disqualification count as, or how a match is won.
 */
export const listPrintedRoundRules = (ruleSet: RuleSet, group: RoundGroup) => [
  ...listPrintedTextsOfParts(describeGroup(ruleSet, group).parts),
  ...(ruleSet.matches
    ? listPrintedTextsOfParts(listMatchResultRuleParts(ruleSet, ruleSet.matches))
    : [
        toNameAndValueText(
          toCatalogueText('adminRuleSets.disqualification'),
          describeFixedResult(group, ruleSet.disqualification),
        ),
      ]),
]
