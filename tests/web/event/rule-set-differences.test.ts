import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type RuleSet, ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetTemplateKeys } from '#contract/event/scoring/rule-set.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { listRuleSetDifferences } from '#web/admin/event/rule-sets/list-rule-set-differences.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

const texts = {
  en: createTextsFromCatalogue('en', { ...en, ...enAdmin }, 'Botola'),
  ar: createTextsFromCatalogue('ar', { ...ar, ...arAdmin }, 'بطولة'),
}
const label = (text: string) => ({ en: text, ar: text })
const readFixture = (name: string) =>
  ruleSetSchema.parse(JSON.parse(readFileSync(`tests/fixtures/matches/${name}.rules.json`, 'utf8')))

/** A rule set with every value that can be left out, but for matches. */
const complete = ruleSetSchema.parse({
  template: null,
  groups: [
    {
      key: 'open',
      label: label('Open round'),
      rounds: [1, 2, 3].map((number) => ({ key: `open${number}`, label: label(`Open round ${number}`) })),
      combine: 'sum',
      countedRounds: 2,
      missingRound: { countsAs: 'value', points: -5, timeMs: 61_500 },
      panel: { judges: 3, combine: 'trimmedMean' },
      fields: [
        { kind: 'yesNo', key: 'parked', label: label('Parked'), pointsPerUnit: 20, timeMsPerUnit: -5000 },
        { kind: 'count', key: 'cubes', label: label('Cubes'), min: 0, max: 10, step: 2, pointsPerUnit: 5 },
        {
          kind: 'choice',
          key: 'level',
          label: label('Level'),
          isRequired: false,
          options: [
            { key: 'easy', label: label('Easy'), points: 1 },
            { key: 'hard', label: label('Hard'), points: 2.5 },
          ],
        },
        { kind: 'time', key: 'time', label: label('Time'), max: 180_000, onlyIf: { field: 'parked' } },
        {
          kind: 'measure',
          key: 'length',
          label: label('Length'),
          min: 0,
          max: 2.5,
          pointsPerUnit: 1,
          onlyIf: { field: 'level', option: 'hard' },
        },
      ],
      caps: [{ fields: ['cubes', 'length'], maxPoints: 40 }],
      factors: [{ field: 'level', option: 'easy', factor: 1.4, fields: ['cubes', 'length'] }],
      minPoints: -20,
      maxPoints: 200,
      timeLimitMs: 150_000,
    },
  ],
  disqualification: { points: -10, timeMs: null },
  rankingKeys: [
    { of: 'group', group: 'open', value: 'points', order: 'high' },
    { of: 'field', group: 'open', field: 'cubes', nth: 2, order: 'low' },
    { of: 'field', group: 'open', field: 'time', nth: 1, from: 'worst', order: 'low' },
  ],
})

/** The values that one of several words can have, by the name of the value: another word for each. */
const otherWords: Record<string, (word: string) => string> = {
  kind: (kind) => (kind === 'measure' ? 'count' : 'measure'),
  of: (of) => (of === 'wins' ? 'points' : of === 'field' || of === 'group' ? 'total' : 'wins'),
  combine: (combine) => (combine === 'mean' ? 'trimmedMean' : 'mean'),
  value: (value) => (value === 'points' ? 'time' : 'points'),
  order: (order) => (order === 'high' ? 'low' : 'high'),
  by: (by) => (by === 'points' ? 'scored' : 'points'),
  from: (from) => (from === 'worst' ? 'best' : `${from}X`),
}

/** Lists the copies of a document that differ from it in one value, with the path of the value. */
const listChangedCopies = (document: RuleSet): [path: string, copy: RuleSet][] => {
  const changeIn = (node: unknown, name: string): [path: string, changed: unknown][] => {
    if (Array.isArray(node))
      return node.flatMap((inner, at) =>
        changeIn(inner, name).map(([path, changed]): [string, unknown] => [
          `.${at}${path}`,
          node.with(at, changed),
        ]),
      )
    if (typeof node === 'object' && node)
      return Object.entries(node).flatMap(([key, inner]) =>
        changeIn(inner, key).map(([path, changed]): [string, unknown] => [
          `.${key}${path}`,
          { ...node, [key]: changed },
        ]),
      )
    if (typeof node === 'string') return [['', otherWords[name]?.(node) ?? `${node}x`]]
    return [['', typeof node === 'boolean' ? !node : Number(node) + 1]]
  }
  return changeIn(document, '').map(([path, copy]) => [path.slice(1), copy as RuleSet])
}

/** What a walkover and the standing replace, and a draw that a table of pairs replaces. */
const ignoredInMatches = [
  'disqualification.points',
  'disqualification.timeMs',
  'rankingKeys.0.value',
  'rankingKeys.0.order',
  'matches.knockOuts.0.draw',
]
const documents: [name: string, RuleSet, ignored: string[]][] = [
  ...ruleSetTemplateKeys.map((key): [string, RuleSet, string[]] => [
    `the template of ${key}`,
    buildRuleSetFromTemplate(key, (code, number) => label(`${code} ${number ?? ''}`)),
    key === 'robosports' ? ignoredInMatches : [],
  ]),
  // there is only one worst value
  ['a rule set with every value', complete, ['rankingKeys.2.nth']],
  ...['euro-2020', 'worldcup-2018'].map((name): [string, RuleSet, string[]] => [
    name,
    readFixture(name),
    ignoredInMatches,
  ]),
]

it.each(documents)(
  'each value of %s that has an effect is in the differences, with a text',
  (_, document, ignored) => {
    const missing = listChangedCopies(document).flatMap(([path, copy]) => {
      // a total has no group that a ranking key of another kind needs
      if (path.startsWith('rankingKeys') && path.endsWith('.of')) return []
      return listRuleSetDifferences(texts.en.t, 'en', document, copy).length === 0 ? [path] : []
    })
    expect(missing).toEqual(ignored)
    for (const { language, t } of Object.values(texts))
      for (const [, other] of documents)
        expect(JSON.stringify(listRuleSetDifferences(t, language, document, other))).not.toMatch(
          /adminRuleSets\.|adminMatchRules\.|scoreSheet\.|valueRanks\./,
        )
  },
)
