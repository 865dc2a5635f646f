import { expect, test } from 'vitest'
import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import {
  describeDecidingValues,
  listDecidingColumnsExceptTotals,
} from '#web/shared/event/ranking/list-deciding-columns.ts'

const text = (en: string) => ({ en, ar: `«${en}»` })
const rules: RankingRules = {
  text: text('Ranked by …'),
  keys: [
    { label: text('Total'), order: 'high', isTotal: true, kind: 'number' },
    { label: text('Best run (points)'), order: 'high', isTotal: false, kind: 'number' },
    { label: text('Best run (time)'), order: 'low', isTotal: false, kind: 'time' },
    {
      label: text('Parked'),
      order: 'high',
      isTotal: false,
      kind: 'yesNo',
      answers: { yes: text('Yes'), no: text('No') },
    },
  ],
}
const createRow = (id: string, rankingKey: (number | null)[]) => ({
  id,
  rankingKey,
  totalScore: -(rankingKey[0] ?? 0),
  totalTimeMs: 1000,
})
const list = (rows: ReturnType<typeof createRow>[], lang: 'en' | 'ar' = 'en') =>
  listDecidingColumnsExceptTotals(rules, rows, lang).map(({ label, values }) => [
    label,
    ...rows.map(({ id }) => values.get(id)),
  ])

test('the columns are the values that decide between neighbours, without the totals', () => {
  const a = createRow('a', [-110, -60, 75_300, -1])
  expect(list([a, createRow('b', [-100, -50, 89_400, -1])])).toEqual([])
  expect(list([a, createRow('b', [-110, -50, 89_400, -1]), createRow('c', [-110, -50, 90_000, -1])])).toEqual(
    [
      ['Best run (points)', '60', '50', '50'],
      ['Best run (time)', '1:15.3', '1:29.4', '1:30.0'],
    ],
  )
  expect(list([a, createRow('b', [-110, -60, 75_300, -0])], 'ar')).toEqual([['«Parked»', '«Yes»', '«No»']])
  // a missing value ranks last
  expect(list([a, createRow('b', [-110, -60, null, -1])])).toEqual([['Best run (time)', '1:15.3', '–']])
})

test('a line names only what separates a row from its neighbours', () => {
  const rows = [
    createRow('a', [-110, -60, 75_300, -1]),
    createRow('b', [-110, -50, 89_400, -1]),
    createRow('c', [-110, -50, 90_000, -1]),
  ]
  const columns = listDecidingColumnsExceptTotals(
    rules,
    [...rows, createRow('d', [-90, -50, 90_000, -1])],
    'en',
  )
  const lines = ['a', 'b', 'c', 'd'].map((id) => describeDecidingValues(columns, id, 'en'))
  expect(lines).toEqual([
    'Best run (points): 60',
    'Best run (points): 50 · Best run (time): 1:29.4',
    'Best run (time): 1:30.0',
    '',
  ])
})

test('a key that follows from the next one has no column, and the next one stands where it decides', () => {
  const byMatches: RankingRules = {
    text: text('Ranked by …'),
    isByMatches: true,
    keys: [
      {
        ...{ label: text('Knock-out'), order: 'low', isTotal: false, kind: 'number' },
        names: [text('Finals'), text('–')],
        isInNext: true,
      },
      {
        ...{ label: text('Reached'), order: 'low', isTotal: false, kind: 'number' },
        names: [text('–'), text('Winner'), text('Final')],
      },
    ],
  }
  const rows = [createRow('a', [0, 2]), createRow('b', [0, 2]), createRow('c', [1, 0])]
  expect(
    listDecidingColumnsExceptTotals(byMatches, rows, 'en').map(({ label, values }) => [
      label,
      ...values.values(),
    ]),
  ).toEqual([['Reached', 'Final', 'Final', '–']])
})

test('rows that share a rank, single rows and events without rules have no columns', () => {
  const a = createRow('a', [-110, -60, 75_300, -1])
  expect(list([a, { ...a, id: 'b' }])).toEqual([])
  expect(list([a])).toEqual([])
  expect(listDecidingColumnsExceptTotals(null, [a], 'en')).toEqual([])
})
