import { describe, expect, it } from 'vitest'
import { type RuleSet, ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import {
  describeRoundCombination,
  listPrintedRoundRules,
} from '#contract/event/scoring/rule-set-description.ts'
import { getRoundCombinationChoice } from '#contract/event/scoring/rule-set-explanation.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { describePrintedFieldValues } from '#contract/event/scoring/score-sheet-description.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import type { Language } from '#i18n/languages.ts'
import {
  convertSheetFieldToKind,
  createEmptySheetField,
  getKeyAfterLabelChange,
  proposeUnusedKey,
  removeFieldAndReferences,
  removeGroupAndRankingKeys,
  replaceFieldAndReferences,
  replaceGroupAndReferences,
  setGroupRoundCountAndReferences,
  setRoundCombinationAndRankingKeys,
} from '#web/admin/event/rule-sets/edit-rule-set.ts'
import { listRuleSetDifferences } from '#web/admin/event/rule-sets/list-rule-set-differences.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

const engineers = () =>
  buildRuleSetFromTemplate('future_engineers', (code, number) => ({ en: `${code}${number ?? ''}`, ar: code }))

describe('the keys that are proposed', () => {
  it('have Latin letters, digits and underscores only, and are unique', () => {
    expect(proposeUnusedKey('Cubes in the zone!', [])).toBe('cubes_in_the_zone')
    expect(proposeUnusedKey('2nd try (café)', [])).toBe('nd_try_cafe')
    expect(proposeUnusedKey('Points', ['points', 'points_2'])).toBe('points_3')
    expect(proposeUnusedKey('مكعبات', [])).toBe('')
    expect(proposeUnusedKey('x'.repeat(100), []).length).toBeLessThanOrEqual(40)
  })

  it('follow the English label, unless the user chose a key or recorded attempts have it', () => {
    const field = { key: 'cubes', label: { en: 'Cubes' } }
    expect(getKeyAfterLabelChange(field, 'Cubes left', [], false)).toBe('cubes_left')
    expect(getKeyAfterLabelChange(field, 'Cubes left', [], true)).toBe('cubes')
    expect(getKeyAfterLabelChange({ ...field, key: 'c1' }, 'Cubes left', [], false)).toBe('c1')
  })
})

describe('a change of a rule set', () => {
  it('takes conditions and factors along when a key changes, and removes them with their field', () => {
    const ruleSet = engineers()
    const [open] = ruleSet.groups
    if (!open) throw new Error('the template has no open round')
    const parked = { ...createEmptySheetField('yesNo'), key: 'parked' }
    const bonus = { ...createEmptySheetField('count'), key: 'bonus', onlyIf: { field: 'parked' } }
    const factors = [{ field: 'parked', factor: 2, fields: ['points', 'bonus'] }]
    ruleSet.groups[0] = { ...open, fields: [parked, bonus, ...open.fields], factors }
    const [renamed] = replaceFieldAndReferences(ruleSet, 0, 0, { ...parked, key: 'stopped' }).groups
    expect(renamed?.fields[1]?.onlyIf).toEqual({ field: 'stopped' })
    expect(renamed?.factors).toEqual([{ ...factors[0], field: 'stopped' }])
    expect(
      replaceFieldAndReferences(ruleSet, 0, 1, { ...bonus, key: 'extra' }).groups[0]?.factors?.[0]?.fields,
    ).toEqual(['points', 'extra'])
    const [withoutCondition] = removeFieldAndReferences(ruleSet, 0, 0).groups
    expect(withoutCondition?.fields[0]).not.toHaveProperty('onlyIf')
    expect(withoutCondition).not.toHaveProperty('factors')
    expect(removeFieldAndReferences(ruleSet, 0, 1).groups[0]?.factors).toEqual([
      { ...factors[0], fields: ['points'] },
    ])
  })

  it('keeps a number of counted rounds only where the best of them add up or have a mean', () => {
    const ruleSet = setGroupRoundCountAndReferences(engineers(), 0, 3)
    const counted = setRoundCombinationAndRankingKeys(ruleSet, 0, 'meanOfBest', 2)
    expect(counted.groups[0]).toMatchObject({ combine: 'mean', countedRounds: 2 })
    expect(setRoundCombinationAndRankingKeys(counted, 0, 'sumOfBest', 1).groups[0]).toMatchObject({
      combine: 'sum',
      countedRounds: 1,
    })
    for (const choice of ['sum', 'mean', 'median'] as const)
      expect(setRoundCombinationAndRankingKeys(counted, 0, choice, 2).groups[0]).not.toHaveProperty(
        'countedRounds',
      )
    expect(setGroupRoundCountAndReferences(counted, 0, 1).groups[0]?.countedRounds).toBe(1)
  })

  it('compares as many of the next best rounds as it says, and no more', () => {
    const template = buildRuleSetFromTemplate('virtual_robot_challenges', (code) => ({ en: code, ar: code }))
    const ruleSet = setGroupRoundCountAndReferences(template, 0, 4)
    const [group] = ruleSet.groups
    if (!group) throw new Error('the template has no rounds')
    const { t } = createTextsFromCatalogue('en', { ...en, ...enAdmin }, 'Botola')
    const describe = (changed: RuleSet) =>
      changed.groups[0] && formatRuleText(t, 'en', describeRoundCombination(changed, changed.groups[0]))
    const listCompared = ({ rankingKeys }: RuleSet) =>
      rankingKeys.flatMap((key) => (key.of === 'group' ? [`${key.nth} ${key.value} ${key.order}`] : []))
    const compared = setRoundCombinationAndRankingKeys(ruleSet, 0, 'bestThenNext', 3)
    expect(ruleSetSchema.safeParse(compared).success).toBe(true)
    expect(listCompared(compared)).toEqual(['2 points high', '2 time low', '3 points high', '3 time low'])
    expect(getRoundCombinationChoice(compared, group)).toEqual({ choice: 'bestThenNext', number: 3 })
    const second = setRoundCombinationAndRankingKeys(compared, 0, 'bestThenNext', 2)
    expect([describe(second), listCompared(second)]).toEqual([
      'The best round counts, then the second best',
      ['2 points high', '2 time low'],
    ])
    expect(setGroupRoundCountAndReferences(compared, 0, 2).rankingKeys).toEqual(second.rankingKeys)
    expect(setRoundCombinationAndRankingKeys(compared, 0, 'best', 4)).toEqual(ruleSet)
    expect(describe(setRoundCombinationAndRankingKeys(compared, 0, 'sumOfBest', 2))).toBe(
      'The best 2 of 4 added up',
    )
    expect(listCompared(setRoundCombinationAndRankingKeys(compared, 0, 'sumOfBest', 2))).toEqual([])
    // the tie-breaks of Future Engineers are such a choice, in an order of their own
    const [open] = engineers().groups
    expect(open && getRoundCombinationChoice(engineers(), open)).toEqual({
      choice: 'bestThenNext',
      number: 2,
    })
    expect(setRoundCombinationAndRankingKeys(engineers(), 0, 'bestThenNext', 2)).toEqual(engineers())
  })

  it('takes limits and ranking keys along when a key changes', () => {
    const ruleSet = engineers()
    const [open] = ruleSet.groups
    const points = open?.fields[0]
    if (!open || !points) throw new Error('the template has no open round')
    ruleSet.groups[0] = { ...open, caps: [{ fields: ['points'], maxPoints: 10 }] }
    ruleSet.rankingKeys.push({ of: 'field', group: 'open', field: 'points', nth: 1, order: 'high' })
    const renamed = replaceFieldAndReferences(ruleSet, 0, 0, { ...points, key: 'laps' })
    expect(renamed.groups[0]?.caps).toEqual([{ fields: ['laps'], maxPoints: 10 }])
    expect(renamed.rankingKeys.at(-1)).toMatchObject({ field: 'laps' })
    const [group] = renamed.groups
    if (!group) throw new Error('the group is missing')
    expect(replaceGroupAndReferences(renamed, 0, { ...group, key: 'free' }).rankingKeys.at(-1)).toMatchObject(
      {
        group: 'free',
        field: 'laps',
      },
    )
    const removed = removeFieldAndReferences(renamed, 0, 0)
    expect(removed.groups[0]?.caps).toEqual([])
    expect(removed.rankingKeys).toEqual(engineers().rankingKeys)
  })

  it('removes the ranking keys of a removed group, and keeps the total', () => {
    const ruleSet = engineers()
    ruleSet.rankingKeys = [{ of: 'group', group: 'open', value: 'points', nth: 1, order: 'high' }]
    expect(removeGroupAndRankingKeys(ruleSet, 0).rankingKeys).toEqual([
      { of: 'total', value: 'points', order: 'high' },
    ])
  })

  it('gives added rounds keys that no other round has', () => {
    const ruleSet = engineers()
    const obstacle = ruleSet.groups[1]?.rounds[0]
    if (!obstacle) throw new Error('the template has no obstacle round')
    obstacle.key = 'open3'
    const changed = setGroupRoundCountAndReferences(ruleSet, 0, 3)
    expect(changed.groups[0]?.rounds.map(({ key }) => key)).toEqual(['open1', 'open2', 'open4'])
    expect(setGroupRoundCountAndReferences(changed, 0, 1).groups[0]?.rounds.map(({ key }) => key)).toEqual([
      'open1',
    ])
    expect(setGroupRoundCountAndReferences(changed, 0, 0)).toBe(changed)
  })

  it('keeps label, key and points when the kind of a field changes', () => {
    const field = {
      ...createEmptySheetField('count'),
      key: 'cubes',
      label: { en: 'Cubes', ar: 'مكعبات' },
      isPenalty: true,
      pointsPerUnit: 5,
    }
    expect(convertSheetFieldToKind(field as never, 'yesNo')).toMatchObject({
      kind: 'yesNo',
      key: 'cubes',
      isPenalty: true,
      pointsPerUnit: 5,
    })
    expect(convertSheetFieldToKind(field as never, 'time')).not.toHaveProperty('pointsPerUnit')
  })
})

describe('the differences between two rule sets', () => {
  const catalogues = { en: { ...en, ...enAdmin }, ar: { ...ar, ...arAdmin } }
  const buildRuleSet = (): RuleSet => {
    const label = (english: string, arabic: string) => ({ en: english, ar: arabic })
    const common = { isPenalty: false, isRequired: true, timeMsPerUnit: 0 }
    const cubes = {
      ...common,
      key: 'cubes',
      label: label('Cubes', 'المكعبات'),
      kind: 'count',
      min: 0,
      max: 10,
      step: 1,
      pointsPerUnit: 5,
    } as const
    const lap = {
      ...common,
      key: 'lap',
      label: label('Lap', 'الدورة'),
      kind: 'time',
      min: 0,
      max: 120_000,
    } as const
    const parking = { ...common, key: 'parking', label: label('Parking', 'الوقوف'), kind: 'choice' } as const
    const options = [
      { key: 'inside', label: label('Inside', 'في الداخل'), points: 10 },
      { key: 'outside', label: label('Outside', 'في الخارج'), points: 0 },
    ]
    const rounds = [
      { key: 'open1', label: label('Open 1', 'المفتوحة 1') },
      { key: 'open2', label: label('Open 2', 'المفتوحة 2') },
    ]
    const group = {
      key: 'open',
      label: label('Open round', 'الجولة المفتوحة'),
      rounds,
      combine: 'best',
    } as const
    return {
      template: null,
      groups: [
        {
          ...group,
          caps: [],
          fields: [cubes, lap, { ...parking, options }],
          minPoints: null,
          maxPoints: null,
          timeLimitMs: 180_000,
        },
      ],
      disqualification: { points: 0, timeMs: null },
      rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
    }
  }
  /**
   * Lists the differences of a changed copy in a language, without the characters that isolate the direction
   * of names.
   */
  const listDifferences = (language: Language, change: (mine: RuleSet) => void) => {
    const mine = buildRuleSet()
    change(mine)
    return listRuleSetDifferences(
      createTextsFromCatalogue(language, catalogues[language], 'Botola').t,
      language,
      buildRuleSet(),
      mine,
    ).map(({ label, theirs, mine: changed }) =>
      [label, theirs, changed].map((text) => text.replace(/[\u2066-\u2069]/g, '')),
    )
  }
  const getGroup = (ruleSet: RuleSet) => ruleSet.groups[0] ?? expect.fail('the rule set has no group')

  it('are none for equal rule sets', () => {
    expect(listDifferences('en', () => undefined)).toEqual([])
  })

  it('name the round and the field of each changed value, with both values', () => {
    const change = (mine: RuleSet) => {
      const group = getGroup(mine)
      const [cubes, lap, parking] = group.fields
      if (cubes?.kind !== 'count' || lap?.kind !== 'time' || parking?.kind !== 'choice')
        throw new Error('the fields have other kinds')
      const options = parking.options.map((option) =>
        option.key === 'inside' ? { ...option, points: -2.5 } : option,
      )
      group.fields = [
        { ...cubes, max: 12, isRequired: false },
        { ...lap, label: { ...lap.label, ar: 'اللفة' }, max: 90_000 },
        { ...parking, options },
      ]
      group.timeLimitMs = null
      mine.disqualification.timeMs = 61_500
    }
    expect(listDifferences('en', change)).toEqual([
      ['Open round › Cubes › Maximum', '10', '12'],
      ['Open round › Cubes › Required', 'Yes', 'No'],
      ['Open round › Lap › Label', 'Lap / الدورة', 'Lap / اللفة'],
      ['Open round › Lap › Maximum', '2:00', '1:30'],
      ['Open round › Parking › Inside › Points', '10', '-2.5'],
      ['Open round › Time limit', '3:00', ''],
      ['Disqualification › Time', '', '1:01.5'],
    ])
    expect(listDifferences('ar', change)[0]).toEqual(['الجولة المفتوحة › المكعبات › الحد الأقصى', '10', '12'])
  })

  it('show added and removed fields, rounds, limits and ranking values with their values', () => {
    const differences = listDifferences('en', (mine) => {
      const group = getGroup(mine)
      group.fields = group.fields.flatMap((field) =>
        field.key === 'lap'
          ? []
          : field.key === 'parking'
            ? [
                field,
                {
                  ...createEmptySheetField('yesNo'),
                  key: 'flag',
                  label: { en: 'Flag', ar: 'العلم' },
                } as never,
              ]
            : [field],
      )
      group.rounds = group.rounds.slice(0, 1)
      group.caps = [{ fields: ['cubes', 'parking'], maxPoints: 40 }]
      mine.rankingKeys.push({ of: 'field', group: 'open', field: 'cubes', nth: 2, order: 'low' })
    })
    expect(differences).toEqual([
      ['Open round › Number of rounds', '2', '1'],
      [
        'Open round › Flag',
        '',
        'Label: Flag / العلم · Type: Yes or no · Key: flag · Points for “Yes”: 1 · Added time for “Yes”: 0:00 · Penalty: No',
      ],
      ['Open round › Limit 1', '', 'Cubes + Parking: 40'],
      ['Open round › Round 2', 'Open 2 / المفتوحة 2', ''],
      [
        'Open round › Lap',
        'Label: Lap / الدورة · Type: Time · Key: lap · Minimum: 0:00 · Maximum: 2:00 · Required: Yes · Penalty: No',
        '',
      ],
      ['Ranking › Value 2', '', 'Open round: Cubes · Second-best value · Lower first'],
    ])
  })

  it('show another order of the fields', () => {
    expect(listDifferences('en', (mine) => getGroup(mine).fields.reverse())).toEqual([
      ['Open round › Order', 'Cubes · Lap · Parking', 'Parking · Lap · Cubes'],
    ])
  })
})

describe('a printed score sheet', () => {
  it('has the limits, points and times of each field and of the round, and what a disqualification counts as', () => {
    const ruleSet = engineers()
    const [open] = ruleSet.groups
    if (!open) throw new Error('no group')
    const common = { isPenalty: true, isRequired: false, pointsPerUnit: -2, timeMsPerUnit: 5000 }
    const parked = {
      kind: 'yesNo' as const,
      key: 'parked',
      label: { en: 'Parked', ar: 'متوقف' },
      isPenalty: false,
    }
    open.fields.push(
      { ...parked, pointsPerUnit: 0, timeMsPerUnit: -5000 },
      {
        kind: 'count',
        key: 'touches',
        label: { en: 'Touches', ar: 'لمسات' },
        min: 0,
        max: 10,
        step: 2,
        ...common,
        onlyIf: { field: 'parked' },
      },
    )
    open.factors = [
      { field: 'parked', factor: 1.4, fields: ['points'] },
      { field: 'touches', factor: 0.5, fields: ['points'] },
    ]
    open.caps = [{ fields: ['points', 'touches'], maxPoints: 25 }]
    open.minPoints = 0
    const print = (language: Language) => {
      const { t } = createTextsFromCatalogue(
        language,
        language === 'ar' ? { ...ar, ...arAdmin } : { ...en, ...enAdmin },
        'Botola',
      )
      const lines = [
        ...open.fields.map((field) => describePrintedFieldValues(open, field)),
        ...listPrintedRoundRules(ruleSet, open),
      ]
      return lines.map((line) => formatRuleText(t, language, line).replace(/[\u2066-\u2069]/g, ''))
    }
    expect(print('en')).toEqual([
      '0 to 30 · Points per unit: 1',
      'at most 3:00',
      'Added time for “Yes”: -0:05',
      '0 to 10, in steps of 2 · optional · Points per unit: -2 · Added time per unit: 0:05 · Counts only if: Parked',
      'The best round counts, then the second best',
      '× 1.4 if Parked: points',
      '× 0.5 for each unit of Touches: points',
      'Maximum points together (points + Touches): 25',
      'Minimum points: 0',
      'Maximum points: 30',
      'Time limit: 3:00',
      'Disqualification: Points 0 · Time 3:00',
    ])
    expect(print('ar')).toHaveLength(12)
    expect(print('ar')).not.toEqual(print('en'))
  })
})
