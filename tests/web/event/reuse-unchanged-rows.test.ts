import { expect, it } from 'vitest'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { createNewerReplyChecker } from '#web/shared/reply-order.ts'
import type { ScoreboardPage } from '#web/site/event/scoreboard/initial-scoreboard.ts'
import {
  addKnownLevelsToLaterPage,
  replaceRankingOfPage,
  reuseUnchangedRows,
} from '#web/site/event/scoreboard/use-scoreboard.ts'

const row = (id: string, totalScore: number, rank: number) =>
  ({ id, totalScore, rank, totalTimeMs: 1000, playerName: id }) as ScoreRow

it('unchanged rows stay the same objects', () => {
  const before = [row('a', 90, 1), row('b', 80, 2), row('c', 70, 3)]
  const after = reuseUnchangedRows(before, [
    row('a', 90, 1),
    row('d', 85, 2),
    row('b', 80, 3),
    row('c', 71, 4),
  ])
  expect(after.map(({ id, rank, totalScore }) => [id, rank, totalScore])).toEqual([
    ['a', 1, 90],
    ['d', 2, 85],
    ['b', 3, 80],
    ['c', 4, 71],
  ])
  expect(after[0]).toBe(before[0])
  expect(after[2]).not.toBe(before[1])
})

it('other pages keep the levels of the first page', () => {
  const first = { levels: [0, 2] } as ScoreboardPage
  const loaded = { levels: [] as ScoreboardPage['levels'] } as ScoreboardPage
  for (const query of [{ page: 2 }, { search: 'a' }, { level: 2 }] as const)
    expect(addKnownLevelsToLaterPage(first, loaded, query).levels, JSON.stringify(query)).toEqual([0, 2])
  for (const query of [{}, { page: 1, search: '' }])
    expect(addKnownLevelsToLaterPage(first, loaded, query).levels, JSON.stringify(query)).toEqual([])
  expect(addKnownLevelsToLaterPage(null, loaded, { page: 2 })).toBe(loaded)
})

it('a reply that is older than a change of the event stream brings the levels, not the ranking', () => {
  const live = { rows: [row('b', 95, 1), row('a', 90, 2)], entryCount: 2, total: 2, levels: [] }
  const loaded = { rows: [row('a', 90, 1)], entryCount: 1, total: 1, levels: [0, 2], page: 1 }
  expect(
    replaceRankingOfPage(loaded as unknown as ScoreboardPage, live as unknown as ScoreboardPage),
  ).toMatchObject({ ...live, levels: [0, 2], page: 1 })
})

it('a reply that arrives after one to a later request is not the newest', () => {
  const beginRequest = createNewerReplyChecker()
  const [first, second, third] = [beginRequest(), beginRequest(), beginRequest()]
  expect([second(), first(), third()]).toEqual([true, false, true])
})
