import { getMatchRulesProblemTextKey } from '#contract/event/scoring/match-rules-problems.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { adminMatchRules as matchRulesAr } from '#i18n/ar/admin-match-rules.ts'
import { adminRuleSets as ruleSetsAr } from '#i18n/ar/admin-rule-sets.ts'
import { adminMatchRules as matchRulesEn } from '#i18n/en/admin-match-rules.ts'
import { adminRuleSets as ruleSetsEn } from '#i18n/en/admin-rule-sets.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'

const textsByLanguage = {
  en: { matchRules: matchRulesEn, ruleSets: ruleSetsEn },
  ar: { matchRules: matchRulesAr, ruleSets: ruleSetsAr },
}

/** The texts that label the inputs of the editor, by the path in the rule set without positions. */
const ruleSetLabelKeys: ReadonlyMap<string, keyof typeof ruleSetsEn & string> = new Map(
  Object.entries({
    'groups.key': 'groupKey',
    'groups.label': 'groupName',
    'groups.rounds': 'roundCount',
    'groups.rounds.key': 'roundNames',
    'groups.rounds.label': 'roundNames',
    'groups.combine': 'combine',
    'groups.countedRounds': 'countedRounds',
    'groups.missingRound': 'skippedRound',
    'groups.missingRound.points': 'skippedRoundPoints',
    'groups.missingRound.timeMs': 'skippedRoundTime',
    'groups.panel.judges': 'panelJudges',
    'groups.panel.combine': 'panel',
    'groups.timeLimitMs': 'timeLimit',
    'groups.minPoints': 'minPoints',
    'groups.maxPoints': 'maxPoints',
    'groups.fields': 'fields',
    'groups.fields.key': 'key',
    'groups.fields.label': 'label',
    'groups.fields.kind': 'kind',
    'groups.fields.min': 'min',
    'groups.fields.max': 'max',
    'groups.fields.step': 'step',
    'groups.fields.pointsPerUnit': 'pointsPerUnit',
    'groups.fields.timeMsPerUnit': 'timePerUnit',
    'groups.fields.options': 'options',
    'groups.fields.options.key': 'key',
    'groups.fields.options.label': 'label',
    'groups.fields.options.points': 'points',
    'groups.fields.onlyIf.field': 'onlyIf',
    'groups.fields.onlyIf.option': 'onlyIf',
    'groups.factors.field': 'factorCondition',
    'groups.factors.option': 'factorCondition',
    'groups.factors.factor': 'factorValue',
    'groups.factors.fields': 'factors',
    'groups.caps.fields': 'capFields',
    'groups.caps.maxPoints': 'capPoints',
    'disqualification.points': 'points',
    'disqualification.timeMs': 'disqualificationTime',
    'rankingKeys.group': 'rankingValue',
    'rankingKeys.field': 'rankingValue',
    'rankingKeys.value': 'rankingValue',
    'rankingKeys.nth': 'rankingRound',
    'rankingKeys.order': 'rankingOrder',
  } as const),
)

/** The same for the rules of matches, by the path in them. */
const matchRuleLabelKeys: ReadonlyMap<string, keyof typeof matchRulesEn & string> = new Map(
  Object.entries({
    '': 'title',
    teamsPerSide: 'teamsPerSide',
    winningScore: 'winningScore',
    points: 'points',
    'points.win': 'win',
    'points.draw': 'draw',
    'points.loss': 'loss',
    walkover: 'walkover',
    'walkover.winner': 'walkoverWinner',
    'walkover.loser': 'walkoverLoser',
    withdrawal: 'withdrawal',
    groups: 'groups',
    'groups.count': 'groupCount',
    'groups.legs': 'legs',
    'groups.draw': 'drawMethod',
    'groups.unevenGroups': 'unevenGroups',
    standing: 'standing',
    deciders: 'deciders',
    'deciders.field': 'deciderField',
    knockOuts: 'knockOuts',
    'knockOuts.key': 'key',
    'knockOuts.label': 'name',
    'knockOuts.best.count': 'bestCount',
    'knockOuts.best.place': 'bestPlace',
    'knockOuts.draw': 'pairing',
    'knockOuts.bestOf': 'bestOf',
    'knockOuts.losers': 'losers',
    'knockOuts.thirdPlace': 'thirdPlace',
    'knockOuts.pairs': 'pairs',
    'knockOuts.next': 'next',
    'knockOuts.combinations': 'combinations',
  } as const),
)

/** Returns the path of a field in a rule set; undefined for any other field. */
const readPath = (field: string): string[] | undefined =>
  field.startsWith('ruleSet.') ? field.split('.').slice(1) : undefined
const joinWithoutPositions = (path: readonly string[]): string =>
  path.filter((part) => !/^\d+$/.test(part)).join('.')

/** Returns true for the parts of a rule set (`ruleSet.groups.0.panel.judges`). */
export const isPathInRuleSet = (field: string): boolean => readPath(field) !== undefined

/** Finds the label of a field of a rule set as the editor shows it. */
export const findRuleSetFieldLabel = (field: string, lang: Lang): string | undefined => {
  const path = readPath(field) ?? []
  const { matchRules, ruleSets } = textsByLanguage[lang]
  if (path[0] !== 'matches') {
    const key = ruleSetLabelKeys.get(joinWithoutPositions(path))
    const label = key && ruleSets[key]
    return typeof label === 'string' ? label : undefined
  }
  const key = matchRuleLabelKeys.get(joinWithoutPositions(path.slice(1)))
  const label = key && matchRules[key]
  return typeof label === 'string' ? label : undefined
}

/** Finds the sentence of the editor for a contradiction in a rule set. */
export const findRuleSetProblemText = (
  { field, code, values }: FieldProblem,
  lang: Lang,
): string | undefined => {
  const path = readPath(field) ?? []
  const { matchRules, ruleSets } = textsByLanguage[lang]
  if (joinWithoutPositions(path) === 'groups.fields.onlyIf.field' && code === 'unknown-value')
    return ruleSets.badConditionField
  if (path[0] !== 'matches') return undefined
  const sentences: Readonly<Record<string, string>> = matchRules.problems
  const name = getMatchRulesProblemTextKey(path.slice(1), code)
  return name !== undefined && Object.hasOwn(sentences, name)
    ? sentences[name]?.replace('{{limit}}', String(values?.limit ?? ''))
    : undefined
}
