import { expect, test } from 'vitest'
import { filterAndSortSelectOptions } from '#web/shared/mantine/mantine-theme.ts'

const options = ['مكة المكرمة', 'Al Riyadh', 'Riyadh', 'الأحساء'].map((label) => ({ value: label, label }))
const filter = (search: string, all: Parameters<typeof filterAndSortSelectOptions>[0]['options'] = options) =>
  filterAndSortSelectOptions({ options: all, search, limit: 10 })

test('options are found in all spellings, the best match first', () => {
  expect(filter('riyadh')).toEqual([options[2], options[1]])
  expect(filter('الاحساء')).toEqual([options[3]])
  expect(filter('مكه')).toEqual([options[0]])
  expect(filter(' ')).toEqual(options)
  expect(filter('zzz')).toEqual([])
})

test('groups keep the options that match', () => {
  expect(
    filter('riy', [
      { group: 'Saudi Arabia', items: options },
      { group: 'Egypt', items: [] },
    ]),
  ).toEqual([{ group: 'Saudi Arabia', items: [options[2], options[1]] }])
})
