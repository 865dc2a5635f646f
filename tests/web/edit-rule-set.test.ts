import { describe, expect, it } from 'vitest'
import { buildRuleSetTemplate } from '#contract/rules/rule-set-templates.ts'
import {
  changeFieldKind,
  createEmptyField,
  getKeyAfterLabelChange,
  proposeUnusedKey,
  removeField,
  removeGroup,
  setGroupRoundCount,
  updateField,
  updateGroup,
} from '#web/admin/rule-sets/edit-rule-set.ts'

const engineers = () => buildRuleSetTemplate('future_engineers', 2, (code, number) => ({ en: `${code}${number ?? ''}`, ar: code }))

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
  it('takes limits and ranking keys along when a key changes', () => {
    const ruleSet = engineers()
    const [open] = ruleSet.groups
    const points = open?.fields[0]
    if (!open || !points) throw new Error('the template has no open round')
    ruleSet.groups[0] = { ...open, caps: [{ fields: ['points'], maxPoints: 10 }] }
    ruleSet.rankingKeys.push({ of: 'field', group: 'open', field: 'points', nth: 1, order: 'high' })
    const renamed = updateField(ruleSet, 0, 0, { ...points, key: 'laps' })
    expect(renamed.groups[0]?.caps).toEqual([{ fields: ['laps'], maxPoints: 10 }])
    expect(renamed.rankingKeys.at(-1)).toMatchObject({ field: 'laps' })
    const [group] = renamed.groups
    if (!group) throw new Error('the group is missing')
    expect(updateGroup(renamed, 0, { ...group, key: 'free' }).rankingKeys.at(-1)).toMatchObject({ group: 'free', field: 'laps' })
    const removed = removeField(renamed, 0, 0)
    expect(removed.groups[0]?.caps).toEqual([])
    expect(removed.rankingKeys).toEqual(engineers().rankingKeys)
  })

  it('removes the ranking keys of a removed group, and keeps the total', () => {
    const ruleSet = engineers()
    ruleSet.rankingKeys = [{ of: 'group', group: 'open', value: 'points', nth: 1, order: 'high' }]
    expect(removeGroup(ruleSet, 0).rankingKeys).toEqual([{ of: 'total', value: 'points', order: 'high' }])
  })

  it('gives added rounds keys that no other round has', () => {
    const ruleSet = engineers()
    const obstacle = ruleSet.groups[1]?.rounds[0]
    if (!obstacle) throw new Error('the template has no obstacle round')
    obstacle.key = 'open3'
    const changed = setGroupRoundCount(ruleSet, 0, 3)
    expect(changed.groups[0]?.rounds.map(({ key }) => key)).toEqual(['open1', 'open2', 'open4'])
    expect(setGroupRoundCount(changed, 0, 1).groups[0]?.rounds.map(({ key }) => key)).toEqual(['open1'])
    expect(setGroupRoundCount(changed, 0, 0)).toBe(changed)
  })

  it('keeps label, key and points when the kind of a field changes', () => {
    const field = { ...createEmptyField('count'), key: 'cubes', label: { en: 'Cubes', ar: 'مكعبات' }, isPenalty: true, pointsPerUnit: 5 }
    expect(changeFieldKind(field as never, 'yesNo')).toMatchObject({ kind: 'yesNo', key: 'cubes', isPenalty: true, pointsPerUnit: 5 })
    expect(changeFieldKind(field as never, 'time')).not.toHaveProperty('pointsPerUnit')
  })
})
