import { expect, it } from 'vitest'
import type { ScoreRow } from '#contract/score.ts'
import { withKnown } from '#web/site/scoreboard/use-board.ts'

const row = (id: string, totalScore: number, rank: number) => ({ id, totalScore, rank, totalTimeMs: 1000, player: id }) as ScoreRow

it('rows in which nothing changed stay the very same, whatever came in between', () => {
  const before = [row('a', 90, 1), row('b', 80, 2), row('c', 70, 3)]
  const after = withKnown(before, [row('a', 90, 1), row('d', 85, 2), row('b', 80, 3), row('c', 71, 4)])
  expect(after.map(({ id, rank, totalScore }) => [id, rank, totalScore])).toEqual([
    ['a', 1, 90],
    ['d', 2, 85],
    ['b', 3, 80],
    ['c', 4, 71],
  ])
  expect(after[0]).toBe(before[0])
  expect(after[2]).not.toBe(before[1])
})
