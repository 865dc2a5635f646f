import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isSameJsonValue,
  listFieldsToRevert,
  removeFilesFromSettingValue,
} from '#contract/platform/audit-revert.ts'

const update = { action: 'update', entity: 'competition' } as const

describe('a revert sets back', () => {
  it('the fields that the entry changed', () => {
    const before = { fee: 100, name: { en: 'A', ar: 'ا' }, maxTeams: null }
    const after = { fee: 200, name: { ar: 'ا', en: 'A' }, maxTeams: 5 }
    expect(listFieldsToRevert({ ...update, before, after })).toEqual([
      { field: 'fee', written: 200, restored: 100 },
      { field: 'maxTeams', written: 5, restored: null },
    ])
  })

  it('nothing of other actions, of records about people, and without both sides', () => {
    const values = { before: { fee: 1 }, after: { fee: 2 } }
    expect(listFieldsToRevert({ ...update, ...values })).toHaveLength(1)
    expect(listFieldsToRevert({ ...update, ...values, action: 'create' })).toEqual([])
    expect(listFieldsToRevert({ ...update, ...values, entity: 'team' })).toEqual([])
    expect(listFieldsToRevert({ ...update, ...values, entity: 'payment' })).toEqual([])
    expect(listFieldsToRevert({ ...update, ...values, before: null })).toEqual([])
    expect(listFieldsToRevert({ ...update, ...values, after: null })).toEqual([])
  })

  it('no image, no value that a save derives, and of some entities only the fields that can be reverted', () => {
    const change = (field: string) => ({ before: { [field]: 'a' }, after: { [field]: 'b' } })
    for (const field of ['image', 'bannerImage', 'slug', 'version', 'scoreLogWebhook'])
      expect(listFieldsToRevert({ ...update, ...change(field) }), field).toEqual([])
    expect(listFieldsToRevert({ ...update, ...change('slotsHash'), entity: 'schedule' })).toHaveLength(1)
    expect(listFieldsToRevert({ ...update, ...change('publishedAt'), entity: 'schedule' })).toEqual([])
  })

  it('nothing where the log has not stored a changed value whole', () => {
    const revert = (before: unknown, after: unknown) =>
      listFieldsToRevert({ ...update, before: { fee: 1, text: before }, after: { fee: 2, text: after } })
        .length
    expect(revert('a', 'x'.repeat(4000))).toBe(2)
    for (const unknown of ['x'.repeat(4001), '•••', { deep: ['•••'] }]) {
      expect(revert('a', unknown)).toBe(0)
      expect(revert(unknown, 'a')).toBe(0)
    }
    expect(listFieldsToRevert({ ...update, before: {}, after: { fee: 2 } })).toEqual([])
  })

  it('a setting without the files that it names', () => {
    const story = (title: string, video: string) => ({ title, video, poster: video })
    expect(removeFilesFromSettingValue('story', story('A', 'x.mp4'))).toEqual({ title: 'A' })
    expect(removeFilesFromSettingValue('about', story('A', 'x.mp4'))).toEqual(story('A', 'x.mp4'))
    expect(removeFilesFromSettingValue('about', undefined)).toBeNull()
    const settings = { action: 'update', entity: 'settings' } as const
    const change = (title: string) =>
      listFieldsToRevert({
        ...settings,
        before: { story: story('A', 'x.mp4') },
        after: { story: story(title, 'y.mp4') },
      })
    expect(change('A')).toEqual([])
    expect(change('B')).toEqual([{ field: 'story', written: { title: 'B' }, restored: { title: 'A' } }])
  })
})

it('values of JSON are the same in any order of their keys, and only then', () => {
  const reverseKeys = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reverseKeys)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, each]) => [key, reverseKeys(each)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSameJsonValue(value, reverseKeys(value))).toBe(true)
      expect(isSameJsonValue({ value }, { value: { other: value } })).toBe(false)
      expect(isSameJsonValue([value], [value, 1])).toBe(false)
    }),
  )
  expect(isSameJsonValue({ a: null }, {})).toBe(true)
  for (const [one, other] of [
    [1, '1'],
    [null, 0],
    [null, {}],
    [{ a: 1 }, {}],
    [{}, { a: 1 }],
    [[1], [2]],
  ])
    expect(isSameJsonValue(one, other)).toBe(false)
})
