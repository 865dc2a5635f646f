import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { KnockOutRules, MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { type RuleSet, ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetTemplateKeys } from '#contract/event/scoring/rule-set.ts'
import { listPrintedRoundRules } from '#contract/event/scoring/rule-set-description.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import type { Language } from '#i18n/languages.ts'
import {
  addKnockOutAndStandingLot,
  addOrRemoveGroupsAndResetKnockOuts,
  listDefaultFirstRoundPairs,
  listPartsRemovedByMatches,
  parsePairSideOrKeepText,
  toKnockOutWithEnteringBestCount,
  toKnockOutWithPairingMethod,
  toRuleSetWithoutMatches,
  toRuleSetWithUsualMatches,
} from '#web/admin/event/rule-sets/edit-match-rules.ts'
import {
  removeFieldAndReferences,
  replaceFieldAndReferences,
} from '#web/admin/event/rule-sets/edit-rule-set.ts'
import { createMatchRulesErrorLookup } from '#web/admin/event/rule-sets/find-match-rules-error.ts'
import { listRuleSetDifferences } from '#web/admin/event/rule-sets/list-rule-set-differences.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'

const build = (key: (typeof ruleSetTemplateKeys)[number]) =>
  buildRuleSetFromTemplate(key, (code, number) => ({ en: `${code}${number ?? ''}`, ar: code }))
const textsOf = (language: Language) =>
  createTextsFromCatalogue(
    language,
    language === 'ar' ? { ...ar, ...arAdmin } : { ...en, ...enAdmin },
    'Botola',
  )
const listIssues = (document: RuleSet) =>
  (ruleSetSchema.safeParse(document).error?.issues ?? []).map(({ path }) => path.join('.'))
const getMatches = (document: RuleSet): MatchRules => {
  if (!document.matches) throw new Error('no matches')
  return document.matches
}

describe('the templates', () => {
  it('are valid documents; that of RoboSports has four groups, of which two places enter a knock-out', () => {
    for (const key of ruleSetTemplateKeys) expect([key, listIssues(build(key))]).toEqual([key, []])
    const { groups, knockOuts } = getMatches(build('robosports'))
    expect(groups?.count).toBe(4)
    expect(knockOuts).toMatchObject([{ places: { from: 1, to: 2 }, thirdPlace: true }])
    const [knockOut] = knockOuts
    expect(knockOut && listDefaultFirstRoundPairs(knockOut, 4)).toEqual(knockOut?.pairs)
  })
})

describe('matches that are turned on', () => {
  it('keep the first score sheet with one round, and name what they remove', () => {
    const engineers = build('future_engineers')
    expect(listPartsRemovedByMatches(engineers)).toEqual(['groups', 'rounds', 'rankingKeys'])
    const started = toRuleSetWithUsualMatches(engineers)
    expect(listIssues(started)).toEqual([])
    expect(started.groups).toMatchObject([
      { key: 'open', combine: 'best', rounds: [{ key: 'open1', label: { en: 'openRound' } }] },
    ])
    expect(started.groups[0]?.fields).toEqual(engineers.groups[0]?.fields)
    expect(listPartsRemovedByMatches(started)).toEqual([])
    expect(toRuleSetWithoutMatches(started)).not.toHaveProperty('matches')
  })

  it('remove a panel, the number of counted rounds and what a skipped round counts as', () => {
    const mission = build('robo_mission')
    const [group] = mission.groups
    if (!group) throw new Error('no group')
    const judged: RuleSet = {
      ...mission,
      groups: [
        {
          ...group,
          combine: 'sum',
          countedRounds: 1,
          missingRound: { countsAs: 'missing' },
          panel: { judges: 3, combine: 'mean' },
        },
      ],
    }
    expect(listPartsRemovedByMatches(judged)).toEqual(['rounds', 'panel', 'missingRound', 'rankingKeys'])
    const [kept] = toRuleSetWithUsualMatches(judged).groups
    for (const part of ['panel', 'missingRound', 'countedRounds']) expect(kept).not.toHaveProperty(part)
  })
})

describe('a change of a field of the score sheet', () => {
  it('is taken along to the standing and to the fields that decide drawn matches', () => {
    const ruleSet = createMatchRuleSet({ groups: singleGroup, knockOuts: [] })
    const [, shootOut, cards] = ruleSet.groups[0]?.fields ?? []
    if (!shootOut || !cards) throw new Error('no fields')
    const renamed = getMatches(
      replaceFieldAndReferences(
        replaceFieldAndReferences(ruleSet, 0, 1, { ...shootOut, key: 'penalties' }),
        0,
        2,
        {
          ...cards,
          key: 'fouls',
        },
      ),
    )
    expect(renamed.deciders).toEqual([{ field: 'penalties', order: 'high' }])
    expect(renamed.standing).toContainEqual({ of: 'field', field: 'fouls', order: 'low' })
    const removed = removeFieldAndReferences(removeFieldAndReferences(ruleSet, 0, 2), 0, 1)
    expect(getMatches(removed).deciders).toEqual([])
    expect(getMatches(removed).standing.map(({ of }) => of)).not.toContain('field')
    expect(listIssues(removed)).toEqual([])
  })
})

describe('groups and knock-outs', () => {
  const ofGroups = (count: number, ...knockOuts: Partial<KnockOutRules>[]) =>
    createMatchRuleSet({
      groups: { ...singleGroup, count },
      knockOuts: knockOuts.map((each) => ({ ...plainKnockOut, ...each })),
    })

  it('give each new knock-out the next places, a key of its own and the lot as the last value', () => {
    const matches = getMatches(
      createMatchRuleSet({
        groups: { ...singleGroup, count: 2 },
        standing: [{ of: 'lot' }, { of: 'points' }],
      }),
    )
    const two = addKnockOutAndStandingLot(addKnockOutAndStandingLot(matches))
    expect(two.knockOuts.map(({ places }) => places)).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ])
    expect(new Set(two.knockOuts.map(({ key }) => key)).size).toBe(2)
    expect(two.standing).toEqual([{ of: 'points' }, { of: 'lot' }])
    const named = two.knockOuts.map((knockOut) => ({ ...knockOut, label: { en: 'Finals', ar: 'النهائيات' } }))
    expect(listIssues(createMatchRuleSet({ ...two, knockOuts: named }))).toEqual([])
  })

  it('are changed into each other: without groups there is one knock-out that all sides enter', () => {
    const ruleSet = ofGroups(
      2,
      { places: { from: 1, to: 2 }, best: { count: 1, place: 3 }, pairs: [['A1', 'B2']] },
      { key: 'other' },
    )
    const alone = addOrRemoveGroupsAndResetKnockOuts(getMatches(ruleSet), false)
    expect(alone).not.toHaveProperty('groups')
    expect(alone.knockOuts).toEqual([plainKnockOut])
    const back = addOrRemoveGroupsAndResetKnockOuts(alone, true)
    expect(back.knockOuts).toEqual([{ ...plainKnockOut, places: { from: 1, to: 2 } }])
    expect(listIssues(createMatchRuleSet(back))).toEqual([])
    expect(
      addOrRemoveGroupsAndResetKnockOuts(getMatches(createMatchRuleSet({ groups: singleGroup })), false)
        .knockOuts,
    ).toHaveLength(1)
  })

  it('fill in pairs that are valid for every number of groups and places', () => {
    const places = { from: 1, to: 2 }
    expect(listDefaultFirstRoundPairs({ ...plainKnockOut, places }, 2)).toEqual([
      ['A1', 'B2'],
      ['B1', 'A2'],
    ])
    expect(listDefaultFirstRoundPairs({ ...plainKnockOut, places: { from: 1, to: 4 } }, 1)).toEqual([
      ['A1', 'A4'],
      ['A2', 'A3'],
    ])
    // the two strongest of six advance without a match
    expect(listDefaultFirstRoundPairs({ ...plainKnockOut, places }, 3)).toEqual([
      ['A1', null],
      ['A2', 'B2'],
      ['B1', null],
      ['C1', 'C2'],
    ])
    for (let count = 1; count <= 16; count++)
      for (let to = 1; to <= 3; to++)
        for (const best of [0, 1]) {
          const knockOut = toKnockOutWithEnteringBestCount(
            { ...plainKnockOut, places: { from: 1, to } },
            best,
          )
          if (count * to + best < 2) continue
          expect(listIssues(ofGroups(count, toKnockOutWithPairingMethod(knockOut, 'table', count)))).toEqual(
            [],
          )
        }
  })

  it('pair by a table or by the draw, and read its sides as people type them', () => {
    const table = toKnockOutWithPairingMethod(plainKnockOut, 'table', 0)
    expect(listIssues(createMatchRuleSet({ knockOuts: [table] }))).toEqual([])
    const imported: KnockOutRules = { ...table, next: [], combinations: [] }
    expect(toKnockOutWithPairingMethod(imported, 'table', 0)).toBe(imported)
    expect(toKnockOutWithPairingMethod(imported, 'lot', 0)).toEqual({ ...plainKnockOut, draw: 'lot' })
    expect(['a1', ' B12 ', 'Best2', 'SEED3', '-', ' ', 'A١', 'winner'].map(parsePairSideOrKeepText)).toEqual([
      ...['A1', 'B12', 'best2', 'seed3', null, null, 'A1', 'winner'],
    ])
  })
})

describe.each(['en', 'ar'] as const)('the words about rules of matches (%s)', (language) => {
  const texts = textsOf(language)

  it('have a sentence for each contradiction', () => {
    const groups = { ...singleGroup, count: 2 }
    const places = { from: 1, to: 2 }
    const broken = (matches: Partial<MatchRules>) => createMatchRuleSet(matches)
    const knockOut = (changed: Partial<KnockOutRules>) =>
      broken({ groups, knockOuts: [{ ...plainKnockOut, places, ...changed }] })
    const documents = [
      broken({ groups, points: { win: 0, draw: 1, loss: 2 }, walkover: { winner: 0, loser: 0 } }),
      broken({ groups, winningScore: 'low' }),
      broken({
        groups,
        standing: [{ of: 'points' }, { of: 'points' }, { of: 'field', field: 'gone', order: 'low' }],
      }),
      broken({
        groups,
        deciders: [
          { field: 'gone', order: 'high' },
          { field: 'gone', order: 'low' },
        ],
      }),
      broken({}),
      broken({ knockOuts: [plainKnockOut, plainKnockOut] }),
      broken({
        groups,
        standing: [{ of: 'points' }],
        knockOuts: [plainKnockOut, { ...plainKnockOut, places }],
      }),
      broken({
        groups,
        knockOuts: [
          { ...plainKnockOut, places },
          { ...plainKnockOut, key: 'b', places, best: { count: 3, place: 2 } },
        ],
      }),
      knockOut({ places: { from: 2, to: 1 } }),
      knockOut({
        pairs: [
          ['A1', 'A1'],
          ['C1', null],
          [null, null],
        ],
      }),
      knockOut({ pairs: [['A1', 'B1']], next: [[[1, 2]]] }),
      knockOut({
        pairs: [
          ['A1', 'B2'],
          ['B1', 'A2'],
        ],
        next: [[[1, 1]]],
        combinations: [],
      }),
    ]
    for (const document of documents) {
      const problems = ruleSetSchema.safeParse(document).error?.issues ?? []
      expect(problems.length).toBeGreaterThan(0)
      const errors = Object.fromEntries(problems.map(({ path }) => [path.join('.'), 'general']))
      const findError = createMatchRulesErrorLookup(texts, document, errors)
      for (const { path } of problems)
        expect([path.join('.'), findError(path.slice(1).join('.'))]).not.toContain('general')
    }
    // without an error of the server nothing is shown
    expect(createMatchRulesErrorLookup(texts, broken({}), {})('knockOuts')).toBeUndefined()
  })

  it('are in the differences of two documents and on printed sheets', () => {
    const fixture = ruleSetSchema.parse(
      JSON.parse(readFileSync('tests/fixtures/matches/worldcup-2018.rules.json', 'utf8')),
    )
    const matches = getMatches(fixture)
    const mine: RuleSet = {
      ...fixture,
      matches: { ...matches, points: { win: 2, draw: 1, loss: 0 }, standing: matches.standing.toReversed() },
    }
    const differences = listRuleSetDifferences(texts.t, language, fixture, mine)
    const labels = differences.map(({ label }) => label)
    expect(labels).toContain(`${texts.t('adminMatchRules.title')} › ${texts.t('adminMatchRules.points')}`)
    expect(labels.some((label) => label.includes(texts.t('adminMatchRules.standing')))).toBe(true)
    expect(listRuleSetDifferences(texts.t, language, fixture, fixture)).toEqual([])
    const [group] = fixture.groups
    if (!group) throw new Error('no group')
    const printed = listPrintedRoundRules(fixture, group)
      .map((rule) => formatRuleText(texts.t, language, rule))
      .join('\n')
    expect(printed).toContain(texts.t('adminMatchRules.winningScores.high'))
    expect(printed).not.toContain(texts.t('adminRuleSets.disqualification'))
    // no key without a text
    expect(JSON.stringify(differences)).not.toContain('adminMatchRules')
    expect(printed).not.toContain('adminMatchRules')
  })
})
