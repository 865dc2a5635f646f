import type { Lang } from '#contract/localized.ts'
import { getMatchRulesProblemName } from '#contract/rules/match-rules-problems.ts'
import { adminMatchRules as ar } from '#i18n/ar/admin-match-rules.ts'
import { adminMatchRules as en } from '#i18n/en/admin-match-rules.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'

const textsByLanguage = { en, ar }
const prefix = 'ruleSet.matches'

/** The texts that label the inputs of the editor, by the path of a field without positions. */
const labelKeyByPath: ReadonlyMap<string, keyof typeof en & string> = new Map(
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

/** Returns the path of a field in the rules of matches; undefined for any other field. */
const readPath = (field: string): string[] | undefined =>
  field === prefix || field.startsWith(`${prefix}.`) ? field.split('.').slice(2) : undefined

/** Returns true for the rules of matches (`ruleSet.matches.points.win`) and their parts. */
export const isMatchRule = (field: string): boolean => readPath(field) !== undefined

/** Finds the label of a rule of matches as the editor shows it. */
export const findMatchRuleLabel = (field: string, lang: Lang): string | undefined => {
  const path = readPath(field)?.filter((part) => !/^\d+$/.test(part))
  const key = path && labelKeyByPath.get(path.join('.'))
  const label = key && textsByLanguage[lang][key]
  return typeof label === 'string' ? label : undefined
}

/** Finds the sentence of the editor for a contradiction in the rules of matches. */
export const findMatchRuleSentence = (
  { field, code, values }: FieldProblem,
  lang: Lang,
): string | undefined => {
  const path = readPath(field)
  const sentences: Readonly<Record<string, string>> = textsByLanguage[lang].problems
  const name = path && getMatchRulesProblemName(path, code)
  return name !== undefined && Object.hasOwn(sentences, name)
    ? sentences[name]?.replace('{{limit}}', String(values?.limit ?? ''))
    : undefined
}
